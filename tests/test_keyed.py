"""The kernel that is told where sets lie: the same tables as a list of the options gives, for every plan with keys."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings

from heapwise.documents.library import library
from heapwise.engine.grid import Refused
from heapwise.engine.grid import keyed as keyed_module
from heapwise.engine.grid.grid import Grid
from heapwise.engine.grid.keyed import is_for_keys, keyed_grid
from heapwise.engine.grid.listed import Leaves, listed_grid
from heapwise.engine.grid.planned import is_at_hand
from heapwise.engine.grid.solving import closed_region, small_grid, solve
from heapwise.engine.jit import is_compiled
from heapwise.engine.kernels import load
from heapwise.engine.keyed import Unkeyed
from heapwise.engine.keyed import table as parts
from heapwise.engine.keyed.kernel import put
from heapwise.engine.memory import Memory
from heapwise.engine.plan import NoPlan, Plan, Way, plan
from heapwise.errors import HeapwiseError
from heapwise.reference.conventions import Fold, Grundy, Preference, Remoteness
from heapwise.reference.interpreter import Interpreter
from heapwise.rules.game import Game
from heapwise.terms.position import Component, Position
from strategies_plans import game_of, plannable

FOLDS: tuple[Fold, ...] = (Grundy(), Grundy(misere=True), Preference((1, 2, 0)))
BOARDS = {
    "nim(3)": 12, "moore(3, 2)": 8, "moore(4, 3)": 5, "wythoff": 30, "welter(3)": 12, "circular(4, 2)": 5,
    "nimhoff(2, 1)": 20, "delete_nim": 30, "abo_delete(3)": 9, "single_delete(3)": 9, "emperor(1, [2, 1])": 5,
    "subtraction({1, 3, 4})": 90, "allbut({2, 3, 7})": 200, "ryuoh(3)": 25, "restricted_ryuoh(3, 6)": 20,
    "rgame_example": 25, "k_wythoff(3)": 25, "exact_nim(3, 2)": 7, "silver_dollar(3)": 12,
    "greedy_nim(3)": 7, "slow_nim(3, 2)": 7, "hypergraph_nim(3, {{1, 2}, {3}})": 7, "lim": 9,
}  # fmt: skip


def _game(text: str) -> Game:
    game = library().game(text)
    assert isinstance(game, Game)
    return game


def _highs(game: Game, found: Plan, bound: int) -> tuple[int, ...]:
    bounds = zip(found.game.lows, found.game.highs, strict=True)
    return tuple(max(low, bound) if high is None else min(high, max(low, bound)) for low, high in bounds)


def _both(game: Game, found: Plan, bound: int, fold: Fold) -> tuple[Grid, Grid] | None:
    """The table by keys and the one by a list of the options, where there are both."""
    region = closed_region(found, game, _highs(game, found, bound), ())
    if region is None:
        return None
    keyed = keyed_grid(game, found, region, fold, lambda: None, small_grid(game, fold), Memory())
    return None if keyed is None else (keyed, listed_grid(game, region[0], fold, region[1]))


def _agree(keyed: Grid, listed: Grid) -> None:
    assert np.array_equal(keyed.is_known, listed.is_known)
    assert listed.is_known.any()
    assert np.array_equal(keyed.values[keyed.is_known], listed.values[listed.is_known])


@pytest.mark.parametrize("fold", FOLDS, ids=str)
@pytest.mark.parametrize("text", BOARDS)
def test_keys_give_what_the_options_give(text: str, fold: Fold, monkeypatch: pytest.MonkeyPatch) -> None:
    """Part after part, and with sets that begin too narrow."""
    monkeypatch.setattr(parts, "_PART", 50)
    game = _game(text)
    found = _both(game, plan(game), BOARDS[text], fold)
    assert found is not None
    _agree(*found)


def test_orders_and_kinds_of_sets_are_all_met() -> None:
    plans = [plan(_game(text)) for text in BOARDS]
    assert {found.order.way for found in plans} >= {Way.LISTED, Way.BY_TOTAL}
    assert {type(part).__name__ for found in plans for part in found.parts} >= {"Step", "Ray", "Box", "Split"}
    assert any(not getattr(part, "is_immediate", True) for found in plans for part in found.parts)


def test_sets_grow_until_every_value_fits() -> None:
    """Values of Moore's game are larger than its heaps: the first sets are too small."""
    game = _game("moore(2, 2)")
    found = _both(game, plan(game), 100, Grundy())
    assert found is not None
    assert found[0].values.max() == 200
    _agree(*found)


def test_what_has_no_keys_is_listed() -> None:
    game = _game("chomp(3)")
    assert (
        keyed_grid(game, plan(game), ((5, 5, 5), ()), Grundy(), lambda: None, small_grid(game, Grundy()), Memory())
        is None
    )
    assert solve(game, (5, 5, 5), Grundy()).values.max() > 0


