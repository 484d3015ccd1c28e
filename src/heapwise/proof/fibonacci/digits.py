"""Codes: the Fibonacci digits of a number, read as a binary number; and tables of numbers as tables of codes."""

from functools import lru_cache
from typing import TYPE_CHECKING

from heapwise.arrays import np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@lru_cache(maxsize=1 << 16)
def decode(code: int) -> int:
    """The sum of Fibonacci numbers that a code stands for.

    >>> [decode(code) for code in (0, 1, 2, 4, 5, 8)]
    [0, 1, 2, 3, 4, 5]
    """
    total, weight, following = 0, 1, 2
    while code:
        total += weight * (code & 1)
        code, weight, following = code >> 1, following, weight + following
    return total


def encode(number: int) -> int:
    """The code of a number: from the largest Fibonacci number that fits downwards.

    >>> [encode(number) for number in range(6)]
    [0, 1, 2, 4, 5, 8]
    """
    weights = [1, 2]
    while weights[-1] <= number:
        weights.append(weights[-1] + weights[-2])
    code = 0
    for weight in reversed(weights):
        fits = weight <= number
        number -= weight if fits else 0
        code = code << 1 | fits
    return code


def is_code(number: int) -> bool:
    """Are no two ones side by side?"""
    return not number & number >> 1


def side_of_codes(places: int) -> int:
    """How many numbers have at most so many Fibonacci digits.

    >>> [side_of_codes(places) for places in range(5)]
    [1, 2, 3, 5, 8]
    """
    small, large = 1, 2
    for _ in range(places):
        small, large = large, small + large
    return small


def coded_table(table: "NDArray[np.bool_]", places: int) -> "NDArray[np.bool_]":
    """A table of numbers with so many digits as one of codes; false where an index is no code of a number."""
    codes = range(1 << places)
    valid = np.array([is_code(code) for code in codes])
    numbers = np.array([decode(code) if is_code(code) else 0 for code in codes])
    moved: NDArray[np.bool_] = table[np.ix_(*(numbers,) * table.ndim)]
    for axis in range(table.ndim):
        moved &= valid.reshape([-1 if axis == other else 1 for other in range(table.ndim)])
    return moved
