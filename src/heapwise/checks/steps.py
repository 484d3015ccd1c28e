"""The step of the definition at all positions of a part of a region: by the engine, or one position after another.

Both ways give the same `Part`. Parts know nothing of each other, so anybody may look at them, in any order.
"""

from typing import Protocol

from heapwise.arrays import np
from heapwise.checks.claimed_values import ClaimedValues, sides_of
from heapwise.checks.fixed_value_claim import LocalStep
from heapwise.claims.column_batches import has_slabs, pieces
from heapwise.claims.region import Region, by_size
from heapwise.claims.task import Disagreement
from heapwise.engine.memory import Memory
from heapwise.engine.slices import Tick
from heapwise.formulas import NotExpressible
from heapwise.records import Record, replace
from heapwise.terms.position import Position, State

MANY = 400  # positions from which the engine is worth its start
_CORNER = 60  # positions at which both ways are compared in every run
_BYTES = 5  # of memory for a position: its claimed value, and what passes through columns


class PartResult(Record):
    """What a part of a region showed: plain data, which adds up.

    `least` is the smallest of the `wrong` positions, where the claim is not what follows from it at the options;
    `leaving` one from which a move leads out of the region, and then the rest says nothing.
    """

    positions: int = 0
    claimed_p: int = 0
    wrong: int = 0
    least: State | None = None
    leaving: State | None = None

    def __add__(self, other: "PartResult") -> "PartResult":
        least = min((p.least for p in (self, other) if p.least is not None), key=by_size, default=None)
        leaving = min((p.leaving for p in (self, other) if p.leaving is not None), default=None)
        counts = (self.positions + other.positions, self.claimed_p + other.claimed_p, self.wrong + other.wrong)
        return PartResult(*counts, least, leaving)


class PartSteps(Protocol):
    """A way to look at a part."""

    def part(self, first: int, last: int, tick: Tick) -> PartResult:
        """The positions whose first component lies between two values."""


class ExactSteps:
    """Every option by the rules as they are written, every claimed value by the exact evaluator."""

    def __init__(self, step: LocalStep) -> None:
        self.step, self.region = step, step.instance.region

    def part(self, first: int, last: int, tick: Tick) -> PartResult:
        """The positions whose first component lies between two values."""
        found = PartResult()
        for state in pieces(self.region, first, last).states():
            tick()
            found += self._look(state)
            if found.leaving is not None:
                break
        return found

    def _look(self, state: State) -> PartResult:
        reached, claimed = self.step.options(state), self.step.claimed(state)
        if any(is_outside(self.region, option) for option in reached):
            return PartResult(1, leaving=state)
        is_right = claimed == self.step.expected(reached, self.step.claimed)
        return PartResult(1, int(self.step.is_p(claimed)), int(not is_right), None if is_right else state)


class ListedSteps:
    """Claimed values in a table of the region; the engine looks up every option. `positions` is how many are looked at
    in all, if more than the region has.

    Raises `NotExpressible`, `Refused` or a `HeapwiseError` with the position at which the formula has no value.
    """

    def __init__(self, step: LocalStep, memory: Memory, tick: Tick, positions: int = 0) -> None:
        from heapwise.engine.steps import Steps as EngineSteps

        region, game = step.instance.region, step.instance.game
        if game is None:
            raise NotExpressible("a law")
        memory.ask_for_box(sides_of(region), _BYTES)
        self.low, self.claimed = region.lows[0], ClaimedValues(step)
        self._table = self.claimed.between(self.low, region.highs[0], tick)
        self._engine = EngineSteps(game, region.lows, self._table, self.claimed.fold, positions)

    def part(self, first: int, last: int, tick: Tick) -> PartResult:
        """The positions whose first component lies between two values."""
        rows = self._table[first - self.low : last - self.low + 1]
        found = self._engine.part(first, last, tick)
        counts = int(np.count_nonzero(rows >= 0)), int(np.count_nonzero(rows == self.claimed.p_value))
        return PartResult(*counts, found.wrong, found.least, found.leaving)


def steps_of(step: LocalStep, memory: Memory, tick: Tick) -> PartSteps:
    """The fast way where it can be gone, the slow one elsewhere; raises `Disagreement` if they differ in a corner."""
    region = step.instance.region
    if region.size_estimate < MANY or not has_slabs(region):
        return ExactSteps(step)
    from heapwise.engine.grid import Refused

    try:
        _compare(step)
        return ListedSteps(step, memory, tick)
    except (NotExpressible, Refused):
        return ExactSteps(step)


def _compare(step: LocalStep) -> None:
    """Look at a small corner of the region both ways."""
    region, side = step.instance.region, 0
    while corner(region, side + 1).size_estimate <= _CORNER and side < _CORNER:
        side += 1
    small = corner(region, side)
    there = LocalStep(replace(step.instance, region=small), step.judge)
    ends = (small.lows[0], small.highs[0])
    exact = ExactSteps(there).part(*ends, lambda: None)
    if exact.leaving is not None:
        return  # with a winning option at hand, the fast way does not look for moves that leave
    compiled = ListedSteps(there, Memory(), lambda: None, region.size_estimate).part(*ends, lambda: None)
    if compiled != exact:
        raise Disagreement(compiled.least or exact.least or small.highs)


def corner(region: Region, side: int) -> Region:
    """The positions of a region next to its least one."""
    highs = tuple(min(high, low + side) for low, high in zip(region.lows, region.highs, strict=True))
    return replace(region, highs=highs)


def is_outside(region: Region, option: Position) -> bool:
    """Has an option a component that does not lie in the region?"""
    return any(c.state not in region for c in option if c.game is region.game)
