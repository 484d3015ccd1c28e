"""`find`: what is said of a game is true of tables that the search has not seen, and names of games do not matter."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import heapwise as hw
from heapwise.app.registry import cli
from heapwise.discovery import Finding, Status, find, wishes_of
from heapwise.discovery.automata import losing_set
from heapwise.discovery.facts import Facts
from heapwise.discovery.finding import collected
from heapwise.discovery.kept import as_kept
from heapwise.discovery.questions import Stage
from heapwise.discovery.run import Result
from heapwise.discovery.shared import SharedSearch
from heapwise.documents.search import shelf_here
from heapwise.engine.memory import Memory
from heapwise.questions import read_play
from heapwise.rules.game import Game
from logic_values import automaton_on_box


def run(*arguments: str) -> str:
    done = CliRunner().invoke(cli, ["find", "--json", "--no-library", *arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


def facts(name: str, play: str, given: hw.Game | None = None) -> Facts:
    rules = (given or hw.game(name)).rules
    assert isinstance(rules, Game)
    return Facts(rules, read_play(play), Memory(), lambda: None)


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
    results = find("nim(2)", terms=500, library=False)
    assert {finding.standing for finding in results} == {"proved"}
    claims = [(finding.claim, finding.play) for finding in results]
    assert ("P(x) iff nimsum(x) = 0", "normal") in claims
    assert ("G(x) = nimsum(x)", "normal") in claims
    assert ("graph(x, G(x))", "normal") in claims
    assert ("P(x) iff (if max(x) <= 1 then nimsum(x) = 1 else nimsum(x) = 0)", "misere") in claims
    assert any("exactly 4 positions" in claim for claim, _ in claims)


def test_what_is_said_does_not_depend_on_names(tmp_path: Path) -> None:
    rules = (
        "game {0}\n    heaps {1}, {2}\n    move {1} -> {1} - t   for t in 1..min({1}, 2)\n"
        "    move {2} -> {2} - t   for t in 1..min({2}, 2)\n"
    )
    said = []
    for name, one, two in (("first", "a", "b"), ("second", "u", "v")):
        (tmp_path / f"{name}.game").write_text(rules.format(name, one, two), encoding="utf-8")
        text = run("-f", str(tmp_path / f"{name}.game"), name, "--for", "normal", "--terms", "2000")
        said.append(
            [
                (line["claim"], line["standing"])
                for line in map(json.loads, text.splitlines())
                if line["kind"] == "finding"
            ]
        )
    names = str.maketrans({"a": "u", "b": "v"})
    assert ("P(a, b) iff cold(a, b)", "proved") in said[0]
    assert [re.sub(r"\b[ab]\b", lambda m: m[0].translate(names), claim) for claim, _ in said[0]] == [
        claim for claim, _ in said[1]
    ]


def test_p_positions_follow_from_proved_values() -> None:
    guess = Finding(Status.GUESS, "P(x) iff nimsum(x) mod 3 = 0", "normal", "seen", 9)
    values = Finding(Status.PROVED, "G(x) = nimsum(x) mod 3", "normal", "all sizes", 9, quantifiers="every n >= 1")
    found = collected("a game", [guess, values])
    assert [(f.standing, f.quantifiers) for f in found] == [("proved", "every n >= 1")] * 2
    for other in (
        replace(values, standing=Status.GUESS), replace(values, claim="G(x) = nimsum(x)"),
        replace(values, hypotheses="where n = 2"), replace(values, parameters={"n": 2}),
    ):  # fmt: skip
        assert Status.GUESS in {f.standing for f in collected("a game", [guess, other]) if f.claim == guess.claim}
    misere = replace(guess, play="misere")
    assert collected("a game", [misere, values])[1].standing == Status.GUESS


def test_json_has_a_line_for_each_finding() -> None:
    text = run("subtraction({1, 2})", "--for", "normal", "--for", "G", "--terms", "300")
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines
    assert {line["kind"] for line in lines} <= {"finding", "excluded", "summary"}
    assert all(line["standing"] in ("proved", "guess", "near", "excluded") for line in lines[:-1])
    assert lines[-1]["kind"] == "summary"
    assert lines[-1]["proved"] == sum(line.get("standing") == "proved" for line in lines)
    assert any(line["kind"] == "finding" and line["standing"] == "proved" for line in lines)


def test_what_is_written_is_checked_as_it_stands(tmp_path: Path) -> None:
    target = tmp_path / "found.claims"
    run("ryuoh", "--for", "normal", "--for", "G", "--terms", "100000", "-o", str(target))
    text = target.read_text(encoding="utf-8")
    assert "p * (floor(a / p) (+) floor(b / p))" in text
    done = CliRunner().invoke(cli, ["check", str(target), "--jobs", "1", "--check", "p in 1..2"])
    assert done.exit_code == 0, done.output
    assert "every p >= 1" in done.output


class OneByOne:
    """A crew of one, who works when asked."""

    hands = with_this = 1
    is_gone = False

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        found: Future[Any] = Future()
        found.set_result(function(*deepcopy(arguments)))
        return found

    def tend(self) -> None: ...

    def close(self, *, at_once: bool) -> None: ...


def test_stages_are_done_by_others_and_taken_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def shared(*, is_resumed: bool = True) -> SharedSearch:
        wishes = wishes_of((), terms=300, has_library=False, has_families=False)
        return SharedSearch("allbut({2})", wishes, shelf_here(), is_resumed)

    def plain(results: Iterable[Result]) -> list[dict[str, Any]]:
        return [{k: v for k, v in one.items() if k != "seconds"} for one in as_kept(results)]

    whole = plain(shared().run.results())
    assert len({one["play"] for one in whole}) > 1
    assert any(one.get("automaton") for one in whole)
    assert plain(shared(is_resumed=False).results(OneByOne())) == whole
    cut = shared(is_resumed=False)
    first = [next(results) for results in [cut.results()] for _ in range(len(whole) // 2)]
    again = shared()
    assert cut.is_cut
    assert again.journal.finished
    monkeypatch.setattr(again.run, "of", _only_new(again.run.of, set(again.journal.finished)))
    assert plain(again.results()) == whole
    assert not again.is_cut
    assert plain(first) == whole[: len(first)]
    done = shared()
    monkeypatch.setattr(done.run, "of", _only_new(done.run.of, {stage.key for stage in done.run.stages()}))
    assert plain(done.results()) == whole


def test_a_search_is_known_again_in_another_process() -> None:
    names = {
        subprocess.run(
            [sys.executable, "-c", _NAME_OF_JOURNAL], env={**os.environ, "PYTHONHASHSEED": seed}, check=True,
            capture_output=True, text=True,
        ).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip
    assert len(names) == 1
    assert names.pop().strip().endswith(".jsonl")


_NAME_OF_JOURNAL = """
from heapwise.discovery.shared import SharedSearch
from heapwise.discovery.wishes import wishes_of
from heapwise.documents.search import shelf_here
print(SharedSearch("allbut({2})", wishes_of(["P", "G", "misere"], terms=300), shelf_here()).journal.path.name)
"""


def _only_new(of: Callable[[Stage], Iterator[Result]], known: set[str]) -> Callable[[Stage], Iterator[Result]]:
    def checked(stage: Stage) -> Iterator[Result]:
        assert stage.key not in known
        return of(stage)

    return checked


def test_python_has_findings_that_are_claims(tmp_path: Path) -> None:
    found = hw.find("subtraction({1, 2})", want="G", play="normal", terms=300)
    best = next(finding for finding in found if finding.automaton is None)
    assert best.standing == "proved"
    assert any(finding.claim == "graph(n, G(n))" for finding in found)
    found.save(tmp_path / "found.claims")
    assert hw.check(tmp_path / "found.claims").as_stated
    verdict = best.check(upto=30)
    assert verdict is not None
    assert verdict.word == "holds"


def test_positions_that_become_sums_have_no_table_under_misere_play() -> None:
    lines = [json.loads(line) for line in run("kayles", "--terms", "300").splitlines()]
    assert lines[0]["claim"] == "n >= 71 implies G(n + 12) = G(n)"
    excluded = [line["text"] for line in lines if line["kind"] == "excluded" and line["play"] == "misere"]
    assert any("become sums" in text for text in excluded)
    assert any("no period was looked for" in text for text in excluded)


def test_a_survey_finds_the_formula_of_the_periods() -> None:
    done = CliRunner().invoke(cli, ["survey", "subtraction({a, b})", "--for", "a in 1..5, b in a+1..8", "--json"])
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in done.output.splitlines() if line.startswith("{")]
    rows = [line for line in lines if line["kind"] == "instance"]
    (period,) = (line for line in lines if line["kind"] == "pattern" and line["what"] == "period")
    assert len(rows) == 25
    assert period["formula"] == "a + b"  # Golomb
    wrong = [[row["a"], row["b"]] for row in rows if row["period"] != row["a"] + row["b"]]
    assert period["exceptions"] == wrong != []


def test_a_survey_without_names_is_a_message() -> None:
    done = CliRunner().invoke(cli, ["survey", "subtraction({1, 2})", "--for", "a in 1..5"])
    assert done.exit_code == 2
    assert "E370" in done.output


def test_notebooks_show_findings_escaped() -> None:
    shown = replace(find("nim(1)", want="P", play="normal", terms=500, library=False), game="<b>nim</b>")._repr_html_()
    assert "&lt;b&gt;nim" in shown
    assert "<td>proved</td>" in shown


def test_a_line_may_end(tmp_path: Path) -> None:
    rules = "game pb\n heaps a, b\n legal b <= 20\n move a -> y for y in 0..a-1\n move b -> b - 1\n move b -> b - 2"
    (tmp_path / "pb.game").write_text(rules, encoding="utf-8")
    done = CliRunner().invoke(
        cli, ["period", "-f", str(tmp_path / "pb.game"), "pb", "--fix", "a=2", "--upto", "60", "--json"]
    )
    assert (json.loads(done.stdout)["period"], json.loads(done.stdout)["upto"]) == (3, 20)


def test_the_period_along_a_line_of_a_game_with_several_heaps() -> None:
    for line, period in (("wythoff --fix a=2", (0, 3, 3)), ("nim(3) --fix x[1]=0 --fix x[2]=3", (0, 4, 4))):
        done = CliRunner().invoke(cli, ["period", *line.split(), "--upto", "60", "--json"])
        data = json.loads(done.stdout)
        assert (data["preperiod"], data["period"], data["saltus"]) == period
        assert data["proved_by"] is None
    welter = CliRunner().invoke(cli, ["period", "welter(2)", "--fix", "x[2]=3", "--upto", "60", "--json"])
    assert json.loads(welter.stdout)["preperiod"] >= 4  # (3, 3) is no position
    refused = CliRunner().invoke(cli, ["period", "nim(3)", "--fix", "x[1]=2", "--upto", "60"])
    assert "E377" in refused.stderr


def test_the_period_of_a_play_of_three_is_said_of_the_winner(tmp_path: Path) -> None:
    """It was said of P, which has no meaning there."""
    target = tmp_path / "found.claims"
    run("subtraction({2, 5})", "--for", "1,2,0", "--terms", "60", "--no-library", "-o", str(target))
    assert "W(n + 3) = W(n)" in target.read_text(encoding="utf-8")
    assert hw.check(target).as_stated


def test_work_on_what_cannot_be_proved_is_bounded() -> None:
    """No kernel takes a game whose heap becomes others with another game: options are counted, not positions only.
    Where play is not shown to end no guess is put to the prover."""
    text = """
    game one
        heap n
        move n -> n - 1

    game pieces
        heap n
        move n -> this(n - 2) + one(1)   where n >= 2
        move n -> pieces(s[1]) + pieces(s[2])   for s in splits(n - 1, 2, 0) where n >= 1

    game turns
        heap n
        move n -> n + 1   where n mod 2 = 1
        move n -> n - 3   where n mod 2 = 0 and n >= 3
    """
    made = hw.parse(text)
    assert 1 << 5 <= facts("pieces", "normal", made["pieces"]()).most_cells <= 1 << 9
    found = losing_set(facts("turns", "normal", made["turns"]()))
    assert found.proved is None
    assert "not shown to end" in found.reason


@pytest.mark.parametrize(
    "move",
    [
        "move n -> n - t for t in 1..n where all(not d divides t for d in 2..t-1)",  # more than rules may go through
        "move n -> g(s[1]) + g(s[2]) + g(s[3]) for s in splits(n, 3, 1)",  # more than is soon looked at
    ],
)
def test_rules_that_go_through_much_far_out_are_searched_before(move: str) -> None:
    text = f"game g\n    heap n\n    {move}\n"
    rules = hw.parse(text)["g"]().rules
    assert isinstance(rules, Game)
    facts = Facts(rules, read_play("normal"), Memory(), lambda: None)
    assert 64 <= facts.most_cells <= 1 << 10


@pytest.mark.parametrize(("beside", "is_so"), [("", True), (", x[j] -> x[j] + 1", False)])
def test_one_component_alone_is_looked_at_where_play_stays_there(beside: str, is_so: bool) -> None:
    """From x[3] = 160 alone the other moves lead to some 700,000 positions."""
    text = "game g\n    heaps x[3]\n    decreases sum(i * x[i] for i in 1..3)\n    move x[i] -> x[i] - 1"
    text += f"{beside} for i in 1..3, j in 1..i-1 where x[i] >= 1\n"
    rules = hw.parse(text)["g"]().rules
    assert isinstance(rules, Game)
    assert Facts(rules, read_play("normal"), Memory(), lambda: None).stays_alone == is_so
