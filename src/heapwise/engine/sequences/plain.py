"""One heap at a time, with numpy alone: for small work, for the first heaps, and where numba is missing."""

from heapwise.arrays import Array
from heapwise.engine.sequences.part_sums import PartSums
from heapwise.engine.sequences.rule import Menu, Split


def grundy_of(values: Array, heap: int, menu: Menu, seen: Array, sums: PartSums) -> int:
    """The Grundy value of a heap; `seen` holds what is excluded already, and has a last entry that stays free."""
    for taken, least in menu.single:
        if heap - taken >= least:
            seen[values[heap - taken]] = True
    for split in menu.splits:
        total = heap - split.taken
        if split.parts == 2:
            seen[pair_sums(values, total, split)] = True
        elif split.parts == 0:
            seen[0] |= total == 0
        else:
            seen[:-1] |= sums.of(total, split.parts, split.least)
    return int(seen.argmin())


def pair_sums(values: Array, total: int, split: Split) -> Array:
    """The values of all ways to split a total into two heaps."""
    half = (total - split.unequal) // 2
    if half < split.least:
        return values[:0]
    low = values[split.least : half + 1]
    high = values[total - half : total - split.least + 1][::-1]
    return low ^ high


def outcome_of(values: Array, heap: int, menu: Menu, found: int, best: Array, ended: int) -> int:
    """The outcome of a heap whose options include the outcomes `found` already, sets as bits."""
    for taken, least in menu.single:
        if heap - taken >= least:
            found |= 1 << int(values[heap - taken])
    for split in menu.splits:
        if heap == split.taken:
            found |= 1 << ended
    return int(best[found])
