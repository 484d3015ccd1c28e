"""Tables by the one kernel that looks up every option: no compiler is waited for, and it takes every linear game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.grid.encode import Ints, NotEncodable, encode
from heapwise.engine.grid.grid import Grid, Refused, SumLimits
from heapwise.engine.grid.kernel import (
    DONE,
    GRUNDY,
    ILLEGAL,
    MISERE_REMOTENESS,
    OUTCOME,
    OUTSIDE,
    REMOTENESS,
    TOO_WIDE,
    UNKNOWN,
    fill,
    mark_illegal,
    workspace,
)  # fmt: skip
from heapwise.engine.memory import Memory
from heapwise.engine.slices import Tick, slices
from heapwise.model.expand import ground
from heapwise.model.ground import GroundGame
from heapwise.model.in_box import NotInBox, in_box
from heapwise.model.symmetry import Symmetry, permuted, symmetry
from heapwise.reference.conventions import Fold, Grundy, Preference, Remoteness
from heapwise.rules.game import Game

_ENTRY, _ORDER = 4, 24  # bytes of a position, and in an order of its own while that is made
_FIRST_WIDTH = 1 << 10
_MOST_SEATS = 10
_MOST_TURNS = 48
_MEMORY = Memory()


class Leaves(Exception):
    """A move leads out of the box."""


def moves_of(game: Game) -> GroundGame:
    """The ground moves of a game; raises `Refused`."""
    found = ground(game)
    if not isinstance(found, GroundGame):
        raise Refused(f"more than {found.most:,} {found.what}")
    return found


def code_of(game: Game, highs: tuple[int, ...]) -> tuple[Ints, GroundGame]:
    """The array of a game and its ground moves, for positions with components up to `highs`; raises `Refused`."""
    return _code_of(game, None if moves_of(game).is_linear else highs)


@lru_cache(maxsize=256)
def _code_of(game: Game, highs: tuple[int, ...] | None) -> tuple[Ints, GroundGame]:
    found = moves_of(game)
    try:
        found = found if highs is None else in_box(found, highs)
        return encode(found), found
    except NotInBox:
        raise Refused("some rule is not linear, and has too many cases or no value in some of them") from None
    except NotEncodable as reason:
        raise Refused(str(reason)) from None


def listed_grid(
    game: Game,
    highs: tuple[int, ...],
    fold: Fold,
    limits: SumLimits,
    tick: Tick = lambda: None,
    memory: Memory = _MEMORY,
    *,
    is_symmetric: bool = True,
) -> Grid:
    """The table of a box below limits; raises `Leaves` when a move leads out of it. With `is_symmetric`, one of all
    positions that symmetry makes equal is valued."""
    code, grounded = code_of(game, highs)
    lows = grounded.lows
    shape = tuple(max(0, high - low + 1) for low, high in zip(lows, highs, strict=True))
    memory.ask_for_box(shape, _ENTRY)
    cells = prod(shape)
    kind, ending, best = settings(fold, any(move.result is not None for move in grounded.moves))
    table = np.full(cells, UNKNOWN, dtype=np.int32)
    weights = np.array([w for w, _ in limits], dtype=np.int64).reshape(len(limits), len(shape))
    box = np.array([lows, shape, strides(shape)], dtype=np.int64)
    mark_illegal(
        code,
        box,
        np.zeros(len(shape), dtype=np.int64),
        table,
        weights,
        np.array([most for _, most in limits], dtype=np.int64),
    )
    turns = turns_of(game, shape) if is_symmetric else np.zeros((0, len(shape)), dtype=np.int64)
    width, orders = _FIRST_WIDTH, _orders(shape)
    order = next(orders)
    while True:
        room = workspace(code, box, kind, wanted(fold), width)
        status = _filled(tick, cells, code, box, turns, order, table, (ending, best, room))
        if status == DONE:
            return Grid(game, fold, lows, table.reshape(shape), ILLEGAL)
        table[table >= 0] = UNKNOWN
        if status == TOO_WIDE:
            width *= 4
        elif status == OUTSIDE:
            raise Leaves
        else:
            memory.ask_for_box(shape, _ENTRY + _ORDER)
            order = _next(orders)


def turns_of(game: Game, shape: tuple[int, ...]) -> Ints:
    """Permutations of the components that change nothing, neither in the rules nor in the sides of a table."""
    lows = moves_of(game).lows
    highs = tuple(low + side - 1 for low, side in zip(lows, shape, strict=True))
    turns = [turn for turn in symmetry_of(game, highs).turns(_MOST_TURNS) if permuted(shape, turn) == shape]
    return np.array(turns, dtype=np.int64).reshape(len(turns), len(shape))


def symmetry_of(game: Game, highs: tuple[int, ...]) -> Symmetry:
    """The permutations of the components that change nothing in the rules, for components up to `highs`."""
    return symmetry(code_of(game, highs)[1])


def _filled(
    tick: Tick,
    cells: int,
    code: Ints,
    box: Ints,
    turns: Ints,
    order: Ints,
    table: NDArray[np.int32],
    how: Any,
) -> int:
    """Fill the table."""
    for start, stop in slices(0, cells, tick, 1 << 10):
        status: int = fill(code, box, turns, order, table, start, stop, *how)
        if status != DONE:
            return status
    return DONE


def strides(shape: tuple[int, ...]) -> list[int]:
    """How far apart two entries of a table are whose positions differ by one in one component."""
    found = [1] * len(shape)
    for i in range(len(shape) - 2, -1, -1):
        found[i] = found[i + 1] * shape[i + 1]
    return found


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


def settings(fold: Fold, has_sums: bool) -> tuple[int, int, Ints]:
    """The kind of a fold, the value at the end of play, and for seats the best one of every set."""
    none = np.zeros(0, dtype=np.int64)
    if has_sums and not fold.adds:
        raise Refused("moves lead to sums, whose values do not add under this convention")
    match fold:
        case Grundy(misere=misere):
            return GRUNDY, int(misere), none
        case Remoteness(misere=misere):
            return (MISERE_REMOTENESS if misere else REMOTENESS), 0, none
        case Preference(seats=seats) if len(seats) <= _MOST_SEATS:
            sets = (frozenset(j for j in range(len(seats)) if chosen >> j & 1) for chosen in range(1 << len(seats)))
            best = [fold.combine(values) if values else fold.ending() for values in sets]
            return OUTCOME, fold.ending(), np.array(best, dtype=np.int64)
    raise Refused("the convention has no table")


def wanted(fold: Fold) -> int:
    """The option's seat that the mover likes best, as a bit; 0 where values are no seats."""
    return 1 << (fold.seats[0] - 1) % len(fold.seats) if isinstance(fold, Preference) else 0
