"""The door: a game and a box in, the values of all its positions out, or the reason why not."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache

import numpy as np

from heapwise.engine.grid.grid import Grid, Refused, SumLimits
from heapwise.engine.grid.keyed import is_for_keys, keyed_grid, outgrows_keys
from heapwise.engine.grid.listed import Leaves, code_of, listed_grid
from heapwise.engine.grid.planned import is_at_hand, is_closed, is_worth_it, plan_for, planned_grid
from heapwise.engine.memory import Memory
from heapwise.engine.plan import Plan
from heapwise.model.closure import Limit
from heapwise.model.ground import GroundGame
from heapwise.model.regions import Region
from heapwise.reference.conventions import Fold
from heapwise.reference.interpreter import Interpreter
from heapwise.rules.game import Game
from heapwise.terms.position import Component, Position

_SMALL_BOARD = 300  # positions on which every game is compared with the interpreter before it is trusted

Tick = Callable[[], None]


def solve(
    game: Game,
    highs: tuple[int, ...],
    fold: Fold,
    limits: SumLimits = (),
    tick: Tick = lambda: None,
    memory: Memory | None = None,
) -> Grid:
    """The values of all legal positions with components up to `highs` and sums of components below limits.

    If moves lead out of the box, a larger region that they stay in is filled. `tick` is called several times a second
    and may raise to stop the work. What does not fit into `memory` is refused with a message before it is begun; where
    there is no table for other reasons, `Refused` is raised.
    """
    memory = memory or Memory()
    small = small_grid(game, fold)
    found = plan_for(game, fold)
    region = None if found is None else closed_region(found, game, highs, limits)
    if found is not None and region is not None:
        is_made = is_at_hand(found, fold, *region) or outgrows_keys(found, fold, region)
        is_keyed = not is_made and is_for_keys(found, fold, region)
        grid = keyed_grid(game, found, region, fold, tick, small, memory) if is_keyed else None
        if grid is not None:
            return grid
        with suppress(Leaves):
            if is_made or is_worth_it(found, region[0]):
                return planned_grid(game, found, *region, fold, tick, small, memory)
    return _listed(game, highs, fold, limits, tick, memory)


@lru_cache(maxsize=1024)
def closed_region(
    found: Plan, game: Game, highs: tuple[int, ...], limits: SumLimits
) -> tuple[tuple[int, ...], SumLimits] | None:
    """The region, or a larger one, that is shown to be closed under moves; None where none is known."""
    if is_closed(found, highs, limits):
        return highs, limits
    try:
        region = _larger(game, highs, limits)
    except Refused:
        return None
    return region if is_closed(found, *region) else None


def _listed(
    game: Game, highs: tuple[int, ...], fold: Fold, limits: SumLimits, tick: Tick, memory: Memory
) -> Grid:  # fmt: skip
    """The table of a region, or of the larger one that its moves stay in, option by option."""
    try:
        return listed_grid(game, highs, fold, limits, tick, memory)
    except Leaves:
        region, more = _larger(game, highs, limits)
    try:
        return listed_grid(game, region, fold, more, tick, memory)
    except Leaves:
        raise Refused("a move leads to what is no position") from None


def _larger(game: Game, highs: tuple[int, ...], limits: SumLimits) -> tuple[tuple[int, ...], SumLimits]:
    """Bounds and limits of a larger region that moves stay in."""
    larger = Region(game, highs, None, tuple(Limit(w, most) for w, most in limits)).enlarged()
    if larger is None or None in larger.highs:
        raise Refused("moves lead out of the region, and no larger one is known that they stay in")
    sums = tuple((limit.weights, limit.most) for limit in larger.limits)
    return tuple(h or 0 for h in larger.highs), sums


_SMALL: dict[tuple[Game, Fold], Grid] = {}


def small_grid(game: Game, fold: Fold) -> Grid:
    """A small table, compared with the interpreter once; nothing of a game is trusted before."""
    if (game, fold) not in _SMALL:
        _, grounded = code_of(game)
        side = 0
        while _board(grounded, side + 1) <= _SMALL_BOARD and side < 12:
            side += 1
        grid = _listed(game, _highs(grounded, side), fold, (), lambda: None, Memory())
        _compare(grid)
        _SMALL[game, fold] = grid
    return _SMALL[game, fold]


def _compare(grid: Grid) -> None:
    interpreter, game = Interpreter(grid.fold), grid.game
    for index in np.ndindex(grid.values.shape):
        state = tuple(i + low for i, low in zip(index, grid.lows, strict=True))
        if grid.has(state) and grid.value(state) != interpreter.value(Position((Component(game, state),))):
            raise AssertionError(f"table and interpreter disagree at {game.show(state)}")


def _highs(grounded: GroundGame, side: int) -> tuple[int, ...]:
    bounds = zip(grounded.lows, grounded.highs, strict=True)
    return tuple(low + side if high is None else min(high, low + side) for low, high in bounds)


def _board(grounded: GroundGame, side: int) -> int:
    size = 1
    for low, high in zip(grounded.lows, _highs(grounded, side), strict=True):
        size *= high - low + 1
    return size
