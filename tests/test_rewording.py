"""Statements in other words: the same truth at every position, and a theorem where the plain words are one."""

from __future__ import annotations

import json
from itertools import product

import pytest

from heapwise.claims.claim import Claim
from heapwise.claims.exact_check import Judge
from heapwise.claims.instances import instances
from heapwise.claims.position_values import Values
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.errors import HeapwiseError
from heapwise.proof.certificate.report import verify
from heapwise.proof.certificate.save import about_theorem, as_bytes
from heapwise.proof.rewording import reworded
from heapwise.proof.uniform import Means, prove_uniformly
from heapwise.proof.ways import WAYS
from heapwise.source import Source

GAME = """game some(n in 1..)
    heaps x[n]
    move x[i] -> y   for i in 1..n, y in 0..x[i]-1

claims for some(n)

"""
MISERE = "(if max(x) >= 2 then nimsum(x) = 0 else sum(x) mod 2 = 1)"


def claim_of(statement: str, play: str = "") -> Claim:
    text = f"{GAME}theorem it{play}: {statement}\n    check n in 1..2, upto 3\n"
    (claim,) = resolve_claims(Document(Source("t", text), library()))
    return claim


OTHER_WORDS = (
    ("G(x) = 0 iff nimsum(x) = 0", ""), ("nimsum(x) != 0 iff G(x) > 0", ""), ("G(x) != 0 iff nimsum(x) >= 1", ""),
    ("if nimsum(x) = 0 then P(x) else N(x)", ""), ("if nimsum(x) = 0 then G(x) = 0 else G(x) != 0", ""),
    (f"if not {MISERE} then N(x) else P(x)", " under misere"), ("P(x) = (nimsum(x) = 0)", ""),
    ("P(x) implies nimsum(x) = 0", ""), ("N(x) implies nimsum(x) != 0", ""),
    (f"P(x) implies {MISERE}", " under misere"),
    ("N(x) or nimsum(x) = 0", ""), ("nimsum(x) != 0 or P(x)", ""), ("nimsum(x) = 0 implies G(x) = 0", ""),
    ("W(x) = (if nimsum(x) = 0 then 1 else 0)", ""), ("W(x) = (if nimsum(x) != 0 then 0 else 1)", ""),
    ("G(x) = 0 implies nimsum(x) = 0", ""), ("not P(x) iff nimsum(x) != 0", ""), ("not N(x) implies nimsum(x) = 0", ""),
)  # fmt: skip
SAME_WORDS = (
    ("P(x) iff nimsum(x) = 0", ""), ("G(x) = 0 iff sum(x) = 1", " under misere"), ("G(x) = nimsum(x)", ""),
    ("G(x) = 0 or G(x) = 1", ""), ("max(x) <= 1 implies G(x) = sum(x) mod 2", ""), ("P(x) iff G(x) = 0", ""),
    ("W(x) = 1 iff nimsum(x; 3) = 0", " under preference 0 > 1 > 2"), ("P(x) or N(x)", ""),
    ("if P(x) then G(x) = 0 else N(x)", ""), ("P(x) implies all(N(q) for q in options(x))", ""),
)  # fmt: skip


def truths(claim: Claim) -> list[bool]:
    """Is it true, or is nothing said, at each position of its instances?"""
    found = []
    for known in instances(claim, ()):
        judge = Judge(known, Values().asker(claim.play))
        states = product(range(4), repeat=known.parameters["n"])
        findings = [judge.look(x) for x in states]
        found += [f.is_true or not f.has_premise for f in findings]
    return found


FALSE = (("G(x) = 0 iff sum(x) mod 2 = 0", ""), ("P(x) implies sum(x) = 0", ""), ("N(x) or max(x) = 1", ""))


@pytest.mark.parametrize(("statement", "play"), [*OTHER_WORDS, *SAME_WORDS, *FALSE])
def test_other_words_say_the_same(statement: str, play: str) -> None:
    claim = claim_of(statement, play)
    other = reworded(claim)
    assert truths(claim) == truths(other)
    is_same = (other.statement, other.premises) == (claim.statement, claim.premises)
    assert is_same == ((statement, play) in SAME_WORDS)


@pytest.mark.parametrize(("statement", "play"), [*OTHER_WORDS, *FALSE])
def test_theorems_in_other_words(statement: str, play: str) -> None:
    claim = claim_of(statement, play)
    is_true = all(truths(claim))
    assert [p.quantifiers for p in prove_uniformly(claim, WAYS).proved] == ["every n >= 1"] * is_true
    assert is_true != ((statement, play) in FALSE)


@pytest.mark.parametrize(("statement", "play"), [OTHER_WORDS[3], OTHER_WORDS[9]])
def test_certificates_have_the_words_of_the_author(statement: str, play: str) -> None:
    claim = claim_of(statement, play)
    (proved,) = prove_uniformly(claim, WAYS, Means(is_recorded=True)).proved
    assert proved.proof is not None
    data = json.loads(as_bytes(about_theorem(claim, proved) | proved.proof()))
    assert data["statement"] == statement
    verify(as_bytes(data))
    data["text"] = data["text"].replace("nimsum", "sum")
    with pytest.raises(HeapwiseError, match="hash of its text"):
        verify(as_bytes(data))
