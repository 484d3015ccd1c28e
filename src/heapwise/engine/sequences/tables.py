"""A rule as the flat tables that the kernels read."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from heapwise.engine.sequences.rule import HeapRule
from heapwise.records import Record

Table = npt.NDArray[np.int64]


class Tables(Record):
    """Class c = n mod `modulus` may use the rows `at[c]` to `at[c + 1]`: (taken, least) of `single`, and
    (taken, least, 1 if the parts must differ) of `pairs`."""

    modulus: int
    is_open: npt.NDArray[np.uint8]
    single_at: Table
    single: Table
    pairs_at: Table
    pairs: Table


def tables_of(rule: HeapRule) -> Tables:
    """The tables of a rule, for the heaps from `rule.head` on."""
    heaps = [rule.head + (c - rule.head) % rule.modulus for c in range(rule.modulus)]
    menus = [rule.menu(heap) for heap in heaps]
    single_at, single = _joined([m.single for m in menus], 2)
    pairs = [tuple((s.taken, s.least, int(s.unequal)) for s in m.splits if s.parts == 2) for m in menus]
    pairs_at, pair_rows = _joined(pairs, 3)
    return Tables(rule.modulus, np.array([m.is_open for m in menus], np.uint8), single_at, single, pairs_at, pair_rows)


def _joined(rows: Sequence[tuple[tuple[int, ...], ...]], width: int) -> tuple[Table, Table]:
    at = np.cumsum([0, *map(len, rows)]).astype(np.int64)
    flat: list[Any] = [row for group in rows for row in group]
    return at, np.array(flat, np.int64).reshape(len(flat), width)
