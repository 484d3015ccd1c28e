"""Sequences: the values of one component, with the period where one is known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from heapwise.arrays import np
from heapwise.errors import HeapwiseError
from heapwise.pictures.colours import BAND, BLUE, INK, RULE, SOFT
from heapwise.pictures.grid import tick_values
from heapwise.pictures.picture import Picture
from heapwise.pictures.scene import Circle, Image, Line, Rect, Scene, Shape, Text
from heapwise.pictures.sheet import Captions, headed
from heapwise.records import Record
from heapwise.tables.boxes import ILLEGAL
from heapwise.tables.text import heading

if TYPE_CHECKING:
    import numpy.typing as npt

    from heapwise.engine.sequences import PeriodReport
    from heapwise.tables.table import Table

_WIDTH, _HIGHEST, _LOWEST, _STEP = 820.0, 320.0, 80.0, 40.0
_LEFT, _RIGHT, _BOTTOM = 62.0, 28.0, 52.0
_MOST_DOTS = 3_000  # more values become pixels
_LEAST_BAND = 3.0


def sequence(table: Table) -> Picture:
    """The picture of a table with one component."""
    report = _period(table)
    name = heading(table)
    notes = () if report is None else (str(report),)
    found = " ".join((f"{name}.", f"{table.labels[0]} from 0 to {len(table.values) - 1}.", *notes))
    head, top = headed(Captions(name, notes, found), _WIDTH)
    plot = _Plot(table, report, top + 30)
    scene = Scene(_LEFT + _WIDTH + _RIGHT, plot.bottom + _BOTTOM, name, found, head)
    scene.add(*plot.bands(), *plot.rules(), *plot.values(), *plot.ticks())
    return Picture(scene)


def _period(table: Table) -> PeriodReport | None:
    """What is known of the period, if the table is the sequence of a game with one heap."""
    if len(table.box.axes) != 1 or table.want == "remoteness" or table.play.players > 2:
        return None
    from heapwise.engine.sequences import period_of

    try:
        return period_of(table.rules, len(table.values) - 1, table.play, of_outcomes=table.want != "grundy")
    except HeapwiseError:
        return None  # a game of another kind has no sequence to speak of


class _Plot(Record):
    table: Table
    report: PeriodReport | None
    top: float

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def height(self) -> float:
        """Few values do not need much room."""
        return min(_HIGHEST, _LOWEST + _STEP * self.most)

    @property
    def heaps(self) -> int:
        return len(self.table.values)

    @property
    def most(self) -> int:
        return max(1, int(self.table.values.max()))

    def x(self, heap: float) -> float:
        """The middle of a heap's column."""
        return _LEFT + (heap + 0.5) * _WIDTH / self.heaps

    def y(self, value: float) -> float:
        """The height of a value."""
        return self.bottom - 14 - value * (self.height - 28) / self.most

    # -- the period

    def bands(self) -> Iterator[Shape]:
        """Every other period is shaded, and the first one is named."""
        report = self.report
        if report is None or report.period is None or report.preperiod is None:
            return
        start, period = report.preperiod, report.period
        wide = period * _WIDTH / self.heaps
        if wide >= _LEAST_BAND:
            for left in range(start, self.heaps, 2 * period):
                right = min(left + period, self.heaps)
                yield Rect(self.x(left - 0.5), self.top, (right - left) * _WIDTH / self.heaps, self.height, BAND)
        elif start < self.heaps:
            yield Rect(self.x(start - 0.5), self.top, (self.heaps - start) * _WIDTH / self.heaps, self.height, BAND)
        yield from self._names(start, period)

    def _names(self, start: int, period: int) -> Iterator[Shape]:
        if start >= self.heaps:
            return
        left = self.x(start - 0.5)
        is_proved = self.report is not None and self.report.proved_by is not None
        yield Line(((left, self.top), (left, self.bottom)), BLUE, 1.2, is_dashed=not is_proved)
        end = self.x(min(start + period, self.heaps) - 0.5)
        y = self.top - 7
        yield Line(((left, y - 4), (left, y), (end, y), (end, y - 4)), BLUE, 1.2)
        word = f"period {period}" + ("" if is_proved else ", as far as seen")
        yield Text(left, self.top - 20, word, 12, BLUE)
        if start and left - _LEFT > 90:
            yield Text(left - 6, self.top - 20, f"preperiod {start}", 12, SOFT, "end")

    # -- values

    def values(self) -> Iterator[Shape]:
        """A dot for each heap, a square for those with the value 0; pixels where there are too many."""
        if self.heaps > _MOST_DOTS:
            yield self._pixels()
            return
        size = min(4.2, max(1.1, 0.36 * _WIDTH / self.heaps))
        zeros = self.marked
        for heap in np.flatnonzero(zeros).tolist():
            x, y = self.x(heap), self.y(int(self.table.values[heap]))
            yield Rect(x - size, y - size, 2 * size, 2 * size, INK)
        for heap in np.flatnonzero(~zeros & (self.table.values != ILLEGAL)).tolist():
            x, y = self.x(heap), self.y(int(self.table.values[heap]))
            if self.heaps > 600:
                yield Rect(x - size, y - size, 2 * size, 2 * size, BLUE)
            else:
                yield Circle(x, y, size, BLUE)

    @property
    def marked(self) -> npt.NDArray[Any]:
        """Which values are marked: 0, or P."""
        return np.asarray(self.table.values == (1 if self.table.want == "p" else 0))

    def _pixels(self) -> Image:
        values = self.table.values
        width, height = round(2 * _WIDTH), round(2 * self.height)
        legal = values != ILLEGAL
        columns = (np.arange(self.heaps)[legal] * width // self.heaps).astype(np.int64)
        rows = np.array([2 * (self.y(v) - self.top) for v in range(self.most + 1)]).round().astype(np.int64)
        numbers = np.zeros((height, width), np.uint8)
        for down in (0, 1):
            numbers[np.clip(rows[values[legal]] + down, 0, height - 1), columns] = np.where(self.marked[legal], 2, 1)
        return Image(_LEFT, self.top, _WIDTH, self.height, numbers, ("", BLUE, INK))

    # -- axes

    def rules(self) -> Iterator[Shape]:
        """Lines at round values."""
        for value in self._heights():
            yield Line(((_LEFT, self.y(value)), (_LEFT + _WIDTH, self.y(value))), RULE, 0.6)

    def _heights(self) -> range:
        return tick_values(0, self.most + 1, self.height)

    def ticks(self) -> Iterator[Shape]:
        """Numbers and names at the axes."""
        for heap in tick_values(0, self.heaps, 0.75 * _WIDTH):
            yield Text(self.x(heap), self.bottom + 12, str(heap), 11, SOFT, "middle")
        for value in self._heights():
            shown = self.table.shown(value)
            word = {True: "P", False: "N"}.get(shown, str(shown)) if self.table.want == "p" else str(shown)
            yield Text(_LEFT - 8, self.y(value), word, 11, SOFT, "end")
        yield Text(_LEFT + _WIDTH, self.bottom + 34, self.table.labels[0], 13, INK, "end")
