"""Tables by numpy, total after total: the values that the interpreter finds, without a compiler."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter, defaultdict
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from heapwise.documents.library import library
from heapwise.engine import costs
from heapwise.engine.grid import FillWay, Refused, choice, solve, ways
from heapwise.engine.grid.by_definition import defined_grid
from heapwise.engine.grid.grid import Grid
from heapwise.engine.grid.planned import leveled_grid, sides_of, task_for
from heapwise.engine.grid.solving import closed_region, small_grid
from heapwise.engine.jit import is_compiled
from heapwise.engine.kernels.widths import Width
from heapwise.engine.levels import NotByLevels, by_levels
from heapwise.engine.memory import Memory
from heapwise.engine.plan import NoPlan, OrderKind, Plan, plan
from heapwise.errors import HeapwiseError
from heapwise.reference.conventions import Fold, Grundy, Preference, Remoteness
from heapwise.rules.game import Game
from strategies_plans import game_of, plannable

FOLDS: tuple[Fold, ...] = (
    Grundy(), Grundy(misere=True), Preference((1, 2, 0)), Remoteness(), Remoteness(misere=True),
)  # fmt: skip
BOARDS = {
    "nim(3)": 7, "moore(3, 2)": 5, "moore(4, 3)": 3, "wythoff": 20, "welter(3)": 8, "circular(4, 2)": 3,
    "nimhoff(2, 1)": 15, "delete_nim": 20, "abo_delete(3)": 7, "single_delete(3)": 7, "emperor(1, [2, 1])": 4,
    "subtraction({1, 3, 4})": 90, "allbut({2, 3, 7})": 100, "ryuoh(3)": 18, "restricted_ryuoh(3, 9)": 20,
    "rgame_example": 18, "k_wythoff(3)": 18, "exact_nim(3, 2)": 5, "silver_dollar(3)": 9, "greedy_nim(3)": 5,
    "slow_nim(3, 2)": 5, "hypergraph_nim(3, {{1, 2}, {3}})": 5, "lim": 5, "chomp(3)": 6, "mark": 60,
    "nim_with_pass(3)": 5, "end_nim(3)": 5,
}  # fmt: skip


def _game(text: str) -> Game:
    game = library().game(text)
    assert isinstance(game, Game)
    return game


def _highs(found: Plan, bound: int) -> tuple[int, ...]:
    bounds = zip(found.game.lows, found.game.highs, strict=True)
    return tuple(max(low, bound) if high is None else min(high, max(low, bound)) for low, high in bounds)


def _both(game: Game, found: Plan, bound: int, fold: Fold) -> tuple[Grid, Grid] | None:
    """The table by numpy and the one by the interpreter; None where no closed region is known."""
    region = closed_region(found, game, _highs(found, bound), ())
    if region is None:
        return None
    made = leveled_grid(found, *region, fold, lambda: None, small_grid(game, fold), Memory())
    return made, defined_grid(game, *region, fold)


def _agree(leveled: Grid, defined: Grid) -> None:
    assert np.array_equal(leveled.is_known, defined.is_known)
    assert defined.is_known.any()
    assert np.array_equal(leveled.values[leveled.is_known], defined.values[defined.is_known])


@pytest.mark.parametrize("fold", FOLDS, ids=str)
@pytest.mark.parametrize("text", BOARDS)
def test_levels_give_what_the_interpreter_gives(text: str, fold: Fold) -> None:
    game = _game(text)
    found = _both(game, plan(game), BOARDS[text], fold)
    assert found is not None
    _agree(*found)


def test_all_parts_of_plans_are_met() -> None:
    plans = [plan(_game(text)) for text in BOARDS]
    assert {found.order.way for found in plans} >= {OrderKind.LISTED, OrderKind.BY_TOTAL}
    kinds = {type(part).__name__ for found in plans for part in found.parts}
    assert kinds == {"SingleOption", "Ray", "Box", "SumSplit", "ListedOptions", "Window"}
    assert any(not getattr(part, "is_immediate", True) for found in plans for part in found.parts)


@pytest.mark.parametrize("length", [51, 70])
def test_windows_are_short_or_left_to_others(length: int) -> None:
    game = _game(f"restricted_ryuoh(2, {length})")
    assert "Window" in {type(part).__name__ for part in plan(game).parts}
    task = task_for(plan(game), (90, 2), Grundy(), ())
    if length > 64:
        with pytest.raises(NotByLevels):
            by_levels(task)
    else:
        assert np.array_equal(by_levels(task), defined_grid(game, (89, 1), (), Grundy()).values)


def test_sets_grow_until_every_value_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Values of Moore's game are larger than its heaps."""
    game = _game("moore(2, 2)")
    narrow = Width(1, np.uint8, has_nothing=False)
    monkeypatch.setattr("heapwise.engine.levels.fill.first_width", lambda _: narrow)
    values = by_levels(task_for(plan(game), (101, 101), Grundy(), ()))
    assert np.array_equal(values, np.add.outer(range(101), range(101)))


