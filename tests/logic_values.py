"""Formulas of the logic on concrete numbers: slow and obvious, to test automata by. Nothing here knows of a machine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product, zip_longest
from math import inf, isqrt
from typing import Any

import numpy as np

from heapwise.proof.automata import Automaton
from heapwise.proof.fibonacci.atoms import IsCode
from heapwise.proof.fibonacci.digits import is_code
from heapwise.proof.learned.guess import on_box
from heapwise.proof.logic import (
    And,
    At,
    Atom,
    BalancedNimSum,
    ColumnSumIs,
    ColumnSums,
    CompareValuations,
    Decision,
    DigitAt,
    Digitwise,
    Exists,
    Forall,
    Formula,
    Given,
    GoldenFloor,
    Iff,
    Implies,
    LinearComparison,
    LinearCongruence,
    Mating,
    Named,
    Not,
    Or,
    Portfolio,
    Power,
    TrailingPower,
    ValuationPower,
)
from heapwise.proof.logic.formulas import COMPARE, children
from heapwise.proof.tracks.atoms import Multiple, QuotientAtom, Rest

Values = tuple[int, ...]


# ------------------------------------------------------------------------------------------------- atoms


def holds(atom: Atom, values: Values, base: int = 2) -> bool:
    """Is an atom true of these numbers?"""
    return bool(_MEANINGS[type(atom)](atom, values, base))


def golden_floor(n: int) -> int:
    """`floor(n phi)`, exactly."""
    return (n + isqrt(5 * n * n)) // 2


def valuation(value: int, base: int) -> float:
    """How often the base divides the number; infinitely often for 0."""
    count = 0
    while value and value % base == 0:
        value, count = value // base, count + 1
    return count if value else inf


def columns_of(values: Values, base: int) -> list[Values]:
    """The digits of the numbers, place by place, units first."""
    return list(zip_longest(*(_digits(value, base) for value in values), fillvalue=0))


def column_sum(values: Values, modulus: int, base: int) -> int:
    """Digit sums modulo m, read as a number in base m."""
    return sum(sum(column) % modulus * modulus**i for i, column in enumerate(columns_of(values, base)))


def _digits(value: int, base: int) -> Iterator[int]:
    while value:
        value, digit = divmod(value, base)
        yield digit


def _linear(atom: Any, values: Values) -> int:
    return int(atom.constant) + sum(c * v for c, v in zip(atom.coefficients, values, strict=True))


def _balanced(atom: BalancedNimSum, values: Values, base: int) -> bool:
    total = 0
    for value in values[1:]:
        total ^= value ^ (total >> atom.k & value >> atom.k & 1)
    return values[0] == total


def _mates(atom: Mating, values: Values, base: int) -> bool:
    value, one, two = values
    difference = one ^ two
    return difference > 0 and value == difference ^ (difference - 1)


def _columns(atom: ColumnSums, values: Values, base: int) -> bool:
    sides = (column_sum(side, atom.modulus, base) for side in (values[: atom.left], values[atom.left :]))
    return COMPARE[atom.relation](*sides)


def _valuations(atom: CompareValuations, values: Values, base: int) -> bool:
    one, two = (valuation(v, base) for v in values)
    return COMPARE[atom.relation]((one > two) - (one < two), 0)


_MEANINGS: Mapping[type[Atom], Any] = {
    LinearComparison: lambda atom, v, base: COMPARE[atom.relation](_linear(atom, v), 0),
    LinearCongruence: lambda atom, v, base: _linear(atom, v) % atom.modulus == 0,
    Digitwise: lambda atom, v, base: all(c in atom.allowed for c in [*columns_of(v, base), (0,) * len(v)]),
    ColumnSums: _columns,
    ColumnSumIs: lambda atom, v, base: COMPARE[atom.relation](column_sum(v, atom.modulus, base), atom.constant),
    DigitAt: lambda atom, v, base: v[0] // base**atom.place % base == atom.digit,
    CompareValuations: _valuations,
    ValuationPower: lambda atom, v, base: v[0] == (base ** int(valuation(v[1], base)) if v[1] else 0),
    TrailingPower: lambda atom, v, base: v[0] == base ** int(valuation(v[1] + 1, base)),
    Power: lambda atom, v, base: v[0] > 0 and v[0] == base ** int(valuation(v[0], base)),
    Mating: _mates,
    BalancedNimSum: _balanced,
    GoldenFloor: lambda atom, v, base: v[0] == golden_floor(v[1]),
    IsCode: lambda atom, v, base: is_code(v[0]),
    QuotientAtom: lambda atom, v, base: v[2] > 0 and v[0] == v[1] // v[2],
    Rest: lambda atom, v, base: v[-1] > 0 and v[0] == _linear(atom, v[1:-1]) % v[-1],
    Multiple: lambda atom, v, base: v[2] > 0 and v[0] == v[1] * v[2],
}


# ---------------------------------------------------------------------------------------------- formulas


def evaluate(formula: Formula, values: Mapping[str, int], bound: int, base: int = 2) -> bool:
    """Is the formula true of these values, if quantifiers range from 0 to the bound?"""
    match formula:
        case Atom(variables):
            return holds(formula, tuple(values[v] for v in variables), base)
        case Given(automaton, variables):
            return automaton.accepts(dict(zip(automaton.tracks, (values[v] for v in variables), strict=True)))
        case Exists(variables, body):
            return _some(variables, body, True, values, bound, base)
        case Forall(variables, body):
            return not _some(variables, body, False, values, bound, base)
        case At(names, body):
            moved = {old: values[new] for old, new in names if new in values}
            return evaluate(body, {**values, **moved}, bound, base)
    # Lazily, so that the rest of a conjunction is not asked once a part is false.
    return _connective(formula, (evaluate(part, values, bound, base) for part in children(formula)))


def _connective(formula: Formula, truths: Iterator[bool]) -> bool:
    match formula:
        case And():
            return all(truths)
        case Or():
            return any(truths)
        case Not():
            return not next(truths)
        case Named():
            return next(truths)
        case Implies():
            return not next(truths) or next(truths)
        case Iff():
            return next(truths) == next(truths)
    raise TypeError(f"not a formula: {formula!r}")


def _some(
    variables: tuple[str, ...], body: Formula, wanted: bool, values: Mapping[str, int], bound: int, base: int
) -> bool:
    """Is there a choice for which the body has the truth value that is wanted?"""
    choices = (dict(zip(variables, choice, strict=True)) for choice in product(range(bound + 1), repeat=len(variables)))
    return any(evaluate(body, {**values, **choice}, bound, base) == wanted for choice in choices)


def agreed(portfolio: Portfolio, formula: Formula) -> tuple[Decision, Decision]:
    """The answers of both digit orders, each with the whole budget; they must be the same."""
    for compiler in portfolio._compilers.values():
        compiler.workshop.budget = portfolio.budget
    one, two = (portfolio._decide(formula, compiler) for compiler in portfolio._compilers.values())
    assert one.witness == two.witness, f"lsd says {one.witness}, msd says {two.witness}"
    return one, two


def automaton_on_box(automaton: Automaton, tracks: Sequence[str], places: int) -> Any:
    """What an automaton says of all positions with so many digits; `tracks` names the axes."""
    shape = automaton.shape
    letters = shape.numeration.letters(shape.arity)
    rows = [[shape.step(state, letter) for letter in range(letters)] for state in range(shape.states)]
    own = on_box(rows, shape.accepting, shape.numeration, shape.arity, places)
    side = shape.numeration.base**places
    axes = [automaton.tracks.index(track) if track in automaton.tracks else None for track in tracks]
    kept = own.transpose([axis for axis in axes if axis is not None])
    full = kept[tuple(np.newaxis if axis is None else slice(None) for axis in axes)]
    return np.broadcast_to(full, (side,) * len(tracks))
