"""The automaton of a claim: of the positions that it calls P, or of the graph of its formula."""

from __future__ import annotations

from collections.abc import Iterator

from heapwise.claims.instances import Instance
from heapwise.claims.methods.base import Unsuitable
from heapwise.proof.automata import Automaton, Budget, BudgetExceeded, Order
from heapwise.proof.logic import And, Formula, Named, compile
from heapwise.proof.logic.formulas import children
from heapwise.proof.obligations import Plan, plan

SET, GRAPH = "the claimed set", "the graph of the formula"
_BUDGET = Budget(states=20_000, work=4_000_000)


def automaton_of(instance: Instance) -> Automaton:
    """The smaller of the automata in both digit orders. Its tracks are the components as proofs name them, and `g`.

    Raises `Unsuitable` for what cannot be expressed, and where both automata grow too large.
    """
    found, failure = [], ""
    formula = claimed(plan(instance))
    for order in (Order.MSD, Order.LSD):
        try:
            found.append(compile(formula, order, _BUDGET))
        except BudgetExceeded as limit:
            failure = str(limit)
    if not found:
        raise Unsuitable(f"its automaton grows too large: {failure}")
    return min(found, key=lambda automaton: automaton.states)


def claimed(made: Plan) -> Formula:
    """What is claimed, at legal positions, as the obligations speak of it."""
    parts = (part for obligation in made.obligations for part in _walk(obligation.formula))
    named = next((part for part in parts if isinstance(part, Named) and part.name in (SET, GRAPH)), None)
    if named is None:
        raise Unsuitable("it names no set of positions, and no value of each position")
    return And((made.moves.domain, named))


def _walk(formula: Formula) -> Iterator[Formula]:
    yield formula
    for part in children(formula):
        yield from _walk(part)