@pytest.mark.parametrize("text", ["fibonacci_nim", "turning_turtles(3)"])
def test_moves_that_do_not_lower_the_total_are_left_to_others(text: str) -> None:
    game = _game(text)
    highs = _highs(plan(game), 9)
    with pytest.raises(NotByLevels):
        by_levels(task_for(plan(game), sides_of(plan(game).game, highs), Grundy(), ()))
    asked = tuple(slice(high + 1) for high in highs)  # a kernel that looks options up may fill more than is asked
    values = solve(game, highs, Grundy()).values[asked]
    assert np.array_equal(values, defined_grid(game, highs, (), Grundy()).values)


def test_a_table_that_does_not_fit_is_left_to_others() -> None:
    for sides in ((9_000,) * 3, (300,) * 3):
        with pytest.raises(NotByLevels):
            by_levels(task_for(plan(_game("nim(3)")), sides, Grundy(), ()))


def test_an_error_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("game random\n    heaps x[2]\n    move x[i] -> x[i] - t for i in 1..2, t in 1..x[i]")
    monkeypatch.setattr("heapwise.engine.grid.planned.by_levels", lambda *_: np.zeros((13, 13), dtype=np.int32))
    with pytest.raises(AssertionError, match="disagree on a small table of random"):
        leveled_grid(plan(game), (20, 20), (), Grundy(), lambda: None, small_grid(game, Grundy()), Memory())


_SEEN: Counter[str] = Counter()


@settings(max_examples=40, deadline=None, phases=(Phase.reuse, Phase.generate), suppress_health_check=list(HealthCheck))
@given(plannable())
def _compare_random(text: str) -> None:
    game = game_of(text)
    try:
        game.schema.check()
        found = plan(game)
        for fold in FOLDS:
            grids = _both(game, found, 4, fold)
            if grids is not None:
                _agree(*grids)
                _SEEN.update({type(part).__name__ for part in found.parts})
    except (HeapwiseError, NoPlan, Refused, NotByLevels):
        return


def test_random_games() -> None:
    _SEEN.clear()
    _compare_random()
    assert set(_SEEN) >= {"SingleOption", "Ray"}, _SEEN
    assert _SEEN.total() > 15


# ------------------------------------------------------------------------------------------ which way is taken


def _chosen(text: str, high: int, fold: Fold | None = None) -> FillWay:
    game = _game(text)
    return ways(game, _highs(plan(game), high), fold or Grundy())[0].way


@pytest.mark.skipif(not is_compiled(), reason="there is no compiler to wait for")
def test_the_way_depends_on_what_has_to_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    module = "heapwise.engine.grid.choice"
    loaded = set[str]()
    for name in ("is_made", "is_kept"):
        monkeypatch.setattr(f"{module}.{name}", lambda *_: False)
    monkeypatch.setattr("heapwise.engine.jit.sys", SimpleNamespace(modules=loaded))
    monkeypatch.setattr("heapwise.engine.kept_code.has", lambda _: False)
    monkeypatch.setattr(f"{module}._SPENT", defaultdict(float))
    chosen = [_chosen("nim(3)", high) for high in (2, 40, 600)]
    assert chosen == [FillWay.INTERPRETER, FillWay.LEVELS, FillWay.KERNEL]
    assert _chosen("nim(3)", 40, Remoteness()) is FillWay.LEVELS
    loaded |= {"numba", "llvmlite"}
    assert _chosen("nim(3)", 63) is FillWay.LEVELS
    choice.spend(_game("nim(3)"), 0.5)
    assert _chosen("nim(3)", 63) is FillWay.KERNEL
    monkeypatch.setattr(f"{module}._SPENT", defaultdict(float))
    assert _chosen("nim(3)", 63) is FillWay.LEVELS
    monkeypatch.setattr(f"{module}.is_kept", lambda *_: True)
    assert _chosen("nim(3)", 63) is FillWay.KERNEL
    monkeypatch.setattr(f"{module}.is_made", lambda *_: True)
    assert _chosen("nim(3)", 20) is FillWay.KERNEL


def test_estimates_are_sorted_and_grow() -> None:
    game = _game("wythoff")
    found = [ways(game, (high, high), Grundy()) for high in (10, 100, 1000)]
    assert all(estimate.seconds <= later.seconds for some in found for estimate, later in pairwise(some))
    assert found[0][0].seconds < found[1][0].seconds < found[2][0].seconds
    assert costs.seconds_by_levels(plan(game), (50, 50), 2, 0) < costs.seconds_by_levels(plan(game), (50, 90), 2, 0)


def test_a_small_table_loads_no_compiler(tmp_path: Any) -> None:
    program = (
        "import sys, heapwise as hw\n"
        "print(hw.game('nim(3)').table(upto=31)[3, 5, 31], 'numba' in sys.modules, 'sympy' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env={"HEAPWISE_CACHE": str(tmp_path)}, capture_output=True, text=True
    )
    assert done.stdout == "25 False False\n", done.stderr
    assert not list(tmp_path.rglob("*.o"))


def test_moves_that_keep_the_total_are_not_left_to_the_interpreter():
    """Staircase Nim moves matches from step to step: no way by totals is offered, and the kernel is."""
    found = [cost.way for cost in ways(library().game("staircase_nim(3)"), (30, 30, 30), Grundy())]
    assert FillWay.KERNEL in found
    assert FillWay.LEVELS not in found
    assert found[0] is not FillWay.INTERPRETER
