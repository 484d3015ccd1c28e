"""Sums of equal heaps: one heap is enough for every n, where moves and values of a heap depend on that heap alone."""

from __future__ import annotations

import json
import re
from collections import Counter
from copy import deepcopy
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from heapwise.claims.claim import CheckRange, Claim, Upto
from heapwise.claims.exact_check import Judge
from heapwise.claims.hashes import rules_hash, text_hash
from heapwise.claims.instances import instances
from heapwise.claims.position_values import Values
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.errors import HeapwiseError
from heapwise.proof.certificate.report import verify
from heapwise.proof.certificate.save import about_theorem, as_bytes
from heapwise.proof.certificate.texts import text_of
from heapwise.proof.outside import NotProved, Outside
from heapwise.proof.sums import Sums, one_heap
from heapwise.proof.uniform import Means, prove_uniformly
from heapwise.source import Source
from heapwise.terms import term as t
from heapwise.terms.types import NUMBER, Set
from test_tracks_random import ONE, VALUES

TAKE = "move x[i] -> x[i] - t   for i in 1..n, t in 1..c"
SUM = "nimsum([x[i] mod (c + 1) for i in 1..n])"
ODD = "move x[i] -> x[i] - t   for i in 1..n, t in 1..x[i]   where t mod 2 = 1"


def claim_of(move: str, statement: str, rest: str = "", heading: str = "n in 0.., c in 1..", play: str = "") -> Claim:
    names = ", ".join(part.split(" in ")[0] for part in heading.split(", "))
    text = f"game some({heading})\n    heaps x[n]\n    {move}\n\nclaims for some({names})\n\n"
    text += f"theorem it{play}: {statement}\n    {rest or 'check n in 1..2, c in 1..2, upto 2'}\n"
    (claim,) = resolve_claims(Document(Source("test.game", text), library()))
    return claim


PROVED = (
    (TAKE, f"G(x) = {SUM}", "", "every n >= 0, every c >= 1"),
    (TAKE, f"P(x) iff {SUM} = 0", "", "every n >= 0, every c >= 1"),
    (TAKE, f"N(x) iff 0 != {SUM}", "", "every n >= 0, every c >= 1"),
    (TAKE, "G(x) = nimsum(x[i] mod (c + 1) for i in 1..n)", "for n in 2..9", "every n in 2..9, every c >= 1"),
    (TAKE, f"G(x) = {SUM}", "for n in 3.., c in 2..n", "every n >= 3, every c in 2..n"),
    (TAKE, f"G(x) = {SUM}", "for n in 1.., c in 1..   where c < n", "every n >= 1, every c >= 1, where c < n"),
    (TAKE, "G(x) = nimsum([x[i] mod 3 for i in 1..n])", "for c = 2", "every n >= 0, c = 2"),
    (ODD, "P(x) iff sum(x) mod 2 = 0", "", "every n >= 0, every c >= 1"),
    ("move x[i] -> x[i] - t   for i in 1..n, t in {1, 3, 4}",
     "G(x) = nimsum([[0, 1, 0, 1, 2, 3, 2][x[i] mod 7 + 1] for i in 1..n])", "", "every n >= 0, every c >= 1"),
)  # fmt: skip


@pytest.mark.parametrize(("move", "statement", "rest", "quantifiers"), PROVED)
def test_what_is_proved(move: str, statement: str, rest: str, quantifiers: str) -> None:
    checked = "check n in 1..4, upto 2" if "c = " in rest else "check n in 1..4, c in 1..3, upto 2"
    claim = claim_of(move, statement, f"{rest}\n    {checked}" if rest else checked)
    assert [p.quantifiers for p in prove_uniformly(claim, (Sums(),)).proved] == [quantifiers]


