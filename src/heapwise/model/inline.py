"""The options of another game inside a rule: its ground moves, at a position given by forms.

A rule with `q in options(nim(1), a + b)` has the moves of Nim from a + b, which are lifted into moves of its own.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from heapwise.model.arithmetic import lifted
from heapwise.model.conditions import Condition, InSet, at_least_zero, conjunction, disjunction, is_zero
from heapwise.model.ground import GroundGame, GroundMove
from heapwise.model.linear import Linear
from heapwise.model.symbols import NotLinear, OptionsOf
from heapwise.model.tidy import Draft, alternatives, without_unused
from heapwise.records import Record
from heapwise.rules.game import Game

if TYPE_CHECKING:
    from heapwise.model.symbolic import SymbolicEvaluator

_AMOUNTS = 2_000_000  # variables from here on are amounts of a move that is put in
_MOST_MEMBERS = 100


class Inlined(Record):
    """A move of the other game: its amounts are variables, all it asks for is a guard, and it leads to `target`."""

    amounts: tuple[int, ...]
    guards: tuple[Condition, ...]
    target: tuple[Linear, ...]


def inlined(evaluator: "SymbolicEvaluator", domain: OptionsOf, is_legal: bool = False) -> list[Inlined]:
    """The moves of a game from a position whose components are forms; where it is no legal one, there are none."""
    rules = ask_for_options(evaluator, domain.game, domain.at)
    components = [lifted(evaluator.plain(v)) for v in evaluator.numbers(domain.at)]
    return [_inlined(rules, move, components, is_legal) for move in rules.moves]


def ask_for_options(evaluator: "SymbolicEvaluator", game: Any, at: Any) -> GroundGame:
    """The rules of a game, where it is seen what its options are at any components like these."""
    rules = evaluator.ground(game) if isinstance(game, Game) else None
    if not isinstance(rules, GroundGame) or not rules.is_complete or len(evaluator.numbers(at)) != rules.size:
        raise NotLinear(f"the options of {game}")
    if not rules.game.is_shown_to_end:  # the interpreter tests each of its moves
        raise NotLinear(f"the options of {game}, which is not shown to end,")
    return rules


def _inlined(rules: GroundGame, move: GroundMove, components: list[Linear], is_legal: bool) -> Inlined:
    if move.result is not None:
        raise NotLinear(f"the options of {rules.game}")
    names = dict(enumerate(components)) | {
        rules.size + i: Linear.variable(_AMOUNTS + i) for i in range(len(move.amounts))
    }

    def put(form: Linear) -> Linear:
        return form.substitute(names)

    guards = [rules.ends.negated().map(put), *(() if is_legal else _legality(rules, components))]
    for i, amount in enumerate(move.amounts):
        own = names[rules.size + i]
        guards += [at_least_zero(own * b.divisor - put(b.form)) for b in amount.lows]
        guards += [at_least_zero(put(b.form) - own * b.divisor) for b in amount.highs]
    guards += [guard.map(put) for guard in move.guards]
    new = dict(move.updates)
    target = tuple(put(new[i]) if i in new else component for i, component in enumerate(components))
    return Inlined(tuple(_AMOUNTS + i for i in range(len(move.amounts))), tuple(guards), target)


def _legality(rules: GroundGame, components: list[Linear]) -> Iterator[Condition]:
    """Is there such a position?"""
    yield rules.legal.map(lambda form: form.substitute(dict(enumerate(components))))
    for component, low, high in zip(components, rules.lows, rules.highs, strict=True):
        yield at_least_zero(component - low)
        if high is not None:
            yield at_least_zero(-component + high)


def is_possible(move: Inlined) -> Condition:
    """Has a move any amounts? They are taken away one after another, which is exact as long as all factors are 1."""
    found = []
    guards = [_listed(guard) for guard in move.guards]
    for simple in alternatives(Draft(move.amounts, (), ()).with_guards(*guards), lambda: None):
        left = without_unused(simple)
        if left.amounts:
            raise NotLinear("an amount with more than bounds")
        found.append(conjunction(left.guards))
    return disjunction(found)


def _listed(guard: Condition) -> Condition:
    """Membership in a finite set as one equation for each member."""
    if isinstance(guard, InSet) and guard.inside and len(guard.members) <= _MOST_MEMBERS:
        return disjunction(is_zero(guard.form - member) for member in sorted(guard.members))
    return guard


def solved(move: Inlined, forms: list[Linear]) -> Condition:
    """Can amounts be chosen so that all forms are 0? The equations have to determine them."""
    draft = Draft(move.amounts, (), ()).with_guards(*move.guards, *map(is_zero, forms))
    found = []
    for simple in alternatives(draft, lambda: None):
        if simple.amounts:
            raise NotLinear("an amount that no equation determines")
        found.append(conjunction(simple.guards))
    return disjunction(found)
