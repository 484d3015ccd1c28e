"""Statements that are true by the definition of who wins: truth tables, compared with the interpreter of the rules."""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy
from functools import cache
from itertools import product
from random import Random
from typing import Any

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
from heapwise.proof.definitions import Definitions
from heapwise.proof.outside import NotProved
from heapwise.proof.uniform import Means
from heapwise.source import Source
from heapwise.verify.definition import check_definition

NIM = "move x[i] -> y   for i in 1..n, y in 0..x[i]-1"
SLOW = "move x[S] -> x[S] - 2   for S in subsets(1..n, n)"  # ends with stones, too
OF = "for q in options(x)"


def claim_of(statement: str, play: str = "", move: str = NIM, rest: str = "check n in 1..2, upto 2") -> Claim:
    text = f"game some(n in 1..)\n    heaps x[n]\n    {move}\n\nclaims for some(n)\n\n"
    (claim,) = resolve_claims(Document(Source("t", f"{text}theorem it{play}: {statement}\n    {rest}\n"), library()))
    return claim


def word(claim: Claim) -> str:
    try:
        assert Definitions().frees(claim) in ([], (), [("n",)])
        return "proved" if Definitions().attempt(claim, ("n",), {}) else ""
    except NotProved as problem:
        return problem.word


CIRCLE = " under preference 0 > 1 > 2"
CASES = (
    ("P(x) iff G(x) = 0", "", "proved"), ("N(x) iff G(x) != 0", "", "proved"), ("P(x) iff not N(x)", "", "proved"),
    (f"G(x) = mex(G(q) {OF})", "", "proved"), (f"mex({{G(q) {OF}}}) = G(x)", "", "proved"),
    (f"G(x) = mex(G(q) {OF} where P(q))", "", "outside"), (f"G(x) = mex(G(x) {OF})", "", "outside"),
    (f"P(x) implies all(N(q) {OF})", "", "proved"), (f"P(x) implies all(N(q) {OF})", " under misere", "proved"),
    (f"N(x) implies any(P(q) {OF})", "", "proved"), (f"N(x) implies any(P(q) {OF})", " under misere", "outside"),
    (f"N(x) and not terminal(x) implies any(P(q) {OF})", " under misere", "proved"),
    ("W(x) = 1 iff P(x)", "", "proved"), ("W(x) = 0 iff P(x)", " under misere", "proved"),
    ("W(x) = 1 iff P(x)", " under misere", "outside"), ("P(x) iff G(x) = 0", " under misere", "outside"),
    ("W(x) = 0 or W(x) = 1 or W(x) = 2", CIRCLE, "proved"), ("W(x) = 0 or W(x) = 2", CIRCLE, "outside"),
    (f"W(x) = 0 iff any(W(q) = 2 {OF})", CIRCLE, "proved"), (f"W(x) = 1 iff any(W(q) = 0 {OF})", CIRCLE, "outside"),
    ("P(x) iff G(x) = 1", "", "outside"), ("P(x) iff nimsum(x) = 0", "", "outside"),
)  # fmt: skip


@pytest.mark.parametrize(("statement", "play", "expected"), CASES)
def test_what_follows_from_the_definition(statement: str, play: str, expected: str) -> None:
    assert word(claim_of(statement, play)) == expected


ENDLESS = ("x[i] -> y   for i in 1..n, y in 0..x[i]", "x[i] -> x[i] - t   for i in 1..n, t in 0..1")


@pytest.mark.parametrize("move", ENDLESS)
def test_play_has_to_end(move: str) -> None:
    assert word(claim_of("P(x) iff not N(x)", move=f"move {move}")) == "outside"


def test_the_words_name_the_cases() -> None:
    most = "move x[S] -> x[S] - 1   for S in subsets(1..n, n-1)"
    claim = claim_of("P(x) iff not N(x)", move=most, rest="check n in 2..3, upto 1")
    assert Definitions().attempt(claim, ("n",), {}).quantifiers == "every n >= 1, but not n = 1"


# ------------------------------------------------------------------------------------- random statements


