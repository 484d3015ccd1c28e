"""Nim arithmetic: the least excluded number, nim addition and nim multiplication of whole numbers from 0 up.

Nim multiplication rests on the Fermat powers F = 2, 4, 16, 256, ... (each the square of the one before): the numbers
below F are a field, F (*) a = F * a for every a < F, and F (*) F = F + F/2.  So a number is split in the middle,
a = a1 F + a0, and a product costs three products of half the length and one product by F/2.
"""

from collections.abc import Iterable
from functools import cache
from itertools import islice

from heapwise.numbers.errors import not_whole, too_large, undefined

MOST_VALUES = 1_000_000
"""mex looks at no more values than this."""

MOST_PRODUCT_BITS = 1 << 14
"""nim_product takes no factor with more binary digits than this (a fraction of a second of work)."""

_BYTE = 8


def mex(values: Iterable[object]) -> int:
    """The least whole number from 0 up that is not among the values; values that are none do not matter.

    >>> mex([0, 1, 3])
    2
    """
    try:
        rest = iter(values)
        seen = set(islice(rest, MOST_VALUES))
    except TypeError:
        raise undefined("mex", values) from None
    if next(rest, None) is not None:
        raise too_large("the list given to mex", MOST_VALUES, "values")
    least = 0
    while least in seen:
        least += 1
    return least


def nim_sum(values: Iterable[int]) -> int:
    """The exclusive or of all values, 0 for none; undefined if one is negative.

    >>> nim_sum([4, 5, 7])
    6
    """
    total = 0
    try:
        for value in values:
            if value < 0:
                raise undefined("nim_sum", value)
            total ^= value
    except TypeError:
        raise not_whole("nim_sum", values) from None
    return total


def nim_product(a: int, b: int) -> int:
    """The nim product a (*) b, undefined for negative factors.

    >>> nim_product(5, 7)
    13
    """
    try:
        size = (a | b).bit_length()
    except (TypeError, AttributeError):
        raise not_whole("nim_product", a, b) from None
    if a < 0 or b < 0:
        raise undefined("nim_product", a, b)
    if size > MOST_PRODUCT_BITS:
        raise too_large("a factor of nim_product", MOST_PRODUCT_BITS)
    return _product(a, b, _field(size))


def _field(size: int) -> int:
    """The length of the smallest field we use that holds numbers of `size` binary digits."""
    length = _BYTE
    while length < size:
        length *= 2
    return length


def _product(a: int, b: int, length: int) -> int:
    """The product of two numbers of at most `length` binary digits, `length` a power of two."""
    if not a or not b:
        return 0
    if length == _BYTE:
        return _byte_product(a, b)
    return _split_product(a, b, length) if length > 1 else 1


def _split_product(a: int, b: int, length: int) -> int:
    half = length >> 1
    below = (1 << half) - 1
    a1, a0, b1, b0 = a >> half, a & below, b >> half, b & below
    low = _product(a0, b0, half)
    # (a1 + a0)(b1 + b0) holds both mixed products and, since F (*) F = F + F/2, the upper part of a1 b1 as well.
    middle = _product(a1 ^ a0, b1 ^ b0, half) ^ low
    return middle << half ^ low ^ _times_top(_product(a1, b1, half), half)


@cache
def _byte_product(a: int, b: int) -> int:
    # At most 256 * 256 entries; everything longer comes down to these.
    return _split_product(a, b, _BYTE)


def _times_top(a: int, length: int) -> int:
    """The product of a number of at most `length` binary digits and 2^(length - 1), the top one: F/2 above."""
    if not a or length == 1:
        return a
    if length == _BYTE:
        return _byte_product(a, 1 << _BYTE - 1)
    half = length >> 1
    a1, a0 = a >> half, a & (1 << half) - 1
    # The top digit is E t with t = E/2, and (a1 E + a0) E t = (a1 + a0) t E + a1 t t.
    return _times_top(a1 ^ a0, half) << half ^ _times_top(_times_top(a1, half), half)
