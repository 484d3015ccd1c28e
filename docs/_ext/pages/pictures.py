"""One picture of a game: a table of two heaps if such a table shows something, of three heaps or one otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np

from heapwise.errors import HeapwiseError
from heapwise.pictures import Picture
from heapwise.reference.conventions import NORMAL
from heapwise.report.boards import candidates
from heapwise.report.study import Chapter
from heapwise.rules.game import Game
from heapwise.tables import Table, box, compute
from heapwise.tables.boxes import axes
from heapwise.tables.pictures import picture_of

_SIDES = {1: (60, 30, 15), 2: (15, 12, 8, 5), 3: (7, 5, 3)}  # the largest heaps, by the number of heaps
_MOST_VALUED = 6_000
_MOST_TRIED = 2  # games with as many heaps


class _TooMuch(Exception):
    """A table of this size takes too long."""


def picture(chapter: Chapter) -> Picture | None:
    """The picture of the first game that is more than Nim and more than a total; of the first game, if all are that."""
    tables = [*islice(_until_telling(chapter), _MOST_TRIED * len(_SIDES))]
    return picture_of(tables[-1] if tables and _is_telling(tables[-1]) else tables[0]) if tables else None


def _until_telling(chapter: Chapter) -> Iterator[Table]:
    for table in filter(None, map(_table, _games(chapter))):
        yield table
        if _is_telling(table):
            return


def _is_telling(table: Table) -> bool:
    """Does the table show something of its game? Families have Nim and the total as special cases."""
    values = table.values
    nim = np.bitwise_xor.reduce(np.indices(values.shape))
    return int((values == 0).sum()) > 1 and not np.array_equal(values, nim)


def _games(chapter: Chapter) -> Iterator[Game]:
    """Games that the claims speak of, from the last one; those with two heaps first."""
    by_size: dict[int, list[Game]] = {}
    for games in candidates(chapter).values():
        for game in games:
            by_size.setdefault(_size(game), []).append(game)
    for size in sorted(by_size.keys() & _SIDES.keys(), key=lambda size: abs(size - 2.1)):
        yield from by_size[size][: -_MOST_TRIED - 1 : -1]


def _size(game: Game) -> int:
    """The axes of its table: a component that is a position has an axis for each of its heaps."""
    try:
        return len(axes(game))
    except HeapwiseError:
        return 0  # it has no table


def _table(game: Game) -> Table | None:
    for side in _SIDES[_size(game)]:
        try:
            return compute(game, box(game, side), "grundy", NORMAL, _patience())
        except (_TooMuch, HeapwiseError):
            continue
    return None


def _patience() -> Callable[[], None]:
    left = iter(range(_MOST_VALUED))

    def tick() -> None:
        if next(left, None) is None:
            raise _TooMuch

    return tick
