"""Functions of the digits of whole numbers from 0 up: sums of digits without carry, single bits, ends and valuations.

Binary digits are numbered from 0, the lowest.  Every function refuses negative numbers, except `v2` and `mating`,
which look at differences only.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwise.numbers.errors import MOST_BITS, not_whole, too_large, undefined
from heapwise.numbers.nim import nim_sum

# Binary digits of the small numbers, each in a column of its own eight bits wide: sums of up to 255 of them do not carry.
_SMALL = 1024
_MOST_IN_COLUMN = 255
_COLUMNS = [sum((v >> k & 1) << 8 * k for k in range(_SMALL.bit_length())) for v in range(_SMALL)]


def digit_sum(values: Iterable[int], m: int) -> int:
    """Binary digits of all values added modulo m, and the digits so found read in base m.

    It belongs to the whole list: adding two values and then a third means nothing.

    >>> digit_sum([3, 5, 7], 3)
    24
    """
    try:
        listed = tuple(values)
        if m | 0 < 1:
            raise undefined("digit_sum", listed, why=f"digits are not added modulo {m}")
        if not listed or m > _SMALL or len(listed) > _MOST_IN_COLUMN or min(listed) < 0 or max(listed) >= _SMALL:
            return _long_digit_sum(listed, m)
        total = 0
        for value in listed:
            total += _COLUMNS[value]
        return _read_columns(total, m)
    except TypeError:
        raise not_whole("digit_sum", values, m) from None


def _read_columns(columns: int, m: int) -> int:
    found, place = 0, 1
    while columns:
        found += (columns & _MOST_IN_COLUMN) % m * place
        place *= m
        columns >>= 8
    return found


def _long_digit_sum(values: tuple[int, ...], m: int) -> int:
    """The same for numbers of any length; its time grows with the length of the answer, not with its square."""
    if m == 2:
        return nim_sum(values)
    if values and min(values) < 0:
        raise undefined("digit_sum", values)
    length = max(values, default=0).bit_length()
    if m > 1 and length * (m - 1).bit_length() > MOST_BITS:
        raise too_large("digit_sum")
    texts = [f"{value:0{length}b}" for value in values]
    return _read([column.count("1") % m for column in zip(*texts, strict=True)], m)


def _read(digits: list[int], base: int) -> int:
    """Digits, highest first, as a number: neighbours are joined in pairs, so that few products are long."""
    digits = digits[::-1]
    while len(digits) > 1:
        digits += [0] * (len(digits) % 2)
        digits = [low + high * base for low, high in zip(digits[::2], digits[1::2], strict=True)]
        base *= base
    return digits[0] if digits else 0


def base_text(z: int, base: int) -> str:
    """The digits of z, highest first; where a digit needs more than one sign, digits are parted by commas.

    >>> base_text(24, 3), base_text(24, 16)
    ('220', '1,8')
    """
    try:
        if z < 0 or base | 0 < 2:
            raise undefined("base_text", z, base)
        if z.bit_length() > MOST_BITS:
            raise too_large("a number to be written as digits")
        found = [z % base]
        while z := z // base:
            found.append(z % base)
    except (TypeError, AttributeError):
        raise not_whole("base_text", z, base) from None
    return ("" if base <= 10 else ",").join(map(str, reversed(found)))


def k_nim_sum(values: Iterable[int], k: int) -> int:
    """The sum a (k) b = a xor b xor a_k b_k of 2^k-balanced Nimhoff, over the list; a_k is bit k of a.

    >>> k_nim_sum([4, 6], 2)
    3
    """
    total = 0
    try:
        if k < 0:
            raise undefined("k_nim_sum", values, k)
        for value in values:
            if value < 0:
                raise undefined("k_nim_sum", values, k)
            total ^= value ^ ((total & value) >> k & 1)
    except TypeError:
        raise not_whole("k_nim_sum", values, k) from None
    return total


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
