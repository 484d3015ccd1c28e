"""From formulas about numbers to formulas about their codes, and from codes back to numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from heapwise.proof.automata import AutomatonBudget
from heapwise.proof.fibonacci.arithmetic import CodeArithmetic, is_number, some, valid, verified
from heapwise.proof.fibonacci.digits import decode
from heapwise.proof.logic import (
    And,
    At,
    Atom,
    Decision,
    Exists,
    Forall,
    Form,
    Formula,
    FormulaCompiler,
    Given,
    GoldenFloor,
    Implies,
    LinearComparison,
    LinearCongruence,
    Make,
    Or,
    Portfolio,
    Relation,
    Spelled,
    compare,
    free,
    plain,
    substitute,
)
from heapwise.proof.logic.formulas import children, with_parts
from heapwise.proof.outside import Outside


@dataclass(frozen=True, slots=True)
class OfCodes(Given):
    """A set that is given as an automaton on Fibonacci digits: it holds the codes of numbers."""


def speaks_of_golden(formulas: Iterable[Formula]) -> bool:
    """Does the golden section occur, or a set of codes? Then numbers have to be read in Fibonacci digits."""
    waiting = list(formulas)
    seen: set[int] = set()
    for formula in waiting:
        if isinstance(formula, GoldenFloor | OfCodes):
            return True
        new = [part for part in children(formula) if id(part) not in seen]
        seen.update(map(id, new))
        waiting += new
    return False


def coded(formula: Formula) -> Formula:
    """True of the codes of numbers of which the formula is true, and of nothing else."""
    return Coding(verified()).closed(formula)


class FibonacciPortfolio(Portfolio):
    """Decides formulas about numbers by way of their codes."""

    def __init__(self, budget: AutomatonBudget | None = None, make: Make = plain) -> None:
        super().__init__(budget, make=make)
        self._coding = Coding(verified())

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

    arithmetic: CodeArithmetic
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
                return some(variables, self.coded(body))
            case Forall(variables, body):
                return Forall(variables, Implies(valid(variables), self.coded(body)))
            case At(names, body):
                return substitute(self.coded(body), dict(names))
            case OfCodes(automaton, variables):
                return And((valid(variables), Given(automaton, variables)))
            case Atom(variables):
                return Spelled("an atom in Fibonacci digits", And((valid(variables), self._atom(formula))), formula)
        raise Outside("a learned set together with the golden section")

    def _atom(self, atom: Atom) -> Formula:
        match atom:
            case LinearComparison(variables, coefficients, constant, relation):
                return self._linear(_form(variables, coefficients, constant), relation)
            case LinearCongruence(variables, coefficients, constant, modulus):
                form, multiple = _form(variables, coefficients, constant), Form.variable("multiple") * modulus
                cases = (self._linear(form - multiple, "="), self._linear(form + multiple, "="))
                return some(("multiple",), Or(cases))
            case GoldenFloor((floor, n)):
                return self.arithmetic.golden(floor, n)
        raise Outside("binary digits together with the golden section")

    def _linear(self, form: Form, relation: Relation) -> Formula:
        """What adds on the left is compared with what is taken away, as the order of codes is that of numbers."""
        left, right = CodedSum(self.arithmetic, "left"), CodedSum(self.arithmetic, "right")
        one, two = left.name(_positive(form)), right.name(_positive(form * -1))
        return left.close(right.close(compare(Form.variable(one), relation, Form.variable(two))))


def _form(variables: tuple[str, ...], coefficients: tuple[int, ...], constant: int) -> Form:
    """The form of an atom, in which a variable may stand twice."""
    named = (Form.variable(name) * c for name, c in zip(variables, coefficients, strict=True))
    return sum(named, Form(constant=constant))


def _positive(form: Form) -> Form:
    """The part of a form that adds."""
    return Form(tuple((name, c) for name, c in form.coefficients if c > 0), max(form.constant, 0))


@dataclass
class CodedSum:
    """A sum of variables and a constant, one addition after another; each has one result, bound by a quantifier."""

    arithmetic: CodeArithmetic
    prefix: str
    names: list[str] = field(default_factory=list)
    conditions: list[Formula] = field(default_factory=list)

    def close(self, formula: Formula) -> Formula:
        """The formula with all results bound."""
        names = tuple(self.names)
        return some(names, And((*self.conditions, formula))) if names else formula

    def name(self, form: Form) -> str:
        """The variable that is a form without negative coefficients."""
        total = self._total(self._summands(form))
        return self._constant(0) if total is None else total

    def _summands(self, form: Form) -> Iterator[str]:
        for name, factor in form.coefficients:
            yield from self._multiple(name, factor)
        if form.constant:
            yield self._constant(form.constant)

    def _multiple(self, name: str, factor: int) -> Iterator[str]:
        """The doubles of a variable that make up a multiple of it."""
        while factor:
            if factor % 2:
                yield name
            factor //= 2
            name = self._sum(name, name) if factor else name

    def _total(self, summands: Iterable[str]) -> str | None:
        total: str | None = None
        for name in summands:
            total = name if total is None else self._sum(total, name)
        return total

    def _sum(self, one: str, two: str) -> str:
        result = self._new()
        self.conditions.append(self.arithmetic.add(one, two, result))
        return result

    def _constant(self, number: int) -> str:
        result = self._new()
        self.conditions.append(is_number(result, number))
        return result

    def _new(self) -> str:
        self.names.append(f"{self.prefix}.{len(self.names)}")
        return self.names[-1]
