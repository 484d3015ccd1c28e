"""The same as another game, for every n: one formula that is proved for both."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from heapwise.claims.claim import Claim
from heapwise.claims.hashes import rules_hash, text_hash
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.errors import HeapwiseError
from heapwise.proof.certificate.report import verify
from heapwise.proof.certificate.save import about_theorem, as_bytes
from heapwise.proof.certificate.texts import text_of
from heapwise.proof.uniform import Means, Quantified, prove_uniformly
from heapwise.proof.ways import WAYS
from heapwise.source import Source

NIM = "x[i] -> y   for i in 1..n, y in 0..x[i]-1"
UP_TO_K = "x[S] -> y   for S in subsets(1..n, 1..k), y in 0..x[S]-1"
TAKE = "x[i] -> x[i] - t   for i in 1..n, t in 1..k"

# A game of one's own, and what is claimed of it.
OTHERS = f"""game theirs(n in 1.., k in 1..)
    heaps x[n]
    move {TAKE}

game far(n in 2.., k in 3..)
    heaps x[n]
    move {TAKE}

game late(n in 3..)
    heaps x[n]
    move {NIM}

game outcomes(n in 1..)
    heaps x[n]
    move {NIM}

claims for late(n)
theorem values: G(x) = nimsum(x)
    check n = 3, upto 1

claims for outcomes(n)
theorem outcomes: P(x) iff nimsum(x) = 0
    check n = 1, upto 1

claims for theirs(n, k)
theorem values: G(x) = nimsum([x[i] mod (k + 1) for i in 1..n])
    check n in 1..2, k in 1..2, upto 2

claims for far(n, k)
theorem values: G(x) = nimsum([x[j] mod (k + 1) for j in 1..n])
    check n in 2..2, k in 3..3, upto 2
