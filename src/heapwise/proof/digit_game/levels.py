"""The digits of a word by blocks: which of them rules and claims name, and which may be repeated.

Level 0 is the units. The highest level stands for all digits that are not named: it is repeated any number of times,
also none. Where a parameter k names a digit, one level below it stands for all digits between the units and k, and is
repeated too.
"""

from __future__ import annotations

from heapwise.records import dataclass


@dataclass(frozen=True)
class Levels:
    """So many levels; the highest is repeated, and those of `between`."""

    count: int
    between: frozenset[int] = frozenset()

    def repeats(self, level: int) -> bool:
        """May a digit of this level stand any number of times, also none?"""
        return level == self.count - 1 or level in self.between
