"""`find`: what is said of a game is true of tables that the search has not seen, and names of games do not matter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import heapwise as hw
from heapwise.app.registry import cli
from heapwise.find import Excluded, Found, find
from heapwise.proof.learned.box import automaton_on_box
from heapwise.questions import read_play


def run(*arguments: str) -> str:
    done = CliRunner().invoke(cli, ["find", *arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


def found(name: str, *plays: str) -> Found:
    return find(hw.game(name).rules, tuple(map(read_play, plays)))


@pytest.mark.parametrize("name", ["nim(2)", "ryuoh(2)", "nimhoff(2, 1)", "moore(3, 2)"])
def test_sets_are_true_of_larger_tables(name: str) -> None:
    results = found(name)
    sets = [finding for finding in results if finding.automaton is not None]
    assert {finding.play for finding in sets} == {"normal", "misere"}
    for finding in sets:
        values = hw.game(name).table(upto=31, want="p", play=finding.play).values
        tracks = [f"x{i}" for i in range(values.ndim)]
        assert finding.automaton is not None
        assert not finding.automaton.is_fibonacci
        reads = automaton_on_box(finding.automaton.automaton, tracks, 5)
        assert (reads == (values == 1))[values >= 0].all()


def test_what_is_said_does_not_depend_on_names(tmp_path: Path) -> None:
    rules = (
        "game {0}\n    heaps {1}, {2}\n    move {1} -> y   for y in 0..{1}-1\n    move {2} -> y   for y in 0..{2}-1\n"
    )
    for file, name, one, two in (("one.game", "first", "a", "b"), ("two.game", "second", "u", "v")):
        (tmp_path / file).write_text(rules.format(name, one, two), encoding="utf-8")
    one = run("-f", str(tmp_path / "one.game"), "first")
    two = run("-f", str(tmp_path / "two.game"), "second")
    assert "proved" in one
    assert one.replace("(a, b)", "(u, v)") == two


def test_values_that_no_automaton_reads_are_a_bound_and_no_more() -> None:
    text = "game odd\n    heaps x\n    move x -> x - t   for t in 1..x where t mod 3 != 1\n"
    results = find(hw.parse(text)["odd"]().rules, (read_play("normal"),))
    assert not results.findings or all(finding.standing == "proved" for finding in results)
    assert all(isinstance(one, Excluded) for one in results.excluded)


def test_json_says_the_same() -> None:
    lines = [json.loads(line) for line in run("nim(2)", "--json").splitlines()]
    assert [line["standing"] for line in lines] == ["proved"] * 3
    assert lines[0]["claim"] == "P(x) iff cold(x)"
    assert lines[0]["states"] == 2
