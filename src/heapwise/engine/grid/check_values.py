"""Values that are given, compared with what follows from those of the options: without a table, and without looking up
options one by one, where a game has a plan.

If every given value of a region that no move leaves is what follows from its options' given values, then all of them
are right. What this finds are positions where that fails: a wrong value makes positions above it fail, too, so it is
the least of them by the sum of components that is surely wrong, where every move lowers that sum.
"""

from collections.abc import Callable, Iterator
from functools import partial
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.grid.grid import Grid, Refused, SumLimits
from heapwise.engine.grid.planned import is_closed, plan_for, sides_of, task_for
from heapwise.engine.grid.solving import small_grid
from heapwise.engine.kernels.load import kernel_of
from heapwise.engine.kernels.run import OutsideTable, Rooms, TableTooLarge, steps_of
from heapwise.engine.kernels.widths import FillTask, Width
from heapwise.engine.memory import GIVEN, Memory
from heapwise.engine.plan import Box, OrderKind, Part, Plan, Ray, SingleOption
from heapwise.engine.slices import Tick
from heapwise.records import Record
from heapwise.reference.conventions import Fold, Remoteness
from heapwise.rules.game import Game
from heapwise.terms.position import State

Given = Callable[[int, int], NDArray[Any]]

_SLAB = 1 << 21  # entries that are asked for at a time
_FAR = 1 << 60


class Inconsistent(Record):
    """How many positions have another value than follows from those of their options, and the least of them: by the
    sum of components, then in order."""

    count: int
    least: State | None


def inconsistent(
    game: Game, highs: tuple[int, ...], given: Given, fold: Fold, limits: SumLimits = (), tick: Tick = lambda: None,
    memory: Memory | None = None,
) -> Inconsistent:  # fmt: skip
    """Compare given values with what follows from them, for the legal positions with components up to `highs` and sums
    below limits.

    `given(first, stop)` gives the values of the positions whose first component, counted from its least value, is at
    least `first` and below `stop`: an array of integers with an axis for every component, negative where a position
    does not belong to the region. It is called for one part after another, and again if values are large. Raises
    `Refused` where the game has no plan or one with listed moves, where moves leave the region, or where the sets, or
    the values that are asked for at a time, are too large.
    """
    found = _followed_plan(game, highs, fold, limits)
    task = _task_of(found, sides_of(found.game, highs), fold)
    if not (memory or Memory()).holds(_at_once(task) * GIVEN):
        raise Refused("a row of the region is too large")
    small = small_grid(game, fold)
    try:
        return _compared(task, given, tick, lambda words: _try_once(found, fold, words, small))
    except TableTooLarge as reason:
        raise Refused(str(reason)) from None
    except OutsideTable:
        raise Refused("moves lead out of the region") from None


def _followed_plan(game: Game, highs: tuple[int, ...], fold: Fold, limits: SumLimits) -> Plan:
    """The plan by which given values are compared; raises `Refused`."""
    found = plan_for(game, fold)
    if found is None or not found.is_recognised or isinstance(fold, Remoteness):
        raise Refused("the options follow no plan")
    if not is_closed(found, highs, limits):
        raise Refused("moves lead out of the region")
    return found


def _task_of(found: Plan, sides: tuple[int, ...], fold: Fold) -> FillTask:
    """What a kernel is to compare."""
    return task_for(found, sides, fold, (), has_holes=True, is_check=True)


def _compared(
    task: FillTask, given: Given, tick: Tick, before: Callable[[int], None] = lambda _: None, words: int = 0
) -> Inconsistent:
    """Slab by slab, from the beginning again with wider sets as long as values do not fit. The last row is likely to
    have the largest values."""
    end = task.sides[0]
    words = words or _words_for(int(np.max(given(max(0, end - 1), end), initial=0)))
    while True:
        before(words)
        bad, width = np.array([0, _FAR, -1], dtype=np.int64), Width(words, np.int32, has_nothing=True)
        kernel = kernel_of(task.plan, width.shape(task.shape), is_compiled=task.is_compiled)
        rooms = Rooms(kernel, task.sides, width, on_disk=_has_slabs(task))  # given values are not held all at once
        top = _run(task, rooms, given, tick, bad)
        if top is None:
            return Inconsistent(int(bad[0]), _state(task, int(bad[2])) if bad[0] else None)
        words = max(2 * words, _words_for(top))


