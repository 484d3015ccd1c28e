"""Tables by a plan's kernel: rooms for the sets, widths that grow when a value does not fit, slices of time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.kernels.expand import expanded
from heapwise.engine.kernels.load import Kernel, kernel_of
from heapwise.engine.kernels.shape import UNROLLED, Shape
from heapwise.engine.plan import Box, Part, Plan, Ray, Split, Step, Way, Window
from heapwise.model.conditions import TRUE

Array = NDArray[Any]
Tick = Callable[[], None]

_SLICE = 0.1  # seconds
_MOST_BYTES = 3 << 30
_OUTSIDE = 2  # how a kernel says that an option lies there
_DTYPES = (np.uint8, np.uint16, np.uint32)


class Outside(Exception):
    """A move leads out of the table."""


class TooLarge(Exception):
    """The table and its sets need more memory than is used; the message has the numbers."""


@dataclass(frozen=True)
class Task:
    """What is to be filled: the sides of the table, what to look up by the set of the options' values (empty where the
    least value that is not in it is meant), and whether the kernel is compiled. `holes` is True at positions that are
    not in the table, besides those that are not legal."""

    plan: Plan
    sides: tuple[int, ...]
    shape: Shape
    best: Array
    holes: Array | None = None
    is_compiled: bool = True


@dataclass(frozen=True)
class Width:
    """Words in a set and the type of the table's entries. `nothing` marks positions that are not in the table."""

    words: int
    dtype: type
    has_nothing: bool

    @property
    def nothing(self) -> int:
        """The mark, or a number that no entry can be."""
        return int(np.iinfo(self.dtype).max) if self.has_nothing and self.dtype in _DTYPES else -1

    @property
    def limit(self) -> int:
        """The least value that does not fit."""
        return min(64 * self.words, self._room)

    @property
    def _room(self) -> int:
        return int(np.iinfo(self.dtype).max) + (not self.has_nothing)

    def wider(self) -> Width:
        """The next one, where values reach the limit."""
        if self._room < 64 * self.words:
            return replace(self, dtype=_DTYPES[_DTYPES.index(self.dtype) + 1])
        return replace(self, words=2 * self.words)

    def shape(self, shape: Shape) -> Shape:
        """The shape with these words."""
        return shape if shape.has_best else replace(shape, words=self.words if self.words <= UNROLLED else 0)


def filled(
    task: Task,
    tick: Tick = lambda: None,
    before: Callable[[Width], None] = lambda _: None,
    width: Width | None = None,
) -> tuple[Array, int]:
    """The values of all positions, and the mark of those that are not in the table.

    `before` is called before a kernel runs; `width` is a width to begin with.
    """
    width = width or first_width(task)
    while True:
        before(width)
        kernel = kernel_of(task.plan, width.shape(task.shape), is_compiled=task.is_compiled)
        rooms = Rooms(kernel, task.sides, width)
        table: Array = np.zeros(entries_of(task.plan, task.sides), dtype=width.dtype)
        if task.holes is not None:
            table[task.holes.reshape(-1)] = width.nothing
        if all(rooms.fill(start, stop, table, task.best) == 0 for start, stop in slices(task, tick)):
            return _whole(task, table), width.nothing
        width = width.wider()


def first_width(task: Task) -> Width:
    """A width to begin with."""
    has_nothing = task.shape.has_holes or task.plan.game.legal != TRUE
    if task.shape.has_best:
        return Width(1, np.uint8, has_nothing)
    side, most = max(task.sides, default=1), _most_value(task.plan, task.sides)
    likely = max((_likely_value(part, task.sides) for part in task.plan.parts), default=0)
    words = min(likely, side if most is None else most) // 64 + 1
    if words > UNROLLED:
        words = most // 64 + 1 if most is not None else 2 * words
    else:
        words = 1 << (words - 1).bit_length()
    fits = (dtype for dtype in _DTYPES if np.iinfo(dtype).max >= 64 * words - (not has_nothing))
    return Width(words, next(fits), has_nothing)


def _likely_value(part: Part, sides: tuple[int, ...]) -> int:
    """How large values are, as a rule: not larger than heaps where one heap is changed, a little larger where two are
    replaced, and up to the longest play where moves lower several heaps."""
    match part:
        case Ray(along=along):
            return sum(n - 1 for n, taken in zip(sides, along, strict=True) if taken)
        case Box():
            return sum(sides) - len(sides)
        case Split():
            return max(sides) * 5 // 4
    return max(sides) - 1


