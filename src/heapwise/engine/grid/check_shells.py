"""Given values of a shell of a region, compared with what follows from those of the options.

The sets at the entry of a shell follow from the values that its positions see outside, and these are given, too. So
nobody has to know what was found elsewhere: shells may be looked at in any order, by anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.grid.check_values import (
    GivenRows,
    Inconsistent,
    back_of,
    compared,
    followed_plan,
    refusals,
    right_and_wrong,
    task_of,
    words_for,
)
from heapwise.engine.grid.grid import Grid, Refused, SumLimits
from heapwise.engine.grid.planned import sides_of
from heapwise.engine.grid.solving import small_grid
from heapwise.engine.kernels.shell_walk import numbers_of
from heapwise.engine.plan import Displacement, Plan
from heapwise.engine.plan.shells import Piece, Shell, View, axes_to_cut
from heapwise.engine.slices import Tick
from heapwise.reference.conventions import Fold
from heapwise.rules.game import Game

Given = Callable[[Piece], NDArray[Any]]

_TABLE = 1 << 18  # entries that are given at a time, and stay near the processor


def inconsistent_in(
    shell: Shell, game: Game, highs: tuple[int, ...], given: Given, fold: Fold, limits: SumLimits = (),
    tick: Tick = lambda: None,
) -> Inconsistent:  # fmt: skip
    """Compare given values of a shell with what follows from them; see `inconsistent`.

    `given(piece)` gives the values in a box, with an axis for every component, negative where a position does not
    belong to the region. Every position of the shell, and every one that it sees, comes once; all of them again if
    values are large. Raises `Refused` also where the game has no shells.
    """
    found = followed_plan(game, highs, fold, limits)
    view = View(found, sides_of(found.game, highs), shell)
    if not set(_cut_axes(view)) <= set(axes_to_cut(found)):
        raise Refused("the positions of such a part see too much outside of it")
    with refusals():
        small = small_grid(game, fold)
        return _compared(view, given, fold, tick, lambda words: _try_once(found, fold, words, small))


def _cut_axes(view: View) -> Iterator[int]:
    corners = zip(view.shell.outer, view.shell.inner, view.sides, strict=True)
    return (i for i, (low, end, side) in enumerate(corners) if low or 0 < end < side)


def _compared(
    view: View, given: Given, fold: Fold, tick: Tick, before: Callable[[int], None] = lambda _: None, words: int = 0
) -> Inconsistent:
    """The rows of the shell. The last ones are likely to have the largest values."""
    task = task_of(view.plan, view.sides, fold)
    task = replace(task, shape=replace(task.shape, is_shell=True))
    words = words or words_for(_top_of_the_last(view, given))
    return compared(task, lambda: _tables(view, given), tick, words, before, numbers_of(view))


def _top_of_the_last(view: View, given: Given) -> int:
    """The largest value in the last rows of the shell, which do not count as given."""
    own = (piece for piece in view.pieces(0, view.sides[0]) if piece.is_own)
    last = (Piece((piece.ends[0] - 1, *piece.lows[1:]), piece.ends, is_own=False) for piece in own)
    return max((int(given(piece).max(initial=0)) for piece in last), default=0)


def _tables(view: View, given: Given) -> Iterator[GivenRows]:
    """Tables of some rows each, with the rows before that are looked into."""
    row, back = view.sides[1:], max(map(back_of, view.plan.parts), default=0)
    end = max((piece.ends[0] for piece in view.pieces(0, view.sides[0]) if piece.is_own), default=0)
    step, table = max(1, _TABLE // max(1, prod(row))), np.zeros((0, *row), np.int32)
    for first in range(view.begins[0], end, step):
        stop, kept = min(end, first + step), table[len(table) - min(back, len(table)) :]
        table = np.full((len(kept) + stop - first, *row), -1, np.int32)
        table[: len(kept)] = kept
        at = first - len(kept)
        for piece in view.pieces(first, stop):
            lows, ends = (piece.lows[0] - at, *piece.lows[1:]), (piece.ends[0] - at, *piece.ends[1:])
            table[tuple(map(slice, lows, ends))] = given(piece)
        yield GivenRows(table, at, first, stop)


def chain(corners: Sequence[Displacement]) -> list[Shell]:
    """The shells between one corner and the next."""
    return [Shell(outer, inner) for outer, inner in pairwise(corners)]


_TRIED: set[tuple[Plan, Fold, int]] = set()


def _try_once(found: Plan, fold: Fold, words: int, small: Grid) -> None:
    """Before the kernel is trusted: of a small table that is right, two shells find nothing, else the error."""
    if (found, fold, words) in _TRIED:
        return
    sides, cut = small.values.shape, axes_to_cut(found)
    half = tuple(side // 2 if i in cut else 0 for i, side in enumerate(sides))
    shells = chain([(0,) * len(sides), half, tuple(side if i in cut else 0 for i, side in enumerate(sides))])
    views = [View(found, sides, shell) for shell in shells]
    for values, is_right in zip(right_and_wrong(small), (True, False), strict=True):
        count = sum(_compared(v, partial(_part, values), fold, lambda: None, words=words).count for v in views)
        if (count == 0) != is_right:
            raise AssertionError(f"the comparison of given values fails on a small table of {small.game.text}")
    _TRIED.add((found, fold, words))


def _part(values: NDArray[Any], piece: Piece) -> NDArray[Any]:
    part: NDArray[Any] = values[tuple(map(slice, piece.lows, piece.ends))]
    return part