def random_statement(random: Random, seats: int, depth: int, is_option: bool = False) -> str:
    where = "q" if is_option else "x"
    if depth == 0 or random.random() < 0.2:
        atoms = [f"W({where}) = {random.randrange(seats)}", f"P({where})" if seats == 2 else f"W({where}) != 0"]
        return random.choice([*atoms, *([] if is_option else ["terminal(x)"])])
    shape = random.choice(("{} and {}", "{} or {}", "{} implies {}", "{} iff {}", "not {}", "all", "any"))
    if shape in ("all", "any"):
        if is_option:
            return random_statement(random, seats, depth - 1, True)
        return f"{shape}({random_statement(random, seats, depth - 1, True)} {OF})"
    parts = (f"({random_statement(random, seats, depth - 1, is_option)})" for _ in range(2))
    return shape.format(*parts) if "{} " in shape else f"not {next(parts)}"


def is_true(claim: Claim) -> bool:
    """By the values of the rules."""
    for known in instances(claim, ()):
        judge = Judge(known, Values().asker(claim.play))
        found = [judge.look(x) for x in product(range(3), repeat=known.parameters["n"])]
        if any(f.has_premise and not f.is_true for f in found):
            return False
    return True


def outcomes(seed: int, count: int) -> Counter[tuple[str, bool]]:
    random, found = Random(seed), Counter[tuple[str, bool]]()
    for _ in range(count):
        play = random.choice(("", " under misere", CIRCLE, " under preference 1 > 0 > 2"))
        statement = random_statement(random, 3 if "preference" in play else 2, 3)
        if "(x" in statement:
            claim = claim_of(statement, play, random.choice((NIM, SLOW)))
            found[word(claim), is_true(claim)] += 1
    return found


def test_nothing_false_follows_from_the_definition() -> None:
    found = outcomes(1, 40)
    assert found["proved", False] == 0
    assert found["proved", True] >= 2
    assert found["outside", False] >= 10


@pytest.mark.slow
def test_nothing_false_follows_of_many_statements() -> None:
    found = outcomes(2, 4_000)
    assert found["proved", False] == 0
    assert found["proved", True] >= 300


# ------------------------------------------------------------------------------------------------ certificates


@cache
def genuine() -> dict[str, Any]:
    claim = claim_of(f"P(x) iff all(N(q) {OF})")
    proved = Definitions().attempt(claim, ("n",), {}, Means(is_recorded=True))
    assert proved.proof is not None
    found: dict[str, Any] = json.loads(as_bytes(about_theorem(claim, proved) | proved.proof()))
    return found


def test_certificates() -> None:
    assert verify(as_bytes(genuine())).kind == "definition"


FORGED = (
    ({"sentence": ["and"]}, "sentence is not that"), ({"sentence": ["or", ["seat", "x", 1]]}, "false where"),
    ({"sentence": ["or", ["seat", "q", 1]]}, "no form"), ({"sentence": "and"}, "E340"),
    ({"seats": [1, 0]}, "false where"), ({"seats": [0]}, "E34"), ({"seats": [0, 2]}, "order of the players"),
    ({"seats": list(range(99))}, "E340"), ({"kind": "splitting"}, "E340"),
    ({"label": "every n >= 0"}, "another label"), ({"ranges": {"n": "0.."}}, "quantifiers"),
)  # fmt: skip


@pytest.mark.parametrize(("change", "reason"), FORGED)
def test_forged_certificates(change: dict[str, Any], reason: str) -> None:
    data = deepcopy(genuine()) | change
    with pytest.raises(HeapwiseError, match=reason):
        verify(as_bytes(data))


def test_a_sentence_may_not_be_too_deep() -> None:
    sentence: list[Any] = ["and"]
    for _ in range(100):
        sentence = ["not", sentence]
    with pytest.raises(HeapwiseError, match="too deep"):
        check_definition({"seats": [0, 1], "sentence": sentence})
    with pytest.raises(HeapwiseError, match="too large"):
        check_definition({"seats": [0, 1], "sentence": ["and", *[["and"]] * 2_000]})
