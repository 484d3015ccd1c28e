"""Kernels that find P-positions: rooms for their tables, and slices of time."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine import costs
from heapwise.engine.grid.grid import Refused
from heapwise.engine.jit import is_kept, kernels_of
from heapwise.engine.memory import Memory, size_text
from heapwise.engine.p_positions.bits import PPositions, rows_in, words_of
from heapwise.engine.p_positions.row_intrinsics import PLAIN, compiled
from heapwise.engine.p_positions.rows import rows_of
from heapwise.engine.p_positions.source import source_of
from heapwise.engine.p_positions.sums import source_of_sums
from heapwise.engine.plan import Plan
from heapwise.engine.slices import Tick, slices
from heapwise.records import Record

_MEMORY = Memory()
_SOON = 0.01  # seconds after which the clock is looked at for the first time: a call costs as much as 3,000 rows


class RowKernel(Record):
    """`sizes` gives the words of the families for the sides of a table, `fill` fills rows, of so many `words` unless
    that is 0. If it `is_single`, a row has at most one P-position."""

    plan: Plan
    is_single: bool
    words: int
    sizes: Callable[..., tuple[int, ...]]
    fill: Callable[..., None]

    def losing(self, sides: tuple[int, ...], tick: Tick, memory: Memory = _MEMORY) -> PPositions:
        """All rows of a box."""
        words = self.words or words_of(self.plan, sides)
        entries = rows_in(self.plan, sides) * (1 if self.is_single else words)
        kind: type = np.int64 if not self.is_single else np.int16 if max(sides) < 1 << 15 else np.int32
        lengths = self.sizes(*sides, words)
        needed = entries * np.dtype(kind).itemsize + 8 * sum(lengths)
        if not memory.holds(needed):
            raise Refused(f"the P-positions would take {size_text(needed)}")
        table: NDArray[Any] = np.full(entries, -int(self.is_single), dtype=kind)
        sets = tuple(np.zeros(max(1, length), dtype=np.int64) for length in lengths)
        steps = sides[self.plan.order.axes[0]] if self.plan.size > 1 else 1
        soon = int(steps * _SOON / (rows_in(self.plan, sides) * costs.ROW or 1))
        for start, stop in slices(0, steps if all(sides) else 0, tick, max(1, soon)):
            self.fill(start, stop, sides, words, table, sets)
        return PPositions(self.plan, sides, table, self.is_single, words)


class RowSource(Record):
    """The source of a kernel of rows, and what it is for."""

    plan: Plan
    is_single: bool
    words: int
    text: str

    @property
    def is_kept(self) -> bool:
        """Was it compiled before, and kept on disk?"""
        return is_kept(self.text)


@cache
def row_source(found: Plan, in_order: Plan, misere: bool, words: int) -> RowSource:
    """The source for rows as they lie, or else of sorted ones; raises `Refused`."""
    try:
        rows = rows_of(found, misere=misere)
        return RowSource(found, rows.is_single, words, source_of(rows, words))
    except Refused as reason:
        try:
            return RowSource(in_order, False, 0, source_of_sums(in_order, misere=misere))
        except Refused:
            raise reason from None


@cache
def by_rows(source: RowSource, is_large: bool) -> RowKernel:
    """The kernel of a source, compiled where the work is large."""
    module = kernels_of(source.text, PLAIN, compiled, ["fill"], is_compiled=is_large)
    return RowKernel(source.plan, source.is_single, source.words, module.sizes, module.fill)
