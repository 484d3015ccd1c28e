"""The lemma about splitting: what is proved for every n against brute force, and small numbers, which are the trap."""

from __future__ import annotations

from random import Random

import pytest

from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.proof.outside import Outside
from heapwise.proof.splitting import Splitting
from heapwise.proof.splitting.lemma import SplitClaim
from heapwise.proof.splitting.polynomials import added, from_least, is_at_least, multiplied, value
from heapwise.proof.splitting.way import split_of
from heapwise.proof.uniform import prove_uniformly
from heapwise.source import Source

N, ONE = (0, 1), (1,)
SHINODA = SplitClaim(N, ONE, (-1, 1), (0, -1, 1), 2)


def is_true(claim: SplitClaim, n: int, top: int = 40) -> bool:
    """By trying all splits of all heaps up to a size, for one n."""
    p, low, high, modulus = (value(q, n) for q in (claim.parts, claim.low, claim.high, claim.modulus))
    if modulus < 1 or p < 2:
        return False
    can_split_into_lost = [False] * (top + 1)
    for heap in range(1, top + 1):
        lost = [u for u in range(1, heap) if not can_split_into_lost[u]]
        sums = {0}
        for _ in range(p):
            sums = {a + b for a in sums for b in lost if a + b <= heap}
        can_split_into_lost[heap] = heap in sums
    return all(can_split_into_lost[v] != (low <= v % modulus <= high) for v in range(1, top + 1))


CASES = (
    (SHINODA, True), (SplitClaim((1, 1), ONE, N, (0, 1, 1), 1), True),
    (SplitClaim((0, 2), ONE, (-1, 2), (0, -2, 4), 1), True),
    (SplitClaim((3,), ONE, (2,), (6,), 2), True), (SplitClaim((2,), ONE, ONE, (2,), 2), True),
    (SplitClaim(N, ONE, (-1, 1), (0, 0, 1), 2), False), (SplitClaim(N, ONE, (-2, 1), (0, -1, 1), 3), False),
    (SplitClaim(N, ONE, (-1, 1), (1, -1, 1), 2), False), (SplitClaim(N, (2,), N, (0, -1, 1), 3), False),
    (SplitClaim((3,), ONE, (2,), (7,), 2), False), (SplitClaim((2,), (2,), (3,), (5,), 2), False),
)  # fmt: skip


@pytest.mark.parametrize(("claim", "expected"), CASES)
def test_splits_against_brute_force(claim: SplitClaim, expected: bool) -> None:
    assert (claim.unproved() is None) == expected
    assert all(is_true(claim, n) for n in range(claim.least, claim.least + 4)) == expected


def test_small_numbers_are_no_sums_though_their_remainder_fits() -> None:
    """Two parts, each 2 or 3 modulo 5: sums are 4, 5, 6 modulo 5; 1 is one of them by its remainder, and no sum."""
    claim = SplitClaim((2,), (2,), (3,), (5,), 1)
    assert claim.unproved() is not None
    assert not is_true(claim, 1)


def test_random_splits_are_proved_exactly_where_they_are_true() -> None:
    """Both ways: no numbers beside those of the lemma will do."""
    random = Random(3)
    proved = refuted = 0
    for _ in range(200):
        p = random.choice((N, (1, 1), (0, 2), (3,), (2,)))
        low, high = random.choice((ONE, ONE, ONE, (2,), N)), added(p, (random.choice((1, 1, 1, 0, 2)),), -1)
        modulus = added(multiplied(p, high), (random.choice((0, 0, 0, 1, -1)),))
        claim = SplitClaim(p, low, high, modulus, random.randint(1, 2))
        if value(p, claim.least) >= 2 and value(low, claim.least) <= value(high, claim.least):
            is_proved = claim.unproved() is None
            proved, refuted = proved + is_proved, refuted + (not is_proved)
            assert all(is_true(claim, n, 34) for n in range(claim.least, claim.least + 2)) == is_proved, claim
    assert min(proved, refuted) >= 20


def test_polynomials() -> None:
    assert multiplied((0, 1), (-1, 1)) == (0, -1, 1)
    assert [value(from_least((0, -1, 1), 2), u) for u in range(4)] == [2, 6, 12, 20]
    assert is_at_least((0, 0, 1), (0, 2), 2)
    assert not is_at_least((0, 0, 1), (0, 2), 1)


GAME = """game some(n in 2..)
    heaps x[n] in 1..
    move x -> y   for i in 1..n, y in splits(x[i], n, 1)

claims for some(n)

theorem p: P(x) iff all(1 <= x[i] mod (n * (n - 1)) <= n - 1 for i in 1..n)
    check n in 2..3, upto 3
"""


def test_the_theorem_from_its_text() -> None:
    (claim,) = resolve_claims(Document(Source("some.game", GAME), library()))
    assert split_of(claim) == SHINODA
    theorem = prove_uniformly(claim, (Splitting(),))
    assert [p.quantifiers for p in theorem.proved] == ["every n >= 2"]
    assert theorem.covers == "full"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("in 1..\n    move", "\n    move"), ("splits(x[i], n, 1)", "splits(x[i], n, 0)"),
        ("i in 1..n, y", "i in 2..n, y"), ("1 <= x[i]", "1 <= x[1]"), ("splits(x[i], n, 1)", "splits(x[1], n, 1)"),
    ],
)  # fmt: skip
def test_other_rules_are_outside(old: str, new: str) -> None:
    assert old in GAME
    (claim,) = resolve_claims(Document(Source("some.game", GAME.replace(old, new, 1)), library()))
    with pytest.raises(Outside):
        split_of(claim)


def test_nothing_is_proved_where_a_split_may_keep_the_heap() -> None:
    """With n = 1 a heap becomes one heap, and play does not end."""
    assert SplitClaim(N, ONE, (-1, 1), (0, -1, 1), 1).unproved() is not None
