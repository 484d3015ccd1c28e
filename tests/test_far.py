"""Single positions far out: parts of games, and values beside the interpreter's and known formulas."""

from __future__ import annotations

import doctest
import json
from itertools import product
from typing import Any

import pytest
from click.testing import CliRunner

from heapwise.documents.library import Document, library
from heapwise.engine.far import FarValues, independent_parts, options_far_out, parts_of, values
from heapwise.engine.memory import Memory, largest_side, size_text
from heapwise.errors import HeapwiseError
from heapwise.questions import Answers, answers, position_from
from heapwise.reference.conventions import MISERE, NORMAL, Fold, Grundy, Play, Remoteness, preference
from heapwise.reference.interpreter import Interpreter
from heapwise.rules.game import Game
from heapwise.source import Source
from heapwise.terms.position import Position


def a_game(body: str) -> Game:
    document = Document(Source("<test>", f"game g\n    {body}"), library())
    game = document.schemas["g"].bind(())
    assert isinstance(game, Game)
    return game


def a_library_game(text: str) -> Game:
    game = library().game(text)
    assert isinstance(game, Game)
    return game


def at(game: Game, *values: Any) -> Position:
    return position_from(game, values)


# --------------------------------------------------------------------------------------------------- parts


@pytest.mark.parametrize(
    ("game", "wanted"),
    [
        ("nim(3)", [(0,), (1,), (2,)]), ("nim(1)", [(0,)]), ("wythoff", [(0, 1)]), ("moore(3, 2)", [(0, 1, 2)]),
        ("welter(2)", [(0, 1)]), ("staircase_nim(3)", [(0, 1, 2)]), ("delete_nim", [(0, 1)]), ("kayles", [(0,)]),
        ("nim_with_pass(2)", [(0, 1, 2)]),
    ],
)  # fmt: skip
def test_parts_of_the_library(game: str, wanted: list[tuple[int, ...]]) -> None:
    assert [part.components for part in parts_of(a_library_game(game))] == wanted


MIXED = a_game(
    "heaps a, b, c\n    heap n\n    move a -> a - t, b -> b - t for t in 1..min(a, b)\n    move a -> a - 1\n"
    "    move n -> n - t for t in {1, 3, 4}\n    move c -> c - t for t in 1..c where t != 2"
)


def test_parts_of_mixed_rules() -> None:
    found = parts_of(MIXED)
    assert [part.components for part in found] == [(0, 1), (2,), (3,)]
    assert [part.rule is not None for part in found] == [False, True, True]


@pytest.mark.parametrize(
    "body",
    [
        "heaps a, b\n    move a -> a - 1\n    move b -> b - 1 where a >= 2",  # a guard reads the other heap
        "heaps a, b\n    legal a != b\n    move a -> a - 1\n    move b -> b - 1",  # a condition on both
        "heaps a, b\n    ends when a = 0\n    move a -> a - 1\n    move b -> b - 1",  # one heap ends play in the other
        "heaps a, b\n    move a -> t for t in 0..a-1 where t <= b\n    move b -> b - 1",  # a bound reads the other heap
        "heaps a, b\n    move a -> b where b < a\n    move b -> b - 1",  # an update does
    ],
)
def test_what_joins_components(body: str) -> None:
    game = a_game(body)
    assert [part.components for part in parts_of(game)] == [(0, 1)]
    assert_as_the_interpreter(game, 5)


def test_parts_that_are_alone() -> None:
    """The same rules without what joins them."""
    assert len(parts_of(a_game("heaps a, b\n    move a -> a - 1\n    move b -> b - 1"))) == 2


def test_parts_whose_lowest_position_has_a_value() -> None:
    """What is worth something with all components low is not counted once for every part."""
    game = a_game(
        "heaps a, b in 1..\n    heap c\n    move a -> a - t for t in 1..a where a - t >= 1\n"
        "    move b -> b + 0 - t for t in {1, 2}\n    move c -> c - t for t in 1..2 where c >= 2"
    )
    assert len(parts_of(game)) == 3
    assert_as_the_interpreter(game, 5)


