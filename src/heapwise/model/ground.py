"""Ground moves: the one shape that every move of a game has once all indices are numbers.

Variables are numbered: the components of the position come first, the amounts of a move follow. A move leads from a
position x to one option for every choice of amounts within their bounds for which all guards hold.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from heapwise.model.conditions import AllOf, Condition, at_least_zero
from heapwise.model.linear import Linear
from heapwise.records import Record

if TYPE_CHECKING:
    from heapwise.rules.game import Game


class Bound(Record):
    """`form / divisor`, rounded towards the inside: up as a lower bound, down as an upper bound."""

    form: Linear
    divisor: int = 1


class Amount(Record):
    """An integer from the greatest of the lower bounds to the least of the upper ones."""

    lows: tuple[Bound, ...]
    highs: tuple[Bound, ...]

    def range(self, values: list[int]) -> range:
        """The values that the amount takes, when all variables before it have values."""
        low = max(-(-bound.form.evaluate(values) // bound.divisor) for bound in self.lows)
        high = min(bound.form.evaluate(values) // bound.divisor for bound in self.highs)
        return range(low, high + 1)


class Target(Record):
    """One position of the sum that a move leads to."""

    game: "Game"
    components: tuple[Linear, ...]


class GroundMove(Record):
    """Components and amounts in, options out.

    `updates` names the new value of every component that is written; the others stay. Where `result` is not None the
    option is that sum of positions instead. `line` is the number of the move in the rules, counted from 0.
    """

    line: int
    amounts: tuple[Amount, ...]
    guards: tuple[Condition, ...]
    updates: tuple[tuple[int, Linear], ...]
    result: tuple[Target, ...] | None = None

    @property
    def is_linear(self) -> bool:
        """Is no guard opaque?"""
        return all(guard.is_linear for guard in self.guards)

    @cached_property
    def written(self) -> tuple[int, ...]:
        """The components that the move writes."""
        return tuple(index for index, _ in self.updates)

    def conditions(self, size: int) -> Iterator[Condition]:
        """The bounds of the amounts, the first of which is the variable `size`, and the guards."""
        for number, amount in enumerate(self.amounts, size):
            own = Linear.variable(number)
            yield from (at_least_zero(own * b.divisor - b.form) for b in amount.lows)
            yield from (at_least_zero(b.form - own * b.divisor) for b in amount.highs)
        yield from self.guards

    def guards_by_level(self, size: int) -> list[tuple[Condition, ...]]:
        """The guards, each behind the last amount that it speaks of; first those on the position, of so many
        components, alone. What is opaque may be undefined where a guard before it fails, and so stands behind it."""
        levels: list[list[Condition]] = [[] for _ in range(len(self.amounts) + 1)]
        reached = 0
        for guard in self.guards:
            own = max((v - size + 1 for form in guard.forms() for v in form.variables), default=0)
            reached = max(reached, own)
            levels[max(own, 0) if guard.is_linear else reached].append(guard)
        return [tuple(level) for level in levels]


class OpaqueMove(Record):
    """A line of moves without a ground form; the interpreter knows what it does. `reason` has the author's words."""

    line: int
    reason: str


class GroundGame(Record):
    """A game as ground moves.

    `legal` and `ends` are conditions on the components alone. Guards already say that the option of a move is legal.
    `unsure` has what may have no value for some position; where that is so, no condition tells.
    """

    game: "Game"
    labels: tuple[str, ...]
    lows: tuple[int, ...]
    highs: tuple[int | None, ...]
    moves: tuple[GroundMove, ...]
    opaque: tuple[OpaqueMove, ...]
    legal: Condition
    ends: Condition
    steps: int  # of the budget that were used
    unsure: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """How many components a position has; the first amount of a move has this number as variable."""
        return len(self.labels)

    @cached_property
    def is_complete(self) -> bool:
        """Has every line of moves a ground form, opaque guards allowed?"""
        return not self.opaque

    @cached_property
    def is_linear(self) -> bool:
        """Is nothing opaque, neither moves nor guards nor the conditions on positions?"""
        conditions = (self.legal, self.ends)
        return self.is_complete and all(m.is_linear for m in self.moves) and all(c.is_linear for c in conditions)

    @property
    def is_closed_kind(self) -> bool:
        """Do all moves lead to positions of the same game?"""
        targets = (target for move in self.moves for target in move.result or ())
        return self.is_complete and all(target.game is self.game for target in targets)

    @property
    def facts(self) -> tuple[Condition, ...]:
        """What is true of every legal position, as a list of conditions."""
        return self.legal.parts if isinstance(self.legal, AllOf) else (self.legal,)

    def names(self, move: GroundMove) -> tuple[str, ...]:
        """A name for every variable of a move."""
        count = len(move.amounts)
        return (*self.labels, *(("t",) if count == 1 else (f"t{i}" for i in range(1, count + 1))))


class TooMany(Record):
    """The budget was met: so many of `what` were made, and the rules give more."""

    what: str
    most: int


class ExpansionBudget(Record):
    """How much an expansion may cost: ground moves, and steps of evaluation."""

    moves: int = 5_000
    steps: int = 500_000
