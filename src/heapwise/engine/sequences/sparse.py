"""Rare and common heaps: the choice of the mask that divides them, and the run of the sparse kernel.

A heap is rare if an even number of the bits of its value lie in the mask. Then a nim-sum of two heaps is common exactly
if one of them is rare. Where all splits take an even number of stones, or all an odd one, t, the parity of the heap may
count as one more bit: the heaps n - t = a + b of an option have it in common with n if n - t is counted, and the same
holds. A Walsh-Hadamard transform of how often each value occurs gives, for all masks at once, how many heaps are rare
less how many are common.
"""

from collections.abc import Iterator

import numpy as np

from heapwise.arrays import Array
from heapwise.engine.sequences import kernels
from heapwise.engine.sequences.column import HeapValues
from heapwise.engine.sequences.rule import HeapRule
from heapwise.engine.sequences.tables import Tables

_BLOCK = 1 << 20  # heaps looked at together
_FIRST = 1024  # so many heaps are computed densely before a mask is chosen


class Sparse:
    """The rare heaps of a sequence under the best mask so far, whose lowest bit is for the parity of the heap; when the
    sequence has doubled, the mask is chosen anew."""

    def __init__(self, rule: HeapRule) -> None:
        taken = [s.taken for s in rule.splits if s.parts == 2]
        self.totals = len(taken)
        self._odd = taken[0] & 1 if len({t & 1 for t in taken}) == 1 else None
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

    @property
    def cost(self) -> int:
        """What a heap costs, in options."""
        return 100 + int(self.counts[0]) * self.totals

    @property
    def is_full(self) -> bool:
        """Is there no room for one more rare heap?"""
        return int(self.counts[0]) == len(self.rare)

    def pays(self, column: HeapValues, part: int, forced: bool = False) -> bool:
        """Are fewer than one in `part` heaps rare, to go on from here? Chooses the mask when it is time to."""
        start = column.count
        if start < _FIRST:
            return False
        if start >= self.valid_to or (self.is_active and start != self.upto):
            self._choose(column, part, forced)
        return self.is_active

    def _choose(self, column: HeapValues, part: int, forced: bool) -> None:
        """The mask for the next doubling, and the rare heaps under it."""
        start, size = column.count, 2 * (int(column.values.max()) + 1)
        counts: Array = np.zeros(size, np.int64)
        for _, marked in self._marked(column.values):
            counts += np.bincount(marked, minlength=size)
        self.mask = best_mask(counts)
        self.valid_to, self.upto = 2 * start, start
        table = is_rare(self.mask, size)
        self.counts[0] = counts[table].sum()
        self.is_active = forced or int(self.counts[0]) * self.totals < start // part
        if self.is_active:
            found = [at + np.flatnonzero(table[marked]) for at, marked in self._marked(column.values)]
            self.rare = np.concatenate([*found, np.zeros(_FIRST, np.int64)])

    def _marked(self, values: Array) -> Iterator[tuple[int, Array]]:
        """The values, block by block, with a bit for the parity of the heap below theirs where that may count."""
        for at in range(0, len(values), _BLOCK):
            marked = 2 * values[at : at + _BLOCK].astype(np.int64)
            if self._odd is not None:
                marked += ((at + np.arange(len(marked))) & 1) ^ self._odd
            yield at, marked

    def run(self, column: HeapValues, stop: int, room: int, tables: Tables) -> None:
        """Add values up to `stop`, up to the first that has no room, or until there is no room for rare heaps."""
        if self.is_full:
            self.rare = np.concatenate((self.rare, np.zeros_like(self.rare)))
        seen = np.full(room + 1, -1, np.int64)
        rows = np.zeros((2, room + 1), np.uint8)
        rows[:, :room] = is_rare(self.mask, 2 * room).reshape(room, 2).T
        kernel = kernels.grundy_sparse
        column.count = kernel(
            column.data, column.count, stop, seen, rows, self.rare, self.counts, tables.single, tables.pairs
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


def best_mask(counts: Array) -> int:
    """The mask that leaves the fewest rare heaps; `counts` says how often each value occurs."""
    size = 2
    while size < len(counts):
        size *= 2
    balance: Array = np.zeros(size, np.int64)
    balance[: len(counts)] = counts
    width = 1
    while width < size:
        pairs = balance.reshape(-1, 2, width)
        balance = np.stack((pairs[:, 0] + pairs[:, 1], pairs[:, 0] - pairs[:, 1]), axis=1).reshape(-1)
        width *= 2
    return 1 + int(balance[1:].argmin())
