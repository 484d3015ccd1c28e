"""Verdicts with their quantifiers, as `prove` and `check` give them: what needs no instance, what is left out, and what
must not be proved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import heapwise as hw
from heapwise.app.registry import cli
from heapwise.claims.claim import Claim
from heapwise.claims.quantifiers import Excluded, ProvedFor, Quantifiers
from heapwise.claims.summary import ClaimSummary, summarise
from heapwise.claims.verdict import Verdict
from heapwise.messages import speaking
from heapwise.proof.certificate.report import verify
from heapwise.proof.uniform import Quantified
from heapwise.proof.words import words
from heapwise.running import Options, Run
from heapwise.running.deciding import CONTRADICTED
from heapwise.running.piece import plain, read
from heapwise.running.steps import PieceResult, StepResult
from heapwise.workers import Journal

MOORE = "claims for moore(n, k)\n\ntheorem p:\n    P(x) iff nimsum(x; {modulus}) = 0\n    {rest}\n"
NEAR = """
game near(p in 0..)
    heaps a, b
    move a -> a - s               for s in 1..a
    move b -> b - t               for t in 1..b
    move a -> a - s, b -> b - t   for s in 1..a, t in 1..b   where s + t < p

claims for near(p)

"""


def moore(rest: str, modulus: str = "k + 1") -> str:
    return MOORE.format(modulus=modulus, rest=rest)


def found(text: str, method: str = "proof", **options: object) -> tuple[list[Verdict], ClaimSummary]:
    """The verdicts on the one claim of a text, and what they come to."""
    verdicts = list(Run(Options(method=method, **options)).document(hw.parse(text).document))  # type: ignore[arg-type]
    (summary,) = summarise(verdicts)
    return verdicts, summary


def proved_for(text: str, method: str = "proof") -> list[str]:
    quantifiers = found(text, method)[1].quantifiers
    return [] if quantifiers is None else [p.text for p in quantifiers.proved]


# ------------------------------------------------------------------------------------------------- what is said


@pytest.mark.parametrize(
    ("rest", "quantifiers"),
    [
        ("check n in 1..2, upto 3", "every n >= 1, every k in 1..n"),
        ("for n in 1.., k in 1..n", "every n >= 1, every k in 1..n"),  # a theorem needs no instances
        ("for n in 1.., k in 1..5\n    check n in 1..2", "every n >= 1, every k in 1..5, where k in 1..n"),
        ("for n in 2.., k in 1..n   where 2 * k > n", "every n >= 2, every k in 1..n, where 2 * k > n"),
        ("for n in {2, 3}, k in {1, 2}", "every n in {2, 3}, every k in {1, 2}"),
        ("for k in 1..5   where k in {2, 4}", "every n >= 1, every k in 1..5, where k in {2, 4} and k in 1..n"),
    ],
)
def test_the_ranges_of_the_statement_are_those_of_the_proof(rest: str, quantifiers: str) -> None:
    (verdict,), summary = found(moore(rest))
    assert (verdict.word, verdict.parameters, verdict.region) == ("proved", {}, "all")
    assert verdict.is_whole
    assert (summary.word, summary.is_covered, summary.words) == ("proved", True, [])
    assert summary.quantifiers is not None
    assert summary.quantifiers.text == quantifiers


def test_check_looks_at_the_instances_as_well() -> None:
    verdicts, summary = found(moore("check n in 1..2, upto 3"), "auto")
    assert [v.label for v in verdicts] == ["n = 1, k = 1", "n = 2, k = 1", "n = 2, k = 2"]
    assert all(v.word == "proved" and v.positions for v in verdicts)
    assert [v.quantifiers is None for v in verdicts] == [True, True, False]
    assert summary.findings == "proved for every n >= 1, every k in 1..n, all sizes"
    assert any("a case of what is proved for all values" in note for note in verdicts[0].notes)


def test_who_names_instances_gets_these() -> None:
    verdicts, summary = found(moore("check n in 1..2, upto 3"), effort="n = 3, k = 2")
    assert [v.label for v in verdicts] == ["n = 3, k = 2"]
    assert summary.quantifiers is None


def test_instances_that_no_proof_covers_are_decided_by_themselves() -> None:
    """With the modulus 3 the claim is true for k = 2 alone."""
    verdicts, summary = found(moore("check n = 3, k in 1..2, upto 3", modulus="3"))
    assert [(v.label, v.word) for v in verdicts] == [("n = 3, k = 1", "refuted")]
    assert summary.word == "refuted"
    assert summary.quantifiers is not None
    assert summary.quantifiers.text == "every n >= 2, k = 2"
    assert summary.quantifiers.covers == "part"


def test_what_is_claimed_of_nothing_is_no_theorem() -> None:
    (verdict,), _ = found(moore("for n in 1.., k in 1..n   where k > n\n    check n in 2..3, upto 3"))
    assert verdict.word == "error"
    assert "E072" in (verdict.reason or "")


# ------------------------------------------------------------------------------------------------- what is left out


def test_values_without_meaning_are_left_out_by_name() -> None:
    formula = "p * (floor(a / p) (+) floor(b / p)) + ((a + b) mod p)"
    verdicts, summary = found(f"{NEAR}theorem g:\n    G(a, b) = {formula}\n    check p in 1..2, upto 3\n")
    assert [v.label for v in verdicts] == [""]
    assert summary.quantifiers is not None
    assert summary.quantifiers.text == "every p >= 0, but not p = 0"
    assert not summary.is_covered


def test_values_that_are_left_out_are_decided_as_instances() -> None:
    one = Excluded("n = 1", "a move would change no heap", {"n": 1})
    for is_decided in (False, True):
        proved = ProvedFor({"n": "1.."}, {}, "digits", 0.1, excluded=(Excluded(one.where, "", one.values, is_decided),))
        assert proved.is_full == is_decided
        assert proved.covers({"n": "1"}) == is_decided
        assert proved.text == ("every n >= 1" if is_decided else "every n >= 1, but not n = 1")


# ------------------------------------------------------------------------------------------------- refutations


@pytest.mark.parametrize("method", ["auto", "proof"])
def test_a_counterexample_anywhere_in_the_statement_refutes(method: str) -> None:
    verdicts, summary = found(f"{NEAR}theorem nim:\n    G(a, b) = a (+) b\n    check p in 0..2, upto 5\n", method)
    assert [v.word for v in verdicts] == ["proved", "proved", "proved", "refuted"]
    assert (verdicts[-1].label, verdicts[-1].counterexample is not None) == ("p = 3", True)
    assert summary.as_stated is False


def test_within_its_range_the_same_claim_is_a_theorem() -> None:
    assert proved_for(f"{NEAR}theorem nim:\n    G(a, b) = a (+) b\n    for p in 0..2\n") == ["every p in 0..2"]


def test_a_proof_and_a_refutation_of_one_instance_are_our_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Quantifiers({"n": "1.."}, None, (ProvedFor({"n": "1.."}, {}, "digits", 0.1),))
    monkeypatch.setattr("heapwise.running.quantified.OpenClaim.quantifiers", wrong)
    monkeypatch.setattr("heapwise.running.quantified.OpenClaim.contradicts", lambda *_: True)
    verdicts, summary = found("claims for nim(n)\ntheorem p: P(x) iff sum(x) = 0\n    check n = 2, upto 3\n", "auto")
    assert [v.word for v in verdicts] == ["error"]
    assert summary.exit_code == 3


# ------------------------------------------------------------------------------------------------- how it is said


def run(tmp_path: Path, text: str, *arguments: str, language: str = "en") -> Result:
    path = tmp_path / "t.claims"
    path.write_text(text, encoding="utf-8")
    return CliRunner().invoke(
        cli, [arguments[0], str(path), "--jobs", "1", *arguments[1:]], env={"HEAPWISE_LANG": language}
    )


def test_the_sentence_of_the_paper_comes_out(tmp_path: Path) -> None:
    lines = run(tmp_path, moore("check n in 1..2, upto 3"), "prove").stdout.splitlines()
    assert lines[0].startswith("proved    theorem p of moore")
    assert "every n >= 1, every k in 1..n, all sizes" in lines[0]
    with speaking():
        japanese = run(tmp_path, moore("check n in 1..2, upto 3"), "prove", language="ja").stdout
    assert "すべての n >= 1, すべての k (1..n), すべての大きさ" in japanese


def test_json_says_what_is_stated_proved_and_tried(tmp_path: Path) -> None:
    lines = run(tmp_path, moore("check n in 1..2, upto 3"), "prove", "--json").stdout.splitlines()
    verdict, summary = map(json.loads, lines)
    assert (verdict["verdict"], verdict["parameters"]) == ("proved", {})
    assert summary["stated_for"] == {"ranges": {"n": "1..", "k": "1..n"}, "where": None}
    assert (summary["covers"], summary["verdicts"]) == ("full", {"proved": "every n >= 1, every k in 1..n"})
    (entry,) = summary["proved_for"]
    assert (entry["ranges"], entry["fixed"], entry["method"]) == ({"n": "1..", "k": "1..n"}, {}, "digits")
    assert [(t["free"], t["result"]) for t in summary["tried"]] == [(["n", "k"], "proved")]


def test_what_stands_in_the_way_is_a_note(tmp_path: Path) -> None:
    text = "claims for greedy_nim(n)\ntheorem g: G(x) = x[1]\n    for n in 1..   where n < 2\n    check n = 1, upto 5\n"
    assert "not proved for every n: " in " ".join(run(tmp_path, text, "prove").stdout.split())
    assert "not proved for every" not in run(tmp_path, text, "check").stdout
    assert "not proved for every n: " in " ".join(run(tmp_path, text, "check", "--notes").stdout.split())


def test_notes_say_how(tmp_path: Path) -> None:
    assert "play ends: every role lowers its heap" in run(tmp_path, moore("for n in 1.."), "prove", "--notes").stdout


def test_time_that_is_up_is_no_theorem() -> None:
    text = "claims for nimhoff(n, k)\ntheorem g: G(x) = knimsum(x; k)\n    check n = 1, k = 1, upto 3"
    verdicts, summary = found(text, seconds=0.0)
    assert summary.quantifiers is not None
    assert not summary.quantifiers.proved
    assert "was used up" in (summary.quantifiers.tried[0].reason or "")
    assert {v.word for v in verdicts} <= {"undecided"}


@pytest.mark.parametrize("method", ["auto", "proof"])
def test_one_certificate_for_all_instances(tmp_path: Path, method: str) -> None:
    text = "claims for nim(n)\ntheorem g: G(x) = nimsum(x)\n    check n in 1..2, upto 3\n"
    verdicts, summary = found(text, method, certificates=tmp_path)
    (file,) = tmp_path.iterdir()
    assert {(v.certificate or {}).get("file") for v in verdicts if not v.is_whole} <= {str(file)}
    assert summary.quantifiers is not None
    assert (summary.quantifiers.proved[0].certificate or {})["file"] == str(file)
    assert verify(file.read_bytes()).kind == "digits"


def test_a_journal_keeps_the_quantifiers() -> None:
    verdicts, _ = found(moore("check n in 1..2, upto 3"))
    piece = PieceResult(tuple(map(StepResult, verdicts)), verdicts[-1].quantifiers)
    Journal("quantified", is_resumed=False).add("p@3", plain(piece))
    journal = Journal("quantified", is_resumed=True)
    assert read(journal.finished["p@3"]) == piece
    journal.forget()


# ------------------------------------------------------------------------------------- what nobody asked to look at

FOUR = """game some(n in 1..)
    heaps x[n]
    move x[i] -> y   for i in 1..n, y in 0..x[i]-1

