"""The step of the definition in a region, or a shell of it, by sets of claimed values: no table, no option looked up.

What a shell shows depends on nothing that was found elsewhere: its sets follow from the claim (`engine.plan.shells`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Any

from heapwise.arrays import Array, np
from heapwise.checks.claimed_values import ClaimedValues, sides_of
from heapwise.checks.fixed_value_claim import LocalStep
from heapwise.checks.steps import MANY, PartResult
from heapwise.claims.limits import LimitReached
from heapwise.engine.memory import GIVEN, Memory
from heapwise.engine.slices import Tick
from heapwise.formulas import NotExpressible

if TYPE_CHECKING:
    from heapwise.engine.grid import Inconsistent
    from heapwise.engine.plan.shells import Piece, Shell

_MEMORY = Memory()


class SetSteps:
    """A region by sets of the values on lines and in boxes; nothing else is kept. All of it at once, or a shell.

    Raises what `ListedSteps` does; whether the engine takes the game shows only when it starts.
    """

    def __init__(self, step: LocalStep, memory: Memory = _MEMORY) -> None:
        if step.instance.game is None or step.instance.region.size_estimate < MANY:
            raise NotExpressible("a law, or few positions")
        if not memory.holds(prod(sides_of(step.instance.region)[1:]) * GIVEN):
            raise NotExpressible("rows of so many positions")
        self.memory = memory
        self.claimed, self.region, self.game = ClaimedValues(step), step.instance.region, step.instance.game

    def whole(self, tick: Tick) -> PartResult:
        """All positions."""
        from heapwise.engine.grid import inconsistent

        region, tally, low = self.region, _Tally(self.claimed), self.region.lows[0]

        def given(first: int, stop: int) -> Array:
            values = self.claimed.between(low + first, low + stop - 1, tick)
            return tally.rows(first, values)

        compare = partial(
            inconsistent, self.game, region.highs, given, self.claimed.fold, region.limits, tick, self.memory
        )
        return tally.part(compare)

    def shell(self, shell: Shell, tick: Tick) -> PartResult:
        """The positions of a shell."""
        from heapwise.engine.grid.check_shells import inconsistent_in

        region, tally = self.region, _Tally(self.claimed)

        def given(piece: Piece) -> Array:
            lows = tuple(low + i for low, i in zip(region.lows, piece.lows, strict=True))
            highs = tuple(low + i - 1 for low, i in zip(region.lows, piece.ends, strict=True))
            values = self.claimed.of(replace(region, lows=lows, highs=highs), tick)
            return tally.once(piece.lows, values) if piece.is_own else values

        compare = partial(
            inconsistent_in, shell, self.game, region.highs, given, self.claimed.fold, region.limits, tick
        )
        return tally.part(compare)


class _Tally:
    """Counts given values, each position once, although it may be given again."""

    def __init__(self, claimed: ClaimedValues) -> None:
        self._claimed, self._seen, self._known = claimed, PartResult(), set[Any]()

    def part(self, compare: Callable[[], Inconsistent]) -> PartResult:
        """What a comparison shows; one that meets a limit says what it has covered."""
        try:
            found = compare()
        except LimitReached as limit:
            raise LimitReached(limit.reason, self._seen.positions) from None
        return self._seen + PartResult(0, 0, found.count, found.least)

    def once(self, key: Any, values: Array) -> Array:
        """Count the values of a piece that has a key of its own."""
        if key not in self._known:
            self._known.add(key)
            self._count(values)
        return values

    def rows(self, first: int, values: Array) -> Array:
        """Count the values of rows, which may overlap with others."""
        fresh = [i for i in range(len(values)) if first + i not in self._known]
        self._known.update(first + i for i in fresh)
        if fresh:
            self._count(values if len(fresh) == len(values) else values[fresh])
        return values

    def _count(self, values: Array) -> None:
        positions = values.size if self._claimed.is_box else int(np.count_nonzero(values >= 0))
        self._seen += PartResult(positions, int(np.count_nonzero(values == self._claimed.p_value)))
