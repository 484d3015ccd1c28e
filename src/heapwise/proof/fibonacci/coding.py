"""From formulas about numbers to formulas about their codes, and from codes back to numbers."""

from collections.abc import Iterable

from heapwise.proof import logic
from heapwise.proof.automata import AutomatonBudget
from heapwise.proof.fibonacci.atoms import CodedComparison, CodedCongruence, CodedGolden, IsCode
from heapwise.proof.fibonacci.digits import decode
from heapwise.proof.logic.formulas import Recoding, parts_of
from heapwise.proof.outside import Outside
from heapwise.records import dataclass


def valid(names: Iterable[str]) -> logic.Formula:
    """All of these are codes."""
    return logic.And(tuple(IsCode((name,)) for name in names))


@dataclass(frozen=True, slots=True)
class OfCodes(logic.Given):
    """A set that is given as an automaton on Fibonacci digits: it holds the codes of numbers."""


def speaks_of_golden(formulas: Iterable[logic.Formula]) -> bool:
    """Does the golden section occur, or a set of codes? Then numbers have to be read in Fibonacci digits."""
    return any(isinstance(part, logic.GoldenFloor | OfCodes) for part in parts_of(formulas))


def coded(formula: logic.Formula) -> logic.Formula:
    """True of the codes of numbers of which the formula is true, and of nothing else."""
    return Coding().closed(formula)


class FibonacciPortfolio(logic.Portfolio):
    """Decides formulas about numbers by way of their codes."""

    def __init__(self, budget: AutomatonBudget | None = None, make: logic.Make = logic.plain) -> None:
        super().__init__(budget, make=make)
        self._coding = Coding()

    def spelled(self, formula: logic.Formula) -> logic.Formula:
        """What is compiled for a formula: one about codes."""
        return self._coding.closed(formula)

    def meant(self, formula: logic.Formula, values: dict[str, int]) -> dict[str, int]:
        """The numbers with these codes; the codes are the least ones."""
        return {name: decode(code) for name, code in values.items()}


class Coding(Recoding):
    """Formulas about codes."""

    def closed(self, formula: logic.Formula) -> logic.Formula:
        """True of the codes of numbers of which the formula is true, and of nothing else."""
        return logic.And((valid(logic.free(formula)), self.coded(formula)))

    def _coded(self, formula: logic.Formula) -> logic.Formula:
        match formula:
            case logic.Exists(variables, body):
                return logic.Exists(variables, logic.And((valid(variables), self.coded(body))))
            case logic.Forall(variables, body):
                return logic.Forall(variables, logic.Implies(valid(variables), self.coded(body)))
            case logic.At(names, body):
                return logic.substitute(self.coded(body), dict(names))
            case OfCodes(automaton, variables):
                return logic.And((valid(variables), logic.Given(automaton, variables)))
            case logic.LinearComparison(variables, coefficients, constant, relation):
                return CodedComparison(variables, coefficients, constant, relation)
            case logic.LinearCongruence(variables, coefficients, constant, modulus):
                return CodedCongruence(variables, coefficients, constant, modulus)
            case logic.GoldenFloor(variables):
                return CodedGolden(variables)
            case logic.Atom():
                raise Outside("binary digits together with the golden section")
        raise Outside("a learned set together with the golden section")
