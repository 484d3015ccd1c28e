"""Tables by numpy, where the game has a plan all of whose moves lower the total."""

from __future__ import annotations

import numpy as np

from heapwise.engine.grid.grid import Grid, SumLimits
from heapwise.engine.grid.planned import sides_of, task_for
from heapwise.engine.levels import NOTHING, by_levels
from heapwise.engine.memory import Memory
from heapwise.engine.plan import Plan
from heapwise.engine.slices import Tick
from heapwise.reference.conventions import Fold
from heapwise.rules.game import Game

_TRIED: set[tuple[Plan, Fold]] = set()


def leveled_grid(
    game: Game,
    found: Plan,
    highs: tuple[int, ...],
    limits: SumLimits,
    fold: Fold,
    tick: Tick,
    small: Grid,
    memory: Memory,
) -> Grid:  # fmt: skip
    """The table of a region that no move leads out of; raises `Unsuited`. The `small` table is compared first."""
    if (found, fold) not in _TRIED:
        values = by_levels(task_for(found, small.values.shape, fold, ()))
        if not np.array_equal(values[small.is_known], small.values[small.is_known]):
            raise AssertionError(f"numpy and the interpreter disagree on a small table of {game.text}")
        _TRIED.add((found, fold))
    task = task_for(found, sides_of(found.game, highs), fold, limits)
    return Grid(game, fold, found.game.lows, by_levels(task, tick, memory), NOTHING)
