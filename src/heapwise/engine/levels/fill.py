"""From total to total: what the sets say about the positions of one total, and their values put into the sets.

The subtle point is the order. When the positions of a total are reached, the sets hold exactly the values of their
options: what a position pushes is read by positions of larger totals only, and what has to come later waits as a
`Late`. An option that is looked up must have been valued; that is checked.
"""

from collections.abc import Iterator
from math import prod

import numpy as np

from heapwise.arrays import Array
from heapwise.engine.kernels.widths import FillTask, first_width
from heapwise.engine.levels.joins import BitJoin, ExtremeJoin, Join
from heapwise.engine.levels.keys import NotByLevels, PositionKeys
from heapwise.engine.levels.options import listed_options
from heapwise.engine.memory import Memory
from heapwise.engine.plan import Plan
from heapwise.engine.slices import Tick, slices
from heapwise.records import Record

NOTHING, UNKNOWN = -1, -2  # entries of what is no position, and of what was not reached yet
_MOST_BYTES = 1 << 28  # of all arrays together
_MOST_SORTED_BY_DIGITS = 1 << 16  # numpy sorts numbers of two bytes by their digits, ten times as fast
_MEMORY = Memory()


def by_levels(task: FillTask, tick: Tick = lambda: None, memory: Memory = _MEMORY) -> Array:
    """The values of all positions of a box, as an array with `NOTHING` where there is no position.

    Raises `NotByLevels` where an option may have no smaller total than its position.
    """
    most = min(_MOST_BYTES, memory.most)
    if prod(task.sides) * 4 > most:
        raise NotByLevels
    keys, width = PositionKeys.of(task.plan, task.sides), first_width(task).words
    while True:
        join = _join(task, width)
        if _bytes(keys, join.width) > most:
            raise NotByLevels
        table = LevelWalk.of(keys, join, task.holes, task.shape.ending).filled(task.total, tick)
        if table is not None:
            return table
        width *= 2


def _join(task: FillTask, width: int) -> Join:
    if task.shape.lost is not None:
        return ExtremeJoin(task.shape.lost)
    return BitJoin(width, task.shape.ending, task.best)


def _bytes(keys: PositionKeys, width: int) -> int:
    """Of the sets, the table, and the columns."""
    return keys.sets * width * 8 + prod(keys.sides) * (4 + 8 + 4 * keys.columns)


class LevelWalk(Record):
    """A box that is filled. `order` has the places of its positions by their totals; all columns are in that order."""

    keys: PositionKeys
    join: Join
    order: Array
    starts: Array  # where each total begins in the order
    gone: Array | None  # what is no position
    ended: Array | None  # where play ends
    ending: int
    sets: Array
    table: Array  # with one more entry, which -1 finds

    @classmethod
    def of(cls, keys: PositionKeys, join: Join, holes: Array | None, ending: int) -> "LevelWalk":
        """An empty table, and empty sets."""
        totals = np.broadcast_to(keys.cells.totals, keys.sides).reshape(-1)
        few = np.uint16 if sum(keys.sides) <= _MOST_SORTED_BY_DIGITS else totals.dtype
        order = np.argsort(totals.astype(few), kind="stable")
        starts = np.concatenate(([0], np.cumsum(np.bincount(totals, minlength=1)))) if len(totals) else np.zeros(1, int)
        illegal = keys.holes()
        gone = illegal if holes is None else holes if illegal is None else holes | illegal
        table = np.full(len(totals) + 1, UNKNOWN, dtype=np.int32)
        table[-1] = NOTHING  # what lies before the box is found under -1
        if gone is not None:
            table[:-1][gone.reshape(-1)] = NOTHING
        sets: Array = np.zeros((keys.sets, join.width), dtype=join.dtype)
        return cls(keys, join, order, starts, gone, keys.ends(), ending, sets, table)

    def filled(self, most: int | None, tick: Tick) -> Array | None:
        """The table up to a total; None when a value does not fit into the sets."""
        columns, levels = _Columns.of(self), len(self.starts) - 1
        for first, last in slices(0, levels if most is None else min(levels, most + 1), tick):
            for level in range(first, last):
                if not columns.value(slice(int(self.starts[level]), int(self.starts[level + 1]))):
                    return None
        np.maximum(self.table, NOTHING, out=self.table)
        return self.table[:-1].reshape(self.keys.sides)


