"""The door: a game, a box and a convention in, its P-positions out, or the reason why not."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import prod

import numpy as np

from heapwise.engine.grid.grid import Grid, Refused, SumLimits
from heapwise.engine.grid.planned import is_closed, is_worth_it, plan_for
from heapwise.engine.grid.solving import small_grid
from heapwise.engine.jit import is_compiled
from heapwise.engine.kernels.kernel_kind import UNROLLED
from heapwise.engine.memory import Memory
from heapwise.engine.p_positions.bits import PPositions, words_of
from heapwise.engine.p_positions.run import FlagKernel, Kernel, RowKernel, by_marks, by_rows
from heapwise.engine.plan import Plan, sorted_plan
from heapwise.model.conditions import TRUE
from heapwise.reference.conventions import Fold, Preference
from heapwise.rules.game import Game

Tick = Callable[[], None]

_BY_HAND = 20_000  # steps that are taken without a compiler
_DENSE = 4  # bytes of a position where rows are made a table


def p_positions(
    game: Game, highs: tuple[int, ...], fold: Fold, tick: Tick = lambda: None, memory: Memory | None = None
) -> PPositions:
    """The P-positions with components up to `highs`; raises `Refused`.

    `fold` says who wins: normal or misere play of two. `tick` is called several times a second and may raise to stop
    the work.
    """
    if not isinstance(fold, Preference) or len(fold.seats) != 2:
        raise Refused("P-positions are those of two players")
    kernel, sides = _prepared(game, highs, fold)
    return kernel.losing(sides, tick, memory or Memory())


@lru_cache(256)
def _prepared(game: Game, highs: tuple[int, ...], fold: Preference) -> tuple[Kernel, tuple[int, ...]]:
    """A kernel that may be trusted, and the sides of the table."""
    found = plan_for(game, fold)
    if found is None or not found.size or not is_closed(found, highs, ()):
        raise Refused("the options follow no plan, or lead out of the box")
    sides = tuple(max(0, high - low + 1) for low, high in zip(found.game.lows, highs, strict=True))
    kernel = _kernel(found, sides, fold, False)
    if is_compiled() and kernel.steps(sides) > _BY_HAND:
        kernel = _kernel(found, sides, fold, True)
    _compare(kernel, small_grid(game, fold))
    return kernel, sides


def _kernel(found: Plan, sides: tuple[int, ...], fold: Preference, is_large: bool) -> Kernel:
    """Rows of bits, of positions as they lie or of sorted ones; else sets of outcomes, where all moves are recognised;
    else marks, which do not tell where play has ended."""
    in_order = (sorted_plan(found) if len(set(sides)) == 1 else None) or found
    words, misere = words_of(found, sides), fold == Preference((1, 0))
    try:
        return by_rows(found, in_order, misere, words if words <= UNROLLED else 0, is_large)
    except Refused as reason:
        if found.is_recognised:
            return FlagKernel(found, fold, is_large)
        if misere:
            raise
        try:
            return by_marks(found, is_large)
        except Refused:
            raise reason from None


def losing_grid(
    game: Game,
    highs: tuple[int, ...],
    fold: Fold,
    limits: SumLimits = (),
    tick: Tick = lambda: None,
    memory: Memory | None = None,
) -> Grid:
    """The outcomes of a box as a table, by way of its P-positions; raises `Refused` where other ways do as well."""
    found = plan_for(game, fold)
    if found is None or limits or found.game.legal != TRUE or not is_worth_it(found, highs):
        raise Refused("the table comes from elsewhere")
    if not isinstance(fold, Preference) or len(fold.seats) != 2:
        raise Refused("P-positions are those of two players")
    kernel, sides = _prepared(game, highs, fold)
    if not isinstance(kernel, RowKernel):
        raise Refused("a table of outcomes is made as fast")
    memory = memory or Memory()
    if not memory.holds(_DENSE * prod(sides)):
        raise Refused("the table does not fit into memory")
    losing = kernel.losing(sides, tick, memory)
    best, other = fold.seats
    values = np.where(losing.dense(), np.uint8(other), np.uint8(best))
    return Grid(game, fold, found.game.lows, values, -1)


_COMPARED: set[tuple[Kernel, Fold]] = set()


def _compare(kernel: Kernel, small: Grid) -> None:
    """Before a kernel is trusted, it finds the P-positions of a small table that is known to be right."""
    if (kernel, small.fold) in _COMPARED:
        return
    assert isinstance(small.fold, Preference)
    found = kernel.losing(small.values.shape, lambda: None).dense()
    wanted = small.values != small.fold.seats[0]
    if not np.array_equal(found[small.is_known], wanted[small.is_known]):
        raise AssertionError(f"P-positions and list of options disagree on a small table of {small.game.text}")
    _COMPARED.add((kernel, small.fold))
