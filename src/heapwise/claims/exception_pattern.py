"""What all exceptions of a claim have in common: plain observations, offered as a hint and never as a claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from heapwise.arrays import np
from heapwise.terms.position import State

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from heapwise.claims.instances import Instance

_FEWEST = 3


@dataclass
class ExceptionPattern:
    """Bounds and remainders of all exceptions seen, kept while they are found."""

    count: int = 0
    lows: list[int] = field(default_factory=list)
    highs: list[int] = field(default_factory=list)
    totals: Counter[int] = field(default_factory=Counter)
    largest: tuple[int, int] = (0, 0)
    has_equal: bool = True

    def add(self, state: State) -> None:
        """Take note of an exception."""
        if not all(isinstance(v, int) for v in state):
            return
        top = max(state, default=0)
        self._widen(list(state), list(state), (top, top))
        self.count += 1
        self.totals[sum(state) % 2] += 1
        self.has_equal &= len(set(state)) < len(state)

    def add_columns(self, columns: Sequence[NDArray[np.int64]]) -> None:
        """Take note of many exceptions, a column for each component; at least one."""
        tops = np.max(columns, axis=0)
        self._widen(
            [int(c.min()) for c in columns], [int(c.max()) for c in columns], (int(tops.min()), int(tops.max()))
        )
        self.count += len(tops)
        odd = int(np.count_nonzero(np.sum(columns, axis=0) & 1))
        self.totals += Counter({0: len(tops) - odd, 1: odd})
        rows = np.sort(np.stack(columns), axis=0)
        self.has_equal = self.has_equal and bool((rows[1:] == rows[:-1]).any(axis=0).all())

    def _widen(self, lows: list[int], highs: list[int], largest: tuple[int, int]) -> None:
        if self.count == 0:
            self.lows, self.highs, self.largest = lows, highs, largest
        self.lows = list(map(min, self.lows, lows))
        self.highs = list(map(max, self.highs, highs))
        self.largest = (min(self.largest[0], largest[0]), max(self.largest[1], largest[1]))

    def words(self, instance: Instance) -> str | None:
        """The observations that are not plain from the region itself; None where there are too few exceptions."""
        if self.count < _FEWEST:
            return None
        region, game = instance.region, instance.game
        labels = game.layout.labels if game is not None else tuple(c.name for c in instance.claim.components)
        found = []
        for label, low, high, least, most in zip(labels, self.lows, self.highs, region.lows, region.highs, strict=True):
            if low == high and least < most:
                found.append(f"{label} = {low}")
            elif low > least:
                found.append(f"{label} >= {low}")
            elif high < most:
                found.append(f"{label} <= {high}")
        if len(self.totals) == 1 and len(labels) > 1:
            found.append("an odd total" if 1 in self.totals else "an even total")
        if len(labels) > 1 and self.has_equal:
            found.append("two equal components")
        if len(labels) > 1 and self.largest[0] > max(self.lows) and self.largest[0] > 0:
            found.append(f"a largest component of at least {self.largest[0]}")
        return f"all {self.count:,} have " + ", ".join(found) if found else None
