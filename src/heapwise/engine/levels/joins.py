"""How sets of values are kept as rows of words, and how many of them are joined at once.

Least values that no option has need a bit for every value. Remoteness asks no more of a set than the farthest option
that is won and the nearest that is lost: two numbers, and the greater ones count. In both, an empty set is 0.
"""

from typing import Any, Protocol

import numpy as np

from heapwise.arrays import Array
from heapwise.records import Record

_FULL = np.uint64(2**64 - 1)
_FAR = 1 << 40  # above all remotenesses


class Join(Protocol):
    """What is done with sets."""

    @property
    def width(self) -> int:
        """How many words a set has."""

    @property
    def dtype(self) -> type:
        """The type of a word."""

    @property
    def unite(self) -> Any:
        """The ufunc that joins two sets."""

    def parts(self, values: Array) -> tuple[Array, Array]:
        """For each value, none where it is negative: the word that speaks of it, and that word alone."""

    def value(self, union: Array) -> Array | None:
        """The values of positions by the sets of their options' values; None if one does not fit."""


class BitJoin(Record):
    """A bit for every value. `best` is empty, or has a value for every set; else the least value that is not in the set
    is meant, and `ending` where the set is empty."""

    width: int
    ending: int
    best: Array
    dtype: type = np.uint64
    unite: Any = np.bitwise_or

    def parts(self, values: Array) -> tuple[Array, Array]:
        places = values.astype(np.uint64)
        bits = np.where(values < 0, np.uint64(0), np.uint64(1) << (places & np.uint64(63)))
        return np.maximum(values >> 6, 0), bits

    def value(self, union: Array) -> Array | None:
        if len(self.best):
            return self.best[union[:, 0].astype(np.int64)]
        word, before = union[:, 0], np.zeros(len(union), dtype=np.int64)
        if self.width > 1:
            first = (union != _FULL).argmax(axis=1)
            word, before = union[np.arange(len(union)), first], first << 6
        least = ~word & (word + np.uint64(1))
        if not least.all():
            return None
        found = before + np.frexp(least.astype(np.float64))[1] - 1  # exact: there is one bit
        return np.where(union.any(axis=1), found, self.ending) if self.ending else found


class ExtremeJoin(Record):
    """One more than the remoteness of the farthest won option, and how far that of the nearest lost one is from being
    too far. The remotenesses of `lost` positions are even (0) or odd (1)."""

    lost: int
    width: int = 2
    dtype: type = np.int64
    unite: Any = np.maximum

    def parts(self, values: Array) -> tuple[Array, Array]:
        is_lost = values & 1 == self.lost
        words = np.where(is_lost, _FAR - values.astype(np.int64), values + 1)
        return is_lost.astype(np.int64), np.where(values < 0, 0, words)

    def value(self, union: Array) -> Array | None:
        return np.where(union[:, 1] > 0, _FAR + 1 - union[:, 1], union[:, 0])
