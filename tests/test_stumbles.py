"""What a user may ask ends in an answer or a message, and a claim that goes wrong takes no other with it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import heapwise as hw
from heapwise.app.registry import cli
from heapwise.checks.table import TableMethod
from heapwise.claims.task import Task
from heapwise.running.run import Run


def test_a_text_that_was_parsed_is_checked() -> None:
    text = "game ones\n    heap n\n    move n -> n - 1   where n >= 1\n"
    text += "claims for ones\ntheorem a: G(n) = n mod 2 upto 9"
    assert [v.claim for v in hw.check(hw.parse(text))] == ["a"]
    assert hw.check(hw.parse(text)).as_stated


@pytest.mark.parametrize(("surprise", "word"), [(TypeError("no"), "error"), (MemoryError(), "undecided")])
def test_a_claim_that_stumbles_takes_no_other_with_it(
    monkeypatch: pytest.MonkeyPatch, surprise: Exception, word: str
) -> None:
    whole = TableMethod.run

    def fails_at_b(self: TableMethod, task: Task) -> object:
        if task.instance.claim.name == "b":
            raise surprise
        return whole(self, task)

    monkeypatch.setattr(TableMethod, "run", fails_at_b)
    text = "claims for nim(n)\n" + "".join(f"question {c}: G(x) = x[1] for n = 1 upto 9\n" for c in "abc")
    found = {v.claim: v for v in hw.check(text, method="table")}
    assert [found[c].word for c in "abc"] == ["holds", word, "holds"]
    assert found["b"].reason is not None


def test_a_claim_that_is_too_deep_for_python_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: Run, *_: object) -> object:
        raise RecursionError

    monkeypatch.setattr(Run, "instance", fails)
    (verdict,) = hw.check("claims for nim(n)\nquestion z: G(x) = x[1] for n = 1 upto 9")
    assert verdict.word == "error"
    assert "stumbled over this claim (this is nested too deeply)" in str(verdict.reason)


def test_a_plan_goes_on_behind_a_claim_that_cannot_be_planned(tmp_path: Path) -> None:
    path = tmp_path / "mine.claims"
    path.write_text(
        "claims for nim(n)\nquestion a: P(x) for n = 2\nquestion b: P(x) for n = 2 upto 3\n", encoding="utf-8"
    )
    result = CliRunner().invoke(cli, ["check", str(path), "--plan"])
    assert "error[E067]" in result.output
    assert ": b [n = 2]" in result.output
    assert result.exit_code == 3


def test_under_orders_the_player_to_move_is_named() -> None:
    """Of one heap that loses 1 or 2, three players who like other players: who moves last if player 0 begins?"""
    play = ["--play", "0,1,2;1,0,2;2,0,1"]
    listed = CliRunner().invoke(cli, ["list", "subtraction({1, 2})", "W(n, 0) = 1", "--upto", "9", *play])
    rows = [int(n) for n in listed.stdout.split()]
    asked = [
        CliRunner().invoke(cli, ["eval", f"W(subtraction({{1, 2}})({n}), 0)", *play]).stdout.strip() for n in range(10)
    ]
    assert rows == [n for n, found in enumerate(asked) if found == "1"] != []


def test_a_package_that_is_broken_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ImportError("it was made for another Python", name="numpy")

    monkeypatch.setattr("heapwise.app.table.compute", broken)
    done = CliRunner().invoke(cli, ["table", "nim(2)", "--upto", "3"])
    assert (done.exit_code, "this needs `numpy`" in done.stderr) == (2, True)
