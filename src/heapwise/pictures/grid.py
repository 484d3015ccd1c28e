"""Grids: two components, the first one downwards and the second one across, as in the tables that are printed.

Every position has a kind, and every kind a colour, a mark and a line in the legend.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from heapwise.arrays import np
from heapwise.pictures.colours import INK, PAPER, RULE, SOFT, on
from heapwise.pictures.scene import Circle, Image, Line, Rect, Scene, Shape, Text, width_of
from heapwise.records import Record

if TYPE_CHECKING:
    import numpy.typing as npt


Mark = Literal["", "disc", "cross"]


class CellKind(Record):
    """What some of the cells have in common. A mark keeps its shape where colours cannot be told apart."""

    label: str
    fill: str
    mark: Mark = ""


NO_POSITION = CellKind("no legal position", PAPER)


class Cells(Record, eq=False):
    """The kinds of all positions of a box, by number, and what to write into a cell that is large enough."""

    numbers: "npt.NDArray[np.uint8]"
    kinds: tuple[CellKind, ...]
    words: "npt.NDArray[Any]"

    @property
    def seen(self) -> tuple[CellKind, ...]:
        """The kinds that some position has."""
        return tuple(self.kinds[i] for i in np.flatnonzero(np.bincount(self.numbers.ravel())).tolist())


_SMALLEST_CELL = 9.0  # smaller cells become pixels
_WRITTEN_CELL = 19.0  # larger ones have their values in them
_SPACED_CELL = 14.0  # larger ones have paper between them
_SMALL, _NORMAL = 11.0, 13.0
_LIGHT = "#f4f1e6"
_GAP = 6.0  # between the numbers at an axis


class Panel(Record):
    """One grid: its cells (two axes), the names and first values of the axes, and where its upper left corner is."""

    cells: Cells
    labels: tuple[str, str]
    starts: tuple[int, int]
    cell: float
    x: float
    y: float
    heading: str = ""

    @property
    def rows(self) -> int:
        """How many cells downwards."""
        return int(self.cells.numbers.shape[0])

    @property
    def columns(self) -> int:
        """How many cells across."""
        return int(self.cells.numbers.shape[1])

    @property
    def width(self) -> float:
        """The width without ticks and labels."""
        return self.columns * self.cell

    @property
    def height(self) -> float:
        """The height without ticks and labels."""
        return self.rows * self.cell


def cell_size(rows: int, columns: int, room: float, largest: float = 36.0) -> float:
    """The size of cells that fill the room; pixels are whole, and never less than one."""
    size = min(largest, room / max(rows, columns))
    return float(int(size)) if size >= _SMALLEST_CELL else max(1.0, float(round(size)))


def paint(panel: Panel, scene: Scene) -> None:
    """Put a grid into a scene."""
    scene.add(*(_large_cells(panel) if panel.cell >= _SMALLEST_CELL else _pixels(panel)))
    scene.add(*_ticks(panel), *_names(panel))


def _pixels(panel: Panel) -> Iterator[Shape]:
    palette = tuple(kind.fill for kind in panel.cells.kinds)
    yield Image(panel.x, panel.y, panel.width, panel.height, panel.cells.numbers, palette)
    yield _frame(panel)


def _frame(panel: Panel) -> Line:
    left, top, right, bottom = panel.x, panel.y, panel.x + panel.width, panel.y + panel.height
    return Line(((left, top), (right, top), (right, bottom), (left, bottom), (left, top)), RULE)


def _large_cells(panel: Panel) -> Iterator[Shape]:
    """Colours first, one after another, so that a painter can join them; then marks; then words."""
    numbers, size = panel.cells.numbers, panel.cell
    gap = 1.0 if size >= _SPACED_CELL else 0.0
    for number, kind in enumerate(panel.cells.kinds):
        places = np.argwhere(numbers == number).tolist() if kind.fill != PAPER else []
        for row, column in places:
            yield Rect(panel.x + column * size, panel.y + row * size, size - gap, size - gap, _ground(kind))
    for row, column in np.argwhere(numbers >= 0).tolist():
        kind = panel.cells.kinds[numbers[row, column]]
        x, y = panel.x + (column + 0.5) * size - gap / 2, panel.y + (row + 0.5) * size - gap / 2
        yield from mark(kind, x, y, size - gap)
        yield from _word(panel, kind, row, column, x, y)


def _ground(kind: CellKind) -> str:
    """The colour of the cell itself: a disc lies on something lighter."""
    return _LIGHT if kind.mark == "disc" else kind.fill


def mark(kind: CellKind, x: float, y: float, size: float) -> Iterator[Shape]:
    """The mark of a kind in the middle of a cell."""
    if kind.mark == "disc":
        yield Circle(x, y, 0.42 * size, kind.fill)
    elif kind.mark == "cross":
        arm = 0.26 * size
        for sign in (1, -1):
            yield Line(((x - arm, y - sign * arm), (x + arm, y + sign * arm)), PAPER, max(1.0, size / 9))


def _word(panel: Panel, kind: CellKind, row: int, column: int, x: float, y: float) -> Iterator[Shape]:
    word, size = str(panel.cells.words[row, column]), min(_NORMAL, 0.5 * panel.cell)
    if word and panel.cell >= _WRITTEN_CELL and width_of(word, size) < 0.9 * panel.cell and kind.mark != "cross":
        yield Text(x, y, word, size, on(kind.fill), "middle")


# ------------------------------------------------------------------------------------------- around the grid


def tick_values(start: int, count: int, room: float) -> range:
    """Numbers to stand at an axis: every one, or every 2nd, 5th, 10th ...; powers of two where these end the axis."""
    is_binary = count >= 8 and count & (count - 1) == 0
    factors = (1, 2, 4, 8) if is_binary else (1, 2, 5)
    base, step = 1, 1
    while room * step / count < _GAP + width_of(str(start + count), _SMALL):
        larger = [f * base for f in factors if f * base > step]
        if larger:
            step = larger[0]
        else:
            base *= 16 if is_binary else 10
            step = max(step, base)
    return range(-(-start // step) * step, start + count, step)


def _ticks(panel: Panel) -> Iterator[Shape]:
    size = _SMALL if panel.cell >= 16 or panel.width > 240 else 9.0
    first_row, first_column = panel.starts
    for value in tick_values(first_column, panel.columns, panel.width):
        x = panel.x + (value - first_column + 0.5) * panel.cell
        yield Text(x, panel.y - 9, str(value), size, SOFT, "middle")
    for value in tick_values(first_row, panel.rows, panel.height) if panel.labels[0] else ():
        y = panel.y + (value - first_row + 0.5) * panel.cell
        yield Text(panel.x - 6, y, str(value), size, SOFT, "end")


def _names(panel: Panel) -> Iterator[Shape]:
    down, across = panel.labels
    size = _NORMAL if panel.width > 240 else _SMALL
    if panel.heading:
        yield Text(panel.x, panel.y - 27, panel.heading, size, INK, is_bold=True)
    yield Text(panel.x + panel.width, panel.y - 27, across, size, INK, "end")
    room = 12 + width_of(str(panel.starts[0] + panel.rows - 1), _SMALL)
    yield Text(panel.x - room - 5, panel.y + panel.height, down, size, INK, "start", is_turned=True)


def legend(kinds: Sequence[CellKind], x: float, y: float) -> Iterator[Shape]:
    """The kinds with their marks, one below the other."""
    for i, kind in enumerate(kinds):
        top = y + 22 * i
        if kind.fill == PAPER:
            yield Line(((x, top), (x + 15, top), (x + 15, top + 15), (x, top + 15), (x, top)), RULE)
        else:
            yield Rect(x, top, 15, 15, _ground(kind))
        yield from mark(kind, x + 7.5, top + 7.5, 15)
        yield Text(x + 23, top + 7.5, kind.label, 12, INK)


def legend_width(kinds: Sequence[CellKind]) -> float:
    """The room that a legend takes."""
    return 23 + max((width_of(kind.label, 12) for kind in kinds), default=0.0)
