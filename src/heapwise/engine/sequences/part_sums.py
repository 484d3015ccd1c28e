"""The values of a total that is split into exactly j heaps: rows of truth values, built from those for j - 1 heaps."""

import numpy as np

from heapwise.arrays import Array
from heapwise.engine.sequences.rule import HeapRule


class PartSums:
    """Which values the splits of each total into three or more heaps have, all totals up to the last one added."""

    def __init__(self, rule: HeapRule, room: int) -> None:
        wanted: dict[int, int] = {}
        for split in rule.splits:
            if split.parts > 2:
                wanted[split.least] = max(wanted.get(split.least, 0), split.parts)
        self.wanted = wanted
        self.room = room
        self.added = 0
        sizes = [(least, parts) for least, most in wanted.items() for parts in range(1, most + 1)]
        self._rows: dict[tuple[int, int], Array] = {size: np.zeros((0, room), bool) for size in sizes}

    def of(self, total: int, parts: int, least: int) -> Array:
        """For every value: does some split of the total have it?"""
        row: Array = self._rows[least, parts][total] if total >= 0 else np.zeros(self.room, bool)
        return row

    def widen(self, room: int) -> None:
        """Make room for larger values."""
        for key, rows in self._rows.items():
            grown = np.zeros((len(rows), room), bool)
            grown[:, : self.room] = rows
            self._rows[key] = grown
        self.room = room

    def add(self, values: Array, total: int) -> None:
        """Add the totals up to this one; the values of all smaller heaps are known."""
        for (least, parts), rows in self._rows.items():
            if len(rows) <= total:
                grown = np.zeros((max(2 * len(rows), total + 1, 64), self.room), bool)
                grown[: len(rows)] = rows
                self._rows[least, parts] = grown
        for fresh in range(self.added, total + 1):
            for least, most in self.wanted.items():
                if fresh > least:
                    self._rows[least, 1][fresh - 1, values[fresh - 1]] = True
                for parts in range(2, most + 1):
                    self._add(values, fresh, parts, least)
        self.added = max(self.added, total + 1)

    def _add(self, values: Array, total: int, parts: int, least: int) -> None:
        """One more heap of each size, beside the splits of what is left into one heap less."""
        most = total - least * (parts - 1)
        if most < least:
            return
        heaps = values[least : most + 1]
        rest = self._rows[least, parts - 1]
        row = self._rows[least, parts][total]
        indices = np.arange(self.room)
        for value in np.unique(heaps):
            others = total - least - np.flatnonzero(heaps == value)
            reached: Array = np.logical_or.reduce(rest[others], axis=0)
            row |= reached[indices ^ int(value)]
