"""Functions of the binary digits of whole numbers: single bits, bitwise "and" and "or", ends and valuations.

Bits are numbered from 0, the lowest.  Negative numbers are refused, except by `v2` and `mating`, which look at
differences.
"""

from collections.abc import Iterable

from heapwise.numbers.errors import not_whole, undefined


def bit(z: int, k: int) -> int:
    """Bit k of z, 0 beyond the highest.

    >>> [bit(6, k) for k in range(4)]
    [0, 1, 1, 0]
    """
    try:
        if z >= 0 and k >= 0:
            return z >> k & 1
    except TypeError:
        raise not_whole("bit", z, k) from None
    raise undefined("bit", z, k)


def bit_and(values: Iterable[int]) -> int:
    """The bits that all values share; undefined for no values, which share them all.

    >>> bit_and([6, 3])
    2
    """
    total = -1
    try:
        for value in values:
            if value < 0:
                raise undefined("bit_and", value)
            total &= value
    except TypeError:
        raise not_whole("bit_and", values) from None
    if total < 0:
        raise undefined("bit_and", why="it needs a value")
    return total


def bit_or(values: Iterable[int]) -> int:
    """The bits that some value has, 0 for no values.

    >>> bit_or([9, 12])
    13
    """
    total = 0
    try:
        for value in values:
            total |= value
    except TypeError:
        raise not_whole("bit_or", values) from None
    if total < 0:
        raise undefined("bit_or", values)
    return total


def popcount(z: int) -> int:
    """The number of ones of z in binary.

    >>> popcount(11)
    3
    """
    try:
        if z | 0 >= 0:
            return z.bit_count()
    except TypeError:
        raise not_whole("popcount", z) from None
    raise undefined("popcount", z)


def tail1(z: int) -> int:
    """The number of ones at the low end of z in binary.

    >>> [tail1(z) for z in (3, 10, 21)]
    [2, 0, 1]
    """
    try:
        if z >= 0:
            return (z ^ z + 1).bit_length() - 1
    except TypeError:
        raise not_whole("tail1", z) from None
    raise undefined("tail1", z)


def v2(z: int) -> int:
    """The exponent of 2 in z, which may be negative but not 0.

    >>> v2(12), v2(-12)
    (2, 2)
    """
    try:
        if z:
            return (z & -z).bit_length() - 1
    except TypeError:
        raise not_whole("v2", z) from None
    raise undefined("v2", z)


def mating(x: int, y: int) -> int:
    """The mating function of Welter's game, 2^(v2(x - y) + 1) - 1; undefined for x = y.

    >>> mating(3, 7), mating(5, 6)
    (7, 1)
    """
    try:
        apart = x - y
        # One less changes exactly the digits up to the lowest one that is set.
        if apart:
            return apart ^ apart - 1
    except TypeError:
        raise not_whole("mating", x, y) from None
    raise undefined("mating", x, y)
