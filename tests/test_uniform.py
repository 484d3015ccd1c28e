"""Quantifiers over parameters: what is stated, what is tried in which order, and what a verdict may say of it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

import pytest

from heapwise.claims.claim import Claim
from heapwise.claims.instances import game_of, known_from
from heapwise.claims.quantifiers import Excluded, Quantifiers
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.errors import HeapwiseError
from heapwise.proof.digit_game.way import quantified, read
from heapwise.proof.every_k.read import family_of
from heapwise.proof.every_k.way import quantified as every_k
from heapwise.proof.uniform import Free, Means, NotProved, Quantified, prove_uniformly
from heapwise.proof.words import words
from heapwise.source import Source
from heapwise.terms import term as t
from heapwise.terms.evaluate import Compiler


def claim_of(text: str) -> Claim:
    (claim,) = resolve_claims(Document(Source("test.claims", text), library()))
    return claim


MOORE = """claims for moore(n, k)
theorem p: P(x) iff nimsum(x; k + 1) = 0
    for n in 2.., k in 1..n   where 2 * k > n
    check n in 2..3, upto 2
"""


@dataclass
class Scripted:
    """A way that proves what it is told to, and remembers what it was asked."""

    name: str
    choices: tuple[Free, ...]
    proves: tuple[Free, ...]
    asked: list[tuple[Free, dict[str, Any]]] = field(default_factory=list)

    def frees(self, claim: Claim) -> tuple[Free, ...]:
        return self.choices

    def attempt(self, claim: Claim, free: Free, fixed: Mapping[str, Any], means: Means) -> Quantified:
        self.asked.append((free, dict(fixed)))
        if free not in self.proves:
            raise NotProved("undecided", "told so")
        ranges = words(claim).ranges
        return Quantified({name: ranges[name] for name in free}, self.name, dict(fixed))


def test_what_is_stated() -> None:
    claim = claim_of(MOORE)
    assert words(claim).ranges == {"n": "2..", "k": "1..n"}
    assert words(claim).where == "2 * k > n"


def test_all_free_comes_first_and_ends_the_search() -> None:
    way = Scripted("digits", (("n",), ("n", "k")), (("n", "k"), ("n",)))
    theorem = prove_uniformly(claim_of(MOORE), (way,))
    assert way.asked == [(("n", "k"), {})]
    assert theorem.covers == "full"


def test_others_are_fixed_at_the_values_of_the_instances() -> None:
    digits = Scripted("digits", (("n", "k"), ("n",)), (("n",),))
    tracks = Scripted("tracks", (("k",),), ())
    theorem = prove_uniformly(claim_of(MOORE), (tracks, digits))
    assert [free for free, _ in digits.asked] == [("n", "k"), ("n",), ("n",)]
    assert [fixed for _, fixed in digits.asked[1:]] == [{"k": 2}, {"k": 3}]
    assert tracks.asked == [(("k",), {"n": 2}), (("k",), {"n": 3})]
    assert theorem.covers == "part"
    assert [t.result for t in theorem.tried].count("undecided") == 3


def test_a_parameter_that_for_defines_is_not_chosen() -> None:
    text = "claims for moore(n, k)\ntheorem p: P(x) iff sum(x) = 0\n    for k = n\n    check n in 1..3, upto 2\n"
    way = Scripted("digits", (("n",),), (("n",),))
    theorem = prove_uniformly(claim_of(text), (way,))
    assert way.asked == [(("n",), {})]
    assert theorem.ranges == {"n": "1..", "k": "= n"}
    assert theorem.covers == "full"


def test_what_a_verdict_says() -> None:
    proved = Quantified({"n": "1.."}, "digits", {"k": 2}, "n >= 2", seconds=0.5)
    assert proved.quantifiers == "every n >= 1, k = 2, where n >= 2"
    assert (
        Quantified({"k": "1..n", "S": "= {k}", "T": "any"}, "tracks").quantifiers == "every k in 1..n, S = {k}, every T"
    )
    assert proved.plain().to_json()["fixed"] == {"k": "2"}
    assert proved.plain().covers({"n": "5", "k": "2"})
    assert not proved.plain().covers({"n": "5", "k": "3"})


def test_what_is_left_out_is_not_covered() -> None:
    first = Excluded("n = 1", "a move would change no heap", {"n": 1})
    proved = Quantified({"n": "1.."}, "digits", excluded=(first,), seconds=0.5)
    assert not proved.plain().covers({"n": "1"})
    assert proved.plain().covers({"n": "2"})
    assert proved.quantifiers == "every n >= 1, but not n = 1"
    assert not replace(proved.plain(), excluded=(Excluded("small n", "told so"),)).covers({"n": "2"})


def test_plain_data_travels() -> None:
    theorem = prove_uniformly(claim_of(MOORE), (Scripted("digits", (("n", "k"), ("n",)), (("n",),)),))
    plain = theorem.plain()
    assert Quantifiers.from_plain(json.loads(json.dumps(plain.plain()))) == plain
    assert plain.text == "every n >= 2, k = 2; every n >= 2, k = 3"


# ------------------------------------------------------------------------------------- the words, case by case

TEXT = """game some(n in {n}, k in {k})
    heaps x[n]
    move x[S] -> y   for S in subsets(1..n, 1..k), y in 0..x[S]-1

