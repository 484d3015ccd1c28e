"""Sums of digits without carry, of whole numbers from 0 up, and numbers written in a base.

Each function takes a whole list, because adding modulo m twice is not adding modulo m once.
"""

from collections.abc import Iterable

from heapwise.numbers.errors import MOST_BITS, not_whole, show, too_large, undefined
from heapwise.numbers.nim import nim_sum

# The binary digits of the small numbers, each in a column eight bits wide, so that 255 of them add up without a carry.
_SMALL = 1024
_MOST_IN_COLUMN = 255
_COLUMNS = [sum((v >> k & 1) << 8 * k for k in range(_SMALL.bit_length())) for v in range(_SMALL)]


def digit_sum(values: Iterable[int], m: int) -> int:
    """Binary digits of all values added modulo m, and the digits so found read in base m.

    >>> digit_sum([3, 5, 7], 3)
    24
    """
    try:
        listed = tuple(values)
        if m | 0 < 1:
            raise undefined("digit_sum", listed, why=f"digits are not added modulo {show(m)}")
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
    union = 0
    for value in values:
        union |= value
    if union < 0:
        raise undefined("digit_sum", values)
    if m <= 2:
        return nim_sum(values) if m == 2 else 0
    length = union.bit_length()
    if length * (m - 1).bit_length() > MOST_BITS:
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
