"""The Python face."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import heapwise as hw
from heapwise import api

TEXT = """
game take(n in 1..3, S in sets)
    heaps x[n]
    move x[i] -> x[i] - s   for i in 1..n, s in 1..x[i]   where s in S

game shaped(L in lists)
    heaps x[L]
    move x[r, h] -> y   for r in 1..len(L), h in 1..L[r], y in 0..x[r, h]-1

game coded(c in codes)
    heap n
    move n -> n - t   for t in 1..n   where digit(c, t) > 0

game moved(G in games)
    heap n
    move n -> y   for y in options(G, n)

game many(G[m] in games)
    positions p[m] of G
    move p[i] -> q   for i in 1..m, q in options(p[i])

game two = take(2, {1, 2}) + coded(0.3)
"""


@pytest.fixture(scope="module")
def text() -> hw.Text:
    return hw.parse(TEXT)


def test_names_are_there() -> None:
    assert set(hw.__all__) <= set(dir(hw))
    for name in hw.__all__:
        assert getattr(hw, name) is not None
    with pytest.raises(AttributeError):
        _ = hw.no_such_name


def test_docstrings() -> None:
    for module in (hw, api):
        found = doctest.testmod(module)
        assert found.attempted > 0
        assert found.failed == 0


def test_questions() -> None:
    game = hw.game("nim(3)")
    assert game.name == str(game) == "nim(3)"
    assert game.options((0, 1, 2)) == [(0, 0, 2), (0, 1, 0), (0, 1, 1)]
    assert [game.grundy((a, b, 0)) for a in range(3) for b in range(3)] == [a ^ b for a in range(3) for b in range(3)]
    assert (game.outcome((1, 2, 3)), game.outcome((1, 2, 4))) == ("P", "N")
    assert (game.outcome((1, 1, 1)), game.outcome((1, 1, 1), play="misere")) == ("N", "P")
    assert game.winning_moves((1, 2, 4)) == [(1, 2, 3)]
    assert game.winning_moves((1, 2, 3)) == []
    assert game.remoteness((1, 1, 0)) == 2
    assert game.remoteness((0, 0, 0)) == 0
    assert game.is_legal((1, 2, 3))
    assert not game.is_legal((1, 2))
    assert hw.game("nim(3)") == game
    assert hw.game("nim(2)") != game
    assert len({hw.game("nim(3)"), game}) == 1


def test_outcomes_of_more_players() -> None:
    """Seats by hand: from one stone the mover moves last; from none the player before him has, two turns from now."""
    game = hw.game("nim(1)")
    assert [game.outcome(n, play="0,1,2") for n in (0, 1)] == [2, 0]
    assert game.outcome(1, play="1,2,0") == 0
    assert game.outcome(2, play="1,2,0") == 1
    assert game.winning_moves(2, play="1,2,0") == [(1,)]
    orders = game.outcome(1, play="0,1,2; 1,2,0; 2,0,1")
    assert orders == (0, 1, 2)


def test_one_heap_may_be_a_number() -> None:
    kayles = hw.game("kayles")
    assert [kayles.grundy(n) for n in range(12)] == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    assert kayles.grundy(np.int64(5)) == kayles.grundy((5,)) == kayles.grundy([5]) == 4


def test_numbers_of_numpy_are_plain_ones_at_the_entrance(text: hw.Text) -> None:
    """In 8 bits 255 + 1 is 0; and a number of numpy is no component of a position."""
    held: Any = {"x[1]": np.int64(1)}
    assert hw.game("nim(2)").table(9, fix=held).values.tolist() == [1, 0, 3, 2, 5, 4, 7, 6, 9, 8]
    for top in (np.uint8(255), np.int16(255), np.uint64(255)):
        upto: Any = {"n": top}
        assert hw.game("kayles").table(upto).values.tolist() == hw.game("kayles").table(255).values.tolist()
    bounds: Any = {"a": np.int64(300), "b": 9}
    assert hw.game("wythoff").table(bounds).shape == (301, 10)
    assert text["take"](np.int8(1), {np.int8(1), 2}) == text["take"](1, np.array([1, 2])) == text["take"](1, {1, 2})
    assert text["shaped"](np.array([2, 1])) == text["shaped"]([2, 1])


@pytest.mark.parametrize("wrong", [2.0, True, np.float64(2), np.True_, Fraction(2), [2], {}, None])
def test_what_equals_an_integer_is_no_parameter_whatever_was_asked_before(text: hw.Text, wrong: Any) -> None:
    for known in (1, 2):
        text["take"](known, {1, 2})
    for arguments in ((wrong, {1, 2}), (2, {3, wrong} if not isinstance(wrong, list | dict) else [wrong])):
        with pytest.raises(hw.HeapwiseError) as caught:
            text["take"](*arguments)
        assert caught.value.code == "E016"


def test_sums() -> None:
    kayles = hw.game("kayles")
    options = kayles.options(4)
    assert [str(option) for option in options] == [
        "kayles(0) + kayles(2)", "kayles(0) + kayles(3)", "kayles(1) + kayles(1)", "kayles(1) + kayles(2)",
    ]  # fmt: skip
    last = options[-1]
    assert [(part.game, part.position) for part in last] == [(kayles, (1,)), (kayles, (2,))]
    assert len(last) == 2
    assert kayles.grundy(last) == kayles.grundy(1) ^ kayles.grundy(2)
    both = hw.game("nim(2) + wythoff")
    assert both.grundy(((1, 2), (1, 2))) == 3
    assert [str(option) for option in both.options(((0, 0), (0, 1)))] == ["nim(2)(0, 0) + wythoff(0, 0)"]


def test_rows_and_positions_inside_positions(text: hw.Text) -> None:
    rows = text["shaped"]([2, 1])
    assert rows.options(((0, 1), (1,))) == [((0, 0), (1,)), ((0, 1), (0,))]
    assert rows.grundy(((3, 5), (6,))) == 0
    many = text["many"](["kayles", hw.game("nim(2)")])
    kayles = hw.game("kayles")
    found = many.options(((1,), (0, 1)))
    ended = hw.Sum((hw.Part(kayles, (0,)), hw.Part(kayles, (0,))))
    assert found == [(ended, (0, 1)), ((1,), (0, 0))]
    assert many.grundy(found[0]) == 1


def test_parameters(text: hw.Text) -> None:
    assert set(text) == {"take", "shaped", "coded", "moved", "many", "two"}
    take = text["take"]
    assert take(2, {1, 2}) == take(n=2, S=[1, 2]) == take(2, S=range(1, 3))
    assert take(1, {1, 2}).grundy(5) == 2
    assert text["coded"]("0.303").options(5) == [(2,), (4,)]
    assert text["moved"]("wythoff") == text["moved"](hw.game("wythoff"))
    assert text["moved"](take(1, {2})).options(5) == [(3,)]
    assert text["two"]().grundy(((1, 2), 1)) == 1 ^ 2 ^ 1
    assert repr(take) == "take(n in 1..3, S in sets)"


def test_loading(tmp_path: Path) -> None:
    (tmp_path / "a.game").write_text("game a = b + nim(1)\n")
    (tmp_path / "b.game").write_text("game b\n    heap n\n    move n -> n - 1   where n >= 1\n")
    assert hw.load(tmp_path / "a.game")["a"]().grundy((3, 1)) == 0
    assert hw.load(str(tmp_path / "b.game"))["b"]().options(3) == [(2,)]


def test_tables() -> None:
    table = hw.game("nim(3)").table(upto=7)
    assert table.values.shape == (8, 8, 8)
    assert table[3, 5, 7] == 3 ^ 5 ^ 7
    assert type(table[3, 5, 7]) is int
    assert table[3, 5].tolist() == [3 ^ 5 ^ c for c in range(8)]
    assert table.p_positions() == [(a, b, a ^ b) for a in range(8) for b in range(8)]
    section = hw.game("nim(3)").table(upto=3, fix={"x[2]": 2}, want="p")
    assert section.p_positions() == [(a, 2, a ^ 2) for a in range(4)]


def test_notebooks() -> None:
    game = hw.game("nim(2)")
    assert "move x[i] -&gt; y" in game._repr_html_()
    assert "P-positions of nim(2)" in game.table(upto=2, want="p")._repr_html_()
    assert repr(game) == "game('nim(2)')"
    assert repr(game.table(upto=2)) == "Table('nim(2)', grundy, normal, 3 x 3)"


WRONG: list[tuple[str, Any]] = [
    ("E027", lambda: hw.game("nim(3)").grundy((1, 2))),
    ("E026", lambda: hw.game("nim(3)").grundy((1, 2, -3))),
    ("E304", lambda: hw.game("nim(1)").grundy("5")),
    ("E304", lambda: hw.game("nim(1)").grundy(True)),
    ("E304", lambda: hw.game("nim(2)").grundy((1, 2.0))),
    ("E304", lambda: hw.game("nim(1)").grundy(None)),
    ("E012", lambda: hw.game("nimm(3)")),
    ("E015", lambda: hw.game("nim(1, 2)")),
    ("E016", lambda: hw.game("nim(0)")),
    ("E016", lambda: hw.parse(TEXT)["take"](4, {1})),
    ("E016", lambda: hw.parse(TEXT)["take"](2, 1)),
    ("E016", lambda: hw.parse(TEXT)["shaped"]("x")),
    ("E015", lambda: hw.parse(TEXT)["take"](2)),
    ("E015", lambda: hw.parse(TEXT)["take"](2, {1}, n=2)),
    ("E015", lambda: hw.parse(TEXT)["take"](2, m=2)),
    ("E041", lambda: hw.parse(TEXT)["coded"]("kayles")),
    ("E012", lambda: hw.parse("game g\n    heap n\n    move n -> m")),
    ("E001", lambda: hw.load("no/such/file.game")),
    ("E301", lambda: hw.game("nim(1)").outcome(1, play="sideways")),
    ("E059", lambda: hw.game("nim(1)").outcome(1, play="0,0,1")),
    ("E039", lambda: hw.game("nim(1)").remoteness(1, play="0,1,2")),
    ("E039", lambda: hw.game("nim(1)").table(upto=3, want="remoteness").p_positions()),
    ("E312", lambda: hw.game("nim(3)").table(upto=9, memory=100)),
    ("E312", lambda: hw.game("nim(3)").table(upto=10_000)),
    ("E309", lambda: hw.game("nim(1)").table(upto=3, fix={"y": 1})),
    ("E309", lambda: hw.game("nim(1)").table({1: 3})),  # type: ignore[dict-item]
    ("E310", lambda: hw.game("nim(2)").table(9, fix={"x[1]": True})),
    ("E310", lambda: hw.game("nim(2)").table(9, fix={"x[1]": 1.0})),  # type: ignore[dict-item]
    ("E310", lambda: hw.game("nim(2)").table((3, 4))),  # type: ignore[arg-type]
    ("E310", lambda: hw.game("nim(2)").explore(2.5)),  # type: ignore[arg-type]
    ("E312", lambda: hw.game("nim(3)").table({"x": np.uint8(250)}, memory=10**6)),  # type: ignore[dict-item]
    ("E319", lambda: hw.game("nim(1)").table(upto=3, want="luck")),
]


@pytest.mark.parametrize(("memory", "word"), [(10**6, "undecided"), (10**9, "holds")])
def test_claims_obey_a_limit_of_memory(memory: int, word: str) -> None:
    text = 'claims for nim(n)\ntheorem a "x": G(x) = nimsum(x)  for n = 3  upto 99'
    assert [verdict.word for verdict in hw.check(text, method="table", memory=memory)] == [word]


def test_a_notebook_shows_of_an_error_the_lines_of_its_reader() -> None:
    with pytest.raises(hw.HeapwiseError) as caught:
        hw.game("nim(2)").grundy("3,4")
    first, *others, _help = caught.value._render_traceback_()[0], *str(caught.value).splitlines()
    assert first.startswith("line ")
    assert first.endswith(': hw.game("nim(2)").grundy("3,4")')
    assert others == ["error[E304]: a position is made of integers, and this is `'3,4'`"]
    assert caught.value._render_traceback_()[1:] == [str(caught.value)]


@pytest.mark.parametrize(("code", "ask"), WRONG)
def test_wrong_input_is_an_error_with_words(code: str, ask: Any) -> None:
    with pytest.raises(hw.HeapwiseError) as caught:
        ask()
    assert caught.value.code == code
    assert str(caught.value).startswith(f"error[{code}]: ")
    assert f"]: {code}" not in str(caught.value)


def test_an_unknown_name_in_a_text_is_no_game(text: hw.Text) -> None:
    with pytest.raises(KeyError):
        text["nim"]


# ---------------------------------------------------------------------------------- notebooks and messages


def test_numpy_takes_a_table_for_its_values() -> None:
    table = hw.game("nim(2)").table(upto=3)
    assert np.asarray(table).tolist() == table.values.tolist()
    assert np.asarray(table, dtype=float).dtype == float
    assert np.max(table) == 3


def test_pandas_has_the_legal_positions() -> None:
    pytest.importorskip("pandas")
    series = hw.game("welter(2)").table(upto=3).to_pandas()
    assert series[(1, 3)] == hw.game("welter(2)").grundy((1, 3))
    assert len(series) == 12


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: hw.load("game a\n    heap n\n    move n -> n - 1"), "hw.parse(text)"),
        (lambda: hw.game("mine(2)"), 'hw.load("mine.game")["mine"]'),
        (lambda: hw.check("mooore"), "perhaps `moore`"),
        (lambda: hw.check("games/ryuoh.claims"), "write `ryuoh`"),
    ],
)
def test_messages_say_what_to_call(call: Callable[[], object], said: str) -> None:
    with pytest.raises(hw.HeapwiseError) as caught:
        call()
    assert said in str(caught.value)


def test_claims_verdicts_and_reports_are_short_in_python_and_html_in_notebooks() -> None:
    text = hw.parse("claims for nim(n) theorem a: P(x) iff nimsum(x) = 0 check n in 1..2, upto 2")
    report = hw.check(text)
    assert repr(text.claims) == "[<theorem a of nim(n in 1..): P(x) iff nimsum(x) = 0>]"
    assert repr(report[:1]) == "<1 proved>"
    assert repr(report[1]) == "<proved: theorem a of nim, n = 2>"
    assert "<pre>" in text.claims._repr_html_()
    assert "proved" in report[:1]._repr_html_()


def test_the_library_is_checked_by_name() -> None:
    assert {verdict.game for verdict in hw.check("mark", claim="small_values")} == {"mark"}
