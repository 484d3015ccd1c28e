"""Tables: the values of all positions of a box."""

from typing import Any

from numpy.typing import NDArray

from heapwise.records import Record
from heapwise.reference.conventions import Fold, Remoteness
from heapwise.rules.game import Game
from heapwise.terms.position import State

SumLimits = tuple[tuple[tuple[int, ...], int], ...]  # weights of components, and the most that their sum may be


class Refused(Exception):
    """No grid can be made; the message says why."""


class Grid(Record):
    """The values of all positions of a box. Illegal positions, and those beyond a limit, have none: their entry is
    `nothing`, which is no number that the type of the entries has if every position has a value."""

    game: Game
    fold: Fold
    lows: tuple[int, ...]
    values: NDArray[Any]
    nothing: int

    @property
    def is_known(self) -> NDArray[Any]:
        """Where there are values."""
        known: NDArray[Any] = self.values != self.nothing
        return known

    def has(self, state: State) -> bool:
        """Does the grid hold the value of a state? Not of one that is illegal, or beyond a limit."""
        is_inside = all(0 <= v - low < n for v, low, n in zip(state, self.lows, self.values.shape, strict=True))
        return is_inside and int(self.values[self._index(state)]) != self.nothing

    def value(self, state: State) -> Any:
        """The value of a state, as the fold has it."""
        return self._meaning(int(self.values[self._index(state)]))

    def known(self, state: State) -> Any:
        """The value of a state that the grid holds, or None."""
        return self.value(state) if self.has(state) else None

    def _index(self, state: State) -> tuple[int, ...]:
        return tuple(v - low for v, low in zip(state, self.lows, strict=True))

    def _meaning(self, stored: int) -> Any:
        if isinstance(self.fold, Remoteness):
            return self.fold.after(stored)
        return stored
