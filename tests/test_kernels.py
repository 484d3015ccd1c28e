"""Generated kernels: the same values as the interpreter and the list of options, however wide the sets are."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from heapwise.engine.grid import Grid, Refused, solve
from heapwise.engine.grid.planned import task_for
from heapwise.engine.kernels.run import Width, filled
from heapwise.engine.plan import NoPlan, Plan, plan
from heapwise.errors import HeapwiseError
from heapwise.rules.conventions import Fold, Grundy, Preference
from heapwise.rules.game import Game
from heapwise.rules.interpreter import Interpreter
from heapwise.rules.library import library
from heapwise.rules.position import Component, Position
from strategies_plans import game_of, plannable

FOLDS: tuple[Fold, ...] = (Grundy(), Grundy(misere=True), Preference((1, 2, 0)), Preference((1, 0)))
WORDS = (1, 2, 16)  # one word, several words with a line each, words looked through one after another

BOARDS = {
    "nim(3)": 5, "moore(3, 2)": 4, "wythoff": 9, "welter(3)": 6, "circular(4, 2)": 3, "nimhoff(2, 1)": 8,
    "delete_nim": 9, "delete_nim_split": 9, "abo_delete(3)": 6, "single_delete(3)": 7, "emperor(1, [2, 1])": 3,
    "subtraction({1, 3, 4})": 30, "allbut({2, 3, 7})": 30, "ryuoh(3)": 9, "restricted_ryuoh(3, 6)": 9,
    "rgame_example": 9, "turtles_board(2, 2)": 1, "nim_with_pass(2)": 5, "k_wythoff(3)": 9, "chomp(3)": 5,
    "exact_nim(3, 2)": 4, "silver_dollar(3)": 7, "end_nim(3)": 4, "greedy_nim(3)": 4, "slow_nim(3, 2)": 4,
    "hypergraph_nim(3, {{1, 2}, {3}})": 4, "mark": 40, "moore(4, 3)": 2, "emperor(1, [2, 2])": 2,
    "restricted_ryuoh(2, 51)": 54, "lim": 3, "staircase_nim(3)": 3,
}  # fmt: skip


def _found(game: Game) -> Plan | None:
    try:
        return plan(game)
    except NoPlan:
        return None


def _highs(game: Game, bound: int) -> tuple[int, ...]:
    return tuple(bound if high is None else high for high in game.layout.highs)


def _by_plan(found: Plan, grid: Grid, words: int, *, is_compiled: bool = False) -> np.ndarray[Any, Any]:
    """The values by the plan's kernel where the grid has some; elsewhere those of the grid."""
    holes = ~grid.is_known
    task = task_for(found, grid.values.shape, grid.fold, (), has_holes=bool(holes.any()))
    task = type(task)(task.plan, task.sides, task.shape, task.best, holes if holes.any() else None, is_compiled)
    values, _ = filled(task, width=Width(words, np.uint8, has_nothing=True))
    return np.where(holes, grid.values, values)


def _check(grid: Grid) -> int:
    """The grid against the interpreter; how many positions were compared."""
    interpreter, count = Interpreter(grid.fold), 0
    for index in np.ndindex(grid.values.shape):
        state = tuple(i + low for i, low in zip(index, grid.lows, strict=True))
        if grid.has(state):
            assert grid.value(state) == interpreter.value(Position((Component(grid.game, state),))), state
            count += 1
    return count


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("fold", FOLDS, ids=str)
def test_kernels_agree_with_the_list_of_options(text: str, fold: Fold) -> None:
    game = library().game(text)
    assert isinstance(game, Game)
    grid = solve(game, _highs(game, BOARDS[text]), fold)
    for words in WORDS:
        assert np.array_equal(_by_plan(plan(game), grid, words), grid.values), words


_SEEN: Counter[str] = Counter()


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(plannable())
def test_kernels_of_random_games_agree_with_the_interpreter(text: str) -> None:
    game = game_of(text)
    try:
        game.schema.check()
    except HeapwiseError:
        return
    found = _found(game)
    if found is None:
        return
    for fold in (Grundy(), Preference((1, 2, 0))):
        try:
            grid = solve(game, _highs(game, 4), fold)
        except (Refused, HeapwiseError):
            return
        assert _check(grid) > 0
        for words in WORDS:
            assert np.array_equal(_by_plan(found, grid, words), grid.values), (fold, words)
    _SEEN.update({type(part).__name__ for part in found.parts})


def test_random_games_have_all_kinds_of_parts() -> None:
    """The comparison above would be empty if nothing were recognised."""
    _SEEN.clear()
    test_kernels_of_random_games_agree_with_the_interpreter()
    assert set(_SEEN) >= {"Step", "Ray", "Box", "Split", "Listed"}, _SEEN
    assert _SEEN["Ray"] > 20
