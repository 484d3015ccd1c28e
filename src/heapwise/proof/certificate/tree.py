"""Formulas as plain data: a list of nodes in which every node stands after the nodes that it is made of."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from heapwise.proof import logic
from heapwise.proof.automata import BareAutomaton
from heapwise.proof.certificate.record import NotRecorded
from heapwise.proof.fibonacci.atoms import CodedComparison, CodedCongruence, CodedGolden, IsCode

ATOMS: Mapping[type[logic.Atom], str] = {
    logic.LinearComparison: "linear", logic.LinearCongruence: "congruent", logic.Digitwise: "digits",
    logic.ColumnSums: "column sums", logic.ColumnSumIs: "column sum", logic.DigitAt: "digit at",
    logic.CompareValuations: "valuations", logic.ValuationPower: "valuation power",
    logic.TrailingPower: "trailing power", logic.Power: "power", logic.Mating: "mating",
    logic.BalancedNimSum: "balanced nim-sum", IsCode: "fibonacci number", CodedComparison: "fibonacci linear",
    CodedCongruence: "fibonacci congruent", CodedGolden: "golden floor",
}  # fmt: skip
_SIGNS: Mapping[type[logic.Formula], str] = {
    logic.And: "and", logic.Or: "or", logic.Implies: "implies", logic.Iff: "iff", logic.Exists: "exists",
    logic.Forall: "forall",
}  # fmt: skip


def shape_data(shape: BareAutomaton) -> dict[str, Any]:
    """A table as plain data."""
    return {
        "columns": list(shape.columns),
        "rows": [list(shape.row(s)) for s in range(shape.states)],
        "accepting": [s for s in range(shape.states) if shape.accepting[s]],
    }


_OF_DIGITS = (
    logic.Digitwise, logic.ColumnSums, logic.ColumnSumIs, logic.DigitAt, logic.CompareValuations, logic.ValuationPower,
    logic.TrailingPower, logic.Power,
)  # fmt: skip


class Trees:
    """Collects nodes; equal ones are written once. Names that are there for messages only are left out.

    Atoms about digits say in the file in which base these are; formulas of the prover leave that to their compiler.
    """

    def __init__(self, base: int) -> None:
        self.base = base
        self.nodes: list[list[Any]] = []
        self._numbers: dict[str, int] = {}
        # By address, with the formula beside it so that the address stays its own.
        self._seen: dict[int, tuple[logic.Formula, int]] = {}

    def number(self, formula: logic.Formula) -> int:
        """The place of a formula in the list."""
        known = self._seen.get(id(formula))
        if known is None:
            known = self._seen[id(formula)] = formula, self._write(formula)
        return known[1]

    def _write(self, formula: logic.Formula) -> int:
        match formula:
            case logic.Sealed(_, body):
                return self._put(["sealed", self.number(body)])
            case logic.Named(_, body):
                return self.number(body)
            case logic.Atom():
                return self._atom(formula)
            case logic.Given(automaton, variables):
                numeration = automaton.shape.numeration
                head = ["automaton", list(variables), numeration.base, str(numeration.order)]
                return self._put([*head, shape_data(automaton.shape)])
            case logic.And(parts) | logic.Or(parts):
                return self._put([_SIGNS[type(formula)], list(map(self.number, parts))])
            case logic.Not(body):
                return self._put(["not", self.number(body)])
            case logic.Implies(one, two) | logic.Iff(one, two):
                return self._put([_SIGNS[type(formula)], self.number(one), self.number(two)])
            case logic.Exists(variables, body) | logic.Forall(variables, body):
                return self._put([_SIGNS[type(formula)], list(variables), self.number(body)])
            case logic.At(names, body):
                return self._put(["at", [list(pair) for pair in names], self.number(body)])
        raise NotRecorded(f"a formula of the kind {type(formula).__name__}")

    def _atom(self, atom: logic.Atom) -> int:
        if type(atom) not in ATOMS:
            raise NotRecorded(f"an atom of the kind {type(atom).__name__}")
        base = (self.base,) if isinstance(atom, _OF_DIGITS) else ()
        return self._put([ATOMS[type(atom)], list(atom.variables), *base, *map(_plain, _parameters(atom))])

    def _put(self, node: list[Any]) -> int:
        number = self._numbers.setdefault(repr(node), len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
        return number


def _parameters(atom: logic.Atom) -> list[Any]:
    return [getattr(atom, field.name) for field in fields(atom) if field.name != "variables"]


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(list(digits) for digits in value)
    return list(value) if isinstance(value, tuple) else value
