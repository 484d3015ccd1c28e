"""Shells: parts of a region that are compared by themselves find together what the whole finds, and no more."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from heapwise.documents.library import library
from heapwise.engine.grid import Inconsistent, Refused, check_shells, inconsistent, planned, solve
from heapwise.engine.grid.check_shells import chain, inconsistent_in
from heapwise.engine.grid.grid import SumLimits
from heapwise.engine.grid.planned import plan_for
from heapwise.engine.kernels.run import OutsideTable
from heapwise.engine.plan import NoPlan
from heapwise.engine.plan.shells import Piece, Shell, View, axes_to_cut
from heapwise.errors import HeapwiseError
from heapwise.reference.conventions import Fold, Grundy, Preference
from heapwise.rules.game import Game
from strategies_plans import game_of, plannable

FOLDS: tuple[Fold, ...] = (Grundy(), Preference((1, 0)), Preference((1, 2, 0)))
BOARDS = {
    "nim(3)": 8, "moore(3, 2)": 7, "moore(4, 2)": 4, "wythoff": 20, "welter(3)": 8, "circular(4, 2)": 4,
    "nimhoff(2, 1)": 18, "emperor(1, [2, 1])": 5, "subtraction({1, 3, 4})": 70,
    "allbut({2, 3, 7})": 70, "ryuoh(3)": 18, "restricted_ryuoh(3, 6)": 25, "slow_nim(3, 2)": 7, "greedy_nim(3)": 7,
    "end_nim(3)": 7, "restricted_ryuoh(2, 51)": 110, "hypergraph_nim(3, {{1, 2}, {3}})": 7, "silver_dollar(3)": 8,
}  # fmt: skip


@pytest.fixture(autouse=True)
def _plain_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling is for one test; the others read kernels as Python."""
    monkeypatch.setattr(planned, "is_compiled", lambda: False)


