"""Grundy values of a rule, by the method that suits the size."""

from collections.abc import Callable
from typing import Any

import numpy as np

from heapwise.arrays import Array
from heapwise.engine import jit
from heapwise.engine.sequences import kernels
from heapwise.engine.sequences.column import HeapValues
from heapwise.engine.sequences.part_sums import PartSums
from heapwise.engine.sequences.plain import grundy_of
from heapwise.engine.sequences.rule import HeapRule
from heapwise.engine.sequences.sparse import Sparse
from heapwise.engine.sequences.tables import tables_of
from heapwise.engine.slices import Tick

_OPTION = 1e-8  # seconds to look up an option, one heap at a time
_COMPILING = 0.1  # seconds
_STEP_COST = 3_000  # what one heap costs apart from its options, in options
_FEW = 32  # so many values are bits of a word that a vector of the machine holds many of
_WORD = 60  # amounts whose values fit into one word: no value is larger than their number
# A pair with a rare heap costs as much as so many pairs that a kernel looks up.
_PART = {kernels.grundy_dense: 8, kernels.grundy_few: 128}
_CHUNK = 400_000_000  # options between two calls of `tick`: a fraction of a second


class GrundyValues:
    """Extends a column by Grundy values. `method` is `auto`, `plain`, `dense` or `sparse`."""

    def __init__(self, rule: HeapRule, method: str = "auto") -> None:
        self.rule = rule
        self.method = method
        self.room = 256
        self._sums = PartSums(rule, self.room)
        self._sparse = Sparse(rule) if method in ("auto", "sparse") and Sparse.suits(rule) else None
        self._tables = tables_of(rule)
        widest = int(np.diff(self._tables.single_at).max())
        self._is_past_few = False
        self._takes_few = rule.takes_only and not rule.is_open and widest <= _WORD

    def extend(self, column: HeapValues, stop: int, tick: Tick | None = None) -> None:
        """Add the values of all heaps below `stop`."""
        column.reserve(stop)
        while self.room <= int(column.values.max(initial=0)):
            self._widen(column)
        while column.count < stop:
            if tick is not None:
                tick()
            work = self._choose(column, stop)
            work(column, min(stop, column.count + max(1, _CHUNK // self._cost_at(column.count))))

    def _cost_at(self, heap: int) -> int:
        """What a heap costs, in options that are looked up."""
        if self._sparse is not None and self._sparse.is_active:
            return self._sparse.cost
        return 1 + self._options_at(heap)

    def _options_at(self, heap: int) -> int:
        """About how many options a heap has."""
        menu = self.rule.menu(max(heap, self.rule.head))
        return len(menu.single) + sum(heap // 2 for s in menu.splits if s.parts > 1)

    def _choose(self, column: HeapValues, stop: int) -> Callable[[HeapValues, int], None]:
        start, forced = column.count, self.method == "sparse"
        if start < self.rule.head or self.rule.parts > 2 or self.method == "plain":
            return self._plain
        kernel, work = self._looking_up(column)
        is_large = self.method == "dense" or self._is_large(start, stop, kernel)
        is_worth_it = forced or self._is_large(start, stop, kernels.grundy_sparse)
        part = _PART.get(kernel, 1) if is_large else 1
        if self._sparse is not None and is_worth_it and self._sparse.pays(column, part, forced):
            return self._by_sparse
        return work if is_large else self._plain

    def _looking_up(self, column: HeapValues) -> tuple[Callable[..., Any], Callable[[HeapValues, int], None]]:
        """The kernel that looks up every option, and its call."""
        if self._takes_few:
            return kernels.grundy_take, self._take
        if not self._is_past_few and not self.rule.is_open and int(column.values.max(initial=0)) < _FEW:
            return kernels.grundy_few, self._few
        return kernels.grundy_dense, self._dense

    def _is_large(self, start: int, stop: int, kernel: Callable[..., Any]) -> bool:
        """Is a kernel worth its compilation?"""
        if not jit.is_compiled():
            return False
        work = (stop - start) * (_STEP_COST + self._options_at(stop))
        return work * _OPTION > jit.seconds_of(kernel, _COMPILING)

    def _widen(self, column: HeapValues) -> None:
        self.room *= 2
        column.admit(self.room - 1)
        self._sums.widen(self.room)

    # -- the methods

    def _plain(self, column: HeapValues, stop: int) -> None:
        if column.count < self.rule.head:
            stop = min(stop, self.rule.head)
        used = self._used(column, column.count)
        for heap in range(column.count, stop):
            value = self._value(column, heap, used) if heap >= self.rule.first else 0
            while value >= self.room:
                self._widen(column)
                used = self._used(column, heap)
                value = self._value(column, heap, used)
            column.data[heap] = value
            column.count = heap + 1

    def _value(self, column: HeapValues, heap: int, used: Array) -> int:
        rule = self.rule
        menu = rule.menu(heap)
        if rule.is_open and heap - rule.reach - 1 >= rule.first:
            used[column.data[heap - rule.reach - 1]] = True
        if self._sums.wanted:
            self._sums.add(column.data, heap)
        seen = used.copy() if menu.is_open else np.zeros(self.room + 1, bool)
        return grundy_of(column.data, heap, menu, seen, self._sums)

    def _used(self, column: HeapValues, heap: int) -> Array:
        """The values that every amount beyond the reach leads to from the heap before this one."""
        used = np.zeros(self.room + 1, bool)
        if self.rule.is_open:
            used[column.data[self.rule.first : max(heap - self.rule.reach - 1, self.rule.first)]] = True
        return used

    def _dense(self, column: HeapValues, stop: int) -> None:
        rule, tables, kernel = self.rule, self._tables, kernels.grundy_dense
        while column.count < stop:
            seen = np.full(self.room + 1, -1, np.int64)
            used = self._used(column, column.count).view(np.uint8) if rule.is_open else np.zeros(0, np.uint8)
            column.count = kernel(
                column.data, column.count, stop, seen, used, rule.reach, rule.first, tables.modulus, tables.is_open,
                tables.single_at, tables.single, tables.pairs_at, tables.pairs,
            )  # fmt: skip
            if column.count < stop:
                self._widen(column)

    def _few(self, column: HeapValues, stop: int) -> None:
        tables, kernel = self._tables, kernels.grundy_few
        near = column.data[:stop].astype(np.uint8)
        column.count = kernel(
            column.data, near, near[::-1].copy(), column.count, stop,
            tables.modulus, tables.single_at, tables.single, tables.pairs_at, tables.pairs,
        )  # fmt: skip
        self._is_past_few = column.count < stop

    def _take(self, column: HeapValues, stop: int) -> None:
        tables = self._tables
        bound = self.rule.least + self.rule.reach
        if tables.modulus == 1 and column.count >= bound:
            taken = np.ascontiguousarray(tables.single[:, 0], np.uint64)
            column.count = kernels.grundy_take_any(column.data, column.count, stop, taken)
            return
        stop = min(stop, bound) if tables.modulus == 1 else stop
        kernel = kernels.grundy_take
        column.count = kernel(column.data, column.count, stop, tables.modulus, tables.single_at, tables.single, bound)

    def _by_sparse(self, column: HeapValues, stop: int) -> None:
        assert self._sparse is not None
        end = min(stop, self._sparse.valid_to)
        self._sparse.run(column, end, self.room, self._tables)
        if column.count < end and not self._sparse.is_full:
            self._widen(column)
