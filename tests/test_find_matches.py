"""Matches with games of the library: true on larger tables, none by accident, and each said once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from heapwise.discovery.facts import Facts
from heapwise.discovery.finding import Finding
from heapwise.discovery.matches import MatchSearch, shelf
from heapwise.discovery.matches.relations import ValueRelation, relation, says_enough
from heapwise.discovery.matches.views import OtherView, seen, views
from heapwise.discovery.questions import questions_of
from heapwise.discovery.wishes import Wishes
from heapwise.documents.library import Library, library
from heapwise.engine.memory import Memory
from heapwise.questions import read_play
from heapwise.rules.game import Game

GAMES = ("nim(2)", "ryuoh(6)", "delete_nim", "abo_delete(2)", "k_wythoff(1)", "loop_end_nim(2)", "dawson_kayles", "lim")


def game(text: str) -> Game:
    found = library().game(text)
    assert isinstance(found, Game)
    return found


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def some(_: Library) -> Iterator[Game]:
        return map(game, GAMES)

    monkeypatch.setattr(shelf, "instances", some)
    monkeypatch.setattr(shelf, "cache_folder", lambda: tmp_path)


def matches(text: str, play: str = "normal", letter: str = "G") -> list[Finding]:
    facts = Facts(game(text), read_play(play), Memory(), lambda: None)
    return [
        found
        for question in questions_of(facts.play)
        if question.letter == letter
        for found in MatchSearch(facts, library(), Wishes()).answers(question)
    ]


@pytest.mark.parametrize(
    ("text", "claim", "standing"),
    [
        ("welter(2)", "G(x) = G(nim(2)(x)) - 1", "proved"),
        ("ryuoh(3)", "2 * G(a, b) = G(ryuoh(6)(2 * a, 2 * b))", "proved"),
        ("delete_nim_split", "G(a, b) = G(abo_delete(2)(a, b))", "proved"),
        ("dawson_chess", "G(n) = G(dawson_kayles(n + 1))", "guess"),
    ],
)
def test_values_of_other_games_are_recognised(text: str, claim: str, standing: str) -> None:
    assert (claim, standing) in [(found.claim, found.standing) for found in matches(text)]


def test_what_is_found_holds_on_tables() -> None:
    for play, letter in (("normal", "P"), ("normal", "G"), ("misere", "P")):
        for text in ("wythoff", "delete_nim_split", "welter(2)"):
            for found in matches(text, play, letter):
                verdict = found.check(upto=14)
                assert verdict is not None
                assert verdict.word == "holds", found.claim


def test_a_game_is_not_its_own_match_and_a_match_of_a_match_is_none() -> None:
    assert not [found for found in matches("nim(2)") if "G(nim(2)" in found.claim.split("=")[1]]
    (only,) = matches("delete_nim_split")
    assert "abo_delete" in only.claim  # and not delete_nim, which is a match of it


def test_tables_that_say_little_match_nothing() -> None:
    a, b = np.indices((32, 32), dtype=np.int32)
    assert says_enough(a ^ b, is_set=False)
    assert says_enough((a ^ b).astype(np.int8), is_set=False)  # numpy 2.5 asks that what is put into a table fits
    assert not says_enough(a % 3, is_set=False)  # one component decides
    assert not says_enough((a == b + 20).astype(np.int32), is_set=True)  # twelve positions
    assert not says_enough(np.arange(64, dtype=np.int32) % 5, is_set=False)  # a period
    assert not says_enough(np.arange(64, dtype=np.int32) // 3, is_set=False)


def test_views_look_up_what_they_say() -> None:
    table = np.arange(200, dtype=np.int32)
    for view in views():
        looked = seen(table, view, 10)
        assert looked.tolist() == [(view.scale * x + view.shift) // view.divisor if looked[x] >= 0 else -1
                                   for x in range(10)]  # fmt: skip
        assert (looked < 0).sum() == max(0, -view.shift)
    assert OtherView(2, 1, 1).text("a") == "2 * a + 1"
    assert OtherView(1, 3, 2).text("a") == "floor((a + 2) / 3)"


def test_a_position_that_the_other_game_has_not_refutes() -> None:
    ours, theirs = np.array([0, 1, 2], np.int32), np.array([-1, 1, 2], np.int32)
    assert relation(ours, theirs, is_set=False) is None
    assert not ValueRelation().holds(ours, theirs, is_set=False)
    assert relation(np.array([-1, 1, 2], np.int32), theirs + 1, is_set=False) == ValueRelation(added=-1)


def test_a_broken_cache_is_computed_again(tmp_path: Path) -> None:
    before = [found.claim for found in matches("welter(2)")]
    (kept,) = (tmp_path / "matches").iterdir()
    kept.write_bytes(kept.read_bytes()[:50])
    assert [found.claim for found in matches("welter(2)")] == before
    kept.write_bytes(b"nothing")
    assert [found.claim for found in matches("welter(2)")] == before
