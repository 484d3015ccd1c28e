"""Quantifiers over parameters: what is stated, what is tried in which order, and what a verdict may say of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from heapwise.claims.claim import Claim
from heapwise.claims.quantifiers import Excluded, Quantifiers
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.proof.uniform import Free, Means, NotProved, Quantified, prove_uniformly, stated_ranges, stated_where
from heapwise.source import Source


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
        ranges = stated_ranges(claim)
        return Quantified({name: ranges[name] for name in free}, self.name, 0.0, dict(fixed))


def test_what_is_stated() -> None:
    claim = claim_of(MOORE)
    assert stated_ranges(claim) == {"n": "2..", "k": "1..n"}
    assert stated_where(claim) == "2 * k > n"


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
    proved = Quantified({"n": "1.."}, "digits", 0.5, {"k": 2}, "n >= 2")
    assert proved.quantifiers == "every n >= 1, k = 2, where n >= 2"
    assert (
        Quantified({"k": "1..n", "S": "= {k}", "T": "any"}, "tracks", 0.0).quantifiers
        == "every k in 1..n, S = {k}, every T"
    )
    assert proved.plain().to_json()["fixed"] == {"k": "2"}
    assert proved.plain().covers({"n": "5", "k": "2"})
    assert not proved.plain().covers({"n": "5", "k": "3"})


def test_what_is_left_out_is_not_covered() -> None:
    first = Excluded("n = 1", "a move would change no heap", {"n": 1})
    proved = Quantified({"n": "1.."}, "digits", 0.5, excluded=(first,))
    assert not proved.plain().covers({"n": "1"})
    assert proved.plain().covers({"n": "2"})
    assert proved.quantifiers == "every n >= 1, but not n = 1"
    assert not replace(proved.plain(), excluded=(Excluded("small n", "told so"),)).covers({"n": "2"})


def test_plain_data_travels() -> None:
    theorem = prove_uniformly(claim_of(MOORE), (Scripted("digits", (("n", "k"), ("n",)), (("n",),)),))
    plain = theorem.plain()
    assert Quantifiers.from_plain(json.loads(json.dumps(plain.plain()))) == plain
    assert plain.text == "every n >= 2, k = 2; every n >= 2, k = 3"
