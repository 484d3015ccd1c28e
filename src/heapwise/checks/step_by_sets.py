"""The step of the definition in a region, by sets of claimed values: no table, and no option that is looked up."""

from math import prod

from heapwise.arrays import Array, np
from heapwise.checks.claimed_values import ClaimedValues, sides_of
from heapwise.checks.fixed_value_claim import LocalStep
from heapwise.checks.steps import MANY, PartResult
from heapwise.claims.limits import LimitReached
from heapwise.engine.memory import GIVEN, Memory
from heapwise.engine.slices import Tick
from heapwise.formulas import NotExpressible


def by_sets(step: LocalStep, tick: Tick, memory: Memory) -> PartResult:
    """All positions of the region, by sets of the values on lines and in boxes; nothing else is kept.

    Raises what `ListedSteps` does; whether the engine takes the game shows only when it starts.
    """
    region, game = step.instance.region, step.instance.game
    if game is None or region.size_estimate < MANY:
        raise NotExpressible("a law, or few positions")
    if not memory.holds(prod(sides_of(region)[1:]) * GIVEN):
        raise NotExpressible("rows of so many positions")
    from heapwise.engine.grid import inconsistent

    claimed, low = ClaimedValues(step), region.lows[0]
    tally = _Tally(claimed)

    def given(first: int, stop: int) -> Array:
        return tally.rows(first, claimed.between(low + first, low + stop - 1, tick))

    try:
        found = inconsistent(game, region.highs, given, claimed.fold, region.limits, tick, memory)
    except LimitReached as limit:
        raise LimitReached(limit.reason, tally.seen.positions) from None
    return tally.seen + PartResult(0, 0, found.count, found.least)


class _Tally:
    """Counts given values, each position once, although it may be given again."""

    def __init__(self, claimed: ClaimedValues) -> None:
        self._claimed, self.seen, self._known = claimed, PartResult(), set[int]()

    def rows(self, first: int, values: Array) -> Array:
        """Count the values of rows, which may overlap with others."""
        fresh = [i for i in range(len(values)) if first + i not in self._known]
        self._known.update(first + i for i in fresh)
        if fresh:
            self._count(values if len(fresh) == len(values) else values[fresh])
        return values

    def _count(self, values: Array) -> None:
        positions = values.size if self._claimed.is_box else int(np.count_nonzero(values >= 0))
        self.seen += PartResult(positions, int(np.count_nonzero(values == self._claimed.p_value)))
