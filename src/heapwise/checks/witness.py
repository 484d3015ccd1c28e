"""Positions with more options than can be looked at: the move behind `by` is tested, and options drawn at random.

From a claimed N-position the move has to be possible and lead to a claimed P-position; no option that is drawn of a
claimed P-position may be claimed P. Both are read from ground moves, amount by amount.
"""

import random
from collections.abc import Callable

from heapwise.checks.fixed_value_claim import LocalStep
from heapwise.claims.task import Unsuitable
from heapwise.model.expand import ground
from heapwise.model.ground import Amount, GroundGame, GroundMove
from heapwise.terms.position import Position, State

OPTIONS = 20  # drawn of every claimed P-position
_ATTEMPTS = 10 * OPTIONS


class WitnessTest:
    """The step of the definition with the claim's winning move in the place of all options."""

    def __init__(self, step: LocalStep, source: random.Random) -> None:
        """Raises `Unsuitable` where moves cannot be read from the rules as linear forms."""
        game = step.instance.game
        found = None if game is None else ground(game)
        if step.question == "G" or not isinstance(found, GroundGame) or not found.is_linear:
            raise Unsuitable(
                "the moves of the game, or the claim, are not of the kind for which a winning move is tested"
            )
        if any(move.result is not None for move in found.moves):
            raise Unsuitable("moves lead to sums of positions")
        self.step, self.game, self.source = step, found, source

    def is_consistent(self, state: State) -> bool:
        """Does the move win from a claimed N-position, and no drawn option from a claimed P-position?"""
        if self.step.claimed(state):
            return not any(self.step.claimed(option) for option in self._drawn(state))
        if self._has_won(state):
            return True
        goal = self.goal(state)
        return goal is not None and self.step.claimed(goal) and self._is_option(state, goal)

    def after(self, state: State) -> State:
        """The position after the claim's move, or the same where none is claimed to win."""
        is_asked = not self.step.claimed(state) and not self._has_won(state)
        return self.goal(state) or state if is_asked else state

    def _has_won(self, state: State) -> bool:
        """In misere play whoever cannot move has won; a position is taken for ended if no option of it was drawn."""
        return self.step.instance.claim.play.is_misere and not self._drawn(state)

    def goal(self, state: State) -> State | None:
        """The position that the claim's move leads to."""
        judge = self.step.judge
        goal: Position = judge.goal(judge.frame(state))
        component = goal.only
        return component.state if component is not None and component.game is self.game.game else None

    def _drawn(self, state: State) -> list[State]:
        """Some options; fewer where they are hard to find."""
        if self.game.ends.holds(state) or not self.game.moves:
            return []
        found: list[State] = []
        for _ in range(_ATTEMPTS):
            option = self._draw(self.source.choice(self.game.moves), state)
            found += [] if option is None else [option]
            if len(found) == OPTIONS:
                break
        return found

    def _draw(self, move: GroundMove, state: State) -> State | None:
        def drawn(amount: Amount, values: list[int]) -> int | None:
            choices = amount.range(values)
            return self.source.randrange(choices.start, choices.stop) if choices else None

        values = _values(move, state, drawn)
        return None if values is None else _written(move, state, values)

    def _is_option(self, state: State, goal: State) -> bool:
        return not self.game.ends.holds(state) and any(self._leads(move, state, goal) for move in self.game.moves)

    def _leads(self, move: GroundMove, state: State, goal: State) -> bool:
        """Is there a choice of amounts for which a move leads to a position?"""
        if any(a != b for i, (a, b) in enumerate(zip(state, goal, strict=True)) if i not in move.written):
            return False
        values = _values(move, state, lambda _, known: self._forced(move, len(known), known, goal))
        return values is not None and _written(move, state, values) == goal

    def _forced(self, move: GroundMove, amount: int, values: list[int], goal: State) -> int | None:
        """The value of an amount that a written component shows; raises `Unsuitable` if none does."""
        for index, form in move.updates:
            factor = dict(form.terms).get(amount, 0)
            if factor and max(form.variables) == amount:
                rest = goal[index] - form.evaluate([*values, 0])
                return rest // factor if rest % factor == 0 else None
        raise Unsuitable("the amounts of a move do not follow from the position that it leads to")


def _values(move: GroundMove, state: State, choose: Callable[[Amount, list[int]], int | None]) -> list[int] | None:
    """The components and amounts, one after another as they are chosen; None where a guard is in the way."""
    values = list(state)
    for guards, amount in zip(move.guards_by_level(len(state)), (*move.amounts, None), strict=True):
        if not all(guard.holds(values) for guard in guards):
            return None
        if amount is not None:
            value = choose(amount, values)
            if value is None or value not in amount.range(values):
                return None
            values.append(value)
    return values


def _written(move: GroundMove, state: State, values: list[int]) -> State:
    new = list(state)
    for index, form in move.updates:
        new[index] = form.evaluate(values)
    return tuple(new)
