"""What stays outside of theorems for every n and every parameter: named in the docs, never proved and never refuted."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.claims.claim import Claim
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.proof.uniform import Means, prove_uniformly
from heapwise.proof.ways import WAYS
from heapwise.running import Options, Run
from heapwise.source import Source

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "every-n.md").read_text(encoding="utf-8").partition("## What stays outside")[2]
NIM = "x[i] -> y   for i in 1..n, y in 0..x[i]-1"
ALL = "x[S] -> y   for S in subsets(1..n, 1..n), y in 0..x[S]-1"
NAMED = "[if i = min(j for j in 1..n where x[j] = max(x)) then x[i] (+) nimsum(x) else x[i] for i in 1..n]"

# By what is said in the docs: the moves, the claim, and its effort.
CLAIMS = (
    ("guards between heaps", "x[i] -> y   for i in 1..n, y in 0..x[i]-1   where x[i] = max(x)",
     "P(x) iff sum(x) = 0 or count(x[i] = max(x) for i in 1..n) mod 2 = 0", "check n in 1..3, upto 3"),
    ("take 1 to c stones", "x[i] -> x[i] - t   for i in 1..n, t in 1..2",
     "P(x) iff nimsum([x[i] mod 3 for i in 1..n]) = (if all(x[i] mod 3 <= 1 for i in 1..n) then 1 else 0)",
     "check n in 1..2, upto 6"),
    ("carries between heaps", ALL, "G(x) = sum(x)", "check n in 1..3, upto 2"),
    ("exact Nim with 1 < k < n", "x[S] -> y   for S in subsets(1..n, 2), y in 0..x[S]-1",
     "n = 3 implies G(x) = max(m for m in 0..sum(x) where sum(cap(x, m)) >= 2 * m)", "check n = 3, upto 3"),
    ("the same as another position", NIM, "P(x) iff P(nim(n)([x[n + 1 - i] for i in 1..n]))", "check n = 2, upto 4"),
    ("a part that is not closed", NIM, "nimsum(x) = 0 and max(x) >= 2 implies P(x)", "check n in 2..3, upto 3"),
    ("N-positions that are not all", NIM, "nimsum(x) = 1 implies N(x)", "check n in 1..3, upto 3"),
    ("premises that moves leave", NIM, "min(x) >= 1 implies (P(x) iff nimsum(x) = 0)", "check n in 1..3, upto 3"),
    ("one amount for several heaps", "x[S] -> x[S] - t   for S in subsets(1..n, 1..n), t in 1..max(x)",
     "max(x) <= 1 implies (P(x) iff sum(x) = 0)", "check n in 1..3, upto 2"),
)  # fmt: skip
LIBRARY = (
    ("Emperor Nim `shape`", "emperor/emperor", "p_positions"), ("k-Wythoff", "wythoff/k_wythoff", "p_positions"),
    ("`restricted_ryuoh.is_rgame`", "wythoff/restricted_ryuoh", "is_rgame"), ("End-Nim", "nim/end_nim", "reversed"),
    ("slow Nim with 1 < k < n", "moore/slow_nim", "two_of_two"),
    ("Single-delete Nim", "delete/single_delete", "all_odd"),
)  # fmt: skip


def claim_of(move: str, statement: str, effort: str) -> Document:
    play = " under misere" if "max(x) >= 2 implies" in statement or "then 1 else 0" in statement else ""
    text = f"game some(n in 1..)\n    heaps x[n]\n    move {move}\n\nclaims for some(n)\n\n"
    return Document(Source("test.game", f"{text}theorem it{play}: {statement}\n    {effort}\n"), library())


@pytest.mark.parametrize(("name", "move", "statement", "effort"), CLAIMS)
def test_true_claims_that_are_outside(name: str, move: str, statement: str, effort: str) -> None:
    assert f"| {name}" in PAGE
    document = claim_of(move, statement, effort)
    (claim,) = resolve_claims(document)
    assert_open(claim)
    words = {v.word for v in Run(Options(method="table")).document(document)}
    assert words == {"holds"}, "the example is no true claim"


@pytest.mark.parametrize(("name", "path", "claim"), LIBRARY)
def test_claims_of_the_library_that_are_outside(name: str, path: str, claim: str) -> None:
    assert name in PAGE
    text = (ROOT / "games" / f"{path}.claims").read_text(encoding="utf-8")
    assert_open(next(c for c in resolve_claims(Document(Source(path, text), library())) if c.name == claim))


def assert_open(claim: Claim) -> None:
    """Tried or not, nothing is proved of it, and nothing refuted."""
    found = prove_uniformly(claim, WAYS, Means(1 / 64))
    assert not found.proved
    assert found.refutation is None
    assert {one.result for one in found.tried} <= {"outside", "undecided"}
