"""Into which parts the method `local` cuts the region of one instance for several processes, and whether that pays.

The parts are shells (`engine/plan/shells.py`), and a process is a hand. Positions of a shell have options outside of
it, whose claimed values every hand computes for itself. So that chain of shells is taken of which the last hand is done
soonest; and where this double work, and the start of processes, eat what the hands would save, nothing is cut.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod
from time import perf_counter

from heapwise.checks.claimed_values import ClaimedValues
from heapwise.engine.costs import seconds_to_value
from heapwise.engine.grid.check_shells import chain
from heapwise.engine.grid.check_values import words_for
from heapwise.engine.grid.planned import plan_for, sides_of
from heapwise.engine.plan import Displacement, Plan
from heapwise.engine.plan.shells import Shell, View, axes_to_cut

START = 2.0  # seconds until another process has read the texts and has its kernels
_GAIN = 0.85  # of the time of one hand; what saves less is not worth it
_MOST_HANDS = 32
_SAMPLE = 1 << 15  # positions at which it is seen how long the formula takes
_FEEDING = 0.4  # of the time to find what follows from the options goes into putting a value into sets
_HALVINGS = 12


@dataclass(frozen=True)
class Costs:
    """Seconds for a position of a shell, for one that is only seen, and until another hand begins."""

    own: float
    seen: float
    start: float

    def of(self, view: View, *, is_first: bool) -> float:
        """Seconds until a shell is done; the first one is looked at here."""
        own, seen = view.sizes
        return own * self.own + seen * self.seen + (0 if is_first else self.start)


def shells_for(claimed: ClaimedValues, hands: int) -> list[Shell]:
    """The shells for so many hands, of which one is here already; none where that is no gain."""
    region = claimed.region
    plan = None if region.game is None else plan_for(region.game, claimed.fold)
    if plan is None or hands < 2 or not axes_to_cut(plan):
        return []
    sides, costs = sides_of(plan.game, region.highs), costs_of(claimed, plan)
    alone = prod(sides) * costs.own
    if alone <= costs.start:
        return []
    chains = [_shortest(plan, sides, axes, costs, min(hands, _MOST_HANDS)) for axes in {(0,), axes_to_cut(plan)}]
    seconds, shells = min(chains, key=lambda found: found[0])
    return shells if seconds <= _GAIN * alone else []


def costs_of(claimed: ClaimedValues, plan: Plan) -> Costs:
    """What positions cost: the formula is timed in the far corner, of the kernel it is known."""
    region = claimed.region
    side = max(1, int(_SAMPLE ** (1 / plan.size)))
    lows = (max(low, high + 1 - side) for low, high in zip(region.lows, region.highs, strict=True))
    corner, times = replace(region, lows=tuple(lows)), []
    for _ in range(3):
        begin = perf_counter()
        values = claimed.of(corner, lambda: None)
        times.append((perf_counter() - begin) / values.size)
    kernel = seconds_to_value(plan.parts, words_for(int(values.max(initial=0))))
    return Costs(min(times) + kernel, min(times) + _FEEDING * kernel, START)


def _shortest(
    plan: Plan, sides: Displacement, axes: tuple[int, ...], costs: Costs, hands: int
) -> tuple[float, list[Shell]]:
    """The chain with corners on some axes of which the last shell is done soonest, and when."""
    zero = (0,) * len(sides)

    def corner(place: float) -> Displacement:
        return tuple(round(place * side) if i in axes else 0 for i, side in enumerate(sides))

    def chain_in(seconds: float) -> list[Shell] | None:
        """As much as fits into the time goes to one hand after the other; None if that is not all."""
        corners, place = [zero], 0.0
        for hand in range(hands):
            outer = corners[-1]

            def is_done(to: float, outer: Displacement = outer, hand: int = hand) -> bool:
                view = View(plan, sides, Shell(outer, corner(to)))
                return costs.of(view, is_first=hand == 0) <= seconds

            place = 1.0 if is_done(1.0) else _largest(is_done, place)
            corners += [corner(place)] if corner(place) != outer else []
            if place == 1.0:
                return chain(corners)
        return None

    low, high, best = 0.0, prod(sides) * costs.own, [Shell(zero, corner(1.0))]
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        found = chain_in(middle)
        low, high, best = (middle, high, best) if found is None else (low, middle, found)
    return high, best


def _largest(holds: Callable[[float], bool], low: float) -> float:
    """About the largest place up to which something holds, from one where it does."""
    high = 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