OUTSIDE = (
    (f"{TAKE}   where t <= i", f"G(x) = {SUM}"),  # heaps have places
    (f"{TAKE}   where x[1] >= t", f"G(x) = {SUM}"),
    (f"{TAKE}   where t <= n", f"G(x) = {SUM}"),
    (f"{TAKE}   where x[i] = max(x)", f"G(x) = {SUM}"),
    ("move x[i] -> x[j]   for i in 1..n, j in 1..n   where x[j] < x[i]", "G(x) = nimsum(x)"),
    ("move x[1] -> x[1] - t   for t in 1..c", f"G(x) = {SUM}"),
    ("move x[i] -> x[i] - t   for i in 1..n-1, t in 1..c", f"G(x) = {SUM}"),
    ("move x[S] -> x[S] - 1   for S in subsets(1..n, 1)", "G(x) = sum(x) mod 2"),
    (TAKE, "G(x) = nimsum([x[i] mod (c + 1) for i in 2..n])"),
    (TAKE, "G(x) = nimsum([(x[i] + i) mod (c + 1) for i in 1..n])"),
    (TAKE, "G(x) = nimsum([x[i] mod (n + 1) for i in 1..n])"),
    (TAKE, "G(x) = sum([x[i] mod (c + 1) for i in 1..n])"),
    (TAKE, "G(x) = sum(x) mod (c + 1)"),
    (TAKE, "G(x) = nimsum(x; 3)"),
    (TAKE, f"P(x) iff {SUM} = 1"),
    (TAKE, f"P(x) iff {SUM} != 0"),
    (TAKE, f"c = 1 implies G(x) = {SUM}"),
)  # fmt: skip


@pytest.mark.parametrize(("move", "statement"), OUTSIDE)
def test_what_is_more_than_a_sum_is_outside(move: str, statement: str) -> None:
    with pytest.raises(Outside):
        one_heap(claim_of(move, statement))


def test_nothing_depends_on_the_number_of_heaps_in_secret() -> None:
    """With one heap `c in 1..n` leaves c = 1 alone; and in misère play the value of a sum is no nim-sum."""
    with pytest.raises(Outside, match="depend on the number of heaps"):
        one_heap(claim_of(TAKE, f"G(x) = {SUM}", heading="n in 1.., c in 1..n"))
    with pytest.raises(Outside, match="another kind of play"):
        one_heap(claim_of(TAKE, f"P(x) iff {SUM} = 0", play=" under misere"))


def test_one_heap_refutes_nothing_of_others() -> None:
    """G = x[i] is false of one heap, which is no case of the claim, and proves nothing about two."""
    claim = claim_of(TAKE, "P(x) iff nimsum(x) = 0", "for n in 2..\n    check n = 2, c = 1, upto 1")
    with pytest.raises(NotProved, match="for one heap") as problem:
        Sums().attempt(claim, ("n", "c"), {})
    assert problem.value.word == "undecided"


# ------------------------------------------------------------------------------------- random rules and values


def random_claim(random: Random) -> Claim:
    where, value = (re.sub(r"\bn\b", "x[i]", random.choice(of)) for of in (ONE, VALUES))
    form = random.choice(("G(x) = {}", "P(x) iff {} = 0"))
    move = f"move x[i] -> x[i] - t   for i in 1..n, t in 1..x[i]   where {where}"
    said = form.format(f"nimsum([{value} for i in 1..n])")
    return claim_of(move, said, "check n in 1..2, k in 2..3, upto 2", f"n in 0.., k in {random.randint(0, 2)}..")


def is_true(claim: Claim, low: int) -> bool:
    """By the values of the rules, up to three heaps."""
    for n, most in ((0, 0), (1, 14), (2, 6), (3, 3)):
        effort = (_range("n", n, n), _range("k", low, 4), Upto(t.Constant(most, type=NUMBER)))
        for known in instances(claim, effort):
            judge = Judge(known, Values().asker(claim.play))
            if not all(judge.look(x).is_true for x in product(range(most + 1), repeat=n)):
                return False
    return True


