"""The P-positions of a box, and nothing else of it: a number for every row that has at most one, or a bit for every
position."""

from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.jit import is_compiled
from heapwise.engine.kernels.expand import expanded
from heapwise.engine.plan import OrderKind, Plan
from heapwise.records import Record
from heapwise.terms.position import State


class PPositions(Record):
    """Which positions of a box are P-positions. Rows have the positions that differ in the component alone that changes
    fastest; of sorted positions there is one for all arrangements. With `is_single`, `table` has the place of a row's
    P-position, -1 if there is none, else so many `words` of bits for every row."""

    plan: Plan
    sides: tuple[int, ...]
    table: NDArray[Any]
    is_single: bool
    words: int

    @property
    def is_sorted(self) -> bool:
        """Does a position stand for all arrangements of its components?"""
        return self.plan.order.way is OrderKind.SORTED

    @classmethod
    def of(cls, plan: Plan, dense: NDArray[np.bool_]) -> "PPositions":
        """The set with such an array."""
        sides, axes = dense.shape, plan.order.axes
        words = words_of(plan, sides)
        rows = dense.transpose(axes).reshape(-1, sides[axes[-1]])
        bits = np.zeros((len(rows), 64 * words), dtype=bool)
        bits[:, : rows.shape[1]] = rows
        table = np.packbits(bits, axis=1, bitorder="little").reshape(-1).view("<i8").astype(np.int64, copy=False)
        return cls(plan, sides, table, False, words)

    def has(self, state: State) -> bool:
        """Is this a P-position of the box?"""
        parts = [value - low for value, low in zip(state, self.plan.game.lows, strict=True)]
        if not all(0 <= part < side for part, side in zip(parts, self.sides, strict=True)):
            return False
        if self.is_sorted:
            parts.sort(reverse=True)
            *others, last = parts
            row = sum(comb(part + len(others) - 1 - i, len(others) - i) for i, part in enumerate(others))
        else:
            axes, row = self.plan.order.axes, 0
            for axis in axes[:-1]:
                row = row * self.sides[axis] + parts[axis]
            last = parts[axes[-1]]
        if self.is_single:
            return bool(self.table[row] == last)
        return bool(int(self.table[row * self.words + (last >> 6)]) >> (last & 63) & 1)

    def __len__(self) -> int:
        """How many P-positions the box has, sorted ones alone where one stands for all."""
        if self.is_single:
            return int(np.count_nonzero(self.table >= 0))
        return int(np.unpackbits(self.table.view(np.uint8)).sum(dtype=np.int64))

    def dense(self) -> NDArray[np.bool_]:
        """An array with an axis for every component, counted from its least value, and True for P-positions."""
        if self.is_sorted:
            chosen = self._bits()[
                np.arange(64 * self.words) <= _last_parts(self.sides[0], len(self.sides) - 1)[:, None]
            ]
            return expanded(chosen, self.sides, self.plan.order.groups, is_compiled=is_compiled())
        axes = self.plan.order.axes
        side = self.sides[axes[-1]]
        if self.is_single:
            found = np.zeros((len(self.table), side), dtype=bool)
            rows = np.flatnonzero(self.table >= 0)
            found[rows, self.table[rows]] = True
        else:
            found = self._bits()[:, :side]
        box = found.reshape(tuple(self.sides[axis] for axis in axes))
        return np.ascontiguousarray(box.transpose(np.argsort(axes)))

    def _bits(self) -> NDArray[np.bool_]:
        rows = len(self.table) // max(1, self.words)
        bytes_ = self.table.astype("<i8", copy=False).view(np.uint8).reshape(rows, 8 * self.words)
        return np.unpackbits(bytes_, axis=1, bitorder="little").astype(bool)


def words_of(plan: Plan, sides: tuple[int, ...]) -> int:
    """How many words have a bit for every position of a row."""
    return -(-sides[plan.order.axes[-1]] // 64)


def rows_in(plan: Plan, sides: tuple[int, ...]) -> int:
    """How many rows a box has."""
    if plan.order.way is OrderKind.SORTED:
        return comb(sides[0] + plan.size - 2, plan.size - 1)
    return prod(sides[axis] for axis in plan.order.axes[:-1])


def _last_parts(side: int, size: int) -> NDArray[np.int64]:
    """The last components of all tuples of so many numbers below a bound that do not increase, in order."""
    last = np.arange(side)
    for _ in range(size - 1):
        starts = np.cumsum(last + 1) - (last + 1)
        last = np.arange(int((last + 1).sum())) - np.repeat(starts, last + 1)
    return last
