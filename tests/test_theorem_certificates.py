"""Certificates of theorems with quantifiers: accepted as they are written, and refused field by field when forged.

A forger has the product, all hashes and the text of every check. What is put right is put right here, too, so that only
the check that is meant is left to refuse.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

import digit_games as d
from heapwise.claims.claim import Claim
from heapwise.claims.hashes import rules_hash, text_hash
from heapwise.claims.resolve import resolve_claims
from heapwise.claims.wording import stated
from heapwise.documents.library import Document, library
from heapwise.errors import HeapwiseError
from heapwise.proof.certificate.report import verify
from heapwise.proof.certificate.save import about_theorem, as_bytes
from heapwise.proof.certificate.texts import text_of
from heapwise.proof.digit_game.certificate import body
from heapwise.proof.digit_game.problem import NoProof, Problem
from heapwise.proof.digit_game.prove import prove
from heapwise.proof.digit_game.rule import LOWER, Role, RoleMove, Rule
from heapwise.proof.uniform import Means, prove_uniformly
from heapwise.proof.ways import WAYS
from heapwise.source import Source
from heapwise.verify import check
from heapwise.verify.coordinates import check_coordinates
from heapwise.verify.digits import check_digits
from heapwise.verify.digits.checker import read_problem
from heapwise.verify.digits.classes import CountClasses
from heapwise.verify.digits.concrete import is_true, options
from heapwise.verify.digits.rules import read_rule
from heapwise.verify.formulas import Patterns, formulas
from test_digit_game import claims_of

Data = dict[str, Any]
Change = Callable[[Data], None]

RULE = (
    "game some(n in 1..)\n    heaps x[n]\n    move x[i] -> y   for i in 1..n, y in 0..x[i]-1\n\nclaims for some(n)\n\n"
)
NIM = RULE + "theorem it: P(x) iff nimsum(x) = 0\n    check n in 1..2, upto 3\n"
LARGEST = """game some(n in 1..)
    heaps x[n]
    move x[S] -> y   for S in subsets(1..n, n), y in 0..x[S]-1

claims for some(n)

theorem it: G(x) = min(x)
    check n in 1..2, upto 3
"""
SPLITS = """game some(n in 2..)
    heaps x[n] in 1..
    move x -> y   for i in 1..n, y in splits(x[i], n, 1)

claims for some(n)

theorem it: P(x) iff all(1 <= x[i] mod (n * (n - 1)) and x[i] mod (n * (n - 1)) <= n - 1 for i in 1..n)
    check n in 2..3, upto 4
