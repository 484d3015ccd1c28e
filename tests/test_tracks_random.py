"""Random rules and claims with a parameter, by brute force at small parameters: nothing false is ever proved.

The values come from the interpreter of the rules, for each parameter and all heaps in a box that reaches well beyond
the multiples of the parameter.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from itertools import product

import pytest

from heapwise.claims.claim import Claim, Upto
from heapwise.claims.exact_check import Judge
from heapwise.claims.instances import instances
from heapwise.claims.position_values import Values
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.proof.automata import AutomatonBudget
from heapwise.proof.outside import NotProved
from heapwise.proof.tracks import Refuted, attempt
from heapwise.source import Source
from heapwise.terms import term as t
from heapwise.terms.types import NUMBER

BUDGET = AutomatonBudget(states=4_000, work=6_000_000)
MOST_PARAMETER = {1: 6, 2: 4}
UPTO = {1: 34, 2: 12}


@dataclass(frozen=True)
class Pair:
    """Rules and a claim about them."""

    text: str
    heaps: int


ONE = [
    "t <= k", "t < k", "t >= k", "t > k", "t != k", "t = k", "t = 1 or t = k", "t <= 2 * k", "t < 2 * k", "t != 2 * k",
    "t != k and t != 2 * k", "t <= k and t mod 2 = 1", "t >= k and t <= 2 * k", "t <= k and n >= k", "t <= n - k",
    "2 * t <= k", "t = k or t = k + 1", "t >= 1",
]  # fmt: skip
TWO = ["s + t < k", "s + t <= k", "s < k and t < k", "s = t", "s = t and t <= k", "s + t = k", "abs(s - t) < k"]
VALUES = [
    "n mod k", "n mod (k + 1)", "n mod (2 * k)", "floor(n / k)", "floor(n / (k + 1))", "floor(n / k) mod 2", "n",
    "(n mod k) + k * floor(n / (2 * k))", "(n mod k) + k * floor(n / (3 * k))", "min(n, k)", "n mod 2",
    "(if n >= k then n - k else n)", "(if n < k then 0 else 1)", "k * floor(n / k)", "max(n, k) - k",
    "floor((n + k) / (2 * k))", "(n + 1) mod k", "floor(n / k) * 2", "(floor(n / (k + 1)) mod 2)",
]  # fmt: skip
SETS = [
    "n mod k = 0", "n mod (k + 1) = 0", "n < k", "floor(n / k) mod 2 = 0", "n mod 2 = 0", "n = 0", "n mod (2 * k) < k",
    "n <= k", "n mod (k + 1) = k", "n mod k = 1", "n mod (2 * k) = 0", "n mod k < 2", "floor(n / k) mod 3 = 0",
]  # fmt: skip
BLOCKS = "p * (floor(a / p) (+) floor(b / p))".replace("p", "k")
TWO_VALUES = [
    f"{BLOCKS} + ((a + b) mod k)", "a (+) b", "(a + b) mod k", "a + b", f"{BLOCKS} + ((a mod k) (+) (b mod k))",
    "floor(a / k) (+) floor(b / k)", "(a mod k) (+) (b mod k)", "max(a, b) mod k", "(a + b) mod (2 * k)",
]  # fmt: skip
TWO_SETS = [
    "a = b", "a mod k = b mod k", "(a + b) mod k = 0", "floor(a / k) = floor(b / k)", "a + b < k", "abs(a - b) < k",
    "floor(a / k) = floor(b / k) and (a + b) mod k = 0", "(a mod k) = 0 and (b mod k) = 0",
]  # fmt: skip


def one_heap(source: random.Random) -> Pair:
    where = source.choice(ONE)
    play = source.choice(("", "", "", " under misere"))
    is_value = source.random() < 0.6
    said = f"G(n) = {source.choice(VALUES)}" if is_value else f"P(n) iff {source.choice(SETS)}"
    low = source.choice(("0", "1", "1", "2"))
    text = f"""
game random(k in {low}..)
    heap n
    move n -> n - t   for t in 1..n   where {where}

claims for random(k)

theorem claimed{play}:
    {said}
"""
    return Pair(text, 1)


def two_heaps(source: random.Random) -> Pair:
    alone = source.choice(("s >= 1", "s < 2 * k", "s <= k"))
    is_value = source.random() < 0.6
    said = f"G(a, b) = {source.choice(TWO_VALUES)}" if is_value else f"P(a, b) iff {source.choice(TWO_SETS)}"
    both = ""
    if source.random() < 0.7:
        both = f"    move a -> a - s, b -> b - t   for s in 1..a, t in 1..b   where {source.choice(TWO)}\n"
    text = f"""
game random(k in 1..)
    heaps a, b
    move a -> a - s   for s in 1..a   where {alone}
    move b -> b - s   for s in 1..b   where {alone}
{both}
claims for random(k)

theorem claimed:
    {said}
"""
    return Pair(text, 2)


def excepted(claim: Claim, heaps: int, lows: int) -> dict[str, int] | None:
    """The first parameter, of those from `lows` on, and position at which a claim is false or has no value."""
    for known in instances(claim, (_sweep(lows, MOST_PARAMETER[heaps]), Upto(_number(UPTO[heaps])))):
        judge = Judge(known, Values().asker(claim.play))
        game = known.game
        assert game is not None
        for state in product(range(UPTO[heaps] + 1), repeat=heaps):
            try:
                finding = judge.look(state)
            except Exception:  # what has no value is not true
                return {**known.parameters, "at": state[0]}
            if finding.has_premise and not finding.is_true:
                return {**known.parameters, "at": state[0]}
    return None


def _number(value: int) -> t.AnyTerm:
    return t.Constant(value, type=NUMBER)


def _sweep(low: int, high: int):  # type: ignore[no-untyped-def]
    from heapwise.claims.claim import CheckRange
    from heapwise.terms.types import Set

    return CheckRange("k", t.Operation("..", (_number(low), _number(high)), type=Set(NUMBER)))


def outcome(pair: Pair) -> str:
    """The word for an attempt, after what is proved was compared with values."""
    (claim,) = resolve_claims(Document(Source("<random>", pair.text), library()))
    try:
        proof = attempt(claim, {}, BUDGET)
    except Refuted:
        return "refuted"
    except NotProved as problem:
        return problem.word
    left_out = {e.where for e in proof.excluded}
    low = 2 if "k < 2" in left_out else 1 if {"k < 1", "k = 0"} & left_out else 0
    assert left_out <= {"k < 1", "k < 2", "k = 0"}, pair.text
    assert excepted(claim, pair.heaps, max(low, _low(claim))) is None, f"proved and false: {pair.text}"
    return "proved"


def _low(claim: Claim) -> int:
    assert claim.schema is not None
    domain = claim.schema.parameters[0].domain
    assert isinstance(domain, t.Operation)
    (first,) = domain.arguments
    assert isinstance(first, t.Constant)
    return int(first.value)


def campaign(seed: int, count: int) -> Counter[str]:
    source = random.Random(seed)
    return Counter(outcome((one_heap if source.random() < 0.7 else two_heaps)(source)) for _ in range(count))


def test_nothing_false_is_proved() -> None:
    words = campaign(14, 40)
    assert words["refuted"] >= 15
    assert words["proved"] >= 1
    assert words.total() == 40


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_nothing_false_is_proved_at_length(seed: int) -> None:
    words = campaign(1_000 + seed, 150)
    assert words["proved"] >= 5
    assert words["refuted"] >= 60