claims for some(n)

theorem p:
    P(x) iff nimsum(x) = 0 and (n <= 3 or max(x) <= 1)
    {rest}
"""


def test_a_case_of_the_statement_refutes_it_though_the_instances_hold() -> None:
    verdicts, summary = found(FOUR.format(rest="check n in 1..3, upto 3"))
    assert [v.word for v in verdicts] == ["proved", "proved", "proved", "refuted"]
    assert (verdicts[-1].parameters, verdicts[-1].exceptions_sample[0]) == ({"n": 4}, [0, 0, 2, 2])
    assert summary.word == "refuted"
    assert json.loads(json.dumps(verdicts[-1].to_json()))["verdict"] == "refuted"


@pytest.mark.parametrize(
    "rest", ["for n in 1..3\n    upto 3", "for n in 1..   where n < 4\n    check n in 1..3, upto 3"]
)
def test_what_is_not_stated_refutes_nothing(rest: str) -> None:
    verdicts, summary = found(FOUR.format(rest=rest))
    assert [v.word for v in verdicts] == ["proved"] * 3
    assert summary.word == "proved"


# ------------------------------------------------------------------------------ what a way of proof gets wrong

NINE = "move x[i] -> y for i in 1..n, y in 0..x[i]-1 where i <= 9"
FIVE = "move x[S] -> y for S in subsets(1..n, 1..k), y in 0..x[S]-1 where len(S) <= 5"
WRONG = {
    "a number of the claim": (
        f"game g(n in 1..)\n    heaps x[n]\n    {NINE}\n\nclaims for g(n)\n\n"
        "theorem p:\n    P(x) iff nimsum(x) = 0\n    for m = 1\n    check n in 1..2, upto 3\n",
        {"n": 10, "m": 1},
    ),
    "a condition on len(S)": (
        f"game g(n in 1.., k in 1..)\n    heaps x[n]\n    {FIVE}\n\nclaims for g(n, k)\n\n"
        "theorem p:\n    P(x) iff nimsum(x; k + 1) = 0\n    check n in 1..2, k in 1..2, upto 3\n",
        {"n": 6, "k": 6},
    ),
}


class Believing:
    """A way that proves whatever it is given."""

    name = "believing"

    def frees(self, claim: Claim) -> list[tuple[str, ...]]:
        return [tuple(v.name for v in claim.variables if v.value is None)]

    def attempt(self, claim: Claim, free: tuple[str, ...], fixed: object, means: object) -> Quantified:
        return Quantified(words(claim).ranges, self.name, proof=dict)


@pytest.mark.parametrize("wrong", WRONG)
def test_what_was_proved_is_looked_at_in_small_cases(
    wrong: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Two theorems that were once false: whoever proves them again is contradicted before anything is written."""
    monkeypatch.setattr("heapwise.proof.ways.WAYS", (Believing(),))
    text, parameters = WRONG[wrong]
    verdicts, summary = found(text, certificates=tmp_path)
    assert summary.word == "error"
    assert (verdicts[-1].reason, verdicts[-1].parameters) == (CONTRADICTED, parameters)
    assert summary.quantifiers is None or not summary.quantifiers.proved
    assert not [path for path in tmp_path.iterdir() if "every" in path.name]


# ----------------------------------------------------------------------------------- finitely many instances

LARGEST = "claims for moore(n, k)\n\ntheorem p:\n    G(x) = sum(x)\n    {rest}\n"


@pytest.mark.parametrize(("rest", "covers"), [
    ("for n in 1..2, k = n\n    upto 2", "full"), ("for k = n\n    check n in 1..2, upto 2", "instances"),
    ("for n in {1, 2}, k in 1..n   where k = n\n    upto 2", "full"),
    ("for n in 1..3, k = n\n    check n in 1..2, upto 2", "instances"),
])  # fmt: skip
def test_all_instances_that_there_are(rest: str, covers: str) -> None:
    verdicts, summary = found(LARGEST.format(rest=rest))
    assert {v.word for v in verdicts} == {"proved"}
    assert summary.to_json()["covers"] == covers
    assert summary.quantifiers is not None
    assert (summary.quantifiers.open is None) == (covers == "full")
    assert Quantifiers.from_plain(json.loads(json.dumps(summary.quantifiers.plain()))) == summary.quantifiers
