"""Kernels that find P-positions: rooms for their tables, and slices of time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.grid.grid import Refused
from heapwise.engine.grid.planned import task_for
from heapwise.engine.jit import compiled_function, functions_of
from heapwise.engine.kernels.run import TooLarge, filled
from heapwise.engine.memory import Memory, size_text
from heapwise.engine.p_positions.backward_marks import LOSING, source_of_marks
from heapwise.engine.p_positions.bit_intrinsics import PLAIN, compiled
from heapwise.engine.p_positions.bits import PPositions, rows_in, words_of
from heapwise.engine.p_positions.rows import rows_of
from heapwise.engine.p_positions.source import VERSION, source_of
from heapwise.engine.p_positions.sums import source_of_sums
from heapwise.engine.plan import Plan, Way
from heapwise.engine.slices import slices
from heapwise.reference.conventions import Preference

Tick = Callable[[], None]

_MEMORY = Memory()


@dataclass(frozen=True)
class RowKernel:
    """`sizes` gives the words of the families for the sides of a table, `fill` fills rows, of so many `words` unless
    that is 0. If it `is_single`, a row has at most one P-position."""

    plan: Plan
    is_single: bool
    words: int
    sizes: Callable[..., tuple[int, ...]]
    fill: Callable[..., None]

    def steps(self, sides: tuple[int, ...]) -> int:
        """How many small steps it takes: words where a row ends at its first P-position, else positions."""
        return rows_in(self.plan, sides) * words_of(self.plan, sides) if self.is_single else prod(sides)

    def losing(self, sides: tuple[int, ...], tick: Tick, memory: Memory = _MEMORY) -> PPositions:
        """All rows of a box."""
        words = self.words or words_of(self.plan, sides)
        entries = rows_in(self.plan, sides) * (1 if self.is_single else words)
        kind: type = np.int64 if not self.is_single else np.int16 if max(sides) < 1 << 15 else np.int32
        lengths = self.sizes(*sides, words)
        _ask(memory, entries * np.dtype(kind).itemsize + 8 * sum(lengths))
        table: NDArray[Any] = np.full(entries, -int(self.is_single), dtype=kind)
        sets = tuple(np.zeros(max(1, length), dtype=np.int64) for length in lengths)
        steps = sides[self.plan.order.axes[0]] if self.plan.size > 1 else 1
        for start, stop in slices(0, steps if all(sides) else 0, tick):
            self.fill(start, stop, sides, words, table, sets)
        return PPositions(self.plan, sides, table, self.is_single, words)


@dataclass(frozen=True)
class MarkKernel:
    """`fill` goes through the positions and marks those from which a move leads to a P-position."""

    plan: Plan
    fill: Callable[..., None]

    def steps(self, sides: tuple[int, ...]) -> int:
        """How many small steps it takes."""
        return prod(sides)

    def losing(self, sides: tuple[int, ...], tick: Tick, memory: Memory = _MEMORY) -> PPositions:
        """All positions of a box."""
        _ask(memory, 2 * prod(sides))
        table = np.zeros(prod(sides), dtype=np.uint8)
        is_by_total = self.plan.order.way is Way.BY_TOTAL
        steps = sum(sides) - len(sides) + 1 if is_by_total else sides[self.plan.order.axes[0]]
        for start, stop in slices(0, steps if all(sides) else 0, tick):
            self.fill(start, stop, sides, table)
        return PPositions.of(self.plan, table.reshape(sides) == LOSING)


@dataclass(frozen=True)
class FlagKernel:
    """The sets of outcomes of lines, boxes and sums: whether there are P-positions among them, and others. With them
    every position is valued by itself."""

    plan: Plan
    fold: Preference
    is_large: bool

    def steps(self, sides: tuple[int, ...]) -> int:
        """How many small steps it takes."""
        return prod(sides)

    def losing(self, sides: tuple[int, ...], tick: Tick, memory: Memory = _MEMORY) -> PPositions:
        """All positions of a box."""
        _ask(memory, 2 * prod(sides))
        task = replace(task_for(self.plan, sides, self.fold, ()), is_compiled=self.is_large)
        try:
            values, _ = filled(task, tick, memory=memory)
        except TooLarge as reason:
            raise Refused(str(reason)) from None
        return PPositions.of(self.plan, values == self.fold.seats[1])


Kernel = RowKernel | FlagKernel | MarkKernel


def _ask(memory: Memory, needed: int) -> None:
    if not memory.holds(needed):
        raise Refused(f"the P-positions would take {size_text(needed)}")


@cache
def by_rows(found: Plan, in_order: Plan, misere: bool, words: int, is_large: bool) -> RowKernel:
    """The kernel of rows as they lie, or else of sorted ones; raises `Refused`."""
    plan, is_single = found, False
    try:
        rows = rows_of(found, misere=misere)
        source, is_single = source_of(rows, words), rows.is_single
    except Refused as reason:
        plan, words = in_order, 0
        try:
            source = source_of_sums(in_order, misere=misere)
        except Refused:
            raise reason from None
    sizes, fill = _functions(source, is_large, "sizes", "fill")
    return RowKernel(plan, is_single, words, sizes, fill)


@cache
def by_marks(found: Plan, is_large: bool) -> MarkKernel:
    """The kernel that marks; raises `Refused`."""
    return MarkKernel(found, *_functions(source_of_marks(found), is_large, "fill"))


def _functions(source: str, is_large: bool, *names: str) -> list[Callable[..., Any]]:
    """Functions of a source; the last of them is compiled where the work is large."""
    module = functions_of(source, VERSION, compiled() if is_large else PLAIN, is_kept=is_large)
    *others, fill = (getattr(module, name) for name in names)
    return [*others, compiled_function(fill) if is_large else fill]
