"""Tables by the kernel against the interpreter: the same values on every board, under every convention."""

import importlib
import re

import numpy as np
import pytest

from heapwise.documents.library import Document, library
from heapwise.engine.grid import FillWay, Refused, WayCost, planned, solve
from heapwise.engine.grid.choice import looked_up
from heapwise.engine.grid.spots import check_spots
from heapwise.engine.memory import Memory
from heapwise.engine.plan import listed_plan, plan
from heapwise.errors import HeapwiseError
from heapwise.reference.conventions import Grundy, Preference, Remoteness
from heapwise.reference.interpreter import Interpreter
from heapwise.source import Source
from heapwise.terms.position import Component, Position
from strategies_plans import game_of

solve_module = importlib.import_module("heapwise.engine.grid.solving")  # the package has a function of this name

FOLDS = (
    Grundy(), Grundy(misere=True), Preference((0, 1)), Preference((1, 2, 0)), Remoteness(), Remoteness(misere=True),
)  # fmt: skip

BOARDS = {
    "nim(3)": 5,
    "moore(3, 2)": 4,
    "wythoff": 9,
    "welter(3)": 6,
    "circular(4, 2)": 3,
    "nimhoff(2, 1)": 8,
    "delete_nim": 9,
    "delete_nim_split": 9,
    "abo_delete(3)": 6,
    "single_delete(3)": 7,
    "emperor(1, [2, 1])": 3,
    "subtraction({1, 3, 4})": 30,
    "allbut({2, 3, 7})": 30,
    "ryuoh(3)": 9,
    "restricted_ryuoh(3, 9)": 13,
    "rgame_example": 9,
    "fibonacci_nim": 12,
    "turtles_board(2, 2)": 1,
    "nim_with_pass(2)": 5,
}


def _values(game, highs, fold):
    grid = solve(game, highs, fold)
    for index in np.ndindex(*(h - low + 1 for h, low in zip(highs, grid.lows, strict=True))):
        state = tuple(i + low for i, low in zip(index, grid.lows, strict=True))
        if grid.is_known[index]:
            yield state, grid.value(state)


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("fold", FOLDS, ids=str)
def test_tables_agree_with_the_interpreter(text, fold):
    game = library().game(text)
    highs = tuple(BOARDS[text] if high is None else high for high in game.layout.highs)
    interpreter, seen = Interpreter(fold), 0
    for state, value in _values(game, highs, fold):
        assert value == interpreter.value(Position((Component(game, state),))), state
        seen += 1
    legal = sum(game.is_legal(state) for state in np.ndindex(*(h + 1 for h in highs)))
    assert seen == legal > 0


def test_heaps_that_grow_are_tabled_on_a_larger_region():
    game = library().game("lim")
    grid = solve(game, (6, 6, 6), Grundy())
    assert all(grid.has(state) for state in np.ndindex(7, 7, 7))
    for state in np.ndindex(7, 7, 7):
        majority = (sum(state) - (state[0] ^ state[1] ^ state[2])) // 2
        assert grid.value(state) == majority


def test_splitting_games_add_in_normal_play_and_are_interpreted_elsewhere():
    game = library().game("kayles")
    grid = solve(game, (80,), Grundy())
    interpreter = Interpreter(Grundy())
    assert [grid.value((n,)) for n in range(81)] == [interpreter.value(game.position_of((n,))) for n in range(81)]
    interpreter = Interpreter(Grundy(misere=True))
    misere = solve(game, (20,), Grundy(misere=True))
    assert [misere.value((n,)) for n in range(21)] == [interpreter.value(game.position_of((n,))) for n in range(21)]


def test_a_part_that_is_no_position_is_left_to_the_interpreter():
    """No larger region helps: the part lies below every box."""
    text = "game f\n    heaps n, m in 1..\n    move (n, m) -> f(p, m) + f(q, m)   for (p, q) in splits(n - 1, 2, 0)"
    schema = Document(Source("test", text), library()).find("f")
    with pytest.raises(Refused, match="of which no value is seen"):
        solve(schema.bind(()), (9, 9), Grundy())


