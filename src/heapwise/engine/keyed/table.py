"""A table in parts: their keys are computed as arrays, and the kernel goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.keyed.kernel import BITS, IS_ENDED, IS_HOLE, fill
from heapwise.engine.keyed.keys import Cells, Keys, Unkeyed
from heapwise.engine.memory import Memory
from heapwise.engine.plan import Box, Plan
from heapwise.engine.slices import slices

Array = NDArray[Any]
NOTHING = -1  # the entry of what is no position
_PART = 1 << 14  # positions whose keys are held at once
_MOST_BYTES = 1 << 28  # of all arrays together
_MEMORY = Memory()
_START = 2e-4  # seconds that it takes before the first position
_NUMBER = 4e-9  # seconds that a key costs
_WORD = 1e-9  # seconds to read or write a word of a set


def keyed_table(
    plan: Plan,
    sides: tuple[int, ...],
    best: Array,
    ending: int,
    holes: Array | None,
    tick: Callable[[], None],
    memory: Memory = _MEMORY,
) -> Array:
    """The values of all positions of a box; `best` is empty, or has a value for every set of the options' values.
    Raises `Unkeyed`."""
    keys = Keys(plan, sides)
    width = 1 if len(best) else max(sides, default=1) // BITS + 1
    while True:
        if _bytes(keys, width) > min(_MOST_BYTES, memory.most):
            raise Unkeyed
        table = _filled(keys, width, best, ending, holes, tick)
        if table is not None:
            return table
        width *= 2


def _bytes(keys: Keys, width: int) -> int:
    """Of the sets, the table, and the keys of a part while they are computed."""
    part = max(_PART, prod(keys.sides[axis] for axis in keys.plan.order.axes[int(keys.is_sliced) :]))
    return keys.sets * width * 8 + prod(keys.sides) * 4 + part * (len(keys.columns) * 4 + 24)


def seconds_of(plan: Plan, sides: tuple[int, ...]) -> float:
    """About how long it takes."""
    width = max(sides, default=1) // BITS + 1
    words = sum(2 * width if isinstance(part, Box) else width for part in plan.parts)
    return _START + prod(sides) * (10e-9 + len(plan.parts) * 2 * _NUMBER + words * _WORD)


def _filled(
    keys: Keys, width: int, best: Array, ending: int, holes: Array | None, tick: Callable[[], None]
) -> Array | None:
    """The table, or None when some value needs more words."""
    axes = keys.plan.order.axes
    sides = tuple(keys.sides[axis] for axis in axes)
    table = np.full(prod(sides), NOTHING, dtype=np.int32)
    sets = np.zeros((max(1, keys.sets), width), dtype=np.int64)
    columns, below = _columns(keys), _below(keys)
    gaps = None if holes is None else holes.transpose(axes)
    for first, last in _parts(keys, sides, tick):
        cells = Cells(keys.plan, keys.sides, _places(axes, sides, first, last))
        order = np.zeros(0, dtype=np.int64) if keys.is_sliced else _by_total(cells)
        kinds = _kinds(keys, cells, None if gaps is None else gaps[first:last])
        start = first * prod(sides[1:])
        if not fill(order, start, keys.numbers(cells), kinds, columns, below, sets, best, ending, table):
            return None
    back = np.argsort(axes)
    return table.reshape(sides).transpose(back)


def _parts(keys: Keys, sides: tuple[int, ...], tick: Callable[[], None]) -> Iterator[tuple[int, int]]:
    """Ranges of the component that changes slowest; all at once where positions are taken by their sum."""
    if not keys.is_sliced:
        tick()
        return iter([(0, sides[0])])
    step = max(1, _PART // max(1, prod(sides[1:])))
    return (
        (low, min(low + step, stop))
        for start, stop in slices(0, sides[0], tick, step)
        for low in range(start, stop, step)
    )


def _places(axes: tuple[int, ...], sides: tuple[int, ...], first: int, last: int) -> tuple[Array, ...]:
    """The components of a part, each as an array along its own axis."""
    grids = np.ogrid[tuple(slice(first if i == 0 else 0, last if i == 0 else n) for i, n in enumerate(sides))]
    return tuple(grids[axes.index(i)] for i in range(len(axes)))


def _by_total(cells: Cells) -> Array:
    """The positions in the order of their sums."""
    totals = sum(cells.places, start=np.zeros((), dtype=np.int64))
    return np.argsort(totals.reshape(-1), kind="stable")


def _kinds(keys: Keys, cells: Cells, gaps: Array | None) -> Array:
    """What the positions are, nothing if all are ordinary."""
    if gaps is None and not keys.has_holes and not keys.has_ends:
        return np.zeros(0, dtype=np.int8)
    kinds = np.zeros(np.broadcast_shapes(*(place.shape for place in cells.places)), dtype=np.int8)
    if keys.has_ends:
        kinds[np.broadcast_to(keys.ends(cells), kinds.shape)] = IS_ENDED
    if keys.has_holes:
        kinds[np.broadcast_to(keys.holes(cells), kinds.shape)] = IS_HOLE
    if gaps is not None:
        kinds[gaps] = IS_HOLE
    return kinds.reshape(-1)


def _columns(keys: Keys) -> tuple[Array, ...]:
    lates, sources = [line for line, _ in keys.lates], [source for _, source in keys.lates]
    lists = (keys.boxes, lates, sources, keys.reads, keys.pushes, keys.steps)
    return tuple(np.array(numbers, dtype=np.int64) for numbers in lists)


def _below(keys: Keys) -> Array:
    """How many corners each box looks at, and how far in front of its own they are."""
    below = np.zeros((len(keys.below), 1 + max(map(len, keys.below), default=0)), dtype=np.int64)
    for row, steps in zip(below, keys.below, strict=True):
        row[0], row[1 : 1 + len(steps)] = len(steps), steps
    return below
