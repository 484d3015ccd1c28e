"""A table: an array of values, and what they are values of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from numbers import Integral
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heapwise.arrays import Array, np
from heapwise.errors import error
from heapwise.records import dataclass
from heapwise.reference.conventions import Play
from heapwise.rules.game import Rules
from heapwise.tables.boxes import ILLEGAL, Numbers, TableBox
from heapwise.tables.plain import PlainCells

if TYPE_CHECKING:
    import numpy.typing as npt

    from heapwise.pictures import Picture


CellValues = Array | PlainCells


@dataclass(eq=False)
class Table:
    """Values of the positions of a box. The axes of `values` are the components that are not held, from 0; -1 stands
    where no legal position is. Outcomes for two players are 0 for P and 1 for N; `want` = "p" has 1 for P.

    `cells` are the same in the narrowest type that holds them, Nim below 256 in bytes; `nothing` is what stands there
    where no legal position is, a number that no cell has if there is no such place.
    """

    rules: Rules
    play: Play
    want: str
    box: TableBox
    cells: CellValues
    nothing: int = ILLEGAL

    @cached_property
    def values(self) -> Any:
        """The values as numbers with a sign, -1 where no legal position is: an array, if there is numpy."""
        return self.cells if isinstance(self.cells, PlainCells) else self._signed(self.cells)

    def _signed(self, cells: Array) -> Array:
        is_signed = cells.dtype.kind == "i"
        if self.nothing == ILLEGAL and is_signed and cells.dtype.itemsize >= 4:
            return cells
        values = cells.astype(np.int32 if cells.dtype.itemsize < 4 else np.int64)
        if holds(cells, self.nothing) and not (self.nothing == ILLEGAL and is_signed):
            values[cells == self.nothing] = ILLEGAL
        return values

    @property
    def narrow(self) -> Array:
        """The values in the narrowest type that holds all of them, with -1 where no legal position is."""
        if isinstance(self.cells, PlainCells):
            raise error("E383", None, module="numpy")
        is_illegal = self.cells == self.nothing if holds(self.cells, self.nothing) else np.zeros((), dtype=bool)
        top = int(np.max(self.cells, where=~is_illegal, initial=0))
        narrow = self.cells.astype(narrowest(top, has_illegal=bool(is_illegal.any())))
        if is_illegal.any():
            narrow[is_illegal] = ILLEGAL
        return narrow

    @property
    def game(self) -> str:
        """The game as an expression."""
        return self.rules.text

    @property
    def shape(self) -> Numbers:
        """The lengths of the axes."""
        return self.box.shape

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the axes."""
        return self.box.labels

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """What numpy takes a table for: its values."""
        return np.array(self.values, dtype=dtype, copy=True) if copy else np.asarray(self.values, dtype=dtype)

    def to_pandas(self) -> Any:
        """The values at the legal positions as a series of pandas, by component; `.unstack()` makes a grid of two."""
        import pandas

        is_legal = self.values != ILLEGAL
        places = np.argwhere(is_legal)
        index = pandas.MultiIndex.from_arrays(list(places.T), names=list(self.labels))
        return pandas.Series([self.shown(v) for v in self.values[is_legal].tolist()], index=index, name=self.want)

    def __getitem__(self, index: Any) -> Any:
        """A value as a Python number, or a part of the array. No position has a negative number of stones."""
        if any(isinstance(i, Integral) and i < 0 for i in (index if isinstance(index, tuple) else (index,))):
            raise IndexError(f"{index} is no position of the table")
        if isinstance(self.cells, PlainCells):
            return self.cells[index]
        found = self.cells[index]
        if not isinstance(found, np.generic):
            return self._signed(found)
        return ILLEGAL if found == self.nothing else found.item()

    def shown(self, value: Any) -> Any:
        """A value as people see it: outcomes as letters, illegal positions as None."""
        if value == ILLEGAL:
            return None
        if self.want == "p":
            return bool(value)
        if self.want == "outcome" and self.play.players == 2:
            return "PN"[int(value)]
        return int(value)

    def nested(self) -> Any:
        """All values as lists of lists, as people see them."""
        return self._nested(self.values.tolist())

    def _nested(self, values: Any) -> Any:
        return [self._nested(v) for v in values] if isinstance(values, list) else self.shown(values)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the array for numpy, and a header beside it; `heapwise.load_table` reads them."""
        from heapwise.tables.files import write_npy

        write_npy(self, Path(path))

    def p_positions(self) -> list[Numbers]:
        """The P-positions as tuples of all components, in order."""
        return list(self._p_positions())

    def _p_positions(self) -> Iterator[Numbers]:
        if self.want == "remoteness" or self.play.players > 2 or (self.want == "grundy" and not self.play.is_normal):
            raise error("E039", None, question="P", play=f"a table of {self.want} under {self.play.name}")
        wanted = 1 if self.want == "p" else 0
        if isinstance(self.cells, PlainCells):
            places: Any = self.cells.places(wanted)
        else:
            places = np.argwhere((self.cells == wanted) & (self.cells != self.nothing)).tolist()
        yield from map(self.box.point, places)

    def plot(self) -> Picture:
        """A picture: a sequence, a grid, or a sheet of grids. `plot().save("nim.svg")` keeps it."""
        from heapwise.tables.pictures import picture_of

        return picture_of(self)

    def __repr__(self) -> str:
        return f"Table({self.game!r}, {self.want}, {self.play.name}, {' x '.join(map(str, self.shape))})"

    def __str__(self) -> str:
        from heapwise.tables.text import as_text

        return as_text(self)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from heapwise.tables.notebook import table_html

        return table_html(self)

    def _repr_latex_(self) -> str | None:
        """What a notebook that is printed shows."""
        from heapwise.tables.notebook import table_latex

        return table_latex(self)


def narrowest(top: int, *, has_illegal: bool) -> type[np.integer[Any]]:
    """The narrowest type for values up to the largest, with a sign where -1 has to stand for illegal positions.

    >>> [narrowest(200, has_illegal=is_illegal).__name__ for is_illegal in (False, True)]
    ['uint8', 'int16']
    """
    kinds = (np.int8, np.int16, np.int32, np.int64) if has_illegal else (np.uint8, np.uint16, np.uint32, np.uint64)
    return next(kind for kind in kinds if top <= np.iinfo(kind).max)


def narrowed(cells: Array) -> Array:
    """Cells, -1 where no legal position is, in the narrowest type that holds them."""
    if not cells.size or cells.dtype.itemsize == 1:
        return cells
    return cells.astype(narrowest(int(cells.max()), has_illegal=bool(cells.min() < 0)), copy=False)


def is_all_illegal(cells: CellValues, nothing: int) -> bool:
    """Is there no legal position at all?"""
    if isinstance(cells, PlainCells):
        return not cells.size or cells.max() == nothing == ILLEGAL
    return not cells.size or (holds(cells, nothing) and bool((cells == nothing).all()))


def holds(cells: Array, number: int) -> bool:
    """May a cell of this type be such a number?"""
    return cells.dtype.kind == "i" or 0 <= number <= np.iinfo(cells.dtype).max