@pytest.mark.parametrize("fold", [Grundy(), Remoteness(), Preference((1, 0))], ids=str)
@pytest.mark.parametrize(
    "text", ["nim(3)", "moore(3, 2)", "delete_nim", "kayles", "chomp(3)", "circular(5, 2)", "single_delete(3)"]
)
def test_what_does_not_fit_into_memory_is_refused_with_what_would(text, fold):
    """Whatever kernel is asked, and whether or not the table alone would fit."""
    game = library().game(text)
    highs = {1: (60_000_000,), 2: (9000, 9000), 3: (400,) * 3, 5: (32,) * 5}[game.layout.size]
    if text == "kayles" and not fold.adds:
        return
    with pytest.raises(HeapwiseError, match="E336") as refused:
        solve(game, highs, fold, memory=Memory(20e6))
    fits = int(re.search(r"heaps of at most (\d+) would fit", str(refused.value))[1])
    assert highs[0] // 20 < fits < highs[0]


def test_sets_are_asked_for_besides_the_table(monkeypatch):
    """A table of bytes that fits by itself, and the sets of its boxes do not fit with it."""
    game, memory = library().game("circular(4, 2)"), Memory(10**4 + 1)
    kernel = [WayCost(FillWay.KERNEL, 0, 0)]
    monkeypatch.setattr(solve_module, "ways", lambda *_: kernel)
    monkeypatch.setattr(planned, "is_compiled", lambda: False)
    with pytest.raises(HeapwiseError, match="E336") as refused:
        solve(game, (9,) * 4, Grundy(), memory=memory)
    fits = int(re.search(r"heaps of at most (\d+) would fit", str(refused.value))[1])
    assert solve(game, (fits,) * 4, Grundy(), memory=memory).values.size == (fits + 1) ** 4
    with pytest.raises(HeapwiseError, match="E336"):
        solve(game, (fits + 1,) * 4, Grundy(), memory=memory)


def test_values_grow_beyond_the_first_width():
    grid = solve(library().game("nim(1)"), (5000,), Grundy())
    assert [grid.value((n,)) for n in (0, 1023, 1024, 5000)] == [0, 1023, 1024, 5000]


def test_a_table_too_large_is_refused_before_it_is_made():
    with pytest.raises(HeapwiseError, match="E336"):
        solve(library().game("nim(6)"), (1000,) * 6, Grundy())


def test_the_estimate_counts_amounts_that_lead_nowhere():
    """Two heaps are lowered by less than three together, and the first amount runs through all of its heap."""
    ryuoh, nim = (listed_plan(plan(library().game(text)).game) for text in ("restricted_ryuoh(3, 12)", "nim(3)"))
    assert looked_up(ryuoh, (1024,) * 2) > 100 > looked_up(nim, (61,) * 3)


def test_work_can_be_stopped():
    def stop():
        raise TimeoutError

    with pytest.raises(TimeoutError):
        solve(library().game("nim(3)"), (40, 40, 40), Grundy(), tick=stop)


@pytest.mark.parametrize("text", ["nim(3)", "circular(4, 2)", "welter(3)", "hypergraph_nim(3, {{1, 2}, {3}})"])
@pytest.mark.parametrize("fold", FOLDS, ids=str)
def test_boxes_with_sides_that_differ(text, fold):
    game = library().game(text)
    highs = (3, 2, 3, 1)[: game.layout.size]
    interpreter = Interpreter(fold)
    values = list(_values(game, highs, fold))
    assert all(value == interpreter.value(Position((Component(game, state),))) for state, value in values)
    assert len(values) > 10


def test_values_beside_numbers_far_out_are_looked_at() -> None:
    """From 40 on a heap loses 1 to 3, else anything."""
    rules = "game random\n    heap n\n    move n -> n - t for t in 1..n where t <= 3 or n < 40"
    game = game_of(rules)
    grid = solve(game, (100,), Grundy())
    check_spots(game, (100,), Grundy(), grid.known)
    for far in (38, 39, 40):
        wrong = {(far,): int(grid.known((far,))) + 1}
        with pytest.raises(AssertionError, match="not what the definition says"):
            check_spots(game, (100,), Grundy(), lambda state: wrong.get(state, grid.known(state)))  # noqa: B023
