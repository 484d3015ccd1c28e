"""From formulas about numbers to formulas about their codes, and from codes back to numbers."""

from __future__ import annotations

from collections.abc import Iterable

from heapwise.proof.automata import AutomatonBudget
from heapwise.proof.fibonacci.atoms import CodedComparison, CodedCongruence, CodedGolden, IsCode
from heapwise.proof.fibonacci.digits import decode
from heapwise.proof.logic import (
    And,
    At,
    Atom,
    Decision,
    Exists,
    Forall,
    Formula,
    FormulaCompiler,
    Given,
    GoldenFloor,
    Implies,
    LinearComparison,
    LinearCongruence,
    Make,
    Portfolio,
    free,
    plain,
    substitute,
)
from heapwise.proof.logic.formulas import parts_of, with_parts
from heapwise.proof.outside import Outside
from heapwise.records import dataclass, field, replace


def valid(names: Iterable[str]) -> Formula:
    """All of these are codes."""
    return And(tuple(IsCode((name,)) for name in names))


@dataclass(frozen=True, slots=True)
class OfCodes(Given):
    """A set that is given as an automaton on Fibonacci digits: it holds the codes of numbers."""


def speaks_of_golden(formulas: Iterable[Formula]) -> bool:
    """Does the golden section occur, or a set of codes? Then numbers have to be read in Fibonacci digits."""
    return any(isinstance(part, GoldenFloor | OfCodes) for part in parts_of(formulas))


def coded(formula: Formula) -> Formula:
    """True of the codes of numbers of which the formula is true, and of nothing else."""
    return Coding().closed(formula)


class FibonacciPortfolio(Portfolio):
    """Decides formulas about numbers by way of their codes."""

    def __init__(self, budget: AutomatonBudget | None = None, make: Make = plain) -> None:
        super().__init__(budget, make=make)
        self._coding = Coding()

    def spelled(self, formula: Formula) -> Formula:
        """What is compiled for a formula: one about codes."""
        return self._coding.closed(formula)

    def _decide(self, formula: Formula, compiler: FormulaCompiler) -> Decision:
        """The witness is the one of least codes, decoded."""
        decision = super()._decide(formula, compiler)
        codes = decision.witness
        found = None if codes is None else {name: decode(code) for name, code in codes.items()}
        return replace(decision, witness=found)


@dataclass
class Coding:
    """Formulas about codes; a part that stands in many places is coded once."""

    _known: dict[int, tuple[Formula, Formula]] = field(default_factory=dict)

    def closed(self, formula: Formula) -> Formula:
        """True of the codes of numbers of which the formula is true, and of nothing else."""
        return And((valid(free(formula)), self.coded(formula)))

    def coded(self, formula: Formula) -> Formula:
        """True of the codes of numbers exactly where the formula is true of the numbers."""
        if id(formula) not in self._known:
            self._known[id(formula)] = formula, self._coded(formula)
        return self._known[id(formula)][1]

    def _coded(self, formula: Formula) -> Formula:
        if (whole := with_parts(formula, self.coded)) is not None:
            return whole
        match formula:
            case Exists(variables, body):
                return Exists(variables, And((valid(variables), self.coded(body))))
            case Forall(variables, body):
                return Forall(variables, Implies(valid(variables), self.coded(body)))
            case At(names, body):
                return substitute(self.coded(body), dict(names))
            case OfCodes(automaton, variables):
                return And((valid(variables), Given(automaton, variables)))
            case LinearComparison(variables, coefficients, constant, relation):
                return CodedComparison(variables, coefficients, constant, relation)
            case LinearCongruence(variables, coefficients, constant, modulus):
                return CodedCongruence(variables, coefficients, constant, modulus)
            case GoldenFloor(variables):
                return CodedGolden(variables)
            case Atom():
                raise Outside("binary digits together with the golden section")
        raise Outside("a learned set together with the golden section")
