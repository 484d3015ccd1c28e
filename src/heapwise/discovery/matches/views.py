"""Views of a game: which of its positions stands for a position of another game."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

ValueTable = NDArray[np.signedinteger[Any]]
Truths = NDArray[np.bool_]

WINDOWS = {1: 64, 2: 32, 3: 12, 4: 7}  # sides of the boxes that are compared first, by the number of components
_FURTHER = {1: 4, 2: 4, 3: 2, 4: 1.5}  # times the side, for a box with at least four times as many positions
_MOST_SCALE, _MOST_SHIFT, _MOST_BACK = 3, 3, 2


def further(size: int) -> int:
    """The side of the box that judges what the first box suggests."""
    return int(WINDOWS[size] * _FURTHER[size])


@dataclass(frozen=True, order=True)
class OtherView:
    """For a component x that of the other game is `scale * x + shift`, or `floor((x + shift) / divisor)`."""

    scale: int = 1
    divisor: int = 1
    shift: int = 0

    @property
    def cost(self) -> int:
        """How much there is to read."""
        return abs(self.shift) + 2 * (self.scale + self.divisor - 2)

    def of(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """The components of the other game; some may be negative."""
        return (self.scale * numbers + self.shift) // self.divisor

    def side(self, side: int) -> int:
        """How large the table of the other game has to be."""
        return int(self.of(np.array([side - 1]))[0]) + 1

    def text(self, name: str) -> str:
        """`x + 1`, `2 * x`, `floor((x + 1) / 2)`"""
        scaled = name if self.scale == 1 else f"{self.scale} * {name}"
        sign = "+" if self.shift > 0 else "-"
        shifted = f"{scaled} {sign} {abs(self.shift)}" if self.shift else scaled
        if self.divisor == 1:
            return shifted
        return f"floor({f'({shifted})' if self.shift else shifted} / {self.divisor})"


def views() -> Iterator[OtherView]:
    """All views, the simplest first."""
    found = {OtherView(shift=shift) for shift in range(-_MOST_BACK, _MOST_SHIFT + 1)}
    for factor in range(2, _MOST_SCALE + 1):
        found |= {OtherView(scale=factor, shift=shift) for shift in range(_MOST_SHIFT + 1)}
        found |= {OtherView(divisor=factor, shift=shift) for shift in range(factor)}
    return iter(sorted(found, key=lambda view: (view.cost, view)))


def seen(table: ValueTable, view: OtherView, side: int) -> ValueTable:
    """The values of another game as they are seen from a box; -1 where it has no such position."""
    places = view.of(np.arange(side))
    inside = np.clip(places, 0, None)
    found = table[np.ix_(*(inside,) * table.ndim)]
    for axis in range(table.ndim):
        np.moveaxis(found, axis, 0)[places < 0] = -1
    return found


def orders(table: ValueTable) -> list[tuple[int, ...]]:
    """The orders of components in which a table differs, the usual one first."""
    found: dict[bytes, tuple[int, ...]] = {}
    for order in permutations(range(table.ndim)):
        found.setdefault(table.transpose(order).tobytes(), order)
    return list(found.values())
