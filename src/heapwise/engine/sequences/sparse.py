"""Rare and common values: the choice of the mask that divides them, and the run of the sparse kernel.

A value is rare if an even number of its bits lie in the mask. Then a nim-sum of two values is common exactly if one of
them is rare. A Walsh-Hadamard transform of how often each value occurs gives, for all masks at once, how many heaps
are rare less how many are common.
"""

from __future__ import annotations

import numpy as np

from heapwise.engine import jit
from heapwise.engine.sequences import kernels
from heapwise.engine.sequences.column import Array, HeapValues
from heapwise.engine.sequences.rule import HeapRule
from heapwise.engine.sequences.tables import Tables

_FIRST = 4096  # so many heaps are computed densely before a mask is chosen


class Sparse:
    """The rare heaps of a sequence under the best mask so far; when it has doubled, the mask is chosen anew."""

    def __init__(self, rule: HeapRule) -> None:
        self.totals = sum(s.parts == 2 for s in rule.splits)
        self.mask = 0
        self.valid_to = 0
        self.upto = 0
        self.is_active = False
        self.rare: Array = np.zeros(0, np.int64)
        self.counts: Array = np.zeros(1, np.int64)

    @staticmethod
    def suits(rule: HeapRule) -> bool:
        """Is there something to gain: splits into two heaps, without conditions, and nothing else without end?"""
        return rule.parts == 2 and rule.modulus == 1 and not rule.is_open

    def pays(self, column: HeapValues, forced: bool = False) -> bool:
        """Are there few enough rare heaps to go on from here? Chooses the mask when it is time to."""
        start = column.count
        if start < _FIRST:
            return False
        if start >= self.valid_to or (self.is_active and start != self.upto):
            self._choose(column)
            self.is_active = forced or int(self.counts[0]) * self.totals < start // 8
        return self.is_active

    def _choose(self, column: HeapValues) -> None:
        """The mask for the next doubling, and the rare heaps under it."""
        values, start = column.values, column.count
        self.mask = best_mask(values)
        self.valid_to, self.upto = 2 * start, start
        found = np.flatnonzero(is_rare(self.mask, int(values.max()) + 1)[values])
        self.rare = np.zeros(2 * start, np.int64)
        self.rare[: len(found)] = found
        self.counts[0] = len(found)

    def run(self, column: HeapValues, stop: int, room: int, tables: Tables) -> None:
        """Add values up to `stop`, or up to the first that has no room."""
        seen = np.full(room + 1, -1, np.int64)
        rare_values = np.zeros(room + 1, np.uint8)
        rare_values[:room] = is_rare(self.mask, room)
        kernel = jit.lazily(kernels.grundy_sparse)
        column.count = kernel(
            column.data, column.count, stop, seen, rare_values, self.rare, self.counts, tables.single, tables.pairs
        )
        self.upto = column.count


def is_rare(mask: int, room: int) -> Array:
    """For every value below `room`: does it have an even number of bits in the mask?"""
    bits = np.arange(room) & mask
    parity = np.zeros(room, np.int64)
    while bits.any():
        parity ^= bits & 1
        bits >>= 1
    rare: Array = parity == 0
    return rare


def best_mask(values: Array) -> int:
    """The mask that leaves the fewest rare heaps."""
    size = 2
    while size <= int(values.max(initial=0)):
        size *= 2
    balance = np.bincount(values, minlength=size).astype(np.int64)
    width = 1
    while width < size:
        pairs = balance.reshape(-1, 2, width)
        balance = np.stack((pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]), axis=1).reshape(-1)
        width *= 2
    return 1 + int(balance[1:].argmin())