def longest_play(plan: Plan, sides: tuple[int, ...]) -> int | None:
    """A bound on the number of moves in a row, where every move is known to take something from the sum."""
    takes = all(map(_takes_from_the_sum, plan.parts)) or plan.order.way is not Way.LISTED
    return sum(sides) - len(sides) if takes else None


def _takes_from_the_sum(part: Part) -> bool:
    match part:
        case Step(by=by):
            return sum(by) > 0
        case Ray(along=along, first=first):
            return sum(along) > 0 and sum(first) > 0
        case Window(along=along):
            return sum(along) > 0
    return isinstance(part, Box)


def _most_options(part: Part, sides: tuple[int, ...]) -> int | None:
    """A bound on the number of options of a part, where there is an easy one."""
    match part:
        case Step():
            return 1
        case Ray(pivot=pivot):
            return sides[pivot]
        case Window(length=length):
            return length
        case Box(heaps=heaps):
            return prod(sides[i] for i in heaps)
    return None


def _most_value(plan: Plan, sides: tuple[int, ...]) -> int | None:
    """A bound on the least value that no option has: neither options nor moves in a row are more."""
    options = [_most_options(part, sides) for part in plan.parts]
    bounds = (longest_play(plan, sides), None if None in options else sum(n or 0 for n in options))
    return min((bound for bound in bounds if bound is not None), default=None)


def entries_of(plan: Plan, sides: tuple[int, ...]) -> int:
    """How many positions are valued."""
    return comb(sides[0] + plan.size - 1, plan.size) if plan.order.way is Way.SORTED else prod(sides)


def _whole(task: Task, table: Array) -> Array:
    """The table of all positions."""
    if task.plan.order.way is Way.SORTED:
        return expanded(table, task.sides, is_compiled=task.is_compiled)
    return table.reshape(task.sides)


def steps_of(plan: Plan, sides: tuple[int, ...]) -> int:
    """How many steps a kernel takes for a whole table."""
    if plan.order.way is Way.BY_TOTAL:
        return sum(sides) - len(sides) + 1 if all(sides) else 0
    return sides[plan.order.axes[0]]


def slices(task: Task, tick: Tick) -> Iterator[tuple[int, int]]:
    """All steps in slices that take a fraction of a second each."""
    steps, at, size = steps_of(task.plan, task.sides), 0, 1
    while at < steps:
        tick()
        started = time.monotonic()
        yield at, min(steps, at + size)
        at += size
        if time.monotonic() - started < _SLICE:
            size *= 2


class Rooms:
    """The sets of a kernel, empty; they live from slice to slice. They take at most so many bytes, together with the
    table if that is not on disk."""

    def __init__(
        self, kernel: Kernel, sides: tuple[int, ...], width: Width, most: float = _MOST_BYTES, *, on_disk: bool = False
    ) -> None:
        self.kernel, self.sides, self.width = kernel, sides, width
        is_unrolled = kernel.shape.is_unrolled
        # One word more than values need is never full, and lines of odd length do not fall on each other in caches.
        self.stride = width.words if is_unrolled else (width.words + 1) | 1
        lines = kernel.sizes(*sides)
        entries = 0 if on_disk else entries_of(kernel.plan, sides) * np.dtype(width.dtype).itemsize
        needed = entries + 8 * sum(lines) * (self.stride + 1)
        if needed > most:
            raise TooLarge(f"the table and its sets would take {needed:,} bytes, more than {most:,.0f}")
        self.sets = tuple(np.zeros(max(1, count) * self.stride, dtype=np.int64) for count in lines)
        self.hints = tuple(np.zeros(0 if is_unrolled else max(1, count), dtype=np.int64) for count in lines)
        self.marks = np.zeros(self.stride, dtype=np.int64)

    def fill(
        self, start: int, stop: int, table: Array, best: Array, base: int = 0, bad: Array | None = None
    ) -> int:  # fmt: skip
        """Some steps; 0, or 1 when a value does not fit. The table's first entry is that of position number `base`."""
        bad = np.zeros(3, dtype=np.int64) if bad is None else bad
        width = self.width
        status = self.kernel.fill(
            start, stop, self.sides, base, width.words, self.stride, width.limit, width.nothing, table, best,
            self.sets, self.hints, self.marks, bad,
        )  # fmt: skip
        if status == _OUTSIDE:
            raise Outside
        return status
