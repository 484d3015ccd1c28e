"""Outcomes of rules that leave one heap: who makes the last move, under normal, misere and shared preference play."""

import numpy as np

from heapwise.arrays import Array
from heapwise.engine import jit
from heapwise.engine.sequences import kernels
from heapwise.engine.sequences.column import HeapValues
from heapwise.engine.sequences.plain import outcome_of
from heapwise.engine.sequences.rule import HeapRule
from heapwise.engine.sequences.tables import tables_of
from heapwise.engine.slices import Tick
from heapwise.errors import error
from heapwise.reference.conventions import Play, Preference

MOST_PLAYERS = 12
_HEAP, _COMPILING = 6e-6, 0.1  # seconds for a heap in plain Python, and to compile the kernel
_CHUNK = 50_000_000


def best_outcomes(outcome: Preference) -> Array:
    """The outcome from the set of the options' outcomes; sets are bits, and the empty set is the end of play."""
    players = len(outcome.seats)
    sets = [{j for j in range(players) if bits >> j & 1} for bits in range(1 << players)]
    return np.array([outcome.combine(s) if s else outcome.ending() for s in sets], np.uint8)


class Outcomes:
    """Extends a column by outcomes: the seat, counted from the player to move, of the player who moves last."""

    def __init__(self, rule: HeapRule, play: Play, method: str = "auto") -> None:
        outcome = play.outcome
        if not rule.takes_only:
            raise error("E332", None, play=play.name, parts=rule.parts)
        if not isinstance(outcome, Preference) or len(outcome.seats) > MOST_PLAYERS:
            raise error("E333", None, play=play.name, most=MOST_PLAYERS)
        self.rule = rule
        self.method = method
        self.ended = outcome.ending()
        self._best = best_outcomes(outcome)
        self._tables = tables_of(rule)

    def extend(self, column: HeapValues, stop: int, tick: Tick | None = None) -> None:
        """Add the outcomes of all heaps below `stop`."""
        column.reserve(stop)
        while column.count < stop:
            if tick is not None:
                tick()
            start = column.count
            end = min(stop, start + _CHUNK)
            if start < self.rule.head or not self._is_large(end - start):
                self._plain(column, end if start >= self.rule.head else min(end, self.rule.head))
            else:
                self._fast(column, end)

    def _is_large(self, count: int) -> bool:
        if self.method != "auto" or not jit.is_compiled():
            return self.method == "dense"
        return count * _HEAP > jit.seconds_of(kernels.outcomes, _COMPILING)

    def _below(self, column: HeapValues) -> int:
        """The outcomes of all heaps beyond the reach of the last one, as bits."""
        rule = self.rule
        if not rule.is_open:
            return 0
        below = column.values[rule.first : max(column.count - rule.reach - 1, rule.first)]
        return sum(1 << int(v) for v in np.unique(below))

    def _plain(self, column: HeapValues, stop: int) -> None:
        rule, values, below = self.rule, column.data, self._below(column)
        for heap in range(column.count, stop):
            menu = rule.menu(heap)
            if rule.is_open and heap - rule.reach - 1 >= rule.first:
                below |= 1 << int(values[heap - rule.reach - 1])
            found = below if menu.is_open else 0
            if heap >= rule.first:
                values[heap] = outcome_of(values, heap, menu, found, self._best, self.ended)
        column.count = stop

    def _fast(self, column: HeapValues, stop: int) -> None:
        rule, tables = self.rule, self._tables
        kernel = kernels.outcomes
        reach = rule.reach if rule.is_open else stop
        column.count = kernel(
            column.data, column.count, stop, self._best, self._below(column), reach, rule.first, tables.modulus,
            tables.is_open, tables.single_at, tables.single,
        )  # fmt: skip
