"""The automaton of a claim: of the positions that it names, or of the graph of its formula."""

from heapwise.claims.instances import Instance
from heapwise.claims.task import Unsuitable
from heapwise.proof.automata import Automaton, AutomatonBudget, BudgetExceeded, DigitOrder
from heapwise.proof.given import DigitSystem, digits_of
from heapwise.proof.logic import And, Formula, Named, Power
from heapwise.proof.logic.formulas import parts_of
from heapwise.proof.obligations import ProofPlan, plan
from heapwise.proof.statement import GRAPH
from heapwise.records import Record

VALUE = "g"
_BUDGET = AutomatonBudget(states=20_000, work=8_000_000)


class ClaimedFormula(Record):
    """What a claim says as a formula about the components, which `names` names as the rules do; in a graph `g` is the
    value, or two to the power of it where `is_power`."""

    formula: Formula
    names: dict[str, str]
    is_graph: bool
    is_power: bool

    @property
    def digits(self) -> DigitSystem:
        """The digits that its automaton reads."""
        return digits_of((self.formula,))

    def automaton(self, budget: AutomatonBudget | None = None) -> Automaton:
        """The smaller of the automata in both digit orders; raises `Unsuitable` where both grow too large."""
        found, failure = [], ""
        for order in (DigitOrder.MSD, DigitOrder.LSD):
            try:
                found.append(self.digits.compile(self.formula, order, budget or _BUDGET))
            except BudgetExceeded as limit:
                failure = str(limit)
        if not found:
            raise Unsuitable(f"its automaton grows too large: {failure}")
        return min(found, key=lambda automaton: automaton.states)


def claimed(instance: Instance) -> ClaimedFormula:
    """What is claimed of legal positions, as the obligations speak of it; raises `Unsuitable` for what is outside."""
    made = plan(instance)
    found = named(made)
    assert instance.game is not None
    names = dict(zip(made.moves.names, instance.game.layout.labels, strict=True))
    is_graph = found.name == GRAPH
    is_power = is_graph and Power((VALUE,)) in parts_of((found,))
    return ClaimedFormula(
        And((made.moves.domain, found)), names | ({VALUE: VALUE} if is_graph else {}), is_graph, is_power
    )


def named(made: ProofPlan) -> Named:
    """The claimed set, or the graph of the formula, as it stands in the obligations."""
    if made.statement.claimed is None:
        raise Unsuitable("it names no set of positions, and no value of each position")
    return made.statement.claimed
