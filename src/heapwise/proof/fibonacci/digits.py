"""Codes: the Fibonacci digits of a number, read as a binary number."""

from functools import lru_cache


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
