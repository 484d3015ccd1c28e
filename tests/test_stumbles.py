"""What a user may ask ends in an answer or a message, and a claim that goes wrong takes no other with it."""

from __future__ import annotations

import pytest

import heapwise as hw
from heapwise.checks.table import TableMethod
from heapwise.claims.task import Task
from heapwise.running.run import Run

ABOUT_A_COMPONENT = [
    "P(p, pass) iff P(p)",
    "terminal(p) implies P(p, pass)",
    "len(options(p)) <= 8",
    "len(followers(p)) >= 1",
    "R(p) >= 0",
    "G(p) >= 0",
    "W(p) in 0..1",
    "legal(p)",
    "not (p in options(p))",
    "p = nim(2)(1, 1) implies P(p)",
]


@pytest.mark.parametrize("statement", ABOUT_A_COMPONENT)
def test_a_component_may_be_asked_what_a_position_is_asked(statement: str) -> None:
    (verdict,) = hw.check(f"claims for with_pass(G)\nquestion z: {statement} for G = nim(2) upto 4")
    assert verdict.word in ("holds", "refuted"), verdict.reason
    assert verdict.positions == 50


def test_codes_stand_in_a_set() -> None:
    report = hw.check("claims for octal(c)\nquestion z: G(n) <= 9 check c in {0.77, 0.137}, n <= 20")
    assert [v.parameters["c"] for v in report] == ["0.137", "0.77"]
    assert [v.word for v in report] == ["holds", "holds"]


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

    monkeypatch.setattr(Run, "_instances", fails)
    (verdict,) = hw.check("claims for nim(n)\nquestion z: G(x) = x[1] for n = 1 upto 9")
    assert verdict.word == "error"
    assert "stumbled over this claim (this is nested too deeply)" in str(verdict.reason)
