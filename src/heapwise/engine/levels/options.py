"""The options of moves that follow no part of a plan, for many positions at once.

Amounts are unrolled one after another: of (3,5) and a move with t in 1..x[1] there are three rows, with t = 1, 2, 3.
"""

from collections.abc import Sequence
from functools import reduce

import numpy as np

from heapwise.arrays import Array
from heapwise.engine.levels.masks import form_on, holds_on
from heapwise.model.conditions import conjunction
from heapwise.model.ground import Amount, Bound, GroundMove


def listed_options(
    move: GroundMove, lows: tuple[int, ...], sides: tuple[int, ...], columns: Sequence[Array]
) -> tuple[Array, list[Array]]:
    """For positions with these components: the rows that have an option by the move, and its place in the table, of a
    sum of positions the place of each; -1 for what is outside of the table."""
    rows, values = np.arange(len(columns[0])), list(columns)
    levels = move.guards_by_level(len(lows))
    rows, values = _kept(rows, values, holds_on(conjunction(levels[0]), values))
    for amount, guards in zip(move.amounts, levels[1:], strict=True):
        rows, values = _unrolled(amount, rows, values)
        rows, values = _kept(rows, values, holds_on(conjunction(guards), values))
    targets = [move.updates] if move.result is None else [tuple(enumerate(t.components)) for t in move.result]
    news = ({i: form_on(form, values) for i, form in target} for target in targets)
    return rows, [_place([new.get(i, values[i]) - low for i, low in enumerate(lows)], sides, len(rows)) for new in news]


def _place(parts: Sequence[Array], sides: tuple[int, ...], count: int) -> Array:
    """Where positions with these components, counted from the least ones, stand in the table."""
    place, inside = np.zeros(count, dtype=np.int64), np.ones(count, dtype=bool)
    for part, side in zip(parts, sides, strict=True):
        inside &= (part >= 0) & (part < side)
        place = place * side + part
    return np.where(inside, place, -1)


def _kept(rows: Array, values: list[Array], holds: Array) -> tuple[Array, list[Array]]:
    """The rows where a condition holds."""
    if holds.all():
        return rows, values
    chosen = np.flatnonzero(np.broadcast_to(holds, rows.shape))
    return rows[chosen], [column[chosen] for column in values]


def _unrolled(amount: Amount, rows: Array, values: list[Array]) -> tuple[Array, list[Array]]:
    """A row for each value that an amount takes."""
    lows = reduce(np.maximum, (-_below(bound, values, -1) for bound in amount.lows))
    highs = reduce(np.minimum, (_below(bound, values, 1) for bound in amount.highs))
    counts = np.broadcast_to(np.maximum(highs - lows + 1, 0), rows.shape)
    again = np.repeat(np.arange(len(rows)), counts)
    starts = np.cumsum(counts) - counts
    own = np.arange(len(again)) - starts[again] + np.broadcast_to(lows, rows.shape)[again]
    return rows[again], [*(column[again] for column in values), own]


def _below(bound: Bound, values: Sequence[Array], sign: int) -> Array:
    """The largest number that is at most a bound, or the bound turned around by a sign of -1."""
    return np.asarray(sign * form_on(bound.form, values) // bound.divisor)