"""

PROPHECY = "claims for nimhoff(n, k)\n\ntheorem it: G(x) = knimsum(x; k)\n    for k = 2\n    check n in 1..2, upto 3\n"


def claim_in(text: str) -> Claim:
    (found,) = resolve_claims(Document(Source("test.game", text), library()))
    return found


def certificate_of(claim: Claim, number: int = 0) -> Data:
    """What `prove --certificate` writes of a claim."""
    proved = prove_uniformly(claim, WAYS, Means(is_recorded=True)).proved[number]
    assert proved.proof is not None
    found: Data = json.loads(as_bytes(about_theorem(claim, proved) | proved.proof()))
    return found


@cache
def genuine(path: str, name: str) -> Data:
    return certificate_of(claims_of(path)[name])


@cache
def of_text(text: str) -> Data:
    return certificate_of(claim_in(text))


def refusal(data: Data) -> str:
    with pytest.raises(HeapwiseError) as problem:
        verify(as_bytes(data))
    return f"{problem.value.code} {problem.value.short}"


# ------------------------------------------------------------------------------------------------ accepted

ACCEPTED = (
    ("nim/nim", "grundy", "digits", "every n >= 1"), ("nim/nim", "preference_201", "digits", "every n >= 1"),
    ("moore/moore", "misere", "intervals", "every n >= 1, every k in 1..n"),
    ("moore/exact_nim", "all_heaps", "digits", "every n >= 1, k = n"),
    pytest.param("wythoff/nimhoff", "grundy", "digits", "every n >= 1, every k >= 1", marks=pytest.mark.slow),
    ("wythoff/nimhoff", "two_heaps", "tracks", "n = 2, every k >= 1"),
    ("delete/abo_delete", "p_positions", "splitting", "every n >= 2"),
)  # fmt: skip


@pytest.mark.parametrize(("path", "name", "kind", "quantifiers"), ACCEPTED)
def test_certificates_of_the_library(path: str, name: str, kind: str, quantifiers: str) -> None:
    data = genuine(path, name)
    assert (data["kind"], data["label"]) == (kind, quantifiers)
    verified = verify(as_bytes(data))
    assert f"{quantifiers}, all sizes" in verified.about.statement
    assert verified.figures["options"] >= 20
    assert verified.figures["formula"] >= 20
    assert len(verified.trusted) == 3


@pytest.mark.slow
def test_every_proof_for_every_p() -> None:
    for name in ("grundy", "further_out"):
        assert verify(as_bytes(genuine("wythoff/ryuoh", name))).kind == "tracks"


def accepted(seed: int, count: int, make: Callable[[Random], Problem], work: int) -> int:
    """How many random problems were proved; the checker, which counts classes by itself, has to accept each proof."""
    random, found = Random(seed), 0
    for _ in range(count):
        try:
            proof = prove(make(random), work)
        except NoProof:
            continue
        assert check_digits(json.loads(json.dumps(body(proof)))).steps >= 0
        found += 1
    return found


def any_problem(random: Random) -> Problem:
    """One that is most often false."""
    rule = d.random_rule(random)
    return Problem(rule, d.random_sentence(random, rule, 0))


def test_what_is_proved_of_random_problems_is_accepted() -> None:
    assert accepted(2, 150, any_problem, 2_000) >= 2


@pytest.mark.slow
def test_what_is_proved_of_many_random_problems_is_accepted() -> None:
    assert accepted(12, 300, d.random_problem, 60_000) >= 30


def test_the_checker_reads_problems_as_arithmetic_does() -> None:
    random, truths = Random(5), []
    for _ in range(80):
        rule, is_graph = d.random_rule(random), random.random() < 0.4
        sentence = (d.random_graph if is_graph else d.random_sentence)(random, rule)
        problem = Problem(rule, sentence, is_graph)
        given, brute = read_problem(json.loads(json.dumps(problem.to_json()))), d.Brute(rule)
        for _ in range(4):
            heaps = tuple(sorted(random.randrange(7) for _ in range(random.randint(rule.least, 4))))
            g = random.randrange(8) if is_graph else 0
            truths.append(sentence.holds(heaps, g))
            assert is_true(given, heaps, g, None) == truths[-1], (sentence, heaps, g)
            assert {tuple(sorted(x)) for x in options(given, heaps, None)} == brute.options(heaps)
    assert 60 < sum(truths) < 260


# ------------------------------------------------------------------------------------------------ forged


def _with_text(text: str) -> Change:
    """Another text, with its hashes: the proof of one claim under the words of another."""

    def change(data: Data) -> None:
        claim = claim_in(text)
        data["text"] = text_of(claim)
        data |= {"text_sha256": text_hash(data["text"]), "rules_sha256": rules_hash(claim), "statement": claim.text}

    return change


def _set(*path: Any) -> Change:
    *places, last, value = path

    def change(data: Data) -> None:
        inner: Any = data
        for place in places:
            inner = inner[place]
        assert inner[last] != value
        inner[last] = value

    return change


def _drop(*path: Any) -> Change:
    *places, last = path

    def change(data: Data) -> None:
        inner: Any = data
        for place in places:
            inner = inner[place]
        del inner[last]

    return change


def _one_state_less(data: Data) -> None:
    data["closed"][0]["met"][-1].pop()


def _lost_state(data: Data) -> None:
    """A state of the end that is not won, in every region."""
    strategy = data["strategy"]
    lost = next(i for i, s in enumerate(strategy["states"]) if i not in strategy["regions"][-1]["states"])
    strategy["regions"][-1]["states"].append(lost)


def _twice(states: list[Any]) -> None:
    kinds = next(state[4] for state in states if state[4])
    kinds.append(kinds[0])


def _one_answer(data: Data) -> None:
    region = next(r for r in data["strategy"]["regions"] if r["after"])
    for row in region["after"][0][1]:
        row[:] = [(number + 1) % len(data["strategy"]["answers"]) for number in row]


def _empty_graph(data: Data) -> None:
    """F(x, g) is never true: no option has the same value, and there is no smaller one."""
    data["problem"]["sentence"] = ["or"]
    data["automata"] = [{"start": 0, "next": [[0, 0]], "row_start": 0, "rows": [[0, 0, 0, 0]]}]


DIGITS: tuple[tuple[str, Change, str], ...] = (
    ("problem", _set("problem", "rule", "moves", 0, 2, [0, 2]), "E34"),
    ("problem", _set("problem", "between", [0]), "E341 .*not all read alike"),
    ("problem", _set("problem", "rule", "moves", 0, 1, [0, 0]), "E341 .*a move may change no heap"),
    ("problem", _set("problem", "players", 3), "E34"),
    ("problem", _set("problem", "first", 1), "E34"),
    ("text", _with_text(NIM.replace("nimsum(x) = 0", "sum(x) mod 3 = 0")), "E342 .*not that of its rules"),
    ("text", _with_text(NIM.replace("0..x[i]-1", "0..x[i]-2")), "E342"),
    ("automata", _set("automata", 0, "next", 0, 0, 1), "E341"),
    ("automata", _set("automata", 0, "start", 1), "E341"),
    ("closed", _one_state_less, "E341"),
    ("closed", _set("closed", []), "E341 .*not settled"),
    ("closed", _set("closed", 0, "never", "a blue moon"), "E341"),
    ("strategy", _lost_state, "E34"),
    ("strategy", _one_answer, "E341"),
    ("strategy", _set("strategy", "regions", []), "E341 .*no region"),
    ("strategy", _set("strategy", "regions", 1, "same", 1), "E341 .*not the same"),
    ("strategy", lambda data: data["strategy"]["regions"].pop(), "E341"),
    ("closed", lambda data: data["closed"][0]["met"][0].pop(0), "E341 .*is not (listed|among the states that are met)"),
    ("closed", lambda data: data["closed"].append(data["closed"][0]), "E341 .*not settled"),
    ("readers", _set("closed", 0, "readers", [9, 9]), "E340 .*an automaton"),
    ("reader", _set("reader", 9), "E340 .*an automaton"),
    ("reader", _drop("reader"), "E340 .*missing"),
    ("strategy", _set("strategy", "never", "a blue moon"), "E341 .*never a blue moon|E341 .*not shown"),
    ("strategy", _set("strategy", "states", 0, 0, 1), "E341 .*not won"),
    ("strategy", _set("strategy", "regions", 2, "stage", 0), "E341 .*a digit more"),
    ("strategy", _set("strategy", "regions", 2, "after", []), "E341 .*a digit more"),
    ("strategy", lambda data: data["strategy"]["regions"][2]["states"].pop(), "E341 .*lead into no region"),
    ("answers", _set("strategy", "answers", 1, [[0, [5]], [0, [1]]]), "E341 .*cannot get"),
    ("states", _set("closed", 0, "states", 0, 4, 0, 0, {}), "E340 .*becomes of"),
    ("answers", _set("strategy", "answers", 1, [[-1, []], [0, [1]]]), "E340 .*a target"),
    ("rests", _set("strategy", "rests", [[0]]), "E341 .*may be announced"),
    ("problem", _set("problem", "rule", "least", 2), "E342 .*problem"),
    ("ranges", _set("ranges", {"n": "0.."}), "E342 .*quantifiers"),
    ("ranges", _drop("ranges"), "E340 .*about"),
    ("excluded", _drop("excluded"), "E340 .*about"),
    ("ends", lambda data: data.update(ends="trust me"), "E340 .*key"),
    ("label", _set("label", "every n >= 0"), "E342 .*another label"),
    ("excluded", _set("excluded", ["n = 7"]), "E342 .*quantifiers"),
    ("parameters", _set("parameters", {"n": 2}), "E342"),
    ("total", lambda data: data.update(total={}), "E34"),
    ("kinds of heaps", lambda data: _twice(data["strategy"]["states"]), "E340 .*there twice"),
    ("key", lambda data: data.update(more=1), "E340 .*key"),
)  # fmt: skip


@pytest.mark.parametrize(("field", "change", "reason"), DIGITS)
def test_forged_digits(field: str, change: Change, reason: str) -> None:
    data = deepcopy(of_text(NIM))
    verify(as_bytes(data))
    change(data)
    assert_refused(data, reason)


def assert_refused(data: Data, reason: str) -> None:
    said = refusal(data)
    assert re.match(reason, said), said


def test_values_must_exist() -> None:
    """Of the empty graph both other obligations are true."""
    data = deepcopy(of_text(LARGEST))
    _empty_graph(data)
    data.pop("total", None)
    with pytest.raises(HeapwiseError, match=r"no value"):
        check(data)


GRAPH: tuple[tuple[str, Change, str], ...] = (
    ("total", lambda data: data["total"]["regions"].pop(), "E341 .*none for the next stage"),
    ("total", lambda data: data["total"]["regions"][1]["after"].clear(), "E341 .*a digit more"),
    ("total", lambda data: data["total"]["regions"][1]["states"].pop(), "E341 .*lead into no region"),
    ("total", lambda data: data["total"]["regions"][1]["after"][0][1][0].__setitem__(0, 2), "E340 .*digit of a value"),
    ("total", _drop("total"), "E34"),
    ("total", _set("total", "regions", []), "E341 .*no region"),
    ("total", lambda data: data["total"]["regions"][-1]["after"][0][1][0].reverse(), "E341"),
    ("automata", _set("automata", 0, "rows", 0, 0, 2), "E34"),
)  # fmt: skip


@pytest.mark.parametrize(("field", "change", "reason"), GRAPH)
def test_forged_graphs(field: str, change: Change, reason: str) -> None:
    data = deepcopy(of_text(LARGEST))
    verify(as_bytes(data))
    change(data)
    assert_refused(data, reason)


@pytest.mark.slow
def test_announcements_must_all_be_there() -> None:
    data = deepcopy(of_text(PROPHECY))
    verify(as_bytes(data))
    assert len(data["strategy"]["rests"]) > 2
    data["strategy"]["rests"].pop()
    assert_refused(data, "E34")


def test_classes_decide_what_a_rule_says() -> None:
    """All heaps, or exactly one: how finely counts are known is worked out by the checker, whatever a file says."""
    for rule in (d.random_rule(Random(seed)) for seed in range(60)):
        given = read_rule(json.loads(json.dumps(rule.to_json())))
        assert given.is_decided(given.unchanged(), given.changed(1))
        assert not given.is_decided(given.unchanged(), CountClasses(0))
    both = Rule((RoleMove(Role(LOWER), d.with_n(0), d.with_n(0)), RoleMove(Role(LOWER), d.number(1), d.number(1))), 1)
    given = read_rule(both.to_json())
    assert not given.is_decided(given.unchanged(), CountClasses(1))
    assert given.is_decided(given.unchanged(), CountClasses(2))


def _other_kind(data: Data) -> None:
    data["kind"] = {"intervals": "tracks", "tracks": "splitting", "splitting": "intervals"}[data["kind"]]


HEADS: dict[str, tuple[Change, str]] = {
    "text": (lambda data: data.update(text=data["text"].replace("theorem", "conjecture")), "E342 .*hash of its text"),
    "rules_sha256": (_set("rules_sha256", "0" * 64), "E342 .*hash of its rules"),
    "kind": (_other_kind, "E340 .*a key that says nothing"),
    "game": (_set("game", "chess"), "E342 .*another game"),
    "statement": (_set("statement", "P(x)"), "E342 .*another statement"),
    "play": (_set("play", "preference 1 > 0"), "E342 .*another play"),
    "label": (_set("label", "every n >= 0"), "E342 .*another label"),
    "ranges": (lambda data: data["ranges"].update(n="0.."), "E342 .*quantifiers"),
    "excluded": (_set("excluded", ["n = 7"]), "E342 .*quantifiers"),
    "parameters": (_set("parameters", {"n": 2}), "E342 .*parameters are not"),
    "a remark": (lambda data: data.update(more=1), "E340 .*key"),
}  # fmt: skip
HEADED = [
    *((path, name, field) for path, name in (("wythoff/nimhoff", "two_heaps"), ("delete/abo_delete", "p_positions"))
      for field in HEADS),
    ("moore/moore", "misere", "ranges"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "name", "field"), HEADED)
def test_forged_heads_of_theorems(path: str, name: str, field: str) -> None:
    change, reason = HEADS[field]
    data = deepcopy(genuine(path, name))
    change(data)
    assert_refused(data, reason)


OTHERS: tuple[tuple[str, str, Change, str], ...] = (
    ("moore/moore", "misere", lambda data: data["intervals"]["won"][0].__setitem__(4, 3), "E342 .*obligations"),
    ("moore/moore", "misere", lambda data: data["intervals"]["won"].pop(), "E342 .*obligations"),
    ("moore/moore", "misere", lambda data: data["intervals"]["met"].append([1, 1, 1, 2, 0, 0, 0, 0]), "E340"),
    ("moore/moore", "misere", lambda data: data["obligations"].pop(), "E342 .*obligations"),
    ("wythoff/nimhoff", "two_heaps", lambda data: data["left_out"][0].append({"k": 3}), "E342 .*a reason"),
    ("wythoff/nimhoff", "two_heaps", lambda data: data["left_out"][1].append({"k": 3}), "E342 .*a reason"),
    ("wythoff/nimhoff", "two_heaps", _set("ends", "it ends"), "E342 .*play ends"),
    ("wythoff/nimhoff", "two_heaps", lambda data: data["obligations"].pop(), "E342 .*obligations"),
    ("moore/moore", "misere", _set("intervals", "won", 0, 0, -(10**30)), "E340 .*an interval"),
    ("wythoff/nimhoff", "two_heaps", _set("left_out", [[{"k": 0}], []]), "E342 .*a reason"),
    ("wythoff/nimhoff", "two_heaps", _set("left_out", [[{"z": 1}], []]), "E340 .*left out"),
    ("wythoff/nimhoff", "two_heaps", _set("left_out", []), "E340 .*left out"),
    ("delete/abo_delete", "p_positions", _set("splits", "parts", [2]), "E341 .*not all numbers"),
    ("delete/abo_delete", "p_positions", _set("splits", "high", [0, 1]), "E341 .*not all numbers"),
    ("delete/abo_delete", "p_positions", _set("splits", "modulus", [0, 1, 1]), "E341 .*not all numbers"),
    ("delete/abo_delete", "p_positions", _set("splits", "low", [2]), "E341 .*not all numbers"),
    ("delete/abo_delete", "p_positions", _set("splits", "least", 1), "E341 .*fewer than two parts"),
    ("delete/abo_delete", "p_positions", _set("splits", "least", 3), "E342 .*numbers"),
)  # fmt: skip


@pytest.mark.parametrize(("path", "name", "change", "reason"), OTHERS)
def test_forged_theorems(path: str, name: str, change: Change, reason: str) -> None:
    data = deepcopy(genuine(path, name))
    change(data)
    assert_refused(data, reason)


def test_two_parts_that_fit_by_their_remainders_alone() -> None:
    """2..3 modulo 5: sums of two are 4..6, all that is not good; but 1 has the remainder of 6, and is no sum."""
    given = {"parts": [2], "low": [2], "high": [3], "modulus": [5], "least": 2}
    with pytest.raises(HeapwiseError, match="not all numbers"):
        check({"kind": "splitting", "splits": given})


def test_a_remainder_must_be_bounded_where_it_is_bound() -> None:
    """`x%p < p` taken out of a formula: it then speaks of pairs that are coordinates of nothing."""
    claim = claims_of("subtraction/subtraction")["one_to_k"]
    data = certificate_of(claim)
    verify(as_bytes(data))
    bounds = [i for i, node in enumerate(data["formulas"]) if node[0] == "linear" and _is_bound(node)]
    assert bounds
    for i in bounds:
        data["formulas"][i][2:] = [[0] * len(data["formulas"][i][1]), 0, "="]
    with pytest.raises(HeapwiseError, match="less than its modulus"):
        check(data)


def _is_bound(node: list[Any]) -> bool:
    return any("%" in name and node[1] and name.split("%")[1] in node[1] for name in node[1]) and node[-1] == "<"


def test_damaged_certificates_never_stumble() -> None:
    """Numbers changed at random are refused, or change nothing that matters: no other exception than ours."""
    random, refused = Random(3), 0
    for path in (NIM, LARGEST):
        for _ in range(60):
            data = deepcopy(of_text(path))
            _damage(data[random.choice(("automata", "closed", "strategy", "problem"))], random)
            try:
                check(data)
            except HeapwiseError:
                refused += 1
    assert refused > 60


def _damage(value: Any, random: Random) -> None:
    """Change one number somewhere inside."""
    while True:
        keys = list(value) if isinstance(value, dict) else range(len(value))
        if not keys:
            return
        key = random.choice(list(keys))
        if isinstance(value[key], (dict, list)):
            value = value[key]
        else:
            value[key] = random.choice((0, 1, 2, 3, -1, 10**6, "L", None))
            return


def test_splitting_as_text() -> None:
    assert verify(as_bytes(of_text(SPLITS))).kind == "splitting"


def test_a_small_file_that_asks_for_much_is_refused_in_time() -> None:
    """Counts modulo large numbers: how many ways there are to go on is counted before they are made."""
    data = deepcopy(of_text(NIM))
    data["problem"]["rule"]["moves"][0][2] = [1, 0]
    parts = [["bits", 0, bit, m, 0, [0]] for bit, m in ((0, 29), (1, 17))]
    data["problem"]["sentence"] = ["and", *parts]
    with pytest.raises(HeapwiseError):
        check(data)
    data["problem"]["sentence"] = ["and", *parts, ["bits", 0, 1, 31, 0, [0]]]
    with pytest.raises(HeapwiseError, match="classes of counts"):
        check(data)


def test_parts_of_formulas_that_are_used_again_are_looked_at_once() -> None:
    doubled = [["and", []], *(["or", [i, i]] for i in range(120)), ["exists", ["x%p"], 120]]
    with pytest.raises(HeapwiseError, match="less than its modulus"):
        check_coordinates({"formulas": doubled, "obligations": [{"formula": 120}]})


def test_variables_of_formulas_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heapwise.verify.formulas.MOST_SIGNS", 20_000)
    atoms = [["linear", [f"x{i}"], [1], 0, "="] for i in range(200)]
    wide = [*atoms, ["and", list(range(200))], *(["not", 200 + i] for i in range(100))]
    with pytest.raises(HeapwiseError, match="signs to look at"):
        Patterns().of(formulas(wide)[-1])


def test_a_claim_without_a_name_is_called_by_its_line() -> None:
    claim = claim_in("\n\n" + NIM.replace("theorem it:", "theorem:"))
    data = certificate_of(claim)
    assert data["claim"] != claim.name
    assert data["claim"] in verify(as_bytes(data)).about.statement


def test_a_claim_that_is_said_to_be_false_is_no_theorem() -> None:
    data = deepcopy(of_text(NIM))
    _with_text(data["text"].replace("theorem it:", "disproved it at n = 2, x = (0, 1):"))(data)
    assert_refused(data, "E342 .*said to be false")


def test_the_line_that_is_printed_has_no_comment() -> None:
    claim = claim_in(NIM.replace("P(x) iff", "P(x) iff sum(x) = 0 -- the end\n or"))
    assert "--" not in stated(claim)
