"""The plan of a game: what its options are made of, and the order in which positions are valued."""

from functools import cache

from heapwise.engine.plan.displacements import Displacements, Unrecognised, recognise
from heapwise.engine.plan.merge import merged
from heapwise.engine.plan.order import OrderKind, PositionOrder, order_of
from heapwise.engine.plan.parts import ListedOptions, Part, SumSplit
from heapwise.engine.plan.shapes import parts_of
from heapwise.engine.plan.trial import disagreement
from heapwise.model.conditions import FALSE, TRUE
from heapwise.model.expand import ground
from heapwise.model.ground import GroundGame, GroundMove
from heapwise.model.termination import why_interpreted
from heapwise.records import Record
from heapwise.rules.game import Game


class NoPlan(Exception):
    """The game has no plan; the message says why."""


class Plan(Record, eq=False):
    """The options of every position are those of all `parts` together; options come before their position in `order`.

    `recognised` has the parts of every ground move by itself, before parts were joined. A game has one plan, so that
    plans are the same where they are one: to compare or hash what they consist of takes longer than some tables.
    """

    game: GroundGame
    recognised: tuple[tuple[GroundMove, tuple[Part, ...]], ...]
    parts: tuple[Part, ...]
    order: PositionOrder

    @property
    def size(self) -> int:
        """How many components a position has."""
        return self.game.size

    @property
    def is_recognised(self) -> bool:
        """Is no move merely listed?"""
        return not any(isinstance(part, ListedOptions) for part in self.parts)

    @property
    def has_sums(self) -> bool:
        """Do some moves lead to sums of positions, of which only the values of normal play are known by their parts?"""
        return any(move.result is not None for move in self.game.moves)

    @property
    def is_offered(self) -> bool:
        """Does every component by itself offer options, all positions with a certain sum of all components?"""
        is_plain = self.game.legal == TRUE and self.game.ends == FALSE and self.order.way is OrderKind.BY_TOTAL
        return is_plain and all(
            isinstance(part, SumSplit) and len(part.heaps) == self.size and len(part.asked) == 1 for part in self.parts
        )


@cache
def plan(game: Game) -> Plan:
    """The plan of a game; raises `NoPlan`."""
    found = ground(game)
    if not isinstance(found, GroundGame):
        raise NoPlan(f"more than {found.most:,} {found.what}")
    reason = why_interpreted(found)
    if reason is not None:
        raise NoPlan(reason)
    return plan_of(found)


def plan_of(found: GroundGame) -> Plan:
    """The plan of ground moves, made anew; raises `NoPlan`."""
    if not found.is_linear:
        raise NoPlan("some rule is not linear")
    if not found.is_closed_kind:
        raise NoPlan("moves lead to positions of other games")
    recognised = [(move, _parts(found, move)) for move in found.moves]
    order = order_of(found, recognised)
    if order is None:
        raise NoPlan("no order of the positions is shown to put options first")
    parts = merged(part for _, some in recognised for part in some)
    return Plan(found, tuple((move, tuple(some)) for move, some in recognised), tuple(parts), order)


def listed_plan(found: GroundGame) -> Plan:
    """A plan that looks up every option, for values that are all known: in no order options have to come first."""
    parts = tuple(ListedOptions(move, "") for move in found.moves)
    return Plan(found, (), parts, PositionOrder(OrderKind.LISTED, tuple(range(found.size))))


def _parts(game: GroundGame, move: GroundMove) -> list[Part]:
    try:
        moved = recognise(game, move)
        parts: list[Part] = parts_of(moved) if isinstance(moved, Displacements) else [moved]
    except Unrecognised as reason:
        return [ListedOptions(move, str(reason))]
    wrong = disagreement(game, move, parts)
    return [ListedOptions(move, f"it was taken for another, which differs at {wrong}")] if wrong else parts
