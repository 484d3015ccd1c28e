"""Tables by the kernel that is generated from a game's plan, where the game has one and the table is worth it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import cycle
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.grid.grid import Grid, SumLimits
from heapwise.engine.grid.listed import Leaves, settings, symmetry_of
from heapwise.engine.jit import is_compiled
from heapwise.engine.kernels import load, sum_kernel
from heapwise.engine.kernels.kernel_kind import KernelKind
from heapwise.engine.kernels.run import Outside, TooLarge, filled
from heapwise.engine.kernels.sum_kernel import filled_by_offers, has_offers
from heapwise.engine.kernels.widths import Task, Width, first_width, seconds_to_value
from heapwise.engine.memory import Memory
from heapwise.engine.plan import Box, NoPlan, Plan, Ray, Split, Way, Window, plan, sorted_plan
from heapwise.model.closure import Limit, keeps
from heapwise.model.ground import GroundMove
from heapwise.reference.conventions import Fold, Grundy, Preference, Remoteness
from heapwise.rules.game import Game

_OPTION = 15e-9  # seconds to look up one option
_GUARDED = 5  # times as long where amounts have guards
_MOST_EQUAL = 50  # symmetries that are counted
_SAMPLE = ((2, 2), (3, 1), (1, 3))  # positions that are asked, in quarters of the sides, in turn for all components
_WORTH = 0.4  # seconds that a kernel of its own has to save
_LOADED = 0.02  # seconds that loading one has to save
_SPREADING = 1.5e-9  # seconds to copy a value
_SORTING = 0.1  # seconds that sorted positions have to save before they are worth a larger kernel


def plan_for(game: Game, fold: Fold) -> Plan | None:
    """The plan, if there is one that does more than to list options, and the convention has a kernel."""
    if not isinstance(fold, Grundy | Preference | Remoteness):
        return None
    try:
        found = plan(game)
    except NoPlan:
        return None
    is_useful = found.is_recognised or any(isinstance(part, Ray | Window | Box | Split) for part in found.parts)
    return found if is_useful else None


def is_worth_it(found: Plan, highs: tuple[int, ...]) -> bool:
    """Would looking up every option take longer than to make a kernel?"""
    return seconds_to_list(found, highs) > _WORTH or not is_compiled()


def is_at_hand(found: Plan, fold: Fold, highs: tuple[int, ...], limits: SumLimits) -> bool:
    """Is it worth it to load a kernel that was made before?"""
    if not is_compiled() or seconds_to_list(found, highs) < _LOADED:
        return False
    sides = sides_of(found, highs)
    task = task_for(found, sides, fold, ())
    if has_offers(task) and not limits:
        return sum_kernel.is_on_disk(found, task.shape)
    total = _total(found, limits)
    shape = replace(task.shape, has_holes=bool(limits) and total is None)
    task = replace(task, plan=_arranged(task, limits), shape=shape, total=total)
    return load.is_on_disk(task.plan, first_width(task).shape(task.shape))


def seconds_to_list(found: Plan, highs: tuple[int, ...]) -> float:
    """About how long it takes to look up every option of one of all positions that symmetry makes equal, by the mean of
    some positions."""
    sides, lows = sides_of(found, highs), found.game.lows
    tried = 0
    for parts in _SAMPLE:
        state = [low + side * part // 4 for low, side, part in zip(lows, sides, cycle(parts), strict=False)]
        tried += sum(_amounts(move, state) for move in found.game.moves)
    return prod(sides) * tried / len(_SAMPLE) * _OPTION / symmetry_of(found.game.game).order(_MOST_EQUAL)


def sides_of(found: Plan, highs: tuple[int, ...]) -> tuple[int, ...]:
    """How many values the components have in a table."""
    return tuple(max(0, high - low + 1) for low, high in zip(found.game.lows, highs, strict=True))


def _amounts(move: GroundMove, state: list[int]) -> int:
    """How many amounts are gone through, inner ones as often as in the middle of the outer ones; guards on them count
    as some more."""
    values, count, all_of_them = list(state), 1, 1
    for amount in move.amounts:
        among = amount.range(values)
        count *= len(among)
        all_of_them += count
        values.append((among.start + among.stop) // 2)
    return all_of_them * (_GUARDED if any(move.guards_by_level(len(state))[1:]) else 1)


def is_closed(found: Plan, highs: tuple[int, ...], limits: SumLimits) -> bool:
    """Is it shown that no move leads out of the region?"""
    return keeps(found.game, highs, tuple(Limit(weights, most) for weights, most in limits))


def planned_grid(
    game: Game,
    found: Plan,
    highs: tuple[int, ...],
    limits: SumLimits,
    fold: Fold,
    tick: Callable[[], None],
    small: Grid,
    memory: Memory,
) -> Grid:  # fmt: skip
    """The table of a region that no move leads out of, else `Leaves` is raised. Every kernel has to give the `small`
    table first."""
    sides = sides_of(found, highs)
    if limits:  # the places beyond them are marked
        memory.ask_for_box(sides, 1)
    task = task_for(found, sides, fold, limits)
    if has_offers(task) and memory.holds(prod(sides)):
        _compare(task, fold, None, small)
        offered = filled_by_offers(task)
        if offered is not None:
            return Grid(game, fold, found.game.lows, offered, -1)
    task = task_for(_arranged(task, limits), sides, fold, limits)
    try:
        values, nothing = filled(task, tick, lambda width: _compare(task, fold, width, small), memory=memory)
    except TooLarge as reason:
        memory.ask(reason.needed, f"a table of {prod(sides):,} positions", reason.largest - 1)
        raise
    except Outside:
        raise Leaves from None
    return Grid(game, fold, found.game.lows, values, nothing)


def _arranged(task: Task, limits: SumLimits) -> Plan:
    """The plan for sorted positions where that is possible and saves more time than it takes to compile its larger
    kernel and to spread the values over the whole table; of sums always, for their kernel is the smaller one."""
    found, cells, is_smaller = task.plan, prod(task.sides), task.plan.order.way is Way.BY_TOTAL
    seconds = cells * seconds_to_value(found.parts, first_width(task).words)
    in_order = sorted_plan(found) if not limits and (seconds > _SORTING or is_smaller) else None
    if in_order is None or any(len({task.sides[i] for i in group}) > 1 for group in in_order.order.groups):
        return found
    arrangements = prod(factorial(len(group)) for group in in_order.order.groups)
    saved = seconds - seconds / arrangements - cells * _SPREADING
    return in_order if saved > _SORTING or is_smaller else found


def task_for(
    found: Plan,
    sides: tuple[int, ...],
    fold: Fold,
    limits: SumLimits,
    *,
    has_holes: bool = False,
    is_check: bool = False,
) -> Task:
    """What the kernel is to do."""
    _, ending, best = settings(fold, has_sums=False)
    total = _total(found, limits)
    has_holes = has_holes or (bool(limits) and total is None)
    lost = int(fold.misere) if isinstance(fold, Remoteness) else None
    shape = KernelKind(1, ending, isinstance(fold, Preference), has_holes, is_check, lost)
    holes = beyond(limits, found.game.lows, sides) if limits and total is None else None
    return Task(found, sides, shape, best, holes, is_compiled(), total)


def _total(found: Plan, limits: SumLimits) -> int | None:
    """The greatest sum of components, counted from their least values, if that is the only limit and positions are
    walked through in this order."""
    if found.order.way is Way.BY_TOTAL and len(limits) == 1 and set(limits[0][0]) == {1}:
        return limits[0][1] - sum(found.game.lows)
    return None


def beyond(
    limits: Iterable[tuple[tuple[int, ...], int]], lows: tuple[int, ...], sides: tuple[int, ...]
) -> NDArray[Any]:
    """The positions beyond a limit."""
    found = np.zeros(sides, dtype=bool)
    components = [low + part for low, part in zip(lows, np.indices(sides, dtype=np.int64, sparse=True), strict=True)]
    for weights, most in limits:
        found |= sum((w * part for w, part in zip(weights, components, strict=True) if w), start=np.int64(0)) > most
    return found


_COMPARED: set[tuple[Plan, Fold, KernelKind, Width | None]] = set()


def _compare(task: Task, fold: Fold, width: Width | None, small: Grid) -> None:
    """Before the kernel of some width is trusted, or with none the one of what components offer, it gives the values of
    a small table that is known to be right."""
    key = (task.plan, fold, task.shape, width)
    if key in _COMPARED:
        return
    own = task_for(task.plan, small.values.shape, fold, (), has_holes=task.shape.has_holes)
    values = filled_by_offers(own) if width is None else filled(own, width=width)[0]
    if values is not None and not np.array_equal(values[small.is_known], small.values[small.is_known]):
        raise AssertionError(f"kernel and list of options disagree on a small table of {small.game.text}")
    _COMPARED.add(key)