claims for some(n, k)

theorem p: P(x) iff nimsum(x; k + 1) = 0
    {given}
    check {checked}, upto 1
"""
NAMED = (
    ("0..", "1..n", ""), ("0..", "1..n", "for k = 1"), ("1..", "1..n", "for n in {1, 2, 3}, k in {1, 2}"),
    ("0..", "1..n", "for n in {0} | 2..9, k in 1..2"), ("0..", "1..n", "for n in 0..5, k in 2..3"),
    ("1..", "1..n", "for n in 2..k+2, k in 1.."), ("1..", "1..n+1", "for n in 0.., k in 1..2   where n > 1 or k > 1"),
    ("2..", "2..n-1", "for n in 1..   where n > 3 or k > 2, n < 5 or k > 3"),
)  # fmt: skip


def is_stated(claim: Claim, values: Mapping[str, int]) -> bool:
    """Is this a case of the claim, and is there such a game?"""
    kinds = {v.name: v.type for v in claim.variables}
    known = known_from(claim, {n: t.Constant(v, type=kinds[n]) for n, v in values.items()})
    compiler = Compiler(claim.source, known)
    if not all(compiler.value(c, []) for c in claim.conditions):
        return False
    if any(compiler.value(v.value, []) != values[v.name] for v in claim.variables if v.value is not None):
        return False
    try:
        return game_of(claim, known) is not None
    except HeapwiseError:
        return False


def text(n: str, k: str, given: str) -> str:
    checked = "n = 2" if "k = " in given else "n = 2, k = 1"
    return TEXT.format(n=n, k=k, given=given, checked=checked)


def words_of(proved: Quantified) -> Claim:
    """What the words name, of a game that there is for all numbers."""
    defined = [f"{n} {text}" for n, text in proved.ranges.items() if text.startswith("= ")]
    fixed = [f"{n} = {value}" for n, value in proved.fixed.items()]
    ranges = [f"{n} in {text}" for n, text in proved.ranges.items() if not text.startswith("= ")]
    where = f"where {proved.where}" if proved.where else ""
    return claim_of(text("0..", "0..", f"for {', '.join(defined + fixed + ranges)} {where}"))


def theorems(claim: Claim) -> Iterator[Quantified]:
    """What would be proved for every n and k, and for every n and one k."""
    if claim.variables[1].value is None:
        family_of(claim)
        yield every_k(claim)
    for k in (1, 2, 3):
        fixed = {"k": k} if claim.variables[1].value is None else {}
        if any(is_stated(claim, {"n": n, "k": k}) for n in range(8)):
            yield quantified(claim, fixed, *read(claim, ("n",), fixed))


@pytest.mark.parametrize(("n", "k", "given"), NAMED)
def test_the_words_name_the_cases_and_no_others(n: str, k: str, given: str) -> None:
    """`k in 1..n` was once proved for "every n >= 0, k = 1", though with n = 0 there is no such k."""
    claim = claim_of(text(n, k, given))
    found = list(theorems(claim))
    assert found
    for one in found:
        said = words_of(one)
        for values in product(range(8), repeat=2):
            known = dict(zip(("n", "k"), values, strict=True))
            is_case = is_stated(claim, known) and all(known[name] == value for name, value in one.fixed.items())
            assert is_stated(said, known) == is_case, (one.quantifiers, known)
