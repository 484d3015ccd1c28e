"""The step of the definition at all positions of a part of a region: by the engine, or one position after another.

Both ways give the same `Part`. Parts know nothing of each other, so anybody may look at them, in any order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from heapwise.claims.columns import REFUSALS, Columns
from heapwise.claims.methods.base import Disagreement
from heapwise.claims.methods.shape import Step, right_side
from heapwise.claims.region import Region, by_size
from heapwise.claims.slabs import pieces, slabs
from heapwise.claims.values import Values
from heapwise.engine.memory import Memory
from heapwise.formulas import NotExpressible
from heapwise.rules.conventions import Fold, Preference
from heapwise.rules.position import Position, State

MANY = 400  # positions from which the engine is worth its start
_CORNER = 60  # positions at which both ways are compared in every run
_BYTES = 5  # of memory for a position: its claimed value, and what passes through columns
_LARGEST = 1 << 20  # claimed values above are left to the slow way

Tick = Callable[[], None]


@dataclass(frozen=True)
class Part:
    """What a part of a region showed: plain data, which adds up.

    `least` is the smallest of the `wrong` positions, where the claim is not what follows from it at the options;
    `leaving` one from which a move leads out of the region, and then the rest says nothing.
    """

    positions: int = 0
    claimed_p: int = 0
    wrong: int = 0
    least: State | None = None
    leaving: State | None = None

    def __add__(self, other: Part) -> Part:
        least = min((p.least for p in (self, other) if p.least is not None), key=by_size, default=None)
        leaving = min((p.leaving for p in (self, other) if p.leaving is not None), default=None)
        counts = (self.positions + other.positions, self.claimed_p + other.claimed_p, self.wrong + other.wrong)
        return Part(*counts, least, leaving)


class Steps(Protocol):
    """A way to look at a part."""

    def part(self, first: int, last: int, tick: Tick) -> Part:
        """The positions whose first component lies between two values."""


class ExactSteps:
    """Every option by the rules as they are written, every claimed value by the exact evaluator."""

    def __init__(self, step: Step) -> None:
        self.step, self.region = step, step.instance.region

    def part(self, first: int, last: int, tick: Tick) -> Part:
        """The positions whose first component lies between two values."""
        found = Part()
        for state in pieces(self.region, first, last).states():
            tick()
            found += self._look(state)
            if found.leaving is not None:
                break
        return found

    def _look(self, state: State) -> Part:
        reached, claimed = self.step.options(state), self.step.claimed(state)
        if any(is_outside(self.region, option) for option in reached):
            return Part(1, leaving=state)
        is_right = claimed == self.step.expected(reached, self.step.claimed)
        return Part(1, int(self.step.is_p(claimed)), int(not is_right), None if is_right else state)


class CompiledSteps:
    """Claimed values by compiled formulas, kept in a table of the region; options by the engine's kernel.

    Raises `NotExpressible`, `Refused` or a `HeapwiseError` with the position at which the formula has no value.
    """

    def __init__(self, step: Step, memory: Memory, tick: Tick) -> None:
        from heapwise.engine.steps import Steps as EngineSteps

        instance, region = step.instance, step.instance.region
        if instance.game is None:
            raise NotExpressible("a law")
        self.step, self.region = step, region
        shape = tuple(max(0, high - low + 1) for low, high in zip(region.lows, region.highs, strict=True))
        memory.ask_for_box(shape, _BYTES)
        self._fold: Fold = instance.claim.play.fold("G" if step.question == "G" else "P")
        self._table = np.full(shape, -1, np.int32)
        self._fill(Columns(instance, Values()), tick)
        self._engine = EngineSteps(instance.game, region.lows, self._table, self._fold)

    def _fill(self, columns: Columns, tick: Tick) -> None:
        """Put the claimed values into the table, as the fold stores them."""
        formula = columns.formula(right_side(self.step.instance.claim)[1])
        for slab in slabs(self.region):
            tick()
            try:
                values, missing = columns.values(formula, slab)
            except REFUSALS:
                values, missing = np.zeros(slab.rows, np.int64), np.ones(slab.rows, np.bool_)
            stored = self._stored(np.array(values, np.int64), self.step.question == "N")
            for row in np.flatnonzero(missing).tolist():
                stored[row] = self._exactly(slab.state(row))
            if stored.min() < 0 or stored.max() >= _LARGEST:
                raise NotExpressible("claimed values that are negative or large")
            self._table[tuple(c - low for c, low in zip(slab.columns, self.region.lows, strict=True))] = stored

    def _exactly(self, state: State) -> int:
        value = self.step.claimed(state)
        if not isinstance(value, int):
            raise NotExpressible("claimed values that are no whole numbers")
        return int(self._stored(np.array([value]), False)[0])

    def _stored(self, values: NDArray[Any], is_negated: bool) -> NDArray[Any]:
        """Claimed answers as the fold has them: a P-position is won by the other player."""
        if not isinstance(self._fold, Preference):
            return values
        return np.where(values != is_negated, self._fold.seats[1], self._fold.seats[0])

    def part(self, first: int, last: int, tick: Tick) -> Part:
        """The positions whose first component lies between two values."""
        low = self.region.lows[0]
        rows = self._table[first - low : last - low + 1]
        found = self._engine.part(first, last, tick)
        p_value = self._fold.seats[1] if isinstance(self._fold, Preference) else 0
        counts = int(np.count_nonzero(rows >= 0)), int(np.count_nonzero(rows == p_value))
        return Part(*counts, found.wrong, found.least, found.leaving)


def steps_of(step: Step, memory: Memory, tick: Tick) -> Steps:
    """The fast way where it can be gone, the slow one elsewhere; raises `Disagreement` if they differ in a corner."""
    if step.instance.region.size_estimate < MANY:
        return ExactSteps(step)
    from heapwise.engine.grid import Refused

    try:
        _compare(step)
        return CompiledSteps(step, memory, tick)
    except (NotExpressible, Refused):
        return ExactSteps(step)


def _compare(step: Step) -> None:
    """Look at a small corner of the region both ways."""
    region, side = step.instance.region, 0
    while corner(region, side + 1).size_estimate <= _CORNER and side < _CORNER:
        side += 1
    small = corner(region, side)
    there = Step(replace(step.instance, region=small), step.judge)
    ends = (small.lows[0], small.highs[0])
    exact = ExactSteps(there).part(*ends, lambda: None)
    if exact.leaving is not None:
        return  # with a winning option at hand, the fast way does not look for moves that leave
    compiled = CompiledSteps(there, Memory(), lambda: None).part(*ends, lambda: None)
    if compiled != exact:
        raise Disagreement(compiled.least or exact.least or small.highs)


def corner(region: Region, side: int) -> Region:
    """The positions of a region next to its least one."""
    highs = tuple(min(high, low + side) for low, high in zip(region.lows, region.highs, strict=True))
    return replace(region, highs=highs)


def is_outside(region: Region, option: Position) -> bool:
    """Has an option a component that does not lie in the region?"""
    return any(c.state not in region for c in option if c.game is region.game)
