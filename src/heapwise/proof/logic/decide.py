"""Decisions: is there a tuple of which a formula is true, and the least one; in one digit order, or in both."""

from collections.abc import Callable, Iterator, Sequence

from heapwise.proof.automata import (
    Automaton,
    AutomatonBudget,
    BudgetExceeded,
    BuildMeter,
    DigitOrder,
    Numeration,
    Workshop,
    least,
)
from heapwise.proof.logic.compiler import FormulaCompiler
from heapwise.proof.logic.formulas import Formula, free
from heapwise.proof.logic.rewrite import disjuncts
from heapwise.records import dataclass, replace

# Raw states allowed in the rounds of a portfolio.  A round that fails loses only the operation it failed in; steps of
# about 3 keep an order that will not succeed from costing much more than the one that does.
ROUNDS = (300, 1_000, 3_000, 10_000, 30_000, 100_000)


@dataclass(frozen=True, slots=True)
class Decision:
    """The least tuple of which the formula is true, or None; the order that found it, and what that took."""

    witness: dict[str, int] | None
    order: DigitOrder
    meter: BuildMeter


def compile(
    formula: Formula, order: DigitOrder = DigitOrder.MSD, budget: AutomatonBudget | None = None, base: int = 2
) -> Automaton:
    """The automaton of a formula.  Raises `BudgetExceeded` where it grows too large."""
    return FormulaCompiler(Workshop(Numeration(order, base), budget or AutomatonBudget())).compile(formula)


def decide(
    formula: Formula, order: DigitOrder = DigitOrder.MSD, budget: AutomatonBudget | None = None, base: int = 2
) -> dict[str, int] | None:
    """The values of least total for which the formula is true; None if there are none.

    >>> from heapwise.proof.logic import Linear
    >>> decide(Linear(("x",), (1,), -5, ">"))
    {'x': 6}
    """
    return solve(formula, FormulaCompiler(Workshop(Numeration(order, base), budget or AutomatonBudget())))


def solve(formula: Formula, compiler: FormulaCompiler) -> dict[str, int] | None:
    """As `decide`, with a compiler that remembers what it compiled before.

    The cases of a disjunction are decided one by one, so that their union is never built.
    """
    names = sorted(free(formula))
    found = [least(compiler.compile(case)) for case in disjuncts(formula)]
    # A variable that does not matter is 0.
    solutions = [[solution.get(name, 0) for name in names] for solution in found if solution is not None]
    best = min(solutions, key=lambda values: (sum(values), values), default=None)
    return None if best is None else dict(zip(names, best, strict=True))


Make = Callable[[Numeration, AutomatonBudget], FormulaCompiler]


def plain(numeration: Numeration, budget: AutomatonBudget) -> FormulaCompiler:
    """A compiler that keeps no record of what it does."""
    return FormulaCompiler(Workshop(numeration, budget))


class Portfolio:
    """The digit orders in turn, with a budget that grows from round to round; what was built is kept.

    The work that the budget allows is that of both orders together.
    """

    def __init__(
        self, budget: AutomatonBudget | None = None, base: int = 2, rounds: Sequence[int] = ROUNDS, make: Make = plain,
        orders: Sequence[DigitOrder] = (DigitOrder.MSD, DigitOrder.LSD),
    ) -> None:  # fmt: skip
        self.budget, self.base = budget or AutomatonBudget(), base
        self._rounds = [states for states in rounds if states < self.budget.states]
        self._compilers = {order: make(Numeration(order, base), self.budget) for order in orders}

    @property
    def meters(self) -> list[BuildMeter]:
        """What each of the orders has built so far."""
        return [compiler.workshop.meter for compiler in self._compilers.values()]

    def spelled(self, formula: Formula) -> Formula:
        """What is compiled for a formula: here the formula itself, for numbers are read in a base."""
        return formula

    def meant(self, formula: Formula, values: dict[str, int]) -> dict[str, int]:
        """The numbers that a solution of what is compiled stands for."""
        return values

    def decide(self, formula: Formula) -> Decision:
        """The answer of the order that needs the smaller budget.  Raises the last `BudgetExceeded` if none has one."""
        failure: BudgetExceeded | None = None
        for compiler in self._turns():
            try:
                return self._decide(formula, compiler)
            except BudgetExceeded as error:
                failure = error
                if error.limit == "work":
                    break
        assert failure is not None
        raise failure

    def _turns(self) -> Iterator[FormulaCompiler]:
        for states in (*self._rounds, self.budget.states):
            for compiler in self._compilers.values():
                workshop = compiler.workshop
                left = self.budget.work - sum(meter.work for meter in self.meters) + workshop.meter.work
                workshop.budget = replace(self.budget, states=states, work=left)
                yield compiler

    def _decide(self, formula: Formula, compiler: FormulaCompiler) -> Decision:
        workshop = compiler.workshop
        values = solve(self.spelled(formula), compiler)
        witness = None if values is None else self.meant(formula, values)
        return Decision(witness, workshop.numeration.order, replace(workshop.meter))
