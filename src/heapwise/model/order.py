"""Orders in which every option of a state comes before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heapwise.model.closure import never_raises
from heapwise.model.expand import ground
from heapwise.model.ground import ExpansionBudget, GroundGame
from heapwise.model.termination import termination
from heapwise.rules.game import Game
from heapwise.terms.position import State

_MODERATE = ExpansionBudget(moves=2_000, steps=100_000)


def moderate(game: Game) -> GroundGame | None:
    """The ground moves of a game, if there are not too many to look at for a region."""
    rules = ground(game, _MODERATE)
    return rules if isinstance(rules, GroundGame) and len(rules.moves) <= _MODERATE.moves else None


def order_of_play(game: Game) -> Callable[[State], Any] | None:
    """A key that every move lowers; None if the order of the states themselves will do, as no component ever grows."""
    rules = moderate(game)
    if rules is None or rules.opaque:
        return lambda state: (game.rank(state), state)
    if is_lexicographic(rules):
        return None
    proof = termination(rules)
    if not proof.proved:
        return lambda state: (game.rank(state), state)
    if proof.weight:
        return lambda state: (tuple(form.evaluate(state) for form in proof.weight), state)
    return lambda state: (sorted(state, reverse=True), state)


def is_lexicographic(rules: GroundGame) -> bool:
    """Does every move lead to states before its own, component for component?"""
    units = (tuple(int(i == j) for j in range(rules.size)) for i in range(rules.size))
    return all(never_raises(rules, unit) for unit in units)
