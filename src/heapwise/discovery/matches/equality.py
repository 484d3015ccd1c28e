"""Two games whose automata are known: is one related to the other in a view, at all positions?"""

from __future__ import annotations

from heapwise.discovery.automata import losing_set, value_graph
from heapwise.discovery.facts import Facts
from heapwise.discovery.matches.relations import SeenAs
from heapwise.discovery.matches.views import OtherView
from heapwise.discovery.wishes import Wishes
from heapwise.proof.automata import BudgetExceeded
from heapwise.proof.learned import DigitSet
from heapwise.proof.logic import And, Form, Formula, Iff, Not, Or, compare, substitute
from heapwise.proof.moves import component, moves_of
from heapwise.proof.outside import Outside
from heapwise.rules.game import Game


def are_related(facts: Facts, other: Game, sight: SeenAs, wishes: Wishes, *, is_set: bool) -> bool:
    """Is the relation proved? False also where no automaton was found for one of them, or a budget ended the work."""
    theirs = Facts(other, facts.play, wishes.memory, wishes.tick)
    sets = [_set_of(one, wishes.states, is_set) for one in (facts, theirs)]
    one, two = sets
    if one is None or two is None or one.reads_unlike(two) or one.is_fibonacci:
        return False
    try:
        return one.portfolio().decide(_apart(facts.game, other, one, two, sight, is_set)).witness is None
    except (BudgetExceeded, Outside):
        return False


def _set_of(facts: Facts, states: int, is_set: bool) -> DigitSet | None:
    return losing_set(facts, states).proved if is_set else value_graph(facts, states)


def _apart(own: Game, other: Game, ours: DigitSet, theirs: DigitSet, sight: SeenAs, is_set: bool) -> Formula:
    """A position of ours at which the relation is wrong, or the other game has no position."""
    view, order, relation = sight.view, sight.order, sight.relation
    names = {component(i): f"y{i}" for i in range(len(order))} | {"g": "h"}
    there = substitute(And((moves_of(other).domain,)), names)
    second = substitute(theirs.formula, names)
    seen = tuple(_seen(view, i, names[component(place)]) for place, i in enumerate(order))
    domain = moves_of(own).domain
    nowhere = Or(tuple(compare(_scaled(view, component(i)), "<", 0) for i in order))
    if is_set:
        same = Iff(ours.formula, second)
        wrong: Formula = same if relation.is_opposite else Not(same)
    else:
        left, right = Form((("g", relation.own),)), Form((("h", relation.other),)) + relation.added
        wrong = And((ours.formula, second, compare(left, "!=", right)))
    return And((domain, Or((nowhere, And((*seen, Or((Not(there), wrong))))))))


def _seen(view: OtherView, ours: int, theirs: str) -> Formula:
    """The component of the other game is that of the view."""
    scaled, whole = _scaled(view, component(ours)), Form(((theirs, view.divisor),))
    return And((compare(whole, "<=", scaled), compare(scaled, "<=", whole + (view.divisor - 1))))


def _scaled(view: OtherView, ours: str) -> Form:
    return Form(((ours, view.scale),)) + view.shift
