"""The cells of a table: which values look alike, and what is written into them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from heapwise.arrays import np
from heapwise.pictures.colours import INK, PLAIN, kinds, scale
from heapwise.pictures.grid import NO_POSITION, CellKind, Cells
from heapwise.tables.boxes import ILLEGAL

if TYPE_CHECKING:
    import numpy.typing as npt

    from heapwise.tables.table import Table

_MOST_CLASSES = 16


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
    found = [CellKind(_span(low, end - 1), fill) for low, end, fill in spans]
    return Cells(numbers.astype(np.uint8), (NO_POSITION, CellKind(_zero(table), INK, "disc"), *found), _words(table))


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
        seats = tuple(CellKind(f"player {i} moves last", fill) for i, fill in enumerate(kinds(table.play.players)))
        return Cells((values + 1).astype(np.uint8), (NO_POSITION, *seats), _words(table))
    is_previous = values == (1 if table.want == "p" else 0)
    numbers = np.where(values == ILLEGAL, 0, np.where(is_previous, 1, 2)).astype(np.uint8)
    return Cells(
        numbers, (NO_POSITION, CellKind("P-position", INK, "disc"), CellKind("N-position", PLAIN)), _words(table)
    )


def _words(table: Table) -> npt.NDArray[Any]:
    """What is written into cells: the values, or nothing where the colours say it all."""
    if table.want in ("p", "outcome") and table.play.players == 2:
        return np.full(table.values.shape, "")
    found = table.values.astype(str)
    return np.where(table.values == ILLEGAL, "", found)
