"""The kernel: positions in order, their sets read, their values found and written to their sets.

Restricted Python: integers, arrays and loops. Sets are rows of words that have room for 63 values each, so that no
word is ever negative. `numbers` has the columns of the positions from `start` on, one row for each; which columns they
are is told by `boxes`, `lates`, `sources`, `reads`, `pushes` and `steps`. Entries of the table below 0 are no values.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from heapwise.engine.jit import kernel

BITS = 63
_FULL = (1 << BITS) - 1
_MODULUS = 67  # powers of two up to 2 ** 65 have different remainders
_PLACES = np.zeros(_MODULUS, dtype=np.int64)
for _k in range(BITS):
    _PLACES[(1 << _k) % _MODULUS] = _k

IS_VALUED, IS_ENDED, IS_HOLE = range(3)  # what a position is


@kernel
def fill(
    order: Any, start: int, numbers: Any, kinds: Any, columns: Any, below: Any, sets: Any, best: Any, ending: int,
    table: Any,
) -> bool:  # fmt: skip
    """Value the positions at some places of the order; False when a value does not fit into the sets."""
    boxes, lates, sources, reads, pushes, steps = columns
    width = sets.shape[1]
    union = np.zeros(width, dtype=np.int64)
    for row in range(len(numbers)):
        place = order[start + row] if len(order) else start + row
        at = place - start
        join_corners(numbers, at, boxes, below, sets)
        for i in range(len(lates)):
            put(numbers[at, sources[i]], table, sets, numbers[at, lates[i]])
        kind = kinds[at] if len(kinds) else IS_VALUED
        if kind == IS_HOLE:
            continue
        for k in range(width):
            union[k] = 0
        for i in range(len(reads) if kind == IS_VALUED else 0):
            own = numbers[at, reads[i]]
            for k in range(width if own >= 0 else 0):
                union[k] |= sets[own, k]
        for i in range(len(steps) if kind == IS_VALUED else 0):
            put(numbers[at, steps[i]], table, union.reshape(1, width), 0)
        value = value_of(union, best, ending)
        if value == width * BITS:
            return False
        table[place] = value
        for i in range(len(pushes)):
            put(place, table, sets, numbers[at, pushes[i]])
    return True


@kernel
def join_corners(numbers: Any, at: int, boxes: Any, below: Any, sets: Any) -> None:
    """What lies in a box is what lies in the boxes one lower, and the value at the corner."""
    for b in range(len(boxes)):
        corner = numbers[at, boxes[b]]
        if corner >= 0:
            for k in range(sets.shape[1]):
                word = sets[corner, k]
                for j in range(1, below[b, 0] + 1):
                    word |= sets[corner - below[b, j], k]
                sets[corner, k] = word


@kernel
def put(source: int, table: Any, sets: Any, own: int) -> None:
    """The value of a position goes into a set, if there are both."""
    value = int(table[source]) if source >= 0 and own >= 0 else -1  # entries have fewer bits than words
    if value >= 0:
        sets[own, value // BITS] |= 1 << (value % BITS)


@kernel
def value_of(union: Any, best: Any, ending: int) -> int:
    """The value of a position by the set of its options' values; where the sets are full, one that does not fit."""
    if len(best):
        return int(best[union[0]])
    for k in range(len(union)):
        word = union[k]
        if word != _FULL:
            least = k * BITS + _PLACES[(~word & (word + 1)) % _MODULUS]
            return int(least if least or ending == 0 or not is_empty(union) else ending)
    return len(union) * BITS


@kernel
def is_empty(union: Any) -> bool:
    """Is there no value in a set?"""
    for word in union:  # noqa: SIM110 - a kernel is made of loops
        if word:
            return False
    return True
