"""`find`: what is said of a game is true of tables that the search has not seen, and names of games do not matter."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner

import heapwise as hw
from heapwise.app.registry import cli
from heapwise.documents.library import library
from heapwise.engine.memory import Memory
from heapwise.find import find
from heapwise.find.automata import losing_set
from heapwise.find.facts import Facts
from heapwise.find.formulas import bank_for, conditions, values
from heapwise.find.formulas.components import components_of
from heapwise.find.formulas.conditions import usual_splits
from heapwise.find.formulas.sample import sample_of
from heapwise.lang.spell import spelled
from heapwise.proof.learned.box import automaton_on_box
from heapwise.questions import Answers, read_play
from heapwise.questions.statements import evaluate
from heapwise.reference.conventions import MISERE, NORMAL
from heapwise.rules.game import Game


def run(*arguments: str) -> str:
    done = CliRunner().invoke(cli, ["find", "--json", *arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


def facts(name: str, play: str) -> Facts:
    rules = hw.game(name).rules
    assert isinstance(rules, Game)
    return Facts(rules, read_play(play), Memory(), lambda: None)


def evaluated(text: str, a: int, b: int) -> int:
    """The value of a term of the language, by the interpreter."""
    numbers = {"a": str(a), "b": str(b)}
    value = evaluate(re.sub(r"\b[ab]\b", lambda m: numbers[m[0]], text), library(), Answers(NORMAL))
    assert isinstance(value, int)
    return value


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("name", ["nim(2)", "ryuoh(2)", "nimhoff(2, 1)", "moore(3, 2)"])
def test_sets_are_true_of_larger_tables(name: str, play: str) -> None:
    found = losing_set(facts(name, play)).proved
    assert found is not None
    assert not found.is_fibonacci
    values = hw.game(name).table(upto=31, want="p", play=play).values
    reads = automaton_on_box(found.automaton, [f"x{i}" for i in range(values.ndim)], 5)
    assert (reads == (values == 1))[values >= 0].all()


def test_formulas_are_proved_and_read_as_in_papers() -> None:
    results = find(hw.game("nim(2)").rules, (NORMAL, MISERE))
    assert {finding.standing for finding in results} == {"proved"}
    claims = [(finding.claim, finding.play) for finding in results]
    assert ("P(x) iff nimsum(x) = 0", "normal") in claims
    assert ("G(x) = nimsum(x)", "normal") in claims
    assert ("P(x) iff (if max(x) <= 1 then nimsum(x) = 1 else nimsum(x) = 0)", "misere") in claims
    assert any("exactly 4 positions" in claim for claim, _ in claims)


def test_every_term_of_a_bank_reads_and_has_the_values_that_it_says() -> None:
    rules = hw.game("wythoff").rules
    components = components_of(rules)
    assert components is not None
    rows = np.array([(a, b) for a in range(7) for b in range(7)])
    bank = bank_for(components, rows)
    random = Random(2)
    for index in random.sample(range(len(bank)), 60):
        text = spelled(bank.terms[index].node)
        for row in random.sample(range(len(rows)), 3):
            a, b = map(int, rows[row])
            assert evaluated(text, a, b) == bank.columns[index][row], text


@pytest.mark.parametrize(
    "planted", ["max(a, b) - min(a, b)", "a mod 3 + 2 * b", "floor(a / 2) (+) b", "popcount(a) + popcount(b)"]
)
def test_planted_formulas_are_found(planted: str) -> None:
    components = components_of(hw.game("wythoff").rules)
    assert components is not None
    table = np.array([[evaluated(planted, a, b) for b in range(16)] for a in range(16)], dtype=np.int32)
    sample = sample_of(table)
    found = values(bank_for(components, sample.rows), sample)
    assert found
    assert (found[0].at(sample.all_rows) == sample.all_wanted).all()


def test_what_is_said_does_not_depend_on_names(tmp_path: Path) -> None:
    rules = (
        "game {0}\n    heaps {1}, {2}\n    move {1} -> {1} - t   for t in 1..min({1}, 2)\n"
        "    move {2} -> {2} - t   for t in 1..min({2}, 2)\n"
    )
    said = []
    for name, one, two in (("first", "a", "b"), ("second", "u", "v")):
        (tmp_path / f"{name}.game").write_text(rules.format(name, one, two), encoding="utf-8")
        text = run("-f", str(tmp_path / f"{name}.game"), name, "--for", "normal")
        said.append([(line["claim"], line["standing"]) for line in map(json.loads, text.splitlines())])
    names = str.maketrans({"a": "u", "b": "v"})
    assert ("P(a, b) iff cold(a, b)", "proved") in said[0]
    assert [re.sub(r"\b[ab]\b", lambda m: m[0].translate(names), claim) for claim, _ in said[0]] == [
        claim for claim, _ in said[1]
    ]


def test_json_has_a_line_for_each_finding() -> None:
    text = run("subtraction({1, 2})", "--for", "normal")
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines
    assert all(line["standing"] in ("proved", "guess", "excluded") for line in lines)
    assert any(line["kind"] == "finding" and line["standing"] == "proved" for line in lines)


def test_a_table_of_chance_gives_nothing() -> None:
    components = components_of(hw.game("wythoff").rules)
    assert components is not None
    random = np.random.default_rng(3)
    for _ in range(3):
        sample = sample_of(random.integers(0, 2, (32, 32)).astype(np.int32), is_p=True)
        bank = bank_for(components, sample.rows)
        splits = usual_splits(components.fold("max"), components.fold("min"))
        assert conditions(bank, sample, splits) == []
        assert values(bank, sample) == []