# -------------------------------------------------------------------------------------------------- values


def assert_as_the_interpreter(game: Game, upto: int, fold: Fold | None = None) -> None:
    wanted = Interpreter(fold or Grundy())
    far = FarValues(fold or Grundy())
    looked = 0
    for state in product(*(range(low, upto + 1) for low in game.layout.lows)):
        if game.is_legal(state):
            looked += 1
            assert far.value(at(game, *state)) == wanted.value(at(game, *state)), state
    assert looked > upto


@pytest.mark.parametrize(
    ("game", "upto"),
    [
        ("nim(2)", 9), ("wythoff", 9), ("moore(3, 2)", 4), ("kayles", 30), ("lim", 5), ("welter(2)", 9), ("euclid", 9),
        ("delete_nim_split", 7), ("single_delete(3)", 5), ("staircase_nim(3)", 3), ("subtraction({1, 3, 4})", 20),
    ],
)  # fmt: skip
@pytest.mark.parametrize("impatient", [False, True])
def test_values_are_the_interpreters(game: str, upto: int, impatient: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if impatient:  # tables take the place of searches at once
        monkeypatch.setattr(values, "_PATIENCE", -1.0)
    assert_as_the_interpreter(a_library_game(game), upto)


@pytest.mark.parametrize(
    "fold",
    [Grundy(True), NORMAL.outcome, MISERE.outcome, preference((1, 2, 0)).outcome, preference(tuple(range(14))).outcome,
     Remoteness()],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("game", ["nim(2)", "wythoff", "subtraction({1, 3, 4})"])
def test_values_under_other_conventions(game: str, fold: Fold, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "_PATIENCE", -1.0)
    assert_as_the_interpreter(a_library_game(game), 7, fold)


def test_mixed_rules_beside_the_interpreter() -> None:
    assert_as_the_interpreter(MIXED, 4)


def test_nim_far_out() -> None:
    far = FarValues(Grundy())
    game = a_library_game("nim(4)")
    assert far.value(at(game, 10**12, 10**9 + 7, 99_999, 5)) == 10**12 ^ (10**9 + 7) ^ 99_999 ^ 5


def test_octal_games_go_on_by_their_period() -> None:
    far = FarValues(Grundy())
    kayles = a_library_game("kayles")
    assert (
        far.value(at(kayles, 71 + 12 * 10**15))
        == far.value(at(kayles, 71 + 12))
        == Interpreter(Grundy()).value(at(kayles, 71))
    )
    assert any("Guy and Smith" in way for way in far.ways)


def test_wythoff_far_out() -> None:
    """The 300th pair of Wythoff: floor(300 * phi) = 485."""
    far = FarValues(Grundy())
    game = a_library_game("wythoff")
    assert far.value(at(game, 485, 785)) == 0
    assert far.value(at(game, 785, 485)) == 0
    assert far.value(at(game, 484, 785)) != 0
    assert far.ways


def test_questions_one_after_another_need_few_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    solve = values.solve
    monkeypatch.setattr(values, "_PATIENCE", -1.0)
    monkeypatch.setattr(values, "solve", lambda *a, **k: made.append(a[1]) or solve(*a, **k))
    far = FarValues(Grundy())
    game = a_library_game("wythoff")
    for n in range(1, 120):
        far.value(at(game, n, n))
    assert 1 < len(made) < 15


def test_sums_add_where_that_is_a_theorem() -> None:
    nim, wythoff = a_library_game("nim(2)"), a_library_game("wythoff")
    position = at(nim, 3, 5) + at(wythoff, 2, 4)
    assert FarValues(Grundy()).value(position) == Interpreter(Grundy(), as_product=True).value(position)
    assert FarValues(MISERE.outcome).value(position) == Interpreter(MISERE.outcome).value(position)


def test_what_would_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "_LONG_PATIENCE", 0.05)
    far = FarValues(Grundy(), memory=Memory(1e6))
    with pytest.raises(HeapwiseError) as refused:
        far.value(at(a_library_game("wythoff"), 10_000, 20_000))
    assert refused.value.code == "E336"
    assert "200,030,001 positions" in str(refused.value)


def test_a_search_that_looks_at_little_needs_no_table() -> None:
    """Of Euclid's game at neighbouring Fibonacci numbers few positions can be reached; a table would have 10^10."""
    far, game = FarValues(Grundy(), memory=Memory(1e6)), a_library_game("euclid")
    fibonacci = [75_025, 121_393, 196_418]
    assert far.value(at(game, *fibonacci[:2])) == Interpreter(Grundy()).value(at(game, *fibonacci[:2]))
    assert far.value(at(game, *fibonacci[1:])) == Interpreter(Grundy()).value(at(game, *fibonacci[1:]))
    assert far.ways == {}


# ------------------------------------------------------------------------------------------------- options


def test_options_from_ground_moves() -> None:
    for game, state in (("nim(3)", (4, 5, 6)), ("lim", (3, 4, 5)), ("kayles", (9,)), ("welter(3)", (1, 4, 6))):
        position = at(a_library_game(game), *state)
        (component,) = position
        assert options_far_out(position) == component.game.options(component.state) != set()


def test_too_many_options_are_not_listed() -> None:
    assert options_far_out(at(a_library_game("nim(1)"), 10**9)) is None
    assert options_far_out(at(a_library_game("nim(1)"), 10**30)) is None  # more than fit into a machine word
    answer = Answers().about(library().game("nim(1)"), at(a_library_game("nim(1)"), 10**9))
    assert (answer.value, answer.outcome, answer.is_listed, answer.options) == (10**9, "N", False, ())


# ------------------------------------------------------------------------------------------------- answers


@pytest.mark.parametrize("play", [NORMAL, MISERE, preference((1, 2, 0))], ids=str)
def test_answers_near_and_far_are_the_same(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    game = a_library_game("wythoff")
    near = Answers(play).about(game, at(game, 9, 12))
    monkeypatch.setattr(answers, "_NEAR", 0)
    far = Answers(play).about(game, at(game, 9, 12))
    assert (far.value, far.outcome, far.options) == (near.value, near.outcome, near.options)
    assert far.winning == near.winning
    assert len(near.options) == 30


def test_what_is_near_has_few_options_in_all() -> None:
    """Where a move changes several heaps, there are many more of them than stones."""
    nim, emperor = a_library_game("nim(4)"), a_library_game("emperor(1, [2, 2])")
    assert answers.is_near(at(nim, 5, 6, 7, 8))
    assert not answers.is_near(at(emperor, 5, 6, 7, 8))
    assert answers.is_near(at(emperor, 1, 1, 2, 2))


def run(*arguments: str) -> tuple[int, str]:
    from heapwise.app.registry import cli

    result = CliRunner().invoke(cli, ["value", *arguments])
    return result.exit_code, result.output


def test_the_command_lists_some() -> None:
    code, text = run("nim(2)", "6000,5999")
    assert code == 0
    assert "Winning moves  5999,5999\n" in text
    assert "the 11,999 options" in text
    assert "nim-sum of 2 parts" in text
    data = json.loads(run("nim(2)", "6000,5999", "--json")[1])
    assert (data["grundy"], data["options_total"], data["winning_total"]) == (6000 ^ 5999, 11_999, 1)
    assert len(data["options"]) == 10_000
    assert "options_total" not in json.loads(run("nim(2)", "60,59", "--json")[1])


# -------------------------------------------------------------------------------------------------- memory


def test_memory_says_what_fits() -> None:
    memory = Memory(8_000)
    memory.ask_for_box((20, 20, 20), 1)
    with pytest.raises(HeapwiseError) as refused:
        memory.ask_for_box((21, 20, 20), 1)
    assert refused.value.diagnostics[0].values["fits"] == 19
    assert [largest_side(d, 1_000) for d in (1, 2, 3, 4)] == [1_000, 31, 10, 5]
    assert size_text(1536) == "1.5 KB"


@pytest.mark.parametrize("module", [independent_parts])
def test_examples_in_docstrings(module: Any) -> None:
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
