"""The search from one position down: the interpreter's walk, over one position for all that symmetry makes equal.

Where a position has more options than rules may go through at once, they are found from ground moves.
"""

import time
from collections.abc import Iterable
from typing import Any

from heapwise.engine.slices import Tick
from heapwise.errors import HeapwiseError
from heapwise.model.expand import ground
from heapwise.model.ground import GroundGame
from heapwise.model.options import options_of_move
from heapwise.model.symmetry import symmetry_of
from heapwise.reference.conventions import Fold
from heapwise.reference.interpreter import Interpreter
from heapwise.terms.position import Component, Position

MOST_OPTIONS = 400_000
TOO_MUCH = "E003"  # the code of what rules say about a position with too much to go through


class Impatient(Exception):
    """The search has taken longer than it was given."""


class FarSearch(Interpreter):
    """Values by definition, each class of symmetric positions once."""

    def __init__(self, fold: Fold, tick: Tick | None = None) -> None:
        super().__init__(fold, tick=self._on_tick)
        self._told = tick
        self._until: float | None = None

    def value_within(self, position: Position, seconds: float) -> Any:
        """The value, if it is found in so many seconds; `Impatient` if not. What was found is remembered."""
        self._until = time.monotonic() + seconds
        try:
            return self.value(position)
        finally:
            self._until = None

    def value(self, position: Position, tick: Tick | None = None) -> Any:
        """The value of a position."""
        return super().value(_canonical(position), tick)

    def _on_tick(self) -> None:
        if self._told is not None:
            self._told()
        if self._until is not None and time.monotonic() > self._until:
            raise Impatient

    def _options(self, key: Any) -> tuple[Any, ...]:
        try:
            found: Iterable[Position] = super()._options(key)
        except HeapwiseError as problem:
            if problem.code != TOO_MUCH or (listed := _listed(key)) is None:
                raise
            found = listed
        return tuple({_canonical(option) for option in found})


def _listed(key: Any) -> set[Position] | None:
    """The options of a component or position for which the rules have too much to go through."""
    return options_far_out(Position((key,)) if isinstance(key, Component) else key)


def _canonical(position: Position) -> Position:
    """The same for all positions that symmetries of the components' games make equal."""
    return Position.of(Component(c.game, symmetry_of(c.game).canonical(c.state)) for c in position)


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
