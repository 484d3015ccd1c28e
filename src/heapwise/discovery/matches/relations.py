"""How the values of two games may be related, and when a table says enough for that to mean anything."""

import numpy as np

from heapwise.discovery.matches.views import OtherView, Truths, ValueTable
from heapwise.records import Record

_LEAST_OF_EACH = 24
_FACTORS = ((1, 1), (2, 1), (3, 1), (1, 2), (1, 3))
_MOST_ADDED = 3
_PART = 4  # a period that many times shorter than a window is better said as a period


class ValueRelation(Record):
    """`own * G(x) = other * G(y) + added`, or `P(x) iff P(y)`; `N(y)` if it is opposite."""

    own: int = 1
    other: int = 1
    added: int = 0
    is_opposite: bool = False

    @property
    def cost(self) -> int:
        """How much there is to read."""
        return 2 * (self.own + self.other - 2) + abs(self.added) + self.is_opposite

    def holds(self, ours: ValueTable, theirs: ValueTable, *, is_set: bool) -> bool:
        """Is it so at all positions of ours, each of which has to be seen?"""
        legal = ours >= 0
        if (theirs[legal] < 0).any():
            return False
        if is_set:
            return bool((((ours == 1) == (theirs == 1))[legal] != self.is_opposite).all())
        return bool((self.own * ours == self.other * theirs + self.added)[legal].all())


class SeenAs(Record):
    """How another game is seen from ours: its component i follows our component `order[i]`."""

    view: OtherView
    order: tuple[int, ...]
    relation: ValueRelation

    @property
    def cost(self) -> int:
        """How much there is to read."""
        return self.view.cost + self.relation.cost + 2 * (self.order != tuple(sorted(self.order)))


def relation(ours: ValueTable, theirs: ValueTable, *, is_set: bool) -> ValueRelation | None:
    """The simplest relation of two tables."""
    legal = ours >= 0
    mine, seen = ours[legal].astype(np.int64), theirs[legal].astype(np.int64)
    if not len(mine) or (seen < 0).any():
        return None
    if is_set:
        agrees = mine == seen
        return ValueRelation(is_opposite=not agrees[0]) if agrees.all() or not agrees.any() else None
    for own, other in _FACTORS:
        apart = own * mine - other * seen
        if abs(int(apart[0])) <= _MOST_ADDED and (apart == apart[0]).all():
            return ValueRelation(own, other, int(apart[0]))
    return None


def says_enough(table: ValueTable, *, is_set: bool) -> bool:
    """Would a match be no accident? Positions of each kind are needed, and no component may decide alone."""
    legal = table >= 0
    is_in = (table == 1) if is_set else (table == 0)
    if min(int((legal & is_in).sum()), int((legal & ~is_in).sum())) < _LEAST_OF_EACH // (1 if is_set else 4):
        return False
    if not is_set and int((legal & ~is_in).sum()) < _LEAST_OF_EACH:
        return False
    if table.ndim == 1:
        return not _repeats(table)
    return not any(_decides(table, legal, axis) for axis in range(table.ndim))


def _decides(table: ValueTable, legal: Truths, axis: int) -> bool:
    """Are all values with one component equal?"""
    others = tuple(i for i in range(table.ndim) if i != axis)
    least = np.where(legal, table, np.iinfo(table.dtype).max).min(axis=others)
    most = np.where(legal, table, -1).max(axis=others)
    return bool((least >= most).all())


def _repeats(table: ValueTable) -> bool:
    """Do values of one heap come back after few, or grow by the same amount?"""
    steps = range(1, len(table) // _PART)
    late = table[len(table) // _PART :]
    return any(len(set((late[step:] - late[:-step]).tolist())) == 1 for step in steps)
