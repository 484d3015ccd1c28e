"""The entry point: a game, a box and a convention in, its P-positions out, or the reason why not."""

from functools import cache, lru_cache
from math import prod

import numpy as np

from heapwise.engine import costs
from heapwise.engine.grid.choice import FillWay
from heapwise.engine.grid.grid import Refused
from heapwise.engine.grid.planned import is_closed, plan_for, sides_of
from heapwise.engine.grid.solving import small_grid, solve, ways
from heapwise.engine.grid.spots import check_spots
from heapwise.engine.jit import is_compiled, seconds_to_start
from heapwise.engine.memory import Memory
from heapwise.engine.p_positions.bits import PPositions, rows_in, words_of
from heapwise.engine.p_positions.run import RowKernel, RowSource, by_rows, row_source
from heapwise.engine.plan import Plan, sorted_plan
from heapwise.engine.slices import Tick
from heapwise.reference.conventions import Fold, Preference
from heapwise.rules.game import Game

_TABLED = 100  # bytes that numpy takes for a position
_USED: set[tuple[Game, tuple[int, ...], Fold]] = set()  # boxes for which a kernel was taken before


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
    sides = sides_of(found.game, highs)
    source = _source(found, sides, fold)
    is_small, is_used = memory.holds(_TABLED * prod(sides)), (game, highs, fold) in _USED
    if source is None or (is_small and not is_used and _is_soon_tabled(source, game, highs, fold)):
        grid = solve(game, highs, fold, (), tick, memory)
        is_losing = grid.is_known & (grid.values != fold.seats[0])
        return PPositions.of(found, is_losing[tuple(map(slice, sides))])
    _USED.add((game, highs, fold))
    losing = _trusted(source, game, fold).losing(sides, tick, memory)
    check_spots(game, highs, fold, lambda state: fold.seats[losing.has(state)])
    return losing


def are_found(game: Game, highs: tuple[int, ...], fold: Fold) -> bool:
    """Are the P-positions of a box found without a table of values?"""
    if not isinstance(fold, Preference):
        return False
    try:
        found = _planned(game, highs, fold)
    except Refused:
        return False
    source = _source(found, sides_of(found.game, highs), fold)
    return source is not None and not _is_soon_tabled(source, game, highs, fold)


@lru_cache(256)
def _planned(game: Game, highs: tuple[int, ...], fold: Preference) -> Plan:
    found = plan_for(game, fold) if len(highs) <= costs.MOST_LOOPS else None
    if found is None or not found.size or not is_closed(found, highs, ()):
        raise Refused("the options follow no plan, or lead out of the box")
    return found


@lru_cache(256)
def _source(found: Plan, sides: tuple[int, ...], fold: Preference) -> RowSource | None:
    """Rows of bits, of positions as they lie or of sorted ones; None where the options do not come in rows."""
    in_order = (sorted_plan(found) if len(set(sides)) == 1 else None) or found
    words = words_of(found, sides)
    try:
        return row_source(found, in_order, fold == Preference((1, 0)), words if words <= costs.UNROLLED else 0)
    except Refused:
        return None


def _is_soon_tabled(source: RowSource, game: Game, highs: tuple[int, ...], fold: Preference) -> bool:
    """Is a table of all outcomes there sooner than a kernel of rows, which has to be made or loaded?"""
    best = ways(game, highs, fold)[0]
    if best.way not in (FillWay.LEVELS, FillWay.INTERPRETER):
        return False
    if not is_compiled():
        return True
    start = seconds_to_start(costs.seconds_to_compile(source.plan), is_kept=source.is_kept)
    return best.seconds < start + rows_in(source.plan, sides_of(source.plan.game, highs)) * costs.ROW


@cache
def _trusted(source: RowSource, game: Game, fold: Preference) -> RowKernel:
    """The kernel of a source, when it has found the P-positions of a small table that is known to be right."""
    kernel, small = by_rows(source, is_compiled()), small_grid(game, fold)
    found = kernel.losing(small.values.shape, lambda: None).dense()
    wanted = small.values != fold.seats[0]
    if not np.array_equal(found[small.is_known], wanted[small.is_known]):
        raise AssertionError(f"rows and interpreter disagree on a small table of {game.text}")
    return kernel
