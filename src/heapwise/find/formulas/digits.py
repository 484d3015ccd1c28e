"""Digitwise functions on whole columns of natural numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


def digit_sums(rows: Numbers, modulus: int) -> Numbers:
    """Binary digits added modulo a number, and read in that base: what `nimsum(x; m)` is of every row.

    >>> digit_sums(np.array([[1, 1, 1], [2, 3, 1]]), 3).tolist()
    [0, 8]
    """
    found = np.zeros(len(rows), dtype=np.int64)
    for place in range(int(rows.max(initial=0)).bit_length()):
        found += (((rows >> place) & 1).sum(axis=1) % modulus) * modulus**place
    return found


def ones(numbers: Numbers) -> Numbers:
    """How many binary digits are 1."""
    found = np.zeros_like(numbers)
    for place in range(int(numbers.max(initial=0)).bit_length()):
        found += (numbers >> place) & 1
    return found
