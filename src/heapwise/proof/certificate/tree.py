"""Formulas as plain data: a list of nodes in which every node stands after the nodes that it is made of."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from heapwise.proof.automata import BareAutomaton
from heapwise.proof.certificate.record import NotRecorded
from heapwise.proof.fibonacci.atoms import CodedComparison, CodedCongruence, CodedGolden, IsCode
from heapwise.proof.logic import (
    And,
    At,
    Atom,
    BalancedNimSum,
    ColumnSumIs,
    ColumnSums,
    CompareValuations,
    DigitAt,
    Digitwise,
    Exists,
    Forall,
    Formula,
    Given,
    Iff,
    Implies,
    LinearComparison,
    LinearCongruence,
    Mating,
    Named,
    Not,
    Or,
    Power,
    Sealed,
    TrailingPower,
    ValuationPower,
)

ATOMS: Mapping[type[Atom], str] = {
    LinearComparison: "linear", LinearCongruence: "congruent", Digitwise: "digits", ColumnSums: "column sums",
    ColumnSumIs: "column sum", DigitAt: "digit at", CompareValuations: "valuations", ValuationPower: "valuation power",
    TrailingPower: "trailing power", Power: "power", Mating: "mating", BalancedNimSum: "balanced nim-sum",
    IsCode: "fibonacci number", CodedComparison: "fibonacci linear", CodedCongruence: "fibonacci congruent",
    CodedGolden: "golden floor",
}  # fmt: skip
_SIGNS: Mapping[type[Formula], str] = {
    And: "and", Or: "or", Implies: "implies", Iff: "iff", Exists: "exists", Forall: "forall",
}  # fmt: skip


def shape_data(shape: BareAutomaton) -> dict[str, Any]:
    """A table as plain data."""
    return {
        "columns": list(shape.columns),
        "rows": [list(shape.row(s)) for s in range(shape.states)],
        "accepting": [s for s in range(shape.states) if shape.accepting[s]],
    }


_OF_DIGITS = (Digitwise, ColumnSums, ColumnSumIs, DigitAt, CompareValuations, ValuationPower, TrailingPower, Power)


class Trees:
    """Collects nodes; equal ones are written once. Names that are there for messages only are left out.

    Atoms about digits say in the file in which base these are; formulas of the prover leave that to their compiler.
    """

    def __init__(self, base: int) -> None:
        self.base = base
        self.nodes: list[list[Any]] = []
        self._numbers: dict[str, int] = {}
        # By address, with the formula beside it so that the address stays its own.
        self._seen: dict[int, tuple[Formula, int]] = {}

    def number(self, formula: Formula) -> int:
        """The place of a formula in the list."""
        known = self._seen.get(id(formula))
        if known is None:
            known = self._seen[id(formula)] = formula, self._write(formula)
        return known[1]

    def _write(self, formula: Formula) -> int:
        match formula:
            case Sealed(_, body):
                return self._put(["sealed", self.number(body)])
            case Named(_, body):
                return self.number(body)
            case Atom():
                return self._atom(formula)
            case Given(automaton, variables):
                numeration = automaton.shape.numeration
                head = ["automaton", list(variables), numeration.base, str(numeration.order)]
                return self._put([*head, shape_data(automaton.shape)])
            case And(parts) | Or(parts):
                return self._put([_SIGNS[type(formula)], list(map(self.number, parts))])
            case Not(body):
                return self._put(["not", self.number(body)])
            case Implies(one, two) | Iff(one, two):
                return self._put([_SIGNS[type(formula)], self.number(one), self.number(two)])
            case Exists(variables, body) | Forall(variables, body):
                return self._put([_SIGNS[type(formula)], list(variables), self.number(body)])
            case At(names, body):
                return self._put(["at", [list(pair) for pair in names], self.number(body)])
        raise NotRecorded(f"a formula of the kind {type(formula).__name__}")

    def _atom(self, atom: Atom) -> int:
        if type(atom) not in ATOMS:
            raise NotRecorded(f"an atom of the kind {type(atom).__name__}")
        base = (self.base,) if isinstance(atom, _OF_DIGITS) else ()
        return self._put([ATOMS[type(atom)], list(atom.variables), *base, *map(_plain, _parameters(atom))])

    def _put(self, node: list[Any]) -> int:
        number = self._numbers.setdefault(repr(node), len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
        return number


def _parameters(atom: Atom) -> list[Any]:
    return [getattr(atom, field.name) for field in fields(atom) if field.name != "variables"]


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(list(digits) for digits in value)
    return list(value) if isinstance(value, tuple) else value
