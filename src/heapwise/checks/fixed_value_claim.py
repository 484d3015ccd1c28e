"""Claims that fix the value of every position of a game: `G(x) = formula` and `P(x) iff condition`.

Only these can be put in the place of values in the definition, which is what local checks and samples do.
"""

from collections.abc import Callable
from functools import reduce
from operator import xor
from typing import Any

from heapwise.claims.claim import Claim
from heapwise.claims.exact_check import Judge
from heapwise.claims.instances import Instance
from heapwise.claims.task import Unsuitable
from heapwise.records import Record
from heapwise.reference.conventions import Fold
from heapwise.terms import term as t
from heapwise.terms.evaluate import options
from heapwise.terms.position import Component, Position, State


class _Outcomes(Record):
    """Is the position one of the previous player's? The step of the definition for P alone."""

    is_misere: bool
    adds = False

    def ending(self) -> bool:
        """In misere play an ended game is won by the player to move."""
        return not self.is_misere

    def combine(self, values: Any) -> bool:
        """P if no option is P."""
        return not any(values)


def right_side(claim: Claim) -> tuple[str, t.AnyTerm]:
    """The question and the formula of a claim that fixes every value; raises `Unsuitable` for any other claim."""
    if claim.schema is None:
        raise Unsuitable("the claim is not about a game")
    if claim.premises:
        raise Unsuitable("the claim has a premise, and says nothing of options outside of it")
    if claim.sides is None:
        raise Unsuitable("the statement is not of the form `G(x) = formula` or `P(x) iff condition`")
    if claim.own_value is None:
        raise Unsuitable("neither side is the value of the position, with the other a formula alone")
    return claim.own_value


class LocalStep:
    """One step of the definition at one position, with the claimed values in the place of the options' values."""

    def __init__(self, instance: Instance, judge: Judge) -> None:
        question, formula = right_side(instance.claim)
        play = instance.claim.play
        self.instance, self.judge, self.question = instance, judge, question
        self.fold: Fold = play.fold("G") if question == "G" else _Outcomes(play.is_misere)
        self._formula = judge.compile(formula)

    def claimed(self, state: State) -> Any:
        """The value that the formula gives; for P and N always whether the position is P."""
        value = self._formula(self.judge.frame(state))
        return not value if self.question == "N" else value

    def is_p(self, claimed: Any) -> bool:
        """Is a position with a claimed value one of the previous player's?"""
        return not claimed if self.question == "G" else bool(claimed)

    def options(self, state: State) -> list[Position]:
        """The options of a state."""
        game = self.instance.game
        assert game is not None
        return list(options(Position((Component(game, state),))))

    def expected(self, found: list[Position], claimed: Callable[[State], Any]) -> Any:
        """The value that the definition gives, if the claimed values of the options are right."""
        if not found:
            return self.fold.ending()
        return self.fold.combine({self._value(option, claimed) for option in found})

    def _value(self, option: Position, claimed: Callable[[State], Any]) -> Any:
        if option.only is not None and option[0].game is self.instance.game:
            return claimed(option[0].state)
        if not self.fold.adds or any(c.game is not self.instance.game for c in option):
            raise Unsuitable("an option is a sum of positions, whose value the formula does not give")
        return reduce(xor, (claimed(c.state) for c in option), 0)
