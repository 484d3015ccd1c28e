"""Tables by a plan's kernel: rooms for the sets, widths that grow when a value does not fit, slices of time."""

from bisect import bisect
from collections.abc import Callable
from dataclasses import replace
from math import comb, prod

import numpy as np

from heapwise.arrays import Array
from heapwise.engine.kernels.expand import expanded
from heapwise.engine.kernels.load import TableKernel, kernel_of
from heapwise.engine.kernels.widths import FillTask, Width, first_width
from heapwise.engine.memory import Memory
from heapwise.engine.plan import OrderKind, Plan
from heapwise.engine.slices import Tick, slices

_MEMORY = Memory()
_OUTSIDE = 2  # how a kernel says that an option lies there


class OutsideTable(Exception):
    """A move leads out of the table."""


class TableTooLarge(Exception):
    """The table and its sets need more memory than is allowed; the message has the numbers. `largest` is the largest
    side of a table that would fit."""

    def __init__(self, needed: int, allowed: float, largest: int) -> None:
        super().__init__(f"the table and its sets would take {needed:,} bytes, more than {allowed:,.0f}")
        self.needed, self.largest = needed, largest


def filled(
    task: FillTask, tick: Tick = lambda: None, before: Callable[[Width], None] = lambda _: None,
    width: Width | None = None, memory: Memory = _MEMORY,
) -> tuple[Array, int]:  # fmt: skip
    """The values of all positions, and the mark of those that are not in the table; raises `TableTooLarge`.

    `before` is called before a kernel runs; `width` is a width to begin with.
    """
    width = width or first_width(task)
    while True:
        kernel = kernel_of(task.plan, width.shape(task.shape), is_compiled=task.is_compiled)
        rooms = Rooms(kernel, task.sides, width, memory.most, is_spread=not task.is_packed)
        before(width)
        table: Array = np.zeros(entries_of(task.plan, task.sides), dtype=width.dtype)
        if task.total is not None:
            table.fill(width.nothing)
        if task.holes is not None:
            table[task.holes.reshape(-1)] = width.nothing
        if all(rooms.fill(start, stop, table, task.best) == 0 for start, stop in slices(0, steps_within(task), tick)):
            return _whole(task, table), width.nothing
        del rooms, table  # before wider ones are made
        width = width.wider()


def entries_of(plan: Plan, sides: tuple[int, ...]) -> int:
    """How many positions are valued."""
    if plan.order.way is not OrderKind.SORTED:
        return prod(sides)
    return prod(comb(sides[group[0]] + len(group) - 1, len(group)) for group in plan.order.groups)


def _whole(task: FillTask, table: Array) -> Array:
    """The table of all positions, or the values of sorted ones."""
    if task.is_packed:
        return table
    if task.plan.order.way is OrderKind.SORTED:
        return expanded(table, task.sides, task.plan.order.groups, is_compiled=task.is_compiled)
    return table.reshape(task.sides)


def steps_of(plan: Plan, sides: tuple[int, ...]) -> int:
    """How many steps a kernel takes for a whole table."""
    if plan.order.way is OrderKind.BY_TOTAL:
        return sum(sides) - len(sides) + 1 if all(sides) else 0
    return sides[plan.order.axes[0]]


def steps_within(task: FillTask) -> int:
    """How many steps a kernel takes, up to the total that is asked for."""
    steps = steps_of(task.plan, task.sides)
    return steps if task.total is None else min(steps, task.total + 1)


def stride_of(kernel: TableKernel, width: Width) -> int:
    """How far apart lines of sets begin."""
    return width.words if kernel.shape.is_unrolled else (width.words + 1) | 1


def bytes_needed(
    kernel: TableKernel, sides: tuple[int, ...], width: Width, *, on_disk: bool = False, is_spread: bool = False
) -> int:
    """What a table with these sides takes with its sets."""
    entries = 0 if on_disk else entries_of(kernel.plan, sides)
    entries += prod(sides) if is_spread and kernel.plan.order.way is OrderKind.SORTED else 0
    return entries * np.dtype(width.dtype).itemsize + 8 * sum(kernel.sizes(*sides)) * (stride_of(kernel, width) + 1)


class Rooms:
    """The sets of a kernel, empty; they live from slice to slice. They take at most so many bytes, together with the
    table if that is not on disk; with the one of all positions, too, if it `is_spread` from that of sorted ones."""

    def __init__(
        self, kernel: TableKernel, sides: tuple[int, ...], width: Width, most: float = _MEMORY.most, *,
        on_disk: bool = False, is_spread: bool = False,
    ) -> None:  # fmt: skip
        self.kernel, self.sides, self.width = kernel, sides, width
        self.on_disk, self.is_spread, is_unrolled = on_disk, is_spread, kernel.shape.is_unrolled
        # One word more than values need is never full, and lines of odd length do not fall on each other in caches.
        self.stride = stride_of(kernel, width)
        needed = bytes_needed(kernel, sides, width, on_disk=on_disk, is_spread=is_spread)
        if needed > most:
            smaller = range(max(sides))
            largest = bisect(smaller, most, key=self._bytes) - 1
            raise TableTooLarge(needed, most, largest)
        lines = kernel.sizes(*sides)
        self.sets = tuple(np.zeros(max(1, count) * self.stride, dtype=np.int64) for count in lines)
        self.hints = tuple(np.zeros(0 if is_unrolled else max(1, count), dtype=np.int64) for count in lines)
        self.marks = np.zeros(self.stride, dtype=np.int64)

    def _bytes(self, upto: int) -> int:
        """What a smaller table needs, of which the values are smaller, too."""
        sides = tuple(min(upto, side) for side in self.sides)
        words = min(self.width.words, 2 * (self.width.words * upto // max(self.sides) + 1))
        width = replace(self.width, words=words)
        return bytes_needed(self.kernel, sides, width, on_disk=self.on_disk, is_spread=self.is_spread)

    def fill(
        self, start: int, stop: int, table: Array, best: Array, base: int = 0, bad: Array | None = None
    ) -> int:  # fmt: skip
        """Some steps; 0, or 1 when a value does not fit. The table's first entry is that of position number `base`."""
        bad = np.zeros(3, dtype=np.int64) if bad is None else bad
        width = self.width
        status = self.kernel.fill(
            start, stop, self.sides, base, width.words, self.stride, width.limit, width.nothing, table, best,
            self.sets, self.hints, self.marks, bad, *self.kernel.constants,
        )  # fmt: skip
        if status == _OUTSIDE:
            raise OutsideTable
        return status