def corners(source: random.Random, sides: tuple[int, ...], axes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """A chain of corners from the least position to beyond the greatest, apart on some axes."""
    inner = source.randint(1, 3)
    places = {i: sorted(source.randint(0, sides[i]) for _ in range(inner)) for i in axes}
    between = [tuple(places[i][k] if i in axes else 0 for i in range(len(sides))) for k in range(inner)]
    return [(0,) * len(sides), *between, tuple(side if i in axes else 0 for i, side in enumerate(sides))]


def by_shells(
    game: Game, highs: tuple[int, ...], values: Any, fold: Fold, between: list[tuple[int, ...]], limits: SumLimits = ()
) -> Inconsistent:
    """What the shells find; every position belongs to one of them."""
    seen, found = np.zeros(values.shape, int), []

    def part(piece: Piece) -> Any:
        place = tuple(map(slice, piece.lows, piece.ends))
        seen[place] += piece.is_own
        return values[place]

    for shell in chain(between):
        found.append(inconsistent_in(shell, game, highs, part, fold, limits))
    assert (seen == 1).all()
    least = min((f.least for f in found if f.least is not None), key=lambda s: (sum(s), s), default=None)
    return Inconsistent(sum(f.count for f in found), least)


def spoilt(source: random.Random, values: Any, count: int) -> Any:
    """Values with some errors."""
    found = values.copy()
    for _ in range(count):
        place = tuple(source.randrange(side) for side in values.shape)
        found[place] ^= found[place] >= 0
    return found


def compare(game: Game, bound: int, fold: Fold, source: random.Random, limits: SumLimits = ()) -> set[int]:
    """Shells and the whole, with no errors and with some; the axes on which corners lay apart, and the counts."""
    found = plan_for(game, fold)
    if found is None or not axes_to_cut(found):
        raise Refused("no shells")
    grid = solve(game, tuple(bound if high is None else min(bound, high) for high in game.layout.highs), fold, limits)
    highs = tuple(low + side - 1 for low, side in zip(grid.lows, grid.values.shape, strict=True))
    right = np.where(grid.is_known, grid.values.astype(np.int32), -1)
    counts = set()
    for errors in (0, 1, 4):
        values = spoilt(source, right, errors)
        whole = inconsistent(game, highs, lambda first, stop, v=values: v[first:stop], fold, limits)
        axes = source.choice([axes_to_cut(found), (0,)])
        assert by_shells(game, highs, values, fold, corners(source, right.shape, axes), limits) == whole
        counts.add(whole.count)
    return counts


@pytest.mark.parametrize("text", BOARDS)
def test_shells_find_what_the_whole_finds(text: str) -> None:
    game, source = library().game(text), random.Random(text)
    assert isinstance(game, Game)
    for fold in FOLDS[:2]:
        counts = compare(game, BOARDS[text], fold, source)
        assert 0 in counts
        assert max(counts) > 0


RAISING = (
    "game random\n    heaps a, b\n    move a -> a - t, b -> b + t for t in 1..a\n    move b -> b - t for t in 1..b\n"
)


def test_shells_of_a_game_that_raises_a_heap_are_slabs() -> None:
    game, source = game_of(RAISING), random.Random(5)
    found = plan_for(game, Grundy())
    assert found is not None
    assert axes_to_cut(found) == (0,)
    for _ in range(4):
        assert max(compare(game, 14, Grundy(), source, (((1, 1), 14),))) > 0


def test_compiled_shells_find_what_the_whole_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one word, with several that have a line each, and with words looked through one after another."""
    monkeypatch.undo()
    monkeypatch.setattr(check_shells, "_TABLE", 1 << 9)
    for side in (20, 90, 600):
        game, source = library().game("wythoff"), random.Random(side)
        assert isinstance(game, Game)
        assert max(compare(game, side, Grundy(), source)) > 0


_SEEN: Counter[str] = Counter()


@settings(
    max_examples=200, deadline=None, phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
@given(plannable(), st.sampled_from(FOLDS), st.integers(0, 1 << 30))
def _compare_random(text: str, fold: Fold, seed: int) -> None:
    game = game_of(text)
    try:
        game.schema.check()
        counts = compare(game, 5, fold, random.Random(seed))
    except (Refused, HeapwiseError, OutsideTable, NoPlan):
        return
    found = plan_for(game, fold)
    assert found is not None
    _SEEN.update({type(part).__name__ for part in found.parts})
    _SEEN.update([*(["right"] if 0 in counts else []), *(["wrong"] if max(counts) else [])])
    _SEEN[f"{len(axes_to_cut(found))} axes"] += 1


def test_shells_of_random_games_find_what_the_whole_finds() -> None:
    _SEEN.clear()
    _compare_random()
    assert set(_SEEN) >= {"SingleOption", "Ray", "right", "wrong", "2 axes"}, _SEEN
    assert _SEEN["wrong"] > 10


class _Stop(Exception):
    """Enough was seen."""


def test_given_values_take_no_memory_of_a_table() -> None:
    """Of a region whose table would not fit, some rows are given at a time."""
    game, side, asked = library().game("nim(3)"), 1300, []
    assert isinstance(game, Game)

    def rows(first: int, stop: int) -> Any:
        asked.append(stop - first)
        if len(asked) == 2:
            raise _Stop
        return np.ones((stop - first, side, side), np.int32)

    with pytest.raises(_Stop):
        inconsistent(game, (side - 1,) * 3, rows, Preference((1, 0)))
    assert max(asked) < 10


def test_what_is_seen_is_no_more_than_moves_reach() -> None:
    """Of rows of three heaps a corner sees what lies before it on one axis; of steps, no further than they go."""
    nim, slow = (plan_for(library().game(text), Grundy()) for text in ("nim(3)", "subtraction({1, 3, 4})"))
    assert nim is not None
    assert slow is not None
    view = View(nim, (10, 10, 10), Shell((5, 5, 5), (10, 10, 10)))
    assert view.sizes == (125, 3 * 125)
    assert View(nim, (10, 10, 10), Shell((5, 0, 0), (10, 0, 0))).sizes == (500, 500)
    assert View(slow, (1000,), Shell((500,), (1000,))).sizes == (500, 4)


def test_corners_that_moves_do_not_allow_are_refused() -> None:
    game = library().game("single_delete(3)")
    assert isinstance(game, Game)
    for outer, inner in pairwise([(0, 0, 0), (3, 3, 3), (6, 6, 6)]):
        with pytest.raises(Refused):
            inconsistent_in(Shell(outer, inner), game, (6, 6, 6), lambda p: np.zeros(1), Grundy())
