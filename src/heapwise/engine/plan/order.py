"""Orders of the positions in which every option comes before its position."""

from enum import Enum

from heapwise.engine.plan.parts import Box, Part, Ray, SingleOption, Window, lowers_total
from heapwise.model.ground import GroundGame, GroundMove
from heapwise.model.linear import Linear, total
from heapwise.model.termination import lowers
from heapwise.records import Record


class OrderKind(Enum):
    """What decides which of two positions comes first."""

    LISTED = "the first component that differs"
    BY_TOTAL = "the sum of the components"
    SORTED = "the first component that differs, of positions whose components do not increase within groups"


class PositionOrder(Record):
    """A way through the positions; `axes` are the components, the one that changes slowest first. Of sorted positions
    they are those of all `groups` one after another."""

    way: OrderKind
    axes: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...] = ()


def order_of(game: GroundGame, parts: list[tuple[GroundMove, list[Part]]]) -> PositionOrder | None:
    """The first order that is shown to suit all moves."""
    forwards = tuple(range(game.size))
    for axes in dict.fromkeys((forwards, forwards[::-1])):
        if all(_is_listed(game, axes, move, part) for move, some in parts for part in some):
            return PositionOrder(OrderKind.LISTED, axes)
    has_boxes = any(isinstance(part, Box) for _, some in parts for part in some)
    if not has_boxes and all(_lowers_total(game, move, part) for move, some in parts for part in some):
        return PositionOrder(OrderKind.BY_TOTAL, forwards)
    return None


def _is_listed(game: GroundGame, axes: tuple[int, ...], move: GroundMove, part: Part) -> bool:
    """Does the first component that changes fall?"""
    match part:
        case SingleOption(by=by):
            return _falls_first(axes, by)
        case Ray(along=along, first=first):
            return _falls_first(axes, along) and _falls_first(axes, first)
        case Window(along=along):
            return _falls_first(axes, along)
        case Box():
            return True
    return lowers(game, move, tuple(map(Linear.variable, axes)))


def _falls_first(axes: tuple[int, ...], taken: tuple[int, ...]) -> bool:
    return next((taken[i] > 0 for i in axes if taken[i]), False)


def _lowers_total(game: GroundGame, move: GroundMove, part: Part) -> bool:
    found = lowers_total(part)
    return lowers(game, move, (total(map(Linear.variable, range(game.size))),)) if found is None else found