"""


def claim_of(move: str, statement: str, rest: str = "", heading: str = "n in 1.., k in 1..", play: str = "") -> Claim:
    names = [part.split()[0] for part in heading.split(", ")]
    text = f"{OTHERS}\ngame some({heading})\n    heaps x[n]\n    move {move}\n\nclaims for some({', '.join(names)})\n\n"
    text += f"theorem it{play}: {statement}\n    {rest}\n    check {', '.join(f'{n} in 1..2' for n in names)}, upto 2\n"
    return next(c for c in resolve_claims(Document(Source("t.game", text), library())) if c.name == "it")


def proved(claim: Claim) -> list[Quantified]:
    return prove_uniformly(claim, (WAYS[-1],), Means(1 / 16, is_recorded=True)).proved


N = "n in 1.."
PROVED = (
    (NIM, "G(x) = G(nim(n)(x))", "", N, "", "every n >= 1"),
    (NIM, "G(nim(n)(x)) = G(x)", "for n in 3..5", N, "", "every n in 3..5"),
    (NIM, "P(x) iff P(nim(n)(x))", "", N, "", "every n >= 1"),
    (NIM, "N(x) iff N(nim(n)(x))", "", N, "", "every n >= 1"),
    (NIM, "P(x) iff P(nim(n)(x))", "", N, " under misere", "every n >= 1"),
    (NIM, "max(x) <= 1 implies (P(x) iff P(nim(n)(x)))", "", N, "", "every n >= 1"),
    (UP_TO_K, "P(x) iff P(moore(n, k)(x))", "", "n in 1.., k in 1..n", "", "every n >= 1, every k in 1..n"),
    (TAKE, "G(x) = G(theirs(n, k)(x))", "", "n in 1.., k in 1..", "", "every n >= 1, every k >= 1"),
    (TAKE, "G(x) = G(far(n, k)(x))", "for n in 2.., k in 4..", "n in 1.., k in 1..", "", "every n >= 2, every k >= 4"),
    ("x[i] -> x[i] - t   for i in 1..n, t in 1..k + 2", "G(x) = G(far(n, k + 2)(x))", "for n in 2..",
     "n in 1.., k in 1..", "", "every n >= 2, every k >= 1"),
)  # fmt: skip


@pytest.mark.parametrize(("move", "statement", "rest", "heading", "play", "quantifiers"), PROVED)
def test_what_is_proved(move: str, statement: str, rest: str, heading: str, play: str, quantifiers: str) -> None:
    claim = claim_of(move, statement, rest, heading, play)
    (found,) = proved(claim)
    assert found.quantifiers == quantifiers
    assert found.proof is not None
    assert verify(as_bytes(json.loads(as_bytes(about_theorem(claim, found) | found.proof())))).kind == "same"


OUTSIDE = (
    (NIM, "G(x) = G(nim(n + 1)(x))", "", N, ""),
    (NIM, "P(x) iff P(moore(n, 2)(x))", "", N, ""),  # false, and moore(1, 2) is no game
    (NIM, "G(x) = G(outcomes(n)(x))", "", N, ""),
    (NIM, "G(x) = G(nim(n)([x[i] + 1 for i in 1..n]))", "", N, ""),
    (NIM, "P(x) iff P(turtles(n, 1)(x))", "", N, ""),
    (UP_TO_K, "P(x) iff P(moore(n, k)(x))", "", "n in 1.., k in 1..", ""),  # where k > n, moore is no game
    (UP_TO_K, "P(x) iff P(nim(n)(x))", "", "n in 1.., k in 1..n", ""),
    (UP_TO_K, "P(x) iff P(moore(n, n)(x))", "", "n in 1.., k in 1..n", ""),
    (TAKE, "G(x) = G(theirs(n, k + 1)(x))", "", "n in 1.., k in 1..", ""),
    (TAKE, "G(x) = G(far(n, k)(x))", "", "n in 1.., k in 1..", ""),
    (TAKE, "G(x) = G(far(n, k)(x))", "for n in 2.., k in 2..", "n in 1.., k in 1..", ""),
    (TAKE, "G(x) = G(theirs(n, k)(x))", "for n in 2.., k in 1..", "n in 1.., k in -3..", " under misere"),
)  # fmt: skip


@pytest.mark.parametrize(("move", "statement", "rest", "heading", "play"), OUTSIDE)
def test_what_is_not_proved(move: str, statement: str, rest: str, heading: str, play: str) -> None:
    try:
        claim = claim_of(move, statement, rest, heading, play)
    except HeapwiseError:
        return
    assert not [p for p in proved(claim) if "k" in p.ranges or "k" not in heading]


@cache
def genuine() -> dict[str, Any]:
    claim = claim_of(TAKE, "G(x) = G(far(n, k)(x))", "for n in 2.., k in 4..")
    (found,) = proved(claim)
    assert found.proof is not None
    return dict(json.loads(as_bytes(about_theorem(claim, found) | found.proof())))


def about(data: dict[str, Any], claim: Claim) -> None:
    """Put another claim into a certificate, with all that it says of itself."""
    text = text_of(claim)
    data.update(text=text, text_sha256=text_hash(text), rules_sha256=rules_hash(claim), statement=claim.text)


FORGED = (
    (lambda data: data["by"].update(kind="same"), "no place there"),
    (lambda data: data["by"].update(kind="digits"), "missing"),
    (lambda data: data["by"].update(extra=1), "says nothing"),
    (lambda data: data["other"].update(by=data["by"]), "says nothing"),
    (lambda data: data["other"].update(label="every n >= 1"), "another label"),
    (lambda data: data["other"]["obligations"].pop(), "obligations"),
    (lambda data: data["by"]["obligations"].pop(), "obligations"),
    (lambda data: data.update(other=data["by"]), "its form is"),
    (lambda data: about(data, claim_of(TAKE, "G(x) = G(theirs(n, k)(x))", "for n in 2.., k in 4..")), "other game"),
)  # fmt: skip


@pytest.mark.parametrize(("change", "reason"), FORGED)
def test_forged_certificates(change: Any, reason: str) -> None:
    data = deepcopy(genuine())
    change(data)
    with pytest.raises(HeapwiseError, match=reason):
        verify(as_bytes(data))


def test_a_theorem_about_too_few_cases_of_the_other_game_is_refused() -> None:
    """Both parts are right, and the other game is there from n = 3 on alone."""
    said, late = claim_of(NIM, "G(x) = nimsum(x)", "", N), claim_of(NIM, "G(x) = G(late(n)(x))", "for n in 3..", N)
    (part,) = prove_uniformly(said, WAYS, Means(is_recorded=True)).proved
    (found,) = proved(late)
    assert found.proof is not None
    assert part.proof is not None
    body = {"by": {"kind": part.method} | part.proof(), "other": found.proof()["other"]}
    head = about_theorem(claim_of(NIM, "G(x) = G(late(n)(x))", "", N), replace(part, method="same"))
    with pytest.raises(HeapwiseError, match="nothing is proved of the other game"):
        verify(as_bytes(head | body))
