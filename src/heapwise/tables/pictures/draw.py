"""Tables as pictures: a sequence for one component, a grid for two, a sheet of grids for three."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from heapwise import arrays
from heapwise.arrays import Array, np
from heapwise.errors import error
from heapwise.pictures.grid import Cells
from heapwise.pictures.picture import Picture
from heapwise.pictures.sheet import Captions, sheet
from heapwise.tables.boxes import ILLEGAL, TableBox
from heapwise.tables.pictures.cells import cells_of
from heapwise.tables.pictures.sequence import sequence
from heapwise.tables.text import heading

if TYPE_CHECKING:
    from heapwise.tables.table import Table

MOST_PANELS = 36


def picture_of(table: Table) -> Picture:
    """The picture of a table with one, two or three components."""
    check_axes(table.box)
    if not arrays.are_here():
        raise error("E383", None, module="numpy")
    if table.values.ndim == 1:
        return sequence(table)
    return grids(_words(table), table.box, cells_of(table))


def multiples(tables: Sequence[tuple[str, Table]], text: str) -> Picture:
    """A small grid for each of several tables with one or two components, all with the same colours; a table that is
    smaller than others has no positions there."""
    first = tables[0][1]
    if len(first.shape) > 2:
        held = " ".join(f"--fix {label}=0" for label in first.labels[: len(first.shape) - 2])
        raise error("E349", None, found=f"{len(first.shape)} components for each of several games", held=held)
    if len(tables) > MOST_PANELS:
        raise error("E349", None, help="games", found=f"{len(tables)} grids do not fit on paper")
    if any(table.labels != first.labels for _, table in tables):
        raise error("E349", None, help="games", found="games with different components have no grids in common")
    sides = np.max([table.shape for _, table in tables], axis=0)
    values = np.stack([_widened(table, sides) for _, table in tables])
    cells = cells_of(replace(first, cells=values, nothing=ILLEGAL))
    shape = (len(tables), *((1,) if len(sides) == 1 else ()), *sides)
    numbers, inside = cells.numbers.reshape(shape), cells.words.reshape(shape)
    name = heading(first).replace(first.game, text, 1)
    parts = [(label, Cells(numbers[i], cells.kinds, inside[i])) for i, (label, _) in enumerate(tables)]
    down = first.labels[0] if len(sides) == 2 else ""
    return sheet(Captions(name, (), f"{name}."), parts, (down, first.labels[-1]), (0, 0))


def _widened(table: Table, sides: Sequence[int]) -> Array:
    """Its values in a box with these sides."""
    beyond = [(0, side - length) for side, length in zip(sides, table.shape, strict=True)]
    return np.pad(table.values, beyond, constant_values=ILLEGAL)


def grids(words: Captions, box: TableBox, cells: Cells) -> Picture:
    """Cells over two or three components; for three, a grid for each value of the first one."""
    labels, lows = box.labels, tuple(max(0, box.axes[i].low) for i in box.free)
    inside = tuple(slice(low, None) for low in lows)
    numbers, words_in = cells.numbers[inside], cells.words[inside]
    names, starts = (labels[-2], labels[-1]), (lows[-2], lows[-1])
    if len(labels) == 2:
        return sheet(words, [("", Cells(numbers, cells.kinds, words_in))], names, starts)
    parts = [(f"{labels[0]} = {lows[0] + i}", Cells(part, cells.kinds, words_in[i])) for i, part in enumerate(numbers)]
    return sheet(words, parts, names, starts)


def check_axes(box: TableBox) -> None:
    """Refuse what does not fit on paper, and say what to hold."""
    if len(box.shape) == 0:
        raise error("E349", None, help="point", found="no component is left to draw along")
    if len(box.shape) > 3:
        held = " ".join(f"--fix {label}=0" for label in box.labels[: len(box.shape) - 3])
        raise error("E349", None, found=f"{len(box.shape)} components do not fit on paper", held=held)
    if len(box.shape) == 3 and box.shape[0] > MOST_PANELS:
        found = f"{box.shape[0]} grids, one for each value of {box.labels[0]}, do not fit on paper"
        raise error("E349", None, found=found, held=f"--fix {box.labels[0]}=0")


def _words(table: Table) -> Captions:
    name = heading(table)
    return Captions(name, (), " ".join(_description(table, name)))


def _description(table: Table, name: str) -> Iterator[str]:
    """What can be said of the table in a few words."""
    yield f"{name}."
    axes = [f"{label} from 0 to {side - 1}" for label, side in zip(table.labels, table.shape, strict=True)]
    yield "Axes: " + ", ".join(axes) + "."
    legal = int((table.values != ILLEGAL).sum())
    if table.want != "remoteness" and table.play.players == 2:
        marked = int((table.values == (1 if table.want == "p" else 0)).sum())
        what = "have the value 0" if table.want == "grundy" else "are P-positions"
        yield f"{marked:,} of {legal:,} positions {what}."
    if table.want in ("grundy", "remoteness"):
        yield f"The largest value is {int(np.max(table.values))}."
