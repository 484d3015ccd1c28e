"""Witnesses of disproved claims: they have to fail, and may leave out what follows from the rest."""

from __future__ import annotations

from heapwise.claims import Verdict
from heapwise.documents.library import Document, library
from heapwise.running import Options, Run
from heapwise.source import Source

NIM = "claims for nim(n)\n"
ALLBUT = "claims for allbut(S)\n"


def verdicts(text: str) -> list[Verdict]:
    document = Document(Source("test.claims", text), library())
    return list(Run(Options()).document(document))


def test_a_witness_that_does_not_fail_is_an_error_where_the_whole_region_is_searched() -> None:
    text = NIM + 'disproved a "x" at n = 2, x = (1, 1): P(x) iff x[1] != x[2] or x[1] = 1   for n = 2   upto 2'
    (verdict,) = verdicts(text)
    assert verdict.word == "error"
    assert "E073" in (verdict.reason or "")


def test_a_witness_that_fails_leaves_the_smallest_counterexample_to_be_found() -> None:
    text = NIM + 'disproved a "x" at n = 2, x = (2, 2): N(x)   for n = 2   upto 2'
    (verdict,) = verdicts(text)
    assert verdict.word == "refuted"
    assert verdict.counterexample is not None
    assert verdict.counterexample.position == [0, 0]


def test_a_parameter_may_be_made_of_others_of_the_witness() -> None:
    text = ALLBUT + 'disproved a "x" at k = 2, n = 2: G(n) = n   for k in 1.., S = {k}   check k in 1..3, n <= 4'
    assert [v.word for v in verdicts(text)][-1] == "refuted"
