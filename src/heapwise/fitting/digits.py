"""Digitwise functions on whole columns of natural numbers."""

from __future__ import annotations

import numpy as np

from heapwise.fitting.rows import Column, Matrix


def digit_sums(rows: Matrix, modulus: Column) -> Column:
    """Binary digits added modulo a number, and read in that base: what `nimsum(x; m)` is of every row.

    >>> digit_sums(np.array([[1, 1, 1], [2, 3, 1]]), np.array([3, 3])).tolist()
    [0, 8]
    """
    found = np.zeros(len(rows), dtype=np.int64)
    power = np.ones(len(rows), dtype=np.int64)
    for place in range(int(rows.max(initial=0)).bit_length()):
        found += (((rows >> place) & 1).sum(axis=1) % modulus) * power
        power *= modulus
    return found


def ones(numbers: Matrix) -> Matrix:
    """How many binary digits are 1."""
    found = np.zeros_like(numbers)
    for place in range(int(numbers.max(initial=0)).bit_length()):
        found += (numbers >> place) & 1
    return found


def exponents_of_two(numbers: Matrix) -> Matrix:
    """How many zeros end the binary digits of a number that is not 0.

    >>> exponents_of_two(np.array([1, 6, 8])).tolist()
    [0, 1, 3]
    """
    return ones((numbers & -numbers) - 1)


def odd_parts(numbers: Matrix) -> Matrix:
    """What is left of numbers that are not 0 without their factors 2.

    >>> odd_parts(np.array([1, 6, 8])).tolist()
    [1, 3, 1]
    """
    found: Matrix = numbers // np.maximum(numbers & -numbers, 1)
    return found


def last_ones(numbers: Matrix) -> Matrix:
    """How many ones end the binary digits.

    >>> last_ones(np.array([0, 5, 7])).tolist()
    [0, 1, 3]
    """
    return exponents_of_two(numbers + 1)


def matings(one: Matrix, other: Matrix) -> Matrix:
    """Welter's mating function of different numbers; -1 where they are equal and have none.

    >>> matings(np.array([3, 5, 4]), np.array([7, 6, 4])).tolist()
    [7, 1, -1]
    """
    apart = np.abs(one - other)
    found: Matrix = apart ^ (apart - 1)
    return found


def k_nim_sums(rows: Matrix, low: Column) -> Column:
    """Nim-sums in which two digits k carry to the units: what `knimsum(x; k)` is of every row.

    >>> k_nim_sums(np.array([[4, 6]]), np.array([2])).tolist()
    [3]
    """
    total = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        total ^= column ^ (((total & column) >> low) & 1)
    return total


def nim_products(one: Matrix, other: Matrix, level: int = 4) -> Matrix:
    """Nim-products of numbers below 2^(2^level), half of the digits at a time.

    >>> nim_products(np.array([2, 4, 7]), np.array([2, 4, 1])).tolist()
    [3, 6, 7]
    """
    if not level:
        return one & other
    half = 1 << (level - 1)
    low = (1 << half) - 1
    highs, lows = nim_products(one >> half, other >> half, level - 1), nim_products(one & low, other & low, level - 1)
    mixed = nim_products((one >> half) ^ (one & low), (other >> half) ^ (other & low), level - 1)
    raised = nim_products(highs, np.full_like(highs, 1 << (half - 1)), level - 1)
    return ((mixed ^ lows) << half) ^ lows ^ raised
