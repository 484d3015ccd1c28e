"""The options of positions that have more of them than rules may go through at once: from ground moves."""

from __future__ import annotations

from heapwise.model.expand import ground
from heapwise.model.ground import GroundGame
from heapwise.model.options import options_of_move
from heapwise.terms.position import Component, Position

MOST_OPTIONS = 400_000
TOO_MUCH = "E003"  # the code of what rules say about a position with too much to go through


def options_far_out(position: Position) -> set[Position] | None:
    """All options of a position; None where there are very many, or where rules are not known by ground moves."""
    found: set[Position] = set()
    for place, component in enumerate(position):
        moved = _options(component)
        if moved is None:
            return None
        rest = Position((*position[:place], *position[place + 1 :]))
        found |= {option + rest for option in moved} if rest else moved
    return found


def _options(component: Component) -> set[Position] | None:
    grounded = None if component.game.layout.has_positions else ground(component.game)
    if not isinstance(grounded, GroundGame) or not grounded.is_linear:
        return None
    if grounded.ends.holds(component.state):
        return set()
    found: set[Position] = set()
    for move in grounded.moves:
        if move.amounts and move.amounts[0].range(list(component.state))[MOST_OPTIONS:]:  # `len` ends at 2^63
            return None
        for option in options_of_move(grounded, move, component.state):
            found.add(option)
            if len(found) > MOST_OPTIONS:
                return None
    return found