def test_tables_between_small_and_large_are_filled_by_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    nim, asked = _game("nim(3)"), []
    module = importlib.import_module(solve.__module__)
    monkeypatch.setattr(module, "keyed_grid", lambda *given: asked.append(given) or keyed_grid(*given))
    monkeypatch.setattr(module, "is_at_hand", lambda *_: False)
    monkeypatch.setattr(keyed_module, "_SPENT", {})
    assert [is_for_keys(plan(nim), Grundy(), ((n,) * 3, ())) for n in (1, 40, 1000)] == [False, True, False]
    assert not is_for_keys(plan(nim), Remoteness(), ((40,) * 3, ()))
    values = solve(nim, (40, 40, 40), Grundy()).values
    assert len(asked) == 1
    a, b, c = np.ogrid[:41, :41, :41]
    assert np.array_equal(values, a ^ b ^ c)
    monkeypatch.setattr(keyed_module, "_SPENT", {(plan(nim), Grundy()): 0.4})
    assert not is_for_keys(plan(nim), Grundy(), ((40,) * 3, ()))
    assert solve(nim, (40, 40, 40), Grundy()).values.dtype == np.uint8
    assert len(asked) == 1


def test_a_kernel_that_was_kept_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    nim, module = _game("nim(3)"), importlib.import_module(solve.__module__)
    monkeypatch.setattr(load, "is_kept", lambda *_: True)
    assert is_at_hand(plan(nim), Grundy(), (60,) * 3, ()) == is_compiled()
    assert not is_at_hand(plan(nim), Grundy(), (9,) * 3, ())
    monkeypatch.setattr(load, "is_kept", lambda *_: False)
    assert not is_at_hand(plan(nim), Grundy(), (60,) * 3, ())
    monkeypatch.setattr(module, "is_at_hand", lambda *_: True)
    monkeypatch.setattr(module, "keyed_grid", None)
    assert solve(nim, (40, 40, 40), Grundy()).values.dtype == np.uint8


def test_too_many_sets_are_refused() -> None:
    with pytest.raises(Unkeyed):
        parts.keyed_table(plan(_game("nim(3)")), (9_000,) * 3, np.zeros(0, np.int64), 0, None, lambda: None, Memory())


_SEEN: Counter[str] = Counter()


@settings(max_examples=50, deadline=None, phases=(Phase.reuse, Phase.generate), suppress_health_check=list(HealthCheck))
@given(plannable())
def _compare_random(text: str) -> None:
    game = game_of(text)
    try:
        game.schema.check()
        found = plan(game)
        for fold in FOLDS:
            grids = _both(game, found, 5, fold)
            if grids is not None:
                _agree(*grids)
                _interpret(grids[0])
                _SEEN.update({type(part).__name__ for part in found.parts})
    except (HeapwiseError, NoPlan, Refused, Leaves):
        return


def _interpret(grid: Grid) -> None:
    interpreter = Interpreter(grid.fold)
    for index in list(np.ndindex(grid.values.shape))[:25]:
        state = tuple(i + low for i, low in zip(index, grid.lows, strict=True))
        if grid.has(state):
            assert grid.value(state) == interpreter.value(Position((Component(grid.game, state),)))


def test_random_games() -> None:
    _SEEN.clear()
    _compare_random()
    assert set(_SEEN) >= {"Step", "Ray"}, _SEEN
    assert _SEEN.total() > 15


def test_the_kernel_runs_as_python() -> None:
    """Not only what numba makes of it."""
    program = (
        "import numpy as np; from heapwise.engine.keyed import keyed_table; from heapwise.engine.plan import plan\n"
        "from heapwise.engine.memory import Memory; from heapwise.documents.library import library\n"
        "for text, sides in (('moore(3, 2)', (5, 4, 6)), ('allbut({2, 3})', (40,)), ('delete_nim', (9, 9))):\n"
        "    found = keyed_table(plan(library().game(text)), sides, np.zeros(0, int), 0, None, lambda: None)\n"
        "    print(found.reshape(-1).tolist())\n"
    )
    outputs: list[Any] = []
    for kind in ("python", ""):
        environment = {**os.environ, "HEAPWISE_KERNELS": kind}
        outputs.append(subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True))
    assert outputs[0].returncode == 0, outputs[0].stderr
    assert outputs[0].stdout == outputs[1].stdout


def test_large_values_go_into_sets_without_a_compiler() -> None:
    """NumPy shifts in the type of the entries, which has fewer bits than a word."""
    sets, plainly = np.zeros((1, 2), dtype=np.int64), getattr(put, "py_func", put)
    for place in range(2):
        plainly(place, np.array([40, 63 + 62], dtype=np.int32), sets, 0)
    assert sets.tolist() == [[1 << 40, 1 << 62]]
