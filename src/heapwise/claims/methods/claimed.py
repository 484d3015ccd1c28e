"""The values that a claim gives to positions, for the engine: arrays of whole numbers, as conventions store them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.claims.columns import REFUSALS, Columns
from heapwise.claims.methods.base import Disagreement
from heapwise.claims.methods.shape import Step, right_side
from heapwise.claims.region import Region
from heapwise.claims.slabs import Slab, pieces, slabs
from heapwise.claims.values import Values
from heapwise.formulas import NotExpressible
from heapwise.rules.conventions import Fold, Preference
from heapwise.rules.position import State

Array = NDArray[Any]
Tick = Callable[[], None]

_LARGEST = 1 << 20  # values above, which no claim that is true of a table has, are left to the exact evaluator
_CHECKS = 3  # positions of a slab


class Claimed:
    """The claimed values of a region, by the compiled formula of the claim.

    Raises `NotExpressible` for what is no array of small whole numbers, and a `HeapwiseError` with the position at
    which the formula has no value.
    """

    def __init__(self, step: Step) -> None:
        claim = step.instance.claim
        self.step, self.region = step, step.instance.region
        self.fold: Fold = claim.play.fold("G" if step.question == "G" else "P")
        self._source = random.Random(f"{claim.name} {step.instance.label}")
        self._columns = Columns(step.instance, Values())
        self._formula = self._columns.formula(right_side(claim)[1])
        self.p_value = self.fold.seats[1] if isinstance(self.fold, Preference) else 0

    def between(self, first: int, last: int, tick: Tick) -> Array:
        """The values where the first component lies between two values; -1 for what is no position of the region."""
        part = pieces(self.region, first, last)
        found = np.full(sides_of(part), -1, np.int32)
        for slab in slabs(part):
            tick()
            found[tuple(c - low for c, low in zip(slab.columns, part.lows, strict=True))] = self._of(slab)
        return found

    def _of(self, slab: Slab) -> Array:
        try:
            values, missing = self._columns.values(self._formula, slab)
        except REFUSALS:
            values, missing = np.zeros(slab.rows, np.int64), np.ones(slab.rows, np.bool_)
        stored = self._stored(np.array(values, np.int64), self.step.question == "N")
        for row in np.flatnonzero(missing).tolist():
            stored[row] = self._exactly(slab.state(row))
        if stored.min() < 0 or stored.max() >= _LARGEST:
            raise NotExpressible("claimed values that are negative or large")
        self._compare(slab, stored)
        return stored

    def _compare(self, slab: Slab, stored: Array) -> None:
        """In every run the exact evaluator is asked about a few random positions."""
        for row in (self._source.randrange(slab.rows) for _ in range(_CHECKS)):
            if stored[row] != self._exactly(slab.state(row)):
                raise Disagreement(slab.state(row))

    def _exactly(self, state: State) -> int:
        value = self.step.claimed(state)
        if not isinstance(value, int):
            raise NotExpressible("claimed values that are no whole numbers")
        return int(self._stored(np.array([min(value, _LARGEST)]), False)[0])

    def _stored(self, values: Array, is_negated: bool) -> Array:
        """Claimed answers as the fold has them: a P-position is won by the other player."""
        if not isinstance(self.fold, Preference):
            return values
        return np.where(values != is_negated, self.fold.seats[1], self.fold.seats[0])


def sides_of(region: Region) -> tuple[int, ...]:
    """How many values every component has in a region."""
    return tuple(max(0, high - low + 1) for low, high in zip(region.lows, region.highs, strict=True))
