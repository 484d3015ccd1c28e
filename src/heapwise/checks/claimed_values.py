"""The values that a claim gives to positions, for the engine: arrays of whole numbers, as conventions store them."""

import random
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property

from heapwise.arrays import Array, np
from heapwise.checks.compiled_check import REFUSALS, Columns
from heapwise.checks.fixed_value_claim import LocalStep, right_side
from heapwise.claims.column_batches import Slab, pieces, slabs
from heapwise.claims.position_values import Values
from heapwise.claims.region import Region
from heapwise.claims.task import Disagreement
from heapwise.engine.slices import Tick
from heapwise.formulas import NotExpressible
from heapwise.records import Record
from heapwise.reference.conventions import Fold, Preference
from heapwise.terms.position import State

_LARGEST = 1 << 20  # values above, which no claim that is true of a table has, are left to the exact evaluator
_CHECKS = 2  # positions of a piece


class ClaimedValues:
    """The claimed values of a region, by the compiled formula of the claim.

    Raises `NotExpressible` for what is no array of small whole numbers, and a `HeapwiseError` with the position at
    which the formula has no value.
    """

    def __init__(self, step: LocalStep) -> None:
        claim = step.instance.claim
        self.step, self.region = step, step.instance.region
        self.fold: Fold = claim.play.fold("G" if step.question == "G" else "P")
        self._source = random.Random(f"{claim.name} {step.instance.label}")
        self._columns = Columns(step.instance, Values())
        self._formula = self._columns.formula(right_side(claim)[1])
        self.p_value = self.fold.seats[1] if isinstance(self.fold, Preference) else 0

    def between(self, first: int, last: int, tick: Tick) -> Array:
        """The values where the first component lies between two values; -1 for what is no position of the region."""
        return self.of(pieces(self.region, first, last), tick)

    def of(self, part: Region, tick: Tick) -> Array:
        """The values in a part of the region; -1 for what is no position of it."""
        found = np.full(sides_of(part), -1, np.int32)
        if self.is_box:
            with suppress(*REFUSALS):
                return self._of_box(part, found, tick)
        for slab in slabs(part):
            tick()
            found[tuple(c - low for c, low in zip(slab.columns, part.lows, strict=True))] = self._of(slab)
        return found

    @cached_property
    def is_box(self) -> bool:
        """Are all places of a part positions of the region, and is the formula computed from them alone?"""
        game = self.region.game
        if game is None or game.schema.body.legal or game.layout.has_positions:
            return False
        return not self.region.totals and not self._formula.holes

    def _of_box(self, part: Region, found: Array, tick: Tick) -> Array:
        """What depends on a few components is computed for these alone, and not for every position."""
        sides, axes = found.shape, range(found.ndim)
        lines = [np.arange(low, high + 1, dtype=np.int64) for low, high in zip(part.lows, part.highs, strict=True)]
        open_grid = Slab(tuple(line.reshape([-1 if i == k else 1 for i in axes]) for k, line in enumerate(lines)))
        for index, computed in self._columns.over_box(self._formula, open_grid, sides):
            tick()
            lows = tuple(low + cut.start for low, cut in zip(part.lows, index, strict=True))
            places = _Places(lows, computed.values.shape)
            found[index] = self._checked(computed.values, computed.undefined, places.state)
        return found

    def _of(self, slab: Slab) -> Array:
        try:
            values, missing = self._columns.values(self._formula, slab)
        except REFUSALS:
            values, missing = np.zeros(slab.rows, np.int64), np.ones(slab.rows, np.bool_)
        return self._checked(values, missing, slab.state)

    def _checked(self, values: Array, missing: Array | None, state: Callable[[int], State]) -> Array:
        """What is stored of some values; `state` gives the position of a row. What is missing is computed exactly, and
        in every run the exact evaluator is asked about a few random positions."""
        stored = self._stored(values, self.step.question == "N")
        if missing is not None and missing.any():
            stored = np.array(stored, order="C")
            for row in np.flatnonzero(missing).tolist():
                stored.reshape(-1)[row] = self._exactly(state(row))
        if stored.min() < 0 or stored.max() >= _LARGEST:
            raise NotExpressible("claimed values that are negative or large")
        for row in (self._source.randrange(stored.size) for _ in range(_CHECKS)):
            if stored.item(row) != self._exactly(state(row)):
                raise Disagreement(state(row))
        return stored

    def _exactly(self, state: State) -> int:
        value = self.step.claimed(state)
        if not isinstance(value, int):
            raise NotExpressible("claimed values that are no whole numbers")
        return int(self._stored(np.array([min(value, _LARGEST)]), False)[0])

    def _stored(self, values: Array, is_negated: bool) -> Array:
        """Claimed answers as the fold has them: a P-position is won by the other player."""
        if not isinstance(self.fold, Preference):
            return values
        return np.where(values != is_negated, *(np.int32(self.fold.seats[i]) for i in (1, 0)))


class _Places(Record):
    """The positions of a box, in order."""

    lows: State
    sides: tuple[int, ...]

    def state(self, row: int) -> State:
        """One of them."""
        return tuple(int(i) + low for i, low in zip(np.unravel_index(row, self.sides), self.lows, strict=True))


def sides_of(region: Region) -> tuple[int, ...]:
    """How many values every component has in a region."""
    return tuple(max(0, high - low + 1) for low, high in zip(region.lows, region.highs, strict=True))
