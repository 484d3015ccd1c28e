"""Cells: every position gets a kind, and every kind a colour, a mark and a line in the legend."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from heapwise.arrays import np
from heapwise.pictures.colours import PAPER
from heapwise.records import dataclass

if TYPE_CHECKING:
    import numpy.typing as npt

Mark = Literal["", "disc", "cross"]


@dataclass(frozen=True)
class CellKind:
    """What some of the cells have in common. A mark keeps its shape where colours cannot be told apart."""

    label: str
    fill: str
    mark: Mark = ""


NO_POSITION = CellKind("no legal position", PAPER)


@dataclass(frozen=True, eq=False)
class Cells:
    """The kinds of all positions of a box, by number, and what to write into a cell that is large enough."""

    numbers: npt.NDArray[np.uint8]
    kinds: tuple[CellKind, ...]
    words: npt.NDArray[Any]

    @property
    def seen(self) -> tuple[CellKind, ...]:
        """The kinds that some position has."""
        return tuple(self.kinds[i] for i in np.unique(self.numbers).tolist())
