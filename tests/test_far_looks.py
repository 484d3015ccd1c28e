"""Looks at what was proved, beside the numbers of the texts: by the definition, and by a second reading."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

import pytest

import heapwise as hw
from heapwise.claims.claim import Claim
from heapwise.claims.far_cases import far_contradiction
from heapwise.claims.far_places import far_instances, far_positions
from heapwise.claims.instances import Instance, instance_of_values
from heapwise.claims.small_cases import false_position, small_cases
from heapwise.proof import evaluated
from heapwise.proof.far_look import mistranslated, mistranslated_at
from heapwise.proof.logic import FALSE
from heapwise.proof.moves import Moves

SUB = "game sub(k in 1..)\n    heap n\n    move n -> n - t for t in 1..k where t <= n\nclaims for sub(k)\n"
NIM = "claims for nim(n)\nlet turned(w) = nim(2)([x[2], x[1]])\n"


def claim(text: str) -> Claim:
    (found,) = hw.parse(text).claims
    return found


def instance(text: str, **values: int) -> Instance:
    found = instance_of_values(claim(text), values, 5)
    assert found is not None
    return found


@pytest.mark.parametrize(
    "text",
    [
        f"{NIM}theorem a: P(x) iff x[1] = x[2] and (x[1] < 2^30 or 1/(x[1] - 2^30) < 2) for n = 2 upto 5",
        f"{NIM}theorem a: P(x) iff x[1] = x[2] and (x[1] < 3^21 or 1/(x[1] - 3^21) < 2) for n = 2 upto 5",
        f"{NIM}theorem a: P(x) iff x[1] = x[2] and (x[1] = 0 or v2(x[1]) < 30 or 1/0 < 2) for n = 2 upto 5",
        f"{NIM}theorem a: P(x) iff x[1] = x[2] and sqrt(2^50 - x[1])^0 = 1 for n = 2 upto 5",
        f"{NIM}theorem a: G(x) = nimsum([x[i] * sqrt(2^50 - x[i])^0 for i in 1..n]) check n in 1..2, upto 3",
        f"{NIM}theorem a: P(x) iff P(turned(1/(x[1] - 2^30))) for n = 2 upto 5",
        f"{NIM}theorem a: G(x) = G(turned(1/(x[1] - 2^30))) for n = 2 upto 5",
        f"{NIM}theorem a: P(x) iff x[1] = x[2] for n = 2 by [min(x), min(x) * sqrt(2^50 - min(x))^0] upto 5",
        f"{SUB}theorem a: P(n) iff n mod (k + 1) = 0 and (k < 2^30 or 1/(k - 2^30) < 2) check k in 1..3, upto 9",
        f"{SUB}theorem a: P(n) iff n mod (k + 1) = 0 and (n < 4^(k * 9) or 1/(n - 4^(k * 9)) < 2) check k = 1, upto 9",
    ],
)
def test_what_has_no_value_far_out_is_seen(text: str) -> None:
    """Also where there are too many options to look at them; `1 / (x[1] - 2^30)` stops at 2^30 by itself."""
    assert far_contradiction(claim(text), lambda shown: True) is not None
    assert far_contradiction(claim(text), lambda shown: False) is None


@pytest.mark.parametrize(
    "text",
    [
        f"{NIM}theorem a: P(x) iff x[1] = x[2] and (x[1] < 2^30 or x[2] > 7) for n = 2 upto 5",
        f"{NIM}theorem a: P(x) iff x[1] = x[2] for n = 2 by [min(x), min(x)] upto 40",
        f"{SUB}theorem a: G(n) = n mod (k + 1) + (if n > 2^40 then 0 else 0) check k in 1..3, upto 9",
    ],
)
def test_what_is_true_does_not_contradict_itself(text: str) -> None:
    assert any(list(far_positions(case)) for case in far_instances(claim(text)))
    assert far_contradiction(claim(text), lambda shown: True) is None
    assert mistranslated(claim(text), lambda shown: True) is None


def test_a_condition_that_is_read_wrongly_far_out_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Nim 2^30 stones have too many options, and what is claimed may fit together in both readings."""
    right = "claims for nim(n)\ntheorem a: P(x) iff x[1] = x[2] and (x[1] != 2^30 or x[2] > 0) for n = 2 upto 5"
    assert mistranslated_at(instance(right, n=2)) is None
    wrong = instance(right.replace("x[2] > 0", "x[2] < 0"), n=2)
    as_it_is = evaluated.claimed
    monkeypatch.setattr(evaluated, "claimed", lambda instance: as_it_is(wrong))
    assert mistranslated_at(instance(right, n=2)) == (2**30, 2**30)
    seen = mistranslated(claim(right), lambda shown: shown == {"n": "2"})
    assert seen is not None
    assert seen.state == (2**30, 2**30)


def test_moves_that_are_read_wrongly_far_out_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{SUB}theorem a: P(n) iff n mod (k + 1) = 0 and n != 3001 or n = 3001 and k = 2 check k = 2, upto 9"
    assert mistranslated_at(instance(text, k=2)) is None
    monkeypatch.setattr(Moves, "opt", lambda self, phi: FALSE)
    assert mistranslated_at(instance(text, k=2)) is not None


def test_numbers_that_parameters_make_are_looked_at() -> None:
    """`2^(20 * k)` stands nowhere in the text."""
    text = f"{SUB}theorem a: G(n) = n mod (k + 1) + (if n = 2^(20 * k) then 1 else 0) check k in 1..3, upto 9"
    seen = far_contradiction(claim(text), lambda shown: shown == {"k": "2"})
    assert seen is not None
    assert 2**40 - 2 <= seen.state[0] <= 2**40 + 2


def test_numbers_that_rules_make_are_looked_at() -> None:
    """Neither 61 * 59 * 1009 nor what two of these make stands in the text."""
    text = SUB.replace("where t <= n", "where t <= n, n != 61 * 59 * 1009 or 1/0 > 1")
    text += "theorem a: G(n) = n mod (k + 1) check k in 1..3, upto 9"
    seen = far_contradiction(claim(text), lambda shown: True)
    assert seen is not None
    assert seen.state == (61 * 59 * 1009,)


def test_rare_parameters_are_looked_for() -> None:
    text = f"{SUB}theorem a: G(n) = n mod (k + 1) + (if n > 2 then 1 else 0) for k in 1.. where k mod 211 = 140 "
    seen = far_contradiction(claim(text + "check k = 140, upto 2"), lambda shown: True)
    assert seen is not None
    assert seen.instance.shown == {"k": "140"}


def test_looks_have_the_numbers_that_stand_fixed() -> None:
    """What was proved with s = 3/2 was looked at with s = 1 alone."""
    text = f"{SUB}theorem a: W(n) = s iff n mod (k + 1) = 0 for s in {{3/2, 1}} check k in 1..2, upto 6"
    fixed = {"s": Fraction(3, 2)}
    assert all(false_position(case) is None for case in small_cases(claim(text)))
    assert any(false_position(case) is not None for case in small_cases(claim(text), fixed))
    assert {case.shown["s"] for case in far_instances(claim(text), [fixed])} == {"1", "3/2"}


@pytest.mark.parametrize("condition", ["n mod 97 = 55 and n mod 89 = 33", "n = 55 (mod 97) and not n = 33 (mod 89)"])
def test_what_leaves_two_remainders_is_looked_at(condition: str) -> None:
    """6263 is the first such number, and no text names it."""
    found = instance(f"{SUB}theorem a: P(n) iff n mod (k + 1) = 0 and not ({condition}) upto 5", k=2)
    assert (6263,) in islice(far_positions(found), 10)