def _words_for(top: int) -> int:
    """As many words as hold a value, a power of 2."""
    return 1 << (top // 64).bit_length()


def _run(task: FillTask, rooms: Rooms, given: Given, tick: Tick, bad: NDArray[np.int64]) -> int | None:
    """All slabs, or the largest value of one that does not fit."""
    row, is_listed = prod(task.sides[1:]), task.plan.order.way is OrderKind.LISTED
    for back, first, stop in _slabs(task):
        tick()
        values = np.ascontiguousarray(given(back, stop), dtype=np.int32)
        values = values if values.min(initial=0) >= -1 else np.maximum(values, -1)
        top = int(values.max(initial=0))
        if task.shape.has_best and 1 << top >= len(task.best):
            raise Refused("a given value is no seat")
        steps = (first, stop) if is_listed else (0, steps_of(task.plan, task.sides))
        if top >= rooms.width.limit or rooms.fill(*steps, values.reshape(-1), task.best, back * row, bad):
            return top
    return None


def _slabs(task: FillTask) -> Iterator[tuple[int, int, int]]:
    """Slabs of the first component: from where values are needed, where positions are looked at, and up to where."""
    side, row = task.sides[0], max(1, prod(task.sides[1:]))
    if not _has_slabs(task):
        yield 0, 0, side
        return
    back, step = max(map(_back_of, task.plan.parts), default=0), max(1, _SLAB // row)
    for first in range(0, side, step):
        yield max(0, first - back), first, min(side, first + step)


def _at_once(task: FillTask) -> int:
    """How many values are asked for at a time, at least."""
    rows = 1 + max(map(_back_of, task.plan.parts), default=0) if _has_slabs(task) else task.sides[0]
    return rows * prod(task.sides[1:])


def _has_slabs(task: FillTask) -> bool:
    """Is the first component the one that changes slowest?"""
    return task.plan.order.way is OrderKind.LISTED and task.plan.order.axes[0] == 0


def _back_of(part: Part) -> int:
    """How far back in the first component a position looks into the table."""
    match part:
        case SingleOption(by=taken):
            return taken[0]
        case Ray(first=taken) | Box(first=taken) if not part.is_immediate:
            return taken[0]
    return 0


def _state(task: FillTask, index: int) -> State:
    parts = np.unravel_index(index, task.sides)
    return tuple(int(i) + low for i, low in zip(parts, task.plan.game.lows, strict=True))


_TRIED: set[tuple[Plan, Fold, int]] = set()


def _try_once(found: Plan, fold: Fold, words: int, small: Grid) -> None:
    """Before the kernel is trusted: of a small table that is right it finds nothing, of one with an error the error."""
    if (found, fold, words) in _TRIED:
        return
    if not small.is_known.any():
        raise Refused("there is no small position to try the kernel on")
    task = _task_of(found, small.values.shape, fold)
    right, other = (_compared(task, partial(_part, v), lambda: None, words=words) for v in _right_and_wrong(small))
    if right.count != 0 or other.count == 0:
        raise AssertionError(f"the comparison of given values fails on a small table of {small.game.text}")
    _TRIED.add((found, fold, words))


def _right_and_wrong(small: Grid) -> tuple[NDArray[Any], NDArray[Any]]:
    """The values of a small table, and the same with an error."""
    values = np.where(small.is_known, small.values, -1)
    wrong = values.copy()
    wrong.reshape(-1)[int(np.argmax(small.is_known))] ^= 1
    return values, wrong


def _part(values: NDArray[Any], first: int, stop: int) -> NDArray[Any]:
    part: NDArray[Any] = values[first:stop]
    return part
