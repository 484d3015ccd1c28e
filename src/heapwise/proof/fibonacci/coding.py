"""From formulas about numbers to formulas about their codes, and from codes back to numbers."""

from collections.abc import Iterable

from heapwise.proof.automata import AutomatonBudget
from heapwise.proof.fibonacci.atoms import CodedComparison, CodedCongruence, CodedGolden, IsCode
from heapwise.proof.fibonacci.digits import decode
from heapwise.proof.logic import (
    And,
    At,
    Atom,
    Exists,
    Forall,
    Formula,
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
from heapwise.proof.logic.formulas import Recoding, parts_of
from heapwise.proof.outside import Outside
from heapwise.records import dataclass


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

    def meant(self, formula: Formula, values: dict[str, int]) -> dict[str, int]:
        """The numbers with these codes; the codes are the least ones."""
        return {name: decode(code) for name, code in values.items()}


class Coding(Recoding):
    """Formulas about codes."""

    def closed(self, formula: Formula) -> Formula:
        """True of the codes of numbers of which the formula is true, and of nothing else."""
        return And((valid(free(formula)), self.coded(formula)))

    def _coded(self, formula: Formula) -> Formula:
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
