"""Random formulas of claims, made automata in both digit orders, against exact evaluation at every point of a box.

Hypothesis writes conditions on two heaps with all that proofs can express: linear forms, quotients and remainders by
constants, digits, sums of digits without carry, places of digits, choices, and quantifiers over heaps and places.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from heapwise.claims.exact_check import Judge
from heapwise.claims.instances import instances
from heapwise.documents.library import Document, library
from heapwise.errors import HeapwiseError
from heapwise.formulas import NotExpressible
from heapwise.proof.automata import Automaton, AutomatonBudget, BudgetExceeded, DigitOrder, Workshop
from heapwise.proof.logic import compile, free
from heapwise.proof.moves import moves_of
from heapwise.proof.outside import Outside
from heapwise.proof.statement import Statement
from heapwise.running.run import Options, Run
from heapwise.source import Source
from heapwise.terms import term as t

SIDE = 9
BUDGET = AutomatonBudget(states=4_000, work=400_000)
Texts = st.SearchStrategy[str]

HEAPS = st.sampled_from(["x[1]", "x[2]"])
SMALL = st.integers(0, 6)
DIVISORS = st.integers(2, 5)
RELATIONS = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
MONOTONE = st.sampled_from(["<", "<=", ">", ">="])


def text(pattern: str, *parts: Any) -> Texts:
    """The pattern with drawn parts in it."""
    return st.tuples(*parts).map(lambda drawn: pattern.format(*drawn))


def numbers(depth: int) -> Texts:
    """Numbers made of the heaps."""
    simple = st.one_of(
        HEAPS, HEAPS, text("{} * {} + {}", st.integers(1, 3), HEAPS, SMALL), text("({} - {})", HEAPS, SMALL),
        st.just("nimsum(x)"), text("nimsum(x; {})", st.integers(2, 4)), text("knimsum(x, {})", st.integers(1, 2)),
        st.just("mating(x[1], x[2])"), st.just("sum(x)"), text("bit({}, {})", HEAPS, st.integers(0, 3)),
    )  # fmt: skip
    if depth == 0:
        return simple
    inner = st.deferred(lambda: numbers(depth - 1))
    return st.one_of(
        simple, text("({} + {})", inner, inner), text("({} - {})", inner, inner), text("({} (+) {})", inner, inner),
        text("floor({} / {})", inner, DIVISORS), text("({} mod {})", inner, DIVISORS),
        text("bitor({}, {})", inner, inner), text("bitand({}, {})", inner, inner), text("min({}, {})", inner, inner),
        text("max({}, {})", inner, inner), text("abs({} - {})", inner, inner),
        text("(if {} then {} else {})", conditions(depth - 1), inner, inner),
    )  # fmt: skip


PLACES = st.one_of(
    text("v2({})", HEAPS), text("tail1({})", HEAPS), text("v2({} + {})", HEAPS, st.integers(1, 3)),
    text("tail1(bitor({}, {}))", HEAPS, HEAPS),
)  # fmt: skip
DIGITS = text("bit({}, k) + bit({}, k) {} {}", HEAPS, HEAPS, RELATIONS, st.integers(0, 2))


def conditions(depth: int) -> Texts:
    """Conditions on the heaps."""
    small = max(0, depth - 1)
    simple = st.one_of(
        text("{} {} {}", numbers(small), RELATIONS, numbers(small)), text("{} {} {}", numbers(small), RELATIONS, SMALL),
        text("{} {} {}", PLACES, RELATIONS, PLACES), text("{} {} {}", PLACES, RELATIONS, st.integers(0, 3)),
        text("{} mod {} = {}", PLACES, DIVISORS, st.integers(0, 2)), text("bit({}, v2({})) = {}", HEAPS, HEAPS, SMALL),
        text("all({} for k in 0..)", DIGITS), text("any({} for k in v2({})..)", DIGITS, HEAPS),
        text("any({} for k in {}..)", DIGITS, st.integers(0, 2)),
        text("all(x[i] {} {} for i in 1..2)", RELATIONS, SMALL),
        text("count(x[i] mod {} = {} for i in 1..2) {} {}", DIVISORS, st.integers(0, 1), RELATIONS, st.integers(0, 2)),
        text("{} in {{{}, {}}}", numbers(0), SMALL, SMALL),
    )  # fmt: skip
    if depth == 0:
        return simple
    inner = st.deferred(lambda: conditions(depth - 1))
    return st.one_of(
        simple, text("({} and {})", inner, inner), text("({} or {})", inner, inner), text("not ({})", inner),
        text("(({}) implies ({}))", inner, inner), text("(({}) iff ({}))", inner, inner),
    )  # fmt: skip


class Condition:
    """A condition of the language: its exact value, and the two formulas that say where it is true and false."""

    def __init__(self, written: str) -> None:
        claims = f"claims for nim(n)\ntheorem it:\n    P(x) iff ({written})\n    for n = 2   upto 3\n"
        document = Document(Source("test.claims", claims), library())
        (claim,) = Run(Options()).claims(document)
        (instance,) = instances(claim, ())
        assert instance.game is not None
        assert isinstance(claim.statement, t.Connective)
        term = claim.statement.arguments[1]
        self._judge = Judge(instance, lambda *_: True)
        self._exact: Callable[[Any], Any] = self._judge._compiler.compile(term)
        statement = Statement(instance, moves_of(instance.game))
        node = statement.node(term)
        self.true, self.false = statement.translation.true(node), statement.translation.false(node)
        assert {*free(self.true), *free(self.false)} <= {"x0", "x1"}

    def exact(self, state: tuple[int, ...]) -> bool | None:
        """The value by the evaluator of the language; None where there is none."""
        try:
            return bool(self._exact(self._judge.frame(state)))
        except HeapwiseError:
            return None

    def automata(self) -> tuple[Automaton, Automaton]:
        """Where it is true, and where it is false; the same in both digit orders."""
        found = []
        for formula in (self.true, self.false):
            up, down = (compile(formula, order, BUDGET) for order in DigitOrder)
            assert Workshop(up.shape.numeration).reverse(down) == up
            found.append(down)
        return found[0], found[1]


def check(written: str) -> None:
    """The automata say what the evaluator says, at every point of the box."""
    try:
        condition = Condition(written)
        true, false = condition.automata()
    except (Outside, NotExpressible, BudgetExceeded):
        assume(False)
    for state in product(range(SIDE), repeat=2):
        here = dict(zip(("x0", "x1"), state, strict=True))
        found, wanted = (true.accepts(here), false.accepts(here)), condition.exact(state)
        if found == (False, False):
            # Where there is no value, and perhaps where a number on the way is negative: nothing is proved there.
            assert wanted is None or "-" in written, (written, state)
        else:
            assert found == (wanted is True, wanted is False), (written, state, wanted)


RANDOM = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


@settings(RANDOM, max_examples=150)
@given(conditions(1))
def test_small_formulas(written: str) -> None:
    check(written)


@settings(RANDOM, max_examples=150)
@given(conditions(2))
def test_formulas(written: str) -> None:
    check(written)


@pytest.mark.slow
@settings(RANDOM, max_examples=2_000)
@given(conditions(2))
def test_many_formulas(written: str) -> None:
    check(written)


@pytest.mark.slow
@settings(RANDOM, max_examples=500)
@given(conditions(3))
def test_large_formulas(written: str) -> None:
    check(written)
