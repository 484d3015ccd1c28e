"""The kernel that compares: as the one that fills a table, but all values are there from the start."""

from __future__ import annotations

from typing import Any

from heapwise.engine.grid.kernel import DONE, ILLEGAL, OUTSIDE, fold_notes, load, take_all
from heapwise.engine.jit import kernel

# What is found: how many positions have another value than their options give, the least of these by total and then by
# index, and the position from which a move leads out.
WRONG, LEAST_TOTAL, LEAST, LEAVING = range(4)


@kernel
def compare(
    code: Any, box: Any, table: Any, start: int, stop: int, found: Any, ending: int, best: Any, room: Any
) -> int:
    """Look at the positions from one index to another; those that the table marks as illegal are skipped.

    Claimed values stay below the width of the `workspace` that is the `room`.
    """
    values, loops, seen, notes = room
    for here in range(start, stop):
        if table[here] == ILLEGAL:
            continue
        load(here, box, values)
        if take_all(code, here, box, values, loops, table, seen, notes) != DONE:
            found[LEAVING] = here
            return OUTSIDE
        if fold_notes(seen, notes, ending, best) != table[here]:
            found[WRONG] += 1
            total = 0
            for component in range(box.shape[1]):
                total += values[component]
            if found[WRONG] == 1 or total < found[LEAST_TOTAL]:
                found[LEAST_TOTAL], found[LEAST] = total, here
    return DONE
