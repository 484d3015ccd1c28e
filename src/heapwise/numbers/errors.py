"""What arithmetic says when it has no answer: its two exceptions, its limits, and numbers as text, short or in full."""

import sys
from fractions import Fraction

MOST_BITS = 100_000
"""No power, product or root works on, or returns, numbers with more binary digits than this."""

MOST_SHOWN = 40
"""Longer numbers are described by their length in the texts of errors."""


class UndefinedValue(ValueError):
    """An operation was asked for a value that mathematics does not give, such as v2(0); the text says which."""


class TooLarge(UndefinedValue):
    """The value exists, but it, or the work of finding it, is beyond the limits of this package."""


def undefined(name: str, *args: object, why: str = "") -> UndefinedValue:
    """The error for a function applied to arguments it has no value for.

    >>> print(undefined("v2", 0))
    v2(0) is not defined
    """
    return undefined_text(f"{name}({', '.join(map(show, args))})", why)


def undefined_text(expression: str, why: str = "") -> UndefinedValue:
    """The error for an expression that is already text, such as '1 / 0'."""
    return UndefinedValue(f"{expression} is not defined{': ' if why else ''}{why}")


def not_whole(name: str, *args: object) -> UndefinedValue:
    """The error for a function of whole numbers that met something else."""
    return undefined(name, *args, why="only whole numbers are allowed here")


def too_large(name: str, limit: int = MOST_BITS, unit: str = "binary digits") -> TooLarge:
    """The refusal of work that would outgrow `limit`."""
    return TooLarge(f"{name} is too large: the limit is {limit:,} {unit}")


def show(value: object) -> str:
    """A value as short text, however long it is; Python itself refuses to print very large integers.

    >>> show(12), show(Fraction(1, 2)), show(1 << 999)
    ('12', '1/2', '[a number of 1,000 binary digits]')
    """
    if isinstance(value, int):
        return _show_whole(value)
    if isinstance(value, Fraction):
        return f"{_show_whole(value.numerator)}/{_show_whole(value.denominator)}"
    if isinstance(value, list | tuple):
        return _show_list(value)
    return str(value)[:MOST_SHOWN]


def in_full(value: int) -> str:
    """An integer in ten digits, or in sixteen where it has more of them than Python prints: those have no limit."""
    return hex(value) if is_long(value) else str(value)


def is_long(value: object) -> bool:
    """Is it an integer with more digits than Python prints?"""
    most = sys.get_int_max_str_digits()
    return isinstance(value, int) and 0 < 3 * most < value.bit_length() and abs(value) >= 10**most


def _show_whole(value: int) -> str:
    # Three binary digits make less than one decimal digit, so this never reaches Python's limit for printing.
    if value.bit_length() <= 3 * MOST_SHOWN:
        return str(int(value))
    return f"[a number of {value.bit_length():,} binary digits]"


def _show_list(values: list[object] | tuple[object, ...]) -> str:
    most = 8
    shown = [show(v) for v in values[:most]] + ["..."] * (len(values) > most)
    return ", ".join(shown)
