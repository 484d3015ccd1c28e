"""Positions as arrays: of one game, or of several instances of a family, whose parameters stand beside them."""

from collections.abc import Callable, Mapping, Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from heapwise.records import Record, field

Matrix = NDArray[np.int64]  # positions down, components across
Column = NDArray[np.int64]  # a number for each position
Truths = NDArray[np.bool_]

_MOST_KEPT = 1 << 23  # numbers that are remembered of the positions of one table


class Rows(Record):
    """Positions; `present` says which components a position has, where instances have different numbers of them."""

    heaps: Matrix
    present: Truths | None = None
    parameters: Mapping[str, Column] = field(default_factory=dict)
    known: dict[Callable[["Rows"], Column], Column] = field(default_factory=dict, compare=False, repr=False)

    def __len__(self) -> int:
        return len(self.heaps)

    def take(self, chosen: NDArray[np.generic]) -> "Rows":
        """Some of the positions, by index or by truth."""
        present = None if self.present is None else self.present[chosen]
        return Rows(self.heaps[chosen], present, {name: of[chosen] for name, of in self.parameters.items()})

    def widened(self, width: int) -> "Rows":
        """The same with more columns, in which there is nothing."""
        more = ((0, 0), (0, width - self.heaps.shape[1]))
        return Rows(np.pad(self.heaps, more), np.pad(self.there, more), self.parameters)

    @property
    def there(self) -> Truths:
        """Which components a position has."""
        return np.ones(self.heaps.shape, dtype=bool) if self.present is None else self.present


def remembered(at: Callable[[Rows], Column]) -> Callable[[Rows], Column]:
    """The same column, computed once for the same positions: hundreds of guesses speak of `sum(v2(x[i]))`."""

    def found(rows: Rows) -> Column:
        if at in rows.known:
            return rows.known[at]
        values = at(rows)
        if (len(rows.known) + 1) * len(rows) <= _MOST_KEPT:
            values.setflags(write=False)
            rows.known[at] = values
        return values

    return found


def pooled(parts: Sequence[tuple[Matrix, Mapping[str, int]]]) -> Rows:
    """Positions of several instances, one below the other."""
    filled = (Rows(h, None, {name: np.full(len(h), of, np.int64) for name, of in known.items()}) for h, known in parts)
    return reduce(stacked, filled)


def stacked(one: Rows, other: Rows) -> Rows:
    """The positions of both, one below the other; what one lacks in width is no component."""
    width = max(one.heaps.shape[1], other.heaps.shape[1])
    wide = [rows.widened(width) for rows in (one, other)]
    heaps = np.vstack([rows.heaps for rows in wide])
    present = np.vstack([rows.there for rows in wide])
    parameters = {name: np.concatenate((of, other.parameters[name])) for name, of in one.parameters.items()}
    return Rows(heaps, None if present.all() else present, parameters)
