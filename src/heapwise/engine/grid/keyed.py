"""Tables by the one kernel that is told where sets lie: between those that are listed at once and those that are worth
a kernel of their own."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.grid.grid import Grid, SumLimits
from heapwise.engine.grid.listed import settings
from heapwise.engine.grid.planned import beyond, seconds_to_list, sides_of
from heapwise.engine.keyed import Unkeyed, keyed_table, seconds_of
from heapwise.engine.memory import Memory
from heapwise.engine.plan import Plan
from heapwise.reference.conventions import Fold, Grundy, Preference
from heapwise.rules.game import Game

_WORTH = 0.4  # seconds from which on a kernel of its own is made
_COMPARED: set[tuple[Plan, Fold]] = set()
_SPENT: dict[tuple[Plan, Fold], float] = {}  # seconds

Region = tuple[tuple[int, ...], SumLimits]


def is_for_keys(found: Plan, fold: Fold, region: Region) -> bool:
    """Is a table sooner filled by keys than by a list of the options, and too small for more?"""
    return _is_faster(found, fold, region) and not outgrows_keys(found, fold, region)


def outgrows_keys(found: Plan, fold: Fold, region: Region) -> bool:
    """Would keys be faster than a list, but take as long as to make a kernel, with all tables before this one?"""
    seconds = seconds_of(found, sides_of(found, region[0])) + _SPENT.get((found, fold), 0)
    return _is_faster(found, fold, region) and seconds >= _WORTH


def _is_faster(found: Plan, fold: Fold, region: Region) -> bool:
    seconds = seconds_of(found, sides_of(found, region[0]))
    return isinstance(fold, Grundy | Preference) and seconds < seconds_to_list(found, region[0])


def keyed_grid(
    game: Game, found: Plan, region: Region, fold: Fold, tick: Callable[[], None], small: Grid, memory: Memory
) -> Grid | None:
    """The table of a region that no move leads out of, if the plan has keys. The `small` table is compared first."""
    highs, limits = region
    try:
        if (found, fold) not in _COMPARED:
            values = _values(found, small.values.shape, (), fold, tick, memory)
            if not np.array_equal(values[small.is_known], small.values[small.is_known]):
                raise AssertionError(f"keys and list of options disagree on a small table of {game.text}")
            _COMPARED.add((found, fold))
        begin = perf_counter()
        values = _values(found, sides_of(found, highs), limits, fold, tick, memory)
        _SPENT[found, fold] = _SPENT.get((found, fold), 0) + perf_counter() - begin
    except Unkeyed:
        return None
    return Grid(game, fold, found.game.lows, values, -1)


def _values(
    found: Plan, sides: tuple[int, ...], limits: SumLimits, fold: Fold, tick: Callable[[], None], memory: Memory
) -> NDArray[np.int32]:
    _, ending, best = settings(fold, has_sums=False)
    holes = beyond(limits, found.game.lows, sides) if limits else None
    return keyed_table(found, sides, best, ending, holes, tick, memory)
