"""One picture of a game: the table of two heaps if it has such positions, of one heap or three otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from heapwise.errors import HeapwiseError
from heapwise.pictures import Picture, picture_of
from heapwise.report.boards import candidates
from heapwise.report.study import Chapter
from heapwise.rules.conventions import NORMAL
from heapwise.rules.game import Game
from heapwise.tables import box, compute

_SIDES = {1: (60, 30, 15), 2: (15, 12, 8, 5), 3: (7, 5, 3)}  # the largest heaps, by the number of heaps
_MOST_VALUED = 6_000


class _TooMuch(Exception):
    """A table of this size takes too long."""


def picture(chapter: Chapter) -> Picture | None:
    """The picture, of the first game for which there is one."""
    return next((found for game in _games(chapter) if (found := _of(game)) is not None), None)


def _games(chapter: Chapter) -> Iterator[Game]:
    """Games that the claims speak of; among those with as many heaps the last one, which is hardly a special case."""
    by_size: dict[int, list[Game]] = {}
    for games in candidates(chapter).values():
        for game in games:
            by_size.setdefault(game.layout.size, []).append(game)
    for size in sorted(by_size.keys() & _SIDES.keys(), key=lambda size: abs(size - 2.1)):
        yield by_size[size][-1]


def _of(game: Game) -> Picture | None:
    for side in _SIDES[game.layout.size]:
        try:
            return picture_of(compute(game, box(game, side), "grundy", NORMAL, _patience()))
        except (_TooMuch, HeapwiseError):
            continue
    return None


def _patience() -> Callable[[], None]:
    left = iter(range(_MOST_VALUED))

    def tick() -> None:
        if next(left, None) is None:
            raise _TooMuch

    return tick
