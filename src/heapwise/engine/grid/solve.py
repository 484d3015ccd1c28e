"""Tables by the one kernel: a game and a box in, the values of all its positions out, or the reason why not."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.grid.encode import Ints, Unsuited, encode
from heapwise.engine.grid.kernel import (
    DONE,
    GRUNDY,
    ILLEGAL,
    OUTCOME,
    OUTSIDE,
    REMOTENESS,
    TOO_WIDE,
    UNKNOWN,
    fill,
    mark_illegal,
)  # fmt: skip
from heapwise.model.closure import Limit
from heapwise.model.ground import GroundGame, ground
from heapwise.model.regions import Region
from heapwise.rules.conventions import Fold, Grundy, Preference, Remoteness
from heapwise.rules.game import Game
from heapwise.rules.interpreter import Interpreter
from heapwise.rules.position import Component, Position, State

Limits = tuple[tuple[tuple[int, ...], int], ...]  # weights of components, and the most that their sum may be

MOST_CELLS = 400_000_000
_FIRST_WIDTH = 1 << 10
_MOST_SEATS = 10
_SLICE = 0.1  # seconds
_SMALL_BOARD = 300  # positions on which every game is compared with the interpreter before it is trusted


@dataclass(frozen=True)
class Grid:
    """The values of all positions of a box. Illegal positions, and those beyond a limit, have none."""

    game: Game
    fold: Fold
    lows: tuple[int, ...]
    values: NDArray[np.int32]

    def has(self, state: State) -> bool:
        """Does the grid hold the value of a state? Not of one that is illegal, or beyond a limit."""
        is_inside = all(0 <= v - low < n for v, low, n in zip(state, self.lows, self.values.shape, strict=True))
        return is_inside and bool(self.values[self._index(state)] >= 0)

    def value(self, state: State) -> Any:
        """The value of a state, as the fold has it."""
        return self._meaning(int(self.values[self._index(state)]))

    def _index(self, state: State) -> tuple[int, ...]:
        return tuple(v - low for v, low in zip(state, self.lows, strict=True))

    def _meaning(self, stored: int) -> Any:
        if isinstance(self.fold, Remoteness):
            return bool(stored & 1), stored >> 1
        return stored


_COMPARED: set[tuple[Game, Fold]] = set()


class Refused(Exception):
    """No grid can be made; the message says why."""


class _Leaves(Exception):
    """A move leads out of the box."""


def solve(
    game: Game, highs: tuple[int, ...], fold: Fold, limits: Limits = (), tick: Callable[[], None] = lambda: None
) -> Grid:
    """The values of all legal positions with components up to `highs` and sums of components below limits.

    If moves lead out of the box, a larger region that they stay in is filled. `tick` is called several times a second
    and may raise to stop the work.
    """
    _compare_once(game, fold)
    return _closed(game, highs, fold, limits, tick)


def _closed(game: Game, highs: tuple[int, ...], fold: Fold, limits: Limits, tick: Callable[[], None]) -> Grid:
    """The table of a region, or of the larger one that its moves stay in."""
    code, grounded = _code(game)
    try:
        return _solve(game, grounded, code, highs, fold, limits, tick)
    except _Leaves:
        larger = Region(game, highs, None, tuple(Limit(w, most) for w, most in limits)).enlarged()
        if larger is None or None in larger.highs:
            raise Refused("moves lead out of the region, and no larger one is known that they stay in") from None
        sums = tuple((limit.weights, limit.most) for limit in larger.limits)
        return _solve(game, grounded, code, tuple(h or 0 for h in larger.highs), fold, sums, tick)


@cache
def _code(game: Game) -> tuple[Ints, GroundGame]:
    found = ground(game)
    if not isinstance(found, GroundGame):
        raise Refused(f"more than {found.most:,} {found.what}")
    try:
        return encode(found), found
    except Unsuited as reason:
        raise Refused(str(reason)) from None


def _solve(
    game: Game, grounded: GroundGame, code: Ints, highs: tuple[int, ...], fold: Fold, limits: Limits,
    tick: Callable[[], None],
) -> Grid:  # fmt: skip
    lows = grounded.lows
    shape = tuple(max(0, high - low + 1) for low, high in zip(lows, highs, strict=True))
    cells = _cells(shape)
    kind, ending, best = _settings(fold, any(move.result is not None for move in grounded.moves))
    table = np.full(cells, UNKNOWN, dtype=np.int32)
    weights = np.array([w for w, _ in limits], dtype=np.int64).reshape(len(limits), len(shape))
    box = np.array([lows, shape, _strides(shape)], dtype=np.int64)
    mark_illegal(code, box, table, weights, np.array([most for _, most in limits], dtype=np.int64))
    width, orders = _FIRST_WIDTH, _orders(shape)
    order = next(orders)
    while True:
        status = _filled(tick, cells, code, box, order, table, (kind, ending, best, _wanted(fold), width))
        if status == DONE:
            return Grid(game, fold, lows, table.reshape(shape))
        table[table >= 0] = UNKNOWN
        if status == TOO_WIDE:
            width *= 4
        elif status == OUTSIDE:
            raise _Leaves
        else:
            order = _next(orders)


def _filled(
    tick: Callable[[], None], cells: int, code: Ints, box: Ints, order: Ints, table: NDArray[np.int32], how: Any
) -> int:
    """Fill the table in slices that take a fraction of a second each."""
    at, slice_ = 0, 1 << 10
    while at < cells:
        tick()
        started = time.monotonic()
        stop = min(cells, at + slice_)
        status: int = fill(code, box, order, table, at, stop, *how)
        if status != DONE:
            return status
        at = stop
        if time.monotonic() - started < _SLICE:
            slice_ *= 2
    return DONE


def _cells(shape: tuple[int, ...]) -> int:
    cells = 1
    for side in shape:
        cells *= side
    if cells > MOST_CELLS:
        raise Refused(f"the table would have {cells:,} entries, more than {MOST_CELLS:,}")
    return cells


def _strides(shape: tuple[int, ...]) -> list[int]:
    strides = [1] * len(shape)
    for i in range(len(shape) - 2, -1, -1):
        strides[i] = strides[i + 1] * shape[i + 1]
    return strides


def _orders(shape: tuple[int, ...]) -> Iterator[Ints]:
    """Orders of the positions to try: as they lie (an empty list stands for it), by total, last component first."""
    yield np.zeros(0, dtype=np.int64)
    totals = sum(np.indices(shape, dtype=np.int32, sparse=True), start=np.zeros(shape, dtype=np.int32))
    yield np.argsort(totals.reshape(-1), kind="stable").astype(np.int64)
    yield np.arange(totals.size, dtype=np.int64).reshape(shape).transpose().reshape(-1)


def _next(orders: Iterator[Ints]) -> Ints:
    """The next order; the kernel has found an option that the last one puts behind its position."""
    found = next(orders, None)
    if found is None:
        raise Refused("no order of the positions was found in which options come first")
    return found


def _settings(fold: Fold, has_sums: bool) -> tuple[int, int, Ints]:
    """The kind of a fold, the value at the end of play, and for seats the best one of every set."""
    none = np.zeros(0, dtype=np.int64)
    if has_sums and not fold.adds:
        raise Refused("moves lead to sums, whose values do not add under this convention")
    match fold:
        case Grundy(misere=misere):
            return GRUNDY, int(misere), none
        case Remoteness(misere=misere):
            return REMOTENESS, int(misere), none
        case Preference(seats=seats) if len(seats) <= _MOST_SEATS:
            sets = (frozenset(j for j in range(len(seats)) if chosen >> j & 1) for chosen in range(1 << len(seats)))
            best = [fold.combine(values) if values else fold.ending() for values in sets]
            return OUTCOME, fold.ending(), np.array(best, dtype=np.int64)
    raise Refused("the convention has no table")


def _wanted(fold: Fold) -> int:
    """The option's seat that the mover likes best, as a bit; 0 where values are no seats."""
    return 1 << (fold.seats[0] - 1) % len(fold.seats) if isinstance(fold, Preference) else 0


def _compare_once(game: Game, fold: Fold) -> None:
    """Before a game's tables are trusted, a small one is compared with the interpreter."""
    if (game, fold) in _COMPARED:
        return
    _COMPARED.add((game, fold))
    _, grounded = _code(game)
    side = 0
    while _board(grounded, side + 1) <= _SMALL_BOARD and side < 12:
        side += 1
    grid = _closed(game, _highs(grounded, side), fold, (), lambda: None)
    interpreter = Interpreter(fold)
    for index in np.ndindex(grid.values.shape):
        if grid.values[index] != ILLEGAL:
            state = tuple(i + low for i, low in zip(index, grid.lows, strict=True))
            wanted = interpreter.value(Position((Component(game, state),)))
            if grid.value(state) != wanted:
                raise AssertionError(f"table and interpreter disagree at {game.show(state)}")


def _highs(grounded: GroundGame, side: int) -> tuple[int, ...]:
    bounds = zip(grounded.lows, grounded.highs, strict=True)
    return tuple(low + side if high is None else min(high, low + side) for low, high in bounds)


def _board(grounded: GroundGame, side: int) -> int:
    size = 1
    for low, high in zip(grounded.lows, _highs(grounded, side), strict=True):
        size *= high - low + 1
    return size
