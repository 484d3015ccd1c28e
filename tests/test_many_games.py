"""One question about many games: every answer is that of the game alone, whoever gave it, and none is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from heapwise.app.registry import cli
from heapwise.discovery.survey import Survey, SurveyQuestion, SurveyRow, survey_answer
from heapwise.discovery.survey_patterns import patterns_of
from heapwise.documents.search import around
from heapwise.questions.sweep import sweep_of
from heapwise.running.sweeping import GameTask


def said(*arguments: str) -> str:
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_list_of_many_games_is_the_lists_of_each() -> None:
    many = said("list", "moore(n, k)", "P(x)", "--for", "n in 1..3, k in 1..n", "--upto", "4", "--json", "--jobs", "1")
    for line in map(json.loads, many.splitlines()):
        alone = json.loads(said("list", line["game"], "P(x)", "--upto", "4", "--json"))
        assert line == {"for": line["for"]} | alone
        assert line["game"] == "moore({n}, {k})".format(**line["for"])


def test_names_stand_in_the_condition_unless_the_rules_have_them() -> None:
    shown = said("list", "allbut({k})", "n = 2 * k", "--for", "k in 2..3", "--upto", "9")
    assert shown == "allbut({2}): 1 of 10 positions\n  4\nallbut({3}): 1 of 10 positions\n  6\n"
    own = said("list", "allbut({n})", "n = 5", "--for", "n in 2..3", "--upto", "9")
    assert own.count("  5\n") == 2  # the component of the rules


def test_open_parameters_are_chosen_by_their_names() -> None:
    assert said("list", "nim", "P(x)", "--for", "n in 1..2", "--upto", "1").split("\n")[0] == "nim(1): 1 of 2 positions"


def test_tables_of_many_games() -> None:
    rows = said("table", "allbut({k})", "--for", "k in 2..3", "--upto", "4", "--format", "csv").splitlines()
    alone = [said("table", f"allbut({{{k}}})", "--upto", "4", "--format", "csv").splitlines() for k in (2, 3)]
    assert rows == [f"k,{alone[0][0]}", *(f"{k},{row}" for k in (2, 3) for row in alone[k - 2][1:])]
    text = said("table", "nim(n)", "--for", "n in 1..2", "--upto", "2")
    assert text == "\n".join(said("table", f"nim({n})", "--upto", "2") for n in (1, 2))
    refused = CliRunner().invoke(cli, ["table", "nim(n)", "--for", "n in 1..2", "--upto", "2", "--format", "bfile"])
    assert refused.exit_code == 2


@pytest.mark.parametrize(
    ("game", "more"), [("nimhoff(2, k)", ()), ("allbut({k})", ()), ("moore(3, k)", ("--fix", "x[1]=2"))]
)
def test_small_multiples(game: str, more: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "many.svg"
    said("plot", game, "--for", "k in 1..3", "--upto", "5", *more, "-o", str(file))
    drawn = file.read_text(encoding="utf-8")
    assert all(f">k = {k}</text>" in drawn for k in (1, 2, 3))


def test_a_survey_is_resumed_and_problems_cost_one_game() -> None:
    around_here = around()
    sweep = sweep_of("subtraction({a})", "a in 0..3", around_here)
    survey = Survey(sweep, around_here, SurveyQuestion(upto=50))
    rows = list(survey.rows())
    assert [row.standing for row in rows] == ["problem", "proved", "proved", "proved"]
    for text in sweep.texts:
        survey.journal.add(text, {"period": 7, "preperiod": 0, "saltus": 0, "proved_by": "what was kept"})
    again = Survey(sweep, around_here, SurveyQuestion(upto=50), is_resumed=True)
    assert {row.data["proved_by"] for row in again.rows()} == {"what was kept"}
    other = Survey(sweep, around_here, SurveyQuestion(upto=51), is_resumed=True)
    assert other.journal.finished == {}  # another question
    again.forget()


def test_what_is_found_of_a_game_alone_is_found_in_a_survey() -> None:
    question = SurveyQuestion("G", terms=2_000)
    row = survey_answer(GameTask("nim(1)", {"n": 1}, question, around()))
    assert row["finding"]["claim"] == "G(x) = nimsum(x)"


def test_claims_that_differ_in_numbers_become_one() -> None:
    claims = {(a, b): f"G(n) = {a} * n + {2 * b if b < 5 else 1} + 3" for a in (2, 3) for b in (2, 3, 5)}
    rows = [SurveyRow(str(key), key, {"finding": {"claim": claim}}) for key, claim in claims.items()]
    (found,) = patterns_of(("a", "b"), rows)
    assert found.formula == "G(n) = a * n + (2 * b) + 3"
    assert found.exceptions == ((2, 5), (3, 5))
