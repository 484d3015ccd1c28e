"""Cells: every position gets a kind, and every kind a colour, a mark and a line in the legend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from heapwise.pictures.colours import INK, PAPER, PLAIN, kinds, scale
from heapwise.tables.table import ILLEGAL, Table

Mark = Literal["", "disc", "cross"]
_MOST_CLASSES = 16


@dataclass(frozen=True)
class Kind:
    """What some of the cells have in common. A mark keeps its shape where colours cannot be told apart."""

    label: str
    fill: str
    mark: Mark = ""


NO_POSITION = Kind("no legal position", PAPER)


@dataclass(frozen=True, eq=False)
class Cells:
    """The kinds of all positions of a box, by number, and what to write into a cell that is large enough."""

    numbers: npt.NDArray[np.uint8]
    kinds: tuple[Kind, ...]
    words: npt.NDArray[Any]

    @property
    def seen(self) -> tuple[Kind, ...]:
        """The kinds that some position has."""
        return tuple(self.kinds[i] for i in np.unique(self.numbers).tolist())


def cells_of(table: Table) -> Cells:
    """The cells of a table."""
    if table.want in ("grundy", "remoteness"):
        return _of_values(table)
    return _of_outcomes(table)


def _of_values(table: Table) -> Cells:
    """0 by itself, then classes of equally many values: as many values in each as a power of two, because that is how
    the values of most games are built."""
    values, width = table.values, 1
    most = max(0, int(values.max()))
    while -(-most // width) > _MOST_CLASSES:
        width *= 2
    starts = list(range(1, most + 1, width)) if width == 1 else [1, *range(width, most + 1, width)]
    numbers = 1 + np.searchsorted(starts, values, side="right")
    numbers[values == ILLEGAL] = 0
    spans = zip(starts, [*starts[1:], most + 1], scale(len(starts)), strict=True) if starts else ()
    found = [Kind(_span(low, end - 1), fill) for low, end, fill in spans]
    return Cells(numbers.astype(np.uint8), (NO_POSITION, Kind(_zero(table), INK, "disc"), *found), _words(table))


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _zero(table: Table) -> str:
    if table.want == "remoteness":
        return "0: play has ended"
    return "0: P-position" if table.play.is_normal else "0"


def _of_outcomes(table: Table) -> Cells:
    """P-positions and others; with more players, who moves last."""
    values = table.values
    if table.play.players > 2:
        seats = tuple(Kind(f"player {i} moves last", fill) for i, fill in enumerate(kinds(table.play.players)))
        return Cells((values + 1).astype(np.uint8), (NO_POSITION, *seats), _words(table))
    is_previous = values == (1 if table.want == "p" else 0)
    numbers = np.where(values == ILLEGAL, 0, np.where(is_previous, 1, 2)).astype(np.uint8)
    return Cells(numbers, (NO_POSITION, Kind("P-position", INK, "disc"), Kind("N-position", PLAIN)), _words(table))


def _words(table: Table) -> npt.NDArray[Any]:
    """What is written into cells: the values, or nothing where the colours say it all."""
    if table.want in ("p", "outcome") and table.play.players == 2:
        return np.full(table.shape, "")
    found = table.values.astype(str)
    return np.where(table.values == ILLEGAL, "", found)
