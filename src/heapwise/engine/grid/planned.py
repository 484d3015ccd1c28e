"""Tables by a game's plan: by the kernel that is generated from it, or by numpy, total after total."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.costs import SORTING, SPREAD, seconds_to_value
from heapwise.engine.grid.grid import Grid, Refused, SumLimits
from heapwise.engine.grid.models import best_of, model_for
from heapwise.engine.jit import is_compiled
from heapwise.engine.kernels.kernel_kind import KernelKind
from heapwise.engine.kernels.load import kernel_of, text_of
from heapwise.engine.kernels.run import OutsideTable, TableTooLarge, bytes_needed, filled
from heapwise.engine.kernels.sum_kernel import filled_by_offers, has_offers, source_of_offers
from heapwise.engine.kernels.widths import FillTask, Width, first_width
from heapwise.engine.levels import NOTHING, by_levels
from heapwise.engine.memory import Memory
from heapwise.engine.plan import NoPlan, OrderKind, Plan, plan, plan_of, sorted_plan
from heapwise.engine.slices import Tick
from heapwise.model.closure import Limit, keeps
from heapwise.model.ground import GroundGame
from heapwise.reference.conventions import Fold, Grundy, Preference, Remoteness
from heapwise.rules.game import Game

BY_OFFERS, BY_LEVELS = "what components offer", "numpy"


class Leaves(Exception):
    """A move leads out of the box."""


def plan_for(game: Game, fold: Fold) -> Plan | None:
    """The plan, if there is one, and the convention has a kernel."""
    try:
        return _for_fold(plan(game), fold)
    except NoPlan:
        return None


@lru_cache(maxsize=64)
def plan_in_box(game: Game, highs: tuple[int, ...], fold: Fold) -> Plan | None:
    """The plan for positions with components up to `highs`, of a game some of whose rules are not linear."""
    try:
        return _for_fold(plan_of(model_for(game, highs)), fold)
    except (NoPlan, Refused):
        return None


def _for_fold(found: Plan, fold: Fold) -> Plan | None:
    is_known = isinstance(fold, Grundy | Preference | Remoteness)
    return found if is_known and (fold.adds or not found.has_sums) else None


def sides_of(model: GroundGame, highs: Sequence[int]) -> tuple[int, ...]:
    """How many values the components have in a table."""
    return tuple(max(0, high - low + 1) for low, high in zip(model.lows, highs, strict=True))


def prepared(task: FillTask, limits: SumLimits) -> FillTask:
    """The task with the order of the positions in which it is done soonest."""
    return task if has_offers(task) and not limits else replace(task, plan=_arranged(task, limits))


def source_for(task: FillTask) -> str:
    """The source of the kernel that a prepared task begins with."""
    if has_offers(task):
        return source_of_offers(task.plan, task.shape)
    return text_of(task.plan, first_width(task).shape(task.shape))


def is_closed(found: Plan, highs: tuple[int, ...], limits: SumLimits) -> bool:
    """Is it shown that no move leads out of the region?"""
    return keeps(found.game, highs, tuple(Limit(weights, most) for weights, most in limits))


def planned_grid(
    found: Plan, highs: tuple[int, ...], limits: SumLimits, fold: Fold, tick: Tick, small: Grid, memory: Memory,
) -> Grid:  # fmt: skip
    """The table of a region that no move leads out of, else `Leaves` is raised. Every kernel has to give the `small`
    table first."""
    sides = sides_of(found.game, highs)
    if limits:  # the places beyond them are marked
        memory.ask_for_box(sides, 1)
    task = task_for(found, sides, fold, limits)
    if has_offers(task) and memory.holds(prod(sides)):
        compare(task, fold, BY_OFFERS, small)
        offered = filled_by_offers(task)
        if offered is not None:
            return Grid(found.game.game, fold, found.game.lows, offered, -1)
    task = task_for(_arranged(task, limits), sides, fold, limits)
    try:
        values, nothing = filled(task, tick, lambda width: compare(task, fold, width, small), memory=memory)
    except TableTooLarge as reason:
        memory.ask(reason.needed, f"a table of {prod(sides):,} positions", reason.largest - 1)
        raise
    except (OutsideTable, RecursionError):  # of the second: a kernel with more cases than Python compiles
        raise Leaves from None
    return Grid(found.game.game, fold, found.game.lows, values, nothing)


def leveled_grid(
    found: Plan, highs: tuple[int, ...], limits: SumLimits, fold: Fold, tick: Tick, small: Grid, memory: Memory,
) -> Grid:  # fmt: skip
    """The same by numpy, of a plan all of whose moves lower the total; raises `NotByLevels`."""
    task = task_for(found, sides_of(found.game, highs), fold, limits)
    compare(task, fold, BY_LEVELS, small)
    return Grid(found.game.game, fold, found.game.lows, by_levels(task, tick, memory), NOTHING)


def planned_bytes(task: FillTask, limits: SumLimits) -> int:
    """What a table takes with its sets, of the width that is guessed first."""
    if has_offers(task) and not limits:
        return prod(task.sides)
    task = replace(task, plan=_arranged(task, limits))
    width = first_width(task)
    kernel = kernel_of(task.plan, width.shape(task.shape), is_compiled=False)
    marks = 0 if task.holes is None else task.holes.size
    return bytes_needed(kernel, task.sides, width, is_spread=True) + marks


def _arranged(task: FillTask, limits: SumLimits) -> Plan:
    """The plan for sorted positions where that is possible and saves more time than it takes to compile its larger
    kernel and to spread the values over the whole table; of sums always, for their kernel is the smaller one."""
    found, cells, is_smaller = task.plan, prod(task.sides), task.plan.order.way is OrderKind.BY_TOTAL
    seconds = cells * seconds_to_value(found.parts, first_width(task).words)
    in_order = sorted_plan(found) if not limits and (seconds > SORTING or is_smaller) else None
    if in_order is None or any(len({task.sides[i] for i in group}) > 1 for group in in_order.order.groups):
        return found
    arrangements = prod(factorial(len(group)) for group in in_order.order.groups)
    saved = seconds - seconds / arrangements - cells * SPREAD
    return in_order if saved > SORTING or is_smaller else found


def task_for(
    found: Plan, sides: tuple[int, ...], fold: Fold, limits: SumLimits, *, has_holes: bool = False,
    is_check: bool = False,
) -> FillTask:  # fmt: skip
    """What the kernel is to do."""
    total = _total(found, limits)
    has_holes = has_holes or (bool(limits) and total is None)
    lost = int(fold.misere) if isinstance(fold, Remoteness) else None
    ending = 0 if isinstance(fold, Remoteness) else fold.ending()
    shape = KernelKind(1, ending, isinstance(fold, Preference), has_holes, is_check, lost)
    holes = beyond(limits, found.game.lows, sides) if limits and total is None else None
    return FillTask(found, sides, shape, best_of(fold), holes, is_compiled(), total)


def _total(found: Plan, limits: SumLimits) -> int | None:
    """The greatest sum of components, counted from their least values, if that is the only limit and positions are
    walked through in this order."""
    if found.order.way is OrderKind.BY_TOTAL and len(limits) == 1 and set(limits[0][0]) == {1}:
        return limits[0][1] - sum(found.game.lows)
    return None


def beyond(
    limits: Iterable[tuple[tuple[int, ...], int]], lows: tuple[int, ...], sides: tuple[int, ...]
) -> NDArray[Any]:
    """The positions beyond a limit."""
    found = np.zeros(sides, dtype=bool)
    for weights, most in limits:
        farthest = sum(abs(w) * (abs(low) + side) for w, low, side in zip(weights, lows, sides, strict=True))
        kind: type[Any] = np.int32 if farthest < 1 << 31 else np.int64
        places = zip(weights, lows, np.indices(sides, dtype=kind, sparse=True), strict=True)
        found |= sum((w * (part + low) for w, low, part in places if w), start=np.zeros((), kind)) > most
    return found


_COMPARED: set[tuple[Plan, Fold, KernelKind, Width | str]] = set()


def compare(task: FillTask, fold: Fold, way: Width | str, small: Grid) -> None:
    """Before a kernel of some width, or another way to fill a table, is trusted, it gives the values of a small table
    that is known to be right."""
    key = (task.plan, fold, task.shape, way)
    if key in _COMPARED:
        return
    own = task_for(task.plan, small.values.shape, fold, (), has_holes=task.shape.has_holes)
    if isinstance(way, Width):
        values: NDArray[Any] | None = filled(own, width=way)[0]
    else:
        values = by_levels(own) if way == BY_LEVELS else filled_by_offers(own)
    if values is not None and not np.array_equal(values[small.is_known], small.values[small.is_known]):
        raise AssertionError(f"a table and the interpreter disagree on a small table of {small.game.text}")
    _COMPARED.add(key)
