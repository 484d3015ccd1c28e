"""What a table will cost, before it is computed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import NamedTuple

from heapwise.errors import error
from heapwise.rules.evaluate import options
from heapwise.rules.game import Rules
from heapwise.tables.boxes import Bounds, Box, position_at

_BYTES = 700  # a position, its value, and its places in the tables of the interpreter
_BYTES_PER_COMPONENT = 24
_SAMPLES = 12
_PATIENCE = 0.3


class Cost(NamedTuple):
    """Estimates for a box."""

    positions: int
    bytes: float
    seconds: float


def estimate(rules: Rules, box: Box) -> Cost:
    """Memory from the number of positions; time from looking at the options of a few of them."""
    size = len(box)
    return Cost(size, _memory(box), size * _seconds_a_position(rules, box))


def _memory(box: Box) -> float:
    return len(box) * float(_BYTES + _BYTES_PER_COMPONENT * len(box.axes))


def _seconds_a_position(rules: Rules, box: Box) -> float:
    random, begin, looked = Random(0), perf_counter(), 0
    for _ in range(_SAMPLES):
        position = position_at(rules, box.point([random.randrange(side) for side in box.shape]))
        if position is not None:
            options(position)
        looked += 1
        if perf_counter() - begin > _PATIENCE:
            break
    return 1.5 * (perf_counter() - begin) / looked


def check_memory(
    box: Box, memory: float, shrink: Callable[[int], Box], upto: Bounds, shown: Callable[[float], str]
) -> None:
    """Refuse a table that would not fit, and say which one would."""
    needed = _memory(box)
    if needed > memory:
        fits = _largest(upto, lambda n: _memory(shrink(n)) <= memory)
        values = {"cells": f"{len(box):,}", "needed": shown(needed), "allowed": shown(memory), "fits": fits}
        raise error("E312", None, help="help" if fits else "none", **values)


def check_time(rules: Rules, box: Box, seconds: float, shrink: Callable[[int], Box], upto: Bounds) -> None:
    """Refuse a table that would take much longer than is allowed."""
    cost = estimate(rules, box)
    if cost.seconds > 3 * seconds:
        fits = _largest(upto, lambda n: cost.seconds / len(box) * len(shrink(n)) <= seconds)
        values = {"cells": f"{len(box):,}", "needed": f"{cost.seconds:,.0f}", "allowed": f"{seconds:g}", "fits": fits}
        raise error("E313", None, help="help" if fits else "none", **values)


def _largest(upto: Bounds, fits: Callable[[int], bool]) -> int:
    """The largest bound that fits; 0 if none does, or if there is not one bound."""
    if not isinstance(upto, int):
        return 0
    low, high = 0, upto
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low
