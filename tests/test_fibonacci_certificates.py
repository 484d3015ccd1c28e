"""Certificates in Fibonacci digits: what the checker knows of these digits, and that nothing else is believed."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from copy import deepcopy
from itertools import product
from math import isqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.claims.hashes import text_hash
from heapwise.errors import HeapwiseError
from heapwise.proof.automata import DigitOrder
from heapwise.proof.certificate.record import Recording
from heapwise.proof.certificate.write import CertificateWriter
from heapwise.proof.fibonacci import FibonacciPortfolio
from heapwise.proof.logic import (
    And,
    At,
    Exists,
    Forall,
    Formula,
    GoldenFloor,
    Implies,
    LinearComparison,
    LinearCongruence,
    Not,
    Or,
    Relation,
)
from heapwise.proof.logic.decide import solve
from heapwise.proof.logic.formulas import COMPARE
from heapwise.verify import check_proof
from heapwise.verify.atoms import atom
from heapwise.verify.readers import DEAD, DigitReader
from test_certificates import TAMPERINGS, Tamper, certificate, change_what_is_said, part, refused

# ------------------------------------------------------------------------------------------------ digits


def truth(reader: DigitReader, codes: tuple[int, ...], order: DigitOrder) -> bool:
    """What a reader says of numbers with these codes."""
    columns = [tuple(code >> place & 1 for code in codes) for place in range(36)]
    state = reader.start
    for digits in columns if order is DigitOrder.LSD else reversed(columns):
        state = DEAD if state is DEAD else reader.go(state, digits)
    return state is not DEAD and bool(reader.is_true(state))


def read(kind: str, size: int, parameters: list[Any], order: DigitOrder) -> DigitReader:
    return atom(kind, size, parameters).reader(2, order is DigitOrder.LSD)


def zeckendorf(n: int) -> int:
    """The code of a number, by the sums of all codes in turn; nothing of the prover is used."""
    weights = [1, 2]
    while weights[-1] <= n:
        weights.append(weights[-1] + weights[-2])
    code = 0
    for place in reversed(range(len(weights))):
        if weights[place] <= n:
            n, code = n - weights[place], code + (1 << place)
    return code


SUMS: tuple[tuple[list[int], int, Relation], ...] = (
    ([1, 1, -1], 0, "="), ([1, -1], 0, "<"), ([2, -1, -1], 3, ">="), ([1, -3], -4, "!="), ([-2], 40, ">"), ([], 1, "<"),
)  # fmt: skip


@pytest.mark.parametrize("order", DigitOrder)
@pytest.mark.parametrize(("coefficients", "constant", "relation"), SUMS)
def test_readers_of_fibonacci_digits_compute(
    coefficients: list[int], constant: int, relation: Relation, order: DigitOrder
) -> None:
    """Sums and remainders of numbers, from their codes: all small ones, and large ones that come close to 0."""
    source, size = random.Random(1), len(coefficients)
    values = list(product(range(7), repeat=size))
    for _ in range(30 if size else 0):
        first = [source.randrange(10**5) for _ in coefficients[1:]]
        last = abs(dot(coefficients[:-1], first) + constant) // abs(coefficients[-1])
        values += [(*first, max(last + i, 0)) for i in (-1, 0, 1)]
    compared = read("fibonacci linear", size, [coefficients, constant, relation], order)
    divided = read("fibonacci congruent", size, [coefficients, constant, 3], order)
    for own in values:
        codes, total = tuple(map(zeckendorf, own)), dot(coefficients, own) + constant
        assert truth(compared, codes, order) == COMPARE[relation](total, 0), own
        assert truth(divided, codes, order) == (total % 3 == 0), own


def dot(coefficients: Sequence[int], values: Sequence[int]) -> int:
    return sum(c * v for c, v in zip(coefficients, values, strict=False))


@pytest.mark.parametrize("order", DigitOrder)
def test_the_reader_of_the_golden_section_computes(order: DigitOrder) -> None:
    reader, checked = read("golden floor", 2, [], order), 0
    for n in (*range(60), 986, 987, 988, 75024, 75025, 10**6):
        floor = (n + isqrt(5 * n * n)) // 2
        for a in {max(floor + i, 0) for i in (-2, -1, 0, 1, 2)}:
            assert truth(reader, (zeckendorf(a), zeckendorf(n)), order) == (a == floor), (a, n)
            checked += 1
    assert checked > 300


@pytest.mark.parametrize("order", DigitOrder)
def test_two_ones_side_by_side_are_no_number(order: DigitOrder) -> None:
    kinds: tuple[tuple[str, list[Any]], ...] = (
        ("fibonacci number", []),
        ("fibonacci linear", [[0], 0, "="]),
        ("fibonacci congruent", [[0], 0, 1]),
    )
    for kind, parameters in kinds:
        reader = read(kind, 1, parameters, order)
        assert all(truth(reader, (n,), order) == (not n & n >> 1) for n in range(400))
        with pytest.raises(HeapwiseError, match="is read in base 3"):
            atom(kind, 1, parameters).reader(3, order is DigitOrder.LSD)


def test_what_would_take_for_ever_is_refused() -> None:
    with pytest.raises(HeapwiseError, match="E343"):
        read("fibonacci linear", 2, [[1, -1], 1 << 39, "="], DigitOrder.LSD)


@pytest.mark.parametrize("order", DigitOrder)
def test_certificates_in_fibonacci_digits_have_either_order(order: DigitOrder) -> None:
    """No number is twice a floor; the automata of the atoms are read from either end."""
    record = Recording()
    portfolio = FibonacciPortfolio(make=record.make)
    two = And((GoldenFloor(("a", "n")), GoldenFloor(("a", "m")), LinearComparison(("m", "n"), (1, -1), 0, "<")))
    formula = portfolio.spelled(two)
    recorder = record.recorders[order]
    assert recorder.compile(formula).is_empty
    data = json.loads(json.dumps(CertificateWriter({order: recorder}).proof([("two", formula, order)])))
    assert check_proof(data).theorems == 4


NAMES = st.sampled_from(["x", "y", "z"])
PAIRS = st.sampled_from([("x", "y"), ("y", "x"), ("y", "z"), ("z", "z")])
SMALL = st.integers(-2, 2)
SIMPLE: st.SearchStrategy[Formula] = st.one_of(
    st.builds(LinearComparison, PAIRS, st.tuples(SMALL, SMALL), SMALL, st.sampled_from(list(COMPARE))),
    st.builds(LinearCongruence, PAIRS, st.tuples(SMALL, SMALL), SMALL, st.integers(1, 3)),
    st.builds(GoldenFloor, PAIRS),
)
FORMULAS = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.builds(lambda a, b: And((a, b)), inner, inner),
        st.builds(lambda a, b: Or((a, b)), inner, inner),
        st.builds(Not, inner),
        st.builds(Implies, inner, inner),
        st.builds(lambda v, a: Exists((v,), a), NAMES, inner),
        st.builds(lambda v, a: Forall((v,), a), NAMES, inner),
        st.builds(lambda a, old, new: At(((old, new),), a), inner, NAMES, NAMES),
    ),
    max_leaves=4,
)


@settings(max_examples=20, deadline=None)
@given(FORMULAS, st.sampled_from(list(DigitOrder)))
def test_what_contradicts_itself_has_a_certificate(formula: Formula, order: DigitOrder) -> None:
    record = Recording()
    portfolio = FibonacciPortfolio(make=record.make)
    recorder, never = record.recorders[order], portfolio.spelled(And((formula, Not(formula))))
    assert solve(never, recorder) is None
    data = json.loads(json.dumps(CertificateWriter({order: recorder}).proof([("it", never, order)])))
    assert check_proof(data).obligations == ("it",)


# ------------------------------------------------------------------------------------------------ tampering


def flip_an_atom(data: dict[str, Any], source: random.Random) -> bool:
    """A transition of the automaton of an atom, such as that of addition."""
    whole = part(data, source)
    named = [t["automaton"][0] for t in whole["theorems"] if "automaton" in t]
    rows = whole["shapes"][source.choice(named)]["rows"]
    row = source.choice(rows)
    column = source.randrange(len(row))
    row[column] = (row[column] + source.randrange(1, len(rows))) % len(rows) if len(rows) > 1 else 0
    return len(rows) > 1


def let_a_variable_be_no_number(data: dict[str, Any], source: random.Random) -> bool:
    """Some quantifier, or the whole formula, is no longer about codes alone."""
    nodes = data["formulas"]
    codes = {i for i, node in enumerate(nodes) if node[0] == "fibonacci number"}
    node = source.choice([n for n in nodes if n[0] == "and" and codes & set(n[1])])
    node[1].remove(source.choice([i for i in node[1] if i in codes]))
    return True


def turn_the_golden_section(data: dict[str, Any], source: random.Random) -> bool:
    source.choice([node for node in data["formulas"] if node[0] == "golden floor"])[1].reverse()
    return True


def call_it_binary(data: dict[str, Any], source: random.Random) -> bool:
    node = source.choice([node for node in data["formulas"] if node[0] == "fibonacci linear"])
    node[0] = "linear"
    return True


def change_a_word(data: dict[str, Any], source: random.Random) -> bool:
    old, new = source.choice((("phi *", "2 *"), ("t in 1..a\n", "t in 2..a\n"), ("min(a, b) =", "max(a, b) =")))
    data["text"] = data["text"].replace(old, new)
    data["text_sha256"] = source.choice((data["text_sha256"], text_hash(data["text"])))
    return True


IN_FIBONACCI_DIGITS = (
    *TAMPERINGS[:10], flip_an_atom, let_a_variable_be_no_number, turn_the_golden_section, call_it_binary,
    change_what_is_said, change_a_word,
)  # fmt: skip


@pytest.mark.parametrize("tamper", IN_FIBONACCI_DIGITS)
def test_tampered_certificates_in_fibonacci_digits_are_refused(tamper: Tamper) -> None:
    original, source, tried = certificate("wythoff", "p_positions"), random.Random(tamper.__name__), 0
    for _ in range(6):
        changed = deepcopy(original)
        if tamper(changed, source) and changed != original:
            assert refused(changed)
            tried += 1
    assert tried > 2
