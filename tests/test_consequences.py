"""Claims that no form fits, decided through automata that are learned for them and proved first."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import heapwise as hw
from heapwise.app.registry import cli
from heapwise.claims.position_values import Values
from heapwise.proof.learned.search import box
from heapwise.reference.conventions import MISERE, NORMAL, Play
from heapwise.rules.game import Game

RYUOH = [
    ("P(a + 3, b + 3) iff P(a, b)", "proved"),
    ("count(P(a, y) for y in a-2..a+2 where y >= 0) = 1", "proved"),
    ("unique(P(a, y) for y in 0..2*a+2)", "proved"),
    ("count(P(a, y) for y in 0..a) <= 1", "proved"),
    ("any(P(a, y) for y in a..a+2) or any(P(a, y) for y in a-2..a where y >= 0)", "proved"),
    ("all(N(a, y) for y in a+3..2*a+9)", "proved"),
    ("a < b implies (P(a, b) implies N(a, b + 1))", "proved"),
    ("P(a, b) implies abs(a - b) <= 2", "proved"),
    ("G(a + 3, b) != G(a, b)", "proved"),
    ("P(a, b) iff G(a, b) = 0", "proved"),
    ("G(a, b) <= a + b", "proved"),
    ("P(a + 2, b + 2) iff P(a, b)", "refuted"),
    ("unique(P(a, y) for y in 0..a)", "refuted"),
    ("P(a, b) implies a = b", "refuted"),
    ("count(P(a, y) for y in 0..a) = 2", "refuted"),
    ("P(a, b) iff N(a - 1, b)", "error"),
    ("all(P(a, y) or true for y in a-2..a)", "error"),
]


def verdict(game: str, statement: str, where: str = "", method: str = "proof") -> hw.Verdict:
    (found,) = hw.check(f"claims for {game}\nconjecture c: {statement}   {where} upto 9", method=method)
    return found


@pytest.mark.parametrize(("statement", "word"), RYUOH)
def test_statements_about_several_positions(statement: str, word: str) -> None:
    found = verdict("ryuoh(p)", statement, "for p = 3")
    assert found.word == word, found.reason
    tabled = verdict("ryuoh(p)", statement, "for p = 3", "table").word
    assert tabled == {"proved": "holds"}.get(word, word)


@pytest.mark.parametrize(
    ("statement", "word"),
    [
        ("G(x) = G(nim(2)(x)) - 1", "proved"),
        ("P(x) iff P(nim(2)([floor(x[1] / 2), floor(x[2] / 2)]))", "proved"),
        ("P(x) implies N(moore(2, 2)(x)) and N(nim(2)(x))", "proved"),
        ("P(x) iff P(nim(2)([floor(x[1] / 3), floor(x[2] / 2)]))", "refuted"),
        ("P(x) implies P(nim(2)(x)) or P(moore(2, 2)(x))", "refuted"),
        ("P(x) iff P(nim(2)([x[1] - 1, x[2]]))", "error"),
        ("N(silver_dollar(2)(x)) or x[1] < x[2]", "error"),  # equal numbers are a position of neither
    ],
)
def test_statements_about_other_games(statement: str, word: str) -> None:
    found = verdict("welter(n)", statement, "for n = 2")
    assert found.word == word, found.reason
    tabled = verdict("welter(n)", statement, "for n = 2", "table").word
    assert tabled == {"proved": "holds"}.get(word, word)


@pytest.mark.parametrize("play", ["", "under misere"])
def test_random_statements_agree_with_tables(play: str) -> None:
    random, seen = Random(4), set()
    for _ in range(12):
        positions = [f"{q}(a + {random.randrange(3)}, {random.choice('ab')} + {random.randrange(3)})" for q in "PN"]
        sign = random.choice(["iff", "implies", "or"])
        said = f" {sign} ".join(positions)
        text = f"claims for nim(n)\nlet a = x[1]\nlet b = x[2]\nconjecture c {play}: {said} for n = 2"
        (found,) = hw.check(text, method="proof", upto=8)
        (tabled,) = hw.check(text, method="table", upto=8)
        assert (found.word, tabled.word) in (("proved", "holds"), ("refuted", "refuted"))
        seen.add(found.word)
    assert seen == {"proved", "refuted"}


def test_wythoff_by_fibonacci_digits() -> None:
    assert verdict("wythoff", "P(a, b) and a < b implies N(a, b + 1)").word == "proved"


def test_what_has_no_small_automaton_stays_outside() -> None:
    found = verdict("wythoff", "G(a, b) <= a + b")
    assert found.word == "outside"
    assert "no small one" in str(found.reason)


def test_certificates_hold_both_steps(tmp_path: Path) -> None:
    text = "claims for ryuoh(p)\ntheorem line: P(a + 3, b + 3) iff P(a, b)   for p = 3   upto 9\n"
    (tmp_path / "own.claims").write_text(text, encoding="utf-8")
    said = CliRunner().invoke(cli, ["prove", str(tmp_path / "own.claims"), "--certificate", str(tmp_path), "--notes"])
    assert "8 states" in said.output
    (path,) = tmp_path.glob("*.json")
    assert "verified" in CliRunner().invoke(cli, ["verify", str(path)]).output
    data = json.loads(path.read_text(encoding="utf-8"))
    assert {goal["never"] for goal in data["obligations"]} >= {
        "a claimed P-position with a move to another one", "a position at which the statement is false"
    }  # fmt: skip
    changed = data["known"]["automaton"].replace("accepts", "", 1)
    for known in ({}, {"values": False, "automaton": changed}, {**data["known"], "values": True}, 7):
        path.write_text(json.dumps({**data, "known": known}), encoding="utf-8")
        assert CliRunner().invoke(cli, ["verify", str(path)]).exit_code in (1, 3)


def test_certificates_hold_the_automata_of_other_games(tmp_path: Path) -> None:
    """A claim that is true of the own game is not proved by an automaton that is not that of the other."""
    text = "claims for welter(n)\ntheorem less: G(x) = G(nim(2)(x)) - 1   for n = 2   upto 9\n"
    (tmp_path / "own.claims").write_text(text, encoding="utf-8")
    CliRunner().invoke(cli, ["prove", str(tmp_path / "own.claims"), "--certificate", str(tmp_path)])
    (path,) = tmp_path.glob("*.json")
    said = CliRunner().invoke(cli, ["verify", str(path)]).output
    assert "verified" in said
    assert "among 162 small positions" in said  # of both games
    data = json.loads(path.read_text(encoding="utf-8"))
    known = data["known"]
    (other,) = known["others"]
    swapped = {**other, "others": [{key: known[key] for key in ("values", "automaton")}]}
    for forged in ({**known, "others": []}, {**known, "others": [other, other]}, swapped, {**known, "others": [known]}):
        path.write_text(json.dumps({**data, "known": forged}), encoding="utf-8")
        assert CliRunner().invoke(cli, ["verify", str(path)]).exit_code in (1, 3)


@pytest.mark.parametrize(("name", "play"), [("nim(2)", NORMAL), ("lim", MISERE), ("wythoff", NORMAL)])
@pytest.mark.parametrize("question", ["P", "G"])
def test_tables_are_those_of_the_interpreter(name: str, play: Play, question: str) -> None:
    rules = hw.game(name).rules
    assert isinstance(rules, Game)
    found = box(Values(), rules, play, question, 8)
    assert found is not None
    ask = Values().asker(play)
    for state in product(range(8), repeat=rules.layout.size):
        assert found[state] == int(ask(question, rules.position_of(state), None))


def test_rules_without_a_formula_have_no_table_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def unasked(*_: object) -> None:
        raise AssertionError("a table was made")

    monkeypatch.setattr("heapwise.proof.learned.search.box", unasked)
    assert verdict("euclid", "P(a, a + 1) implies a = 0").word == "outside"


def test_what_only_the_interpreter_computes_has_no_large_table(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = hw.game("euclid").rules
    assert isinstance(rules, Game)
    values = Values()
    assert box(values, rules, NORMAL, "P", 16) is not None
    monkeypatch.setattr(Values, "grid_upto", None)
    assert box(values, rules, NORMAL, "P", 512) is None