class _Columns(Record):
    """The columns of the keys in the order of a walk."""

    walk: LevelWalk
    corners: list[tuple[Array, tuple[int, ...]]]
    lates: list[tuple[Array, Array]]
    reads: list[Array]
    pushes: list[Array]
    shared: list[Array]
    steps: list[Array]
    values: list[Array]  # the components, if options are listed
    is_gone: Array | None
    is_ended: Array | None

    @classmethod
    def of(cls, walk: LevelWalk) -> "_Columns":
        """All of them."""
        keys = walk.keys

        def sorted_(column: Array) -> Array:
            return np.broadcast_to(column, keys.sides).reshape(-1)[walk.order]

        return cls(
            walk, [(sorted_(corner.own), corner.below) for corner in keys.corners],
            [(sorted_(late.own), sorted_(late.source)) for late in keys.lates], list(map(sorted_, keys.reads)),
            list(map(sorted_, keys.pushes)), list(map(sorted_, keys.shared)), list(map(sorted_, keys.steps)),
            [sorted_(values) for values in keys.cells.values] if keys.moves else [],
            None if walk.gone is None else sorted_(walk.gone), None if walk.ended is None else sorted_(walk.ended),
        )  # fmt: skip

    def value(self, at: slice) -> bool:
        """Value the positions at these places of the order; False when a value does not fit into the sets."""
        sets, table, join = self.walk.sets, self.walk.table, self.walk.join
        for own, source in self.lates:
            self._put(own[at], table[source[at]])
        for column, below in self.corners:
            own = column[at]
            for distance in below:
                sets[own] = join.unite(sets[own], sets[np.maximum(own - distance, 0)])
        found = join.value(self._union(at))
        if found is None:
            return False
        if self.is_ended is not None:
            found[self.is_ended[at]] = self.walk.ending
        if self.is_gone is not None:
            found[self.is_gone[at]] = NOTHING
        table[self.walk.order[at]] = found
        for own in self.pushes:
            self._put(own[at], found)
        for own in self.shared:
            words, parts = join.parts(found)
            join.unite.at(sets.reshape(-1), own[at].astype(np.int64) * join.width + words, parts)
        return True

    def _put(self, own: Array, values: Array) -> None:
        """Values into sets of their own."""
        words, parts = self.walk.join.parts(values)
        sets = self.walk.sets
        sets[own, words] = self.walk.join.unite(sets[own, words], parts)

    def _union(self, at: slice) -> Array:
        """The sets of the options' values."""
        join, sets = self.walk.join, self.walk.sets
        union = np.zeros((at.stop - at.start, join.width), dtype=join.dtype)
        for own in self.reads:
            join.unite(union, sets[own[at]], out=union)
        rows = np.arange(len(union))
        for places in self.steps:
            words, parts = join.parts(self._known(places[at]))
            union[rows, words] = join.unite(union[rows, words], parts)
        for some, values in self._listed(at):
            words, parts = join.parts(values)
            join.unite.at(union.reshape(-1), some * join.width + words, parts)
        return union

    def _known(self, places: Array) -> Array:
        values = self.walk.table[places].astype(np.int64)
        if (values == UNKNOWN).any():
            raise NotByLevels
        return values

    def _added(self, places: list[Array]) -> Array:
        """What the values at several places add up to, all of which have to be positions."""
        values = [self._known(some) for some in places]
        if any((some < 0).any() for some in values):
            raise NotByLevels
        return np.bitwise_xor.reduce(values) if values else np.zeros((), np.int64)

    def _listed(self, at: slice) -> Iterator[tuple[Array, Array]]:
        """The values of options that are listed, and the position of each."""
        plan: Plan = self.walk.keys.plan
        if not self.walk.keys.moves:
            return
        here = np.flatnonzero(~self.is_gone[at]) if self.is_gone is not None else np.arange(at.stop - at.start)
        columns = [column[at][here] for column in self.values]
        for move in self.walk.keys.moves:
            rows, places = listed_options(move, plan.game.lows, self.walk.keys.sides, columns)
            yield here[rows], self._added(places)
