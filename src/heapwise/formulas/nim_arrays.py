"""Nim multiplication of arrays, by the same splitting as `heapwise.numbers.nim`; factors have at most 32 digits."""

from __future__ import annotations

from functools import cache

from heapwise import numbers
from heapwise.arrays import Array, np

_BASE = 8  # products of so many binary digits come from a table


def product_bits(size: int) -> int:
    """The length of the smallest field that holds numbers of `size` binary digits."""
    length = _BASE
    while length < size:
        length *= 2
    return length


@cache
def _table() -> Array:
    powers = [[numbers.nim_product(1 << i, 1 << j) for j in range(_BASE)] for i in range(_BASE)]
    values = np.arange(1 << _BASE)
    bits = [(values >> i & 1).astype(bool) for i in range(_BASE)]
    table = np.zeros((len(values), len(values)), np.int64)
    # Nim multiplication distributes over nim-sums, so the products of powers of two are enough.
    for i, row in enumerate(powers):
        for j, product in enumerate(row):
            table ^= np.where(bits[i][:, None] & bits[j][None, :], product, 0)
    return table


def nim_product(a: Array, b: Array, length: int) -> Array:
    """The products of numbers below 2^length, for length 8, 16 or 32."""
    if length == _BASE:
        found: Array = _table()[a, b]
        return found
    half = length >> 1
    below = (1 << half) - 1
    a1, a0, b1, b0 = a >> half, a & below, b >> half, b & below
    low = nim_product(a0, b0, half)
    middle = nim_product(a1 ^ a0, b1 ^ b0, half) ^ low
    top = nim_product(nim_product(a1, b1, half), np.asarray(1 << half - 1), half)
    return middle << half ^ low ^ top