def _range(name: str, low: int, high: int) -> CheckRange:
    ends = (t.Constant(low, type=NUMBER), t.Constant(high, type=NUMBER))
    return CheckRange(name, t.Operation("..", ends, type=Set(NUMBER)))


def outcome(claim: Claim) -> str:
    try:
        proved = Sums().attempt(claim, ("n", "k"), {}, Means(1 / 16))
    except NotProved as problem:
        return problem.word
    left_out = {name: value for e in proved.excluded for name, value in e.values.items()}
    assert is_true(claim, max(left_out.values(), default=-1) + 1 or int(proved.ranges["k"][0])), claim.source.text
    return "proved"


def test_nothing_false_is_proved_of_random_sums() -> None:
    random = Random(14)
    words = Counter(outcome(random_claim(random)) for _ in range(30))
    assert words["proved"] >= 1
    assert words["undecided"] >= 15


@pytest.mark.slow
def test_nothing_false_is_proved_of_many_random_sums() -> None:
    random = Random(41)
    assert Counter(outcome(random_claim(random)) for _ in range(2_000))["proved"] >= 30


def test_one_wrong_value_is_enough() -> None:
    """Each value of a period made another: none of these is proved."""
    move = "move x[i] -> x[i] - t   for i in 1..n, t in {1, 3, 4}"
    values = [0, 1, 0, 1, 2, 3, 2]
    for at, wrong in product(range(7), (1, 2)):
        changed = [*values[:at], wrong, *values[at + 1 :]]
        said = f"G(x) = nimsum([{changed}[x[i] mod 7 + 1] for i in 1..n])"
        claim = claim_of(move, said, "check n in 1..2, upto 2", "n in 1..")
        assert bool(prove_uniformly(claim, (Sums(),), Means(1 / 16)).proved) == (changed == values)


# ------------------------------------------------------------------------------------------------ certificates


@cache
def genuine(statement: str = f"P(x) iff {SUM} = 0") -> dict[str, Any]:
    claim = claim_of(TAKE, statement)
    proved = Sums().attempt(claim, ("n", "c"), {}, Means(is_recorded=True))
    assert proved.proof is not None
    found: dict[str, Any] = json.loads(as_bytes(about_theorem(claim, proved) | proved.proof()))
    return found


def about(data: dict[str, Any], claim: Claim) -> None:
    """Put another claim into a certificate, with all that it says of itself."""
    text = text_of(claim)
    data.update(text=text, text_sha256=text_hash(text), rules_sha256=rules_hash(claim), statement=claim.text)


def test_certificates() -> None:
    found = verify(as_bytes(genuine()))
    assert found.kind == "sums"
    assert "every n >= 0, every c >= 1, all sizes" in found.about.statement
    assert any("positions" in line and "exact evaluation" in line for line in found.compared)
    assert "nim-sum of the values of its parts" in found.trusted[0]


FORGED = (
    (lambda data: data.update(kind="tracks"), "a parameter in the declaration"),
    (lambda data: data["obligations"].pop(), "obligations"),
    (lambda data: data.update(ends="it ends"), "play ends"),
    (lambda data: data.update(label="every n >= 0"), "another label"),
    (lambda data: data["ranges"].update(c="0.."), "quantifiers"),
    (lambda data: data["left_out"][0].append({"c": 3}), "for a reason"),
    (lambda data: about(data, claim_of(TAKE, "P(x) iff nimsum([x[i] mod (c + 2) for i in 1..n]) = 0")), "obligations"),
    (lambda data: about(data, claim_of(f"{TAKE}   where x[1] >= t", f"P(x) iff {SUM} = 0")), "outside"),
    (lambda data: about(data, claim_of(TAKE, f"P(x) iff {SUM} = 1")), "outside"),
)  # fmt: skip


@pytest.mark.parametrize(("change", "reason"), FORGED)
def test_forged_certificates(change: Any, reason: str) -> None:
    data = deepcopy(genuine())
    change(data)
    with pytest.raises(HeapwiseError, match=reason):
        verify(as_bytes(data))
