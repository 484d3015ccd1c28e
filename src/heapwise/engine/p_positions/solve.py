"""The entry point: a game, a box and a convention in, its P-positions out, or the reason why not."""

from __future__ import annotations

from functools import lru_cache
from math import prod

import numpy as np

from heapwise.engine import costs
from heapwise.engine.grid.choice import FillWay
from heapwise.engine.grid.grid import Grid, Refused
from heapwise.engine.grid.planned import is_closed, plan_for, sides_of
from heapwise.engine.grid.solving import small_grid, solve, ways
from heapwise.engine.grid.spots import check_spots
from heapwise.engine.jit import is_compiled, seconds_to_start
from heapwise.engine.memory import Memory
from heapwise.engine.p_positions.bits import PPositions, rows_in, words_of
from heapwise.engine.p_positions.run import FlagKernel, Kernel, RowSource, by_rows, row_source
from heapwise.engine.plan import Plan, sorted_plan
from heapwise.engine.slices import Tick
from heapwise.reference.conventions import Fold, Preference
from heapwise.rules.game import Game

_TABLED = 100  # bytes that numpy takes for a position


def p_positions(
    game: Game, highs: tuple[int, ...], fold: Fold, tick: Tick = lambda: None, memory: Memory | None = None
) -> PPositions:
    """The P-positions with components up to `highs`; raises `Refused`.

    `fold` says who wins: normal or misere play of two. `tick` is called several times a second and may raise to stop
    the work.
    """
    if not isinstance(fold, Preference) or len(fold.seats) != 2:
        raise Refused("P-positions are those of two players")
    found, memory = _planned(game, highs, fold), memory or Memory()
    if memory.holds(_TABLED * prod(sides_of(found.game, highs))) and _is_soon_tabled(found, highs, fold):
        grid = solve(game, highs, fold, (), tick, memory)
        is_losing = grid.is_known & (grid.values != fold.seats[0])
        return PPositions.of(found, is_losing[tuple(map(slice, sides_of(found.game, highs)))])
    kernel, sides = _prepared(game, highs, fold)
    losing = kernel.losing(sides, tick, memory)
    check_spots(game, highs, fold, lambda state: fold.seats[losing.has(state)])
    return losing


def are_found(game: Game, highs: tuple[int, ...], fold: Fold) -> bool:
    """Are the P-positions of a box found without a table of values?"""
    try:
        return isinstance(fold, Preference) and not _is_soon_tabled(_planned(game, highs, fold), highs, fold)
    except Refused:
        return False


def _planned(game: Game, highs: tuple[int, ...], fold: Preference) -> Plan:
    found = plan_for(game, fold)
    if found is None or not found.size or not is_closed(found, highs, ()):
        raise Refused("the options follow no plan, or lead out of the box")
    return found


def _is_soon_tabled(found: Plan, highs: tuple[int, ...], fold: Preference) -> bool:
    """Is a table of all outcomes there sooner than a kernel of rows, which has to be made or loaded?"""
    best = ways(found.game.game, highs, fold)[0]
    if best.way not in (FillWay.LEVELS, FillWay.INTERPRETER):
        return False
    return best.seconds < _seconds_of_rows(found, sides_of(found.game, highs), fold)


def _seconds_of_rows(found: Plan, sides: tuple[int, ...], fold: Preference) -> float:
    try:
        source = _source(found, sides, fold)
    except Refused:
        return seconds_to_start(costs.seconds_to_compile(found), is_kept=False)
    if not is_compiled():
        return float("inf")
    start = seconds_to_start(costs.seconds_to_compile(found), is_kept=source.is_kept)
    return start + rows_in(source.plan, sides) * costs.ROW


def _source(found: Plan, sides: tuple[int, ...], fold: Preference) -> RowSource:
    """Rows of bits, of positions as they lie or of sorted ones; raises `Refused`."""
    in_order = (sorted_plan(found) if len(set(sides)) == 1 else None) or found
    words = words_of(found, sides)
    return row_source(found, in_order, fold == Preference((1, 0)), words if words <= costs.UNROLLED else 0)


@lru_cache(256)
def _prepared(game: Game, highs: tuple[int, ...], fold: Preference) -> tuple[Kernel, tuple[int, ...]]:
    """A kernel that may be trusted, and the sides of the table: one of rows, or else one of sets of outcomes."""
    found = _planned(game, highs, fold)
    sides = sides_of(found.game, highs)
    try:
        kernel: Kernel = by_rows(_source(found, sides, fold), is_compiled())
    except Refused:
        kernel = FlagKernel(found, fold, is_compiled())
    _compare(kernel, small_grid(game, fold))
    return kernel, sides


_COMPARED: set[tuple[Kernel, Fold]] = set()


def _compare(kernel: Kernel, small: Grid) -> None:
    """Before a kernel is trusted, it finds the P-positions of a small table that is known to be right."""
    if (kernel, small.fold) in _COMPARED:
        return
    assert isinstance(small.fold, Preference)
    found = kernel.losing(small.values.shape, lambda: None).dense()
    wanted = small.values != small.fold.seats[0]
    if not np.array_equal(found[small.is_known], wanted[small.is_known]):
        raise AssertionError(f"rows and interpreter disagree on a small table of {small.game.text}")
    _COMPARED.add((kernel, small.fold))
