"""The kernel that compares: as the one that fills a table, but all values are there from the start."""

from __future__ import annotations

from typing import Any

import numpy as np

from heapwise.engine.grid.encode import ENDS, MOST_AMOUNTS, MOVES, NO
from heapwise.engine.grid.kernel import (
    COUNT,
    DONE,
    FARTHEST,
    FOLD,
    ILLEGAL,
    NEAREST,
    OUTSIDE,
    SEATS,
    STAMP,
    WANTED,
    fold_notes,
    holds,
    load,
    take_move,
)  # fmt: skip
from heapwise.engine.jit import kernel

# What is found: how many positions have another value than their options give, the least of these by total and then by
# index, and the position from which a move leads out.
WRONG, LEAST_TOTAL, LEAST, LEAVING = range(4)
_FAR = 1 << 60


@kernel
def compare(
    code: Any, box: Any, table: Any, start: int, stop: int, found: Any, fold: int, ending: int, best: Any, wanted: int,
    width: int,
) -> int:  # fmt: skip
    """Look at the positions from one index to another; those that the table marks as illegal are skipped.

    With seats, `wanted` is the one that nothing is better than, as a bit: the other options need not be looked at.
    Claimed values stay below `width`, a power of 2, so the nim-sum of values does, too.
    """
    values = np.zeros(box.shape[1] + code[MOST_AMOUNTS], np.int64)
    loops, notes = np.zeros((2, code[MOST_AMOUNTS] + 1), np.int64), np.zeros(7, np.int64)
    seen = np.zeros(width + 1, np.int64)
    notes[FOLD], notes[WANTED] = fold, wanted
    for here in range(start, stop):
        if table[here] == ILLEGAL:
            continue
        load(here, box, values)
        notes[COUNT], notes[SEATS], notes[FARTHEST], notes[NEAREST] = 0, 0, -1, _FAR
        notes[STAMP] += 1
        if code[ENDS] == NO or not holds(code, code[ENDS], values):
            for move in range(code[MOVES]):
                if take_move(code, move, here, box, values, loops, table, seen, notes) != DONE:
                    found[LEAVING] = here
                    return OUTSIDE
                if notes[SEATS] & notes[WANTED]:
                    break
        if fold_notes(seen, notes, ending, best) != table[here]:
            found[WRONG] += 1
            total = 0
            for component in range(box.shape[1]):
                total += values[component]
            if found[WRONG] == 1 or total < found[LEAST_TOTAL]:
                found[LEAST_TOTAL], found[LEAST] = total, here
    return DONE
