"""Every n and every k: families that are proved against brute force for small n and k, and mutants, which are not."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import digit_games as d
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.proof.automata import AutomatonBudget
from heapwise.proof.digit_game.atoms import Sentence, choice, negation
from heapwise.proof.digit_game.counts import CountQuotient
from heapwise.proof.digit_game.layer_atoms import NimSumAtom, Reaches, SumIn
from heapwise.proof.digit_game.problem import Problem
from heapwise.proof.digit_game.rule import LOWER, Role, RoleMove, Rule
from heapwise.proof.every_k.affine import fitted
from heapwise.proof.every_k.family import GameFamily
from heapwise.proof.every_k.read import family_of
from heapwise.proof.every_k.way import learned, verified
from heapwise.proof.logic import Form, Portfolio
from heapwise.proof.outside import NotProved, Outside
from heapwise.proof.uniform import prove_uniformly
from heapwise.proof.ways import WAYS
from heapwise.source import Source

BUDGET = AutomatonBudget(states=20_000, work=20_000_000)
ZERO, ONE, K = Form(), Form(constant=1), Form.variable("k")
M, TWICE, ODD = K + 1, K * 2, K * 2 + 1

# The family, how many players, and which seat they like best.
FAMILIES = (
    (GameFamily(M, K, ZERO, False, ZERO, False, 1), 2, 0, True),
    (GameFamily(M, K, ONE, False, ZERO, True, 1), 2, 1, True),
    (GameFamily(ODD, TWICE, ZERO, False, ZERO, False, 1), 3, 0, True),
    (GameFamily(ODD, TWICE, ONE, False, ZERO, True, 1), 3, 1, True),
    (GameFamily(ODD, TWICE, M, False, K, True, 1), 3, 2, True),
    (GameFamily(M, K, ZERO, False, ZERO, True, 1), 2, 1, False),
    (GameFamily(M, K, Form(constant=2), False, ZERO, True, 2), 2, 1, False),
    (GameFamily(K + 2, K, ZERO, False, ZERO, False, 1), 2, 0, False),
    (GameFamily(M, K, ZERO, True, ZERO, False, 1), 2, 0, False),
    (GameFamily(M, K, ZERO, True, ZERO, True, 1), 2, 1, False),
    (GameFamily(ODD, TWICE, K, False, ZERO, True, 1), 3, 1, False),
    (GameFamily(K, K, ZERO, False, ZERO, False, 1), 2, 0, False),
)  # fmt: skip


def instance(family: GameFamily, players: int, first: int, k: int) -> Problem:
    """The same with k put in, as a statement that brute force knows."""
    m, c = (form.constant + dict(form.coefficients).get("k", 0) * k for form in (family.modulus, family.single))
    single: Sentence = SumIn(CountQuotient(m), frozenset({c}))
    nim = NimSumAtom(m, 0, frozenset("=")) if m > 1 else SumIn(CountQuotient(), frozenset({0}))
    small = negation(single) if family.is_denied else single
    rule = Rule((RoleMove(Role(LOWER), d.number(1), d.number(k)),), 1)
    return Problem(rule, choice(Reaches(1), nim, small), False, players, first)


@pytest.mark.parametrize(("family", "players", "first", "expected"), FAMILIES)
def test_families_against_brute_force(family: GameFamily, players: int, first: int, expected: bool) -> None:
    boxes = ((1, 4), (2, 3), (3, 2), (4, 1), (5, 1))
    small = range(family.least, family.least + 3)
    found = [d.counterexample(instance(family, players, first, k), boxes) for k in small]
    assert all(x is None for x in found) == expected
    try:
        verified(learned(family), Portfolio(BUDGET))
        assert expected
    except NotProved:
        assert not expected


def test_intervals() -> None:
    assert fitted({1: {0, 1}, 2: {0, 1, 2}, 3: {0, 1, 2, 3}}) is not None
    assert fitted({1: {0}, 2: {0, 2}, 3: {0, 1, 2, 3}}) is None
    assert fitted({1: {1}, 2: {4}, 3: {9}}) is None
    assert fitted({1: set(), 2: set(), 3: set()}) is None
    assert fitted({1: set(), 2: {1}, 3: {1, 2}}) is not None


MOORE = (Path(__file__).parent.parent / "games/moore/moore.claims").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["p_positions", "misere"])
def test_theorems_of_moore(name: str) -> None:
    claims = resolve_claims(Document(Source("moore.claims", MOORE), library()))
    theorem = prove_uniformly(next(c for c in claims if c.name == name), WAYS)
    assert theorem.covers == "full"
    assert [p.quantifiers for p in theorem.proved] == ["every n >= 1, every k in 1..n"]


TEXT = """claims for moore(n, k)

theorem p {play}:
    {claim}
    check n in 1..3, k in 1..n, upto 2
"""


@pytest.mark.parametrize(
    ("play", "claim"),
    [
        ("under preference 0 > 1 > 2", "W(x) = 2 iff nimsum(x; 2 * k + 1) = 0"),
        ("under preference 2 > 0 > 1", "W(x) = 1 iff nimsum(x; 2 * k + 1) = (if max(x) >= 2 then 0 else k + 1)"),
        ("", "N(x) iff nimsum(x; k + 1) != 0"),
    ],
)
def test_theorems_for_several_players(play: str, claim: str) -> None:
    (found,) = resolve_claims(Document(Source("test.claims", TEXT.format(play=play, claim=claim)), library()))
    assert prove_uniformly(found, WAYS).covers == "full"


@pytest.mark.parametrize(
    "claim",
    [
        "P(x) iff nimsum(x; k + 1) = 1",
        "P(x) iff nimsum(x; k * k + 1) = 0",
        "P(x) iff nimsum(x; n) = 0",
        "P(x) iff sum(x) = 0",
    ],
)
def test_other_claims_are_outside(claim: str) -> None:
    (found,) = resolve_claims(Document(Source("test.claims", TEXT.format(play="", claim=claim)), library()))
    with pytest.raises(Outside):
        family_of(found)


def test_a_count_needs_only_that_the_rest_is_large() -> None:
    """Every count is a remainder and a rest that is 0 or at least the modulus, as the sentences suppose."""
    for m, count in product(range(1, 6), range(20)):
        rest = count - count % m
        assert rest == 0 or rest >= m
