"""Functions of all entries of a vector: sum, nim-sum, greatest ...; entries that a position does not have count for
nothing."""

from collections.abc import Callable

import numpy as np

from heapwise.fitting.rows import Column, Matrix, Truths
from heapwise.fitting.term import UNDEFINED
from heapwise.records import Record

_HUGE = 1 << 42


class Reduction(Record):
    """A function of a vector by name; `nothing` is the entry that changes no value."""

    name: str
    reduce: Callable[[Matrix], Column]
    nothing: int
    is_of_digits: bool = False

    def __call__(self, entries: Matrix, present: Truths | None) -> Column:
        """Its value on every row."""
        is_strange = (np.abs(entries) >= UNDEFINED) | (self.is_of_digits & (entries < 0))
        if present is not None:
            is_strange &= present
        known = entries if present is None else np.where(present, entries, self.nothing)
        found: Column = self.reduce(known)
        return np.where(is_strange.any(axis=1), UNDEFINED, found)


FOLDS = {
    fold.name: fold
    for fold in (
        Reduction("nimsum", lambda rows: np.bitwise_xor.reduce(rows, axis=1), 0, is_of_digits=True),
        Reduction("sum", lambda rows: rows.sum(axis=1), 0),
        Reduction("max", lambda rows: rows.max(axis=1, initial=-_HUGE), -_HUGE),
        Reduction("min", lambda rows: rows.min(axis=1, initial=_HUGE), _HUGE),
        Reduction("bitor", lambda rows: np.bitwise_or.reduce(rows, axis=1), 0, is_of_digits=True),
        Reduction("bitand", lambda rows: np.bitwise_and.reduce(rows, axis=1), -1, is_of_digits=True),
    )
}
