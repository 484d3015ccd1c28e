"""One step of the definition at every position of a box, with claimed values in the place of computed ones.

A claim says that the options of (1, 2) have the values 2, 1, 2, 1; then (1, 2) must have the least value that is
missing, 0. Where each position has the value that its options' claimed values give, and no move leaves the box, the
claim is true of all of them. Parts of a box can be looked at in any order and by anybody: nothing that one finds is
needed by others.
"""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.costs import AS_PYTHON, MOST_LOOPS, UNROLLED, seconds_to_compile
from heapwise.engine.grid.choice import looked_up
from heapwise.engine.grid.grid import Refused
from heapwise.engine.grid.models import model_for
from heapwise.engine.grid.planned import task_for
from heapwise.engine.jit import is_compiled, is_kept, seconds_to_start
from heapwise.engine.kernels.kernel_kind import KernelKind
from heapwise.engine.kernels.load import kernel_of, text_of
from heapwise.engine.kernels.run import OutsideTable, Rooms
from heapwise.engine.kernels.widths import FillTask, Width
from heapwise.engine.plan import Plan, listed_plan
from heapwise.engine.slices import Tick, slices
from heapwise.records import Record
from heapwise.reference.conventions import Fold
from heapwise.rules.game import Game
from heapwise.terms.position import State

_MOST_VALUE = 1 << 20


class StepsFound(Record):
    """What a part of the box showed: positions with another value than the definition gives, the least of them by
    total and then in order, or the position from which a move leads out of the box (then nothing else is known)."""

    wrong: int = 0
    least: State | None = None
    leaving: State | None = None


class Steps:
    """The claimed values of a box under one convention; positions that do not belong to it are marked by -1."""

    def __init__(
        self, game: Game, lows: tuple[int, ...], claimed: NDArray[np.int32], fold: Fold, positions: int = 0
    ) -> None:
        """Raises `Refused` for a game, a convention or values that the kernel does not take. It is compiled where
        that is worth it for so many positions, else for those of the box."""
        self.lows, self.shape = lows, claimed.shape
        if len(self.shape) > MOST_LOOPS:
            raise Refused("there are more heaps than loops of a kernel inside each other")
        plan = _plan(game, tuple(low + side - 1 for low, side in zip(lows, claimed.shape, strict=True)))
        if plan.has_sums and not fold.adds:
            raise Refused("moves lead to sums, whose values do not add under this convention")
        task = task_for(plan, self.shape, fold, (), has_holes=True, is_check=True)
        top = int(claimed.max(initial=0))
        if top >= _MOST_VALUE or (task.shape.has_best and 1 << top >= len(task.best)):
            raise Refused("some claimed values are large")
        width = _width(task, top)
        shape, options = width.shape(task.shape), (positions or claimed.size) * looked_up(plan, self.shape)
        kernel = kernel_of(plan, shape, is_compiled=_is_worth_it(plan, shape, options))
        self._table, self._best = claimed.reshape(-1), task.best
        self._rooms = Rooms(kernel, self.shape, width, on_disk=True)

    def part(self, first: int, last: int, tick: Tick = lambda: None) -> StepsFound:
        """What the positions show whose first component lies between two values. `tick` may raise to stop the work."""
        bad = np.array([0, 1 << 60, -1], dtype=np.int64)
        try:
            for start, stop in slices(first - self.lows[0], last - self.lows[0] + 1, tick):
                self._rooms.fill(start, stop, self._table, self._best, 0, bad)
        except OutsideTable:
            return StepsFound(leaving=self._state(bad[2]))
        return StepsFound(int(bad[0]), self._state(bad[2]) if bad[0] else None)

    def _state(self, index: Any) -> State:
        return tuple(int(i) + low for i, low in zip(np.unravel_index(index, self.shape), self.lows, strict=True))


@lru_cache(maxsize=64)
def _plan(game: Game, highs: tuple[int, ...]) -> Plan:
    return listed_plan(model_for(game, highs))


def _width(task: FillTask, top: int) -> Width:
    """Values of bits in more words than have lines of their own, so that one kernel serves for all values."""
    if task.shape.lost is not None:
        return Width(2, np.int32, has_nothing=True, is_bits=False)
    return Width(1 if task.shape.has_best else 1 << max(top // 64, UNROLLED).bit_length(), np.int32, has_nothing=True)


def _is_worth_it(plan: Plan, shape: KernelKind, options: float) -> bool:
    """Is it sooner to compile or load a kernel than to run it as it stands, for so many options?"""
    start = seconds_to_start(seconds_to_compile(plan), is_kept=is_kept(text_of(plan, shape)))
    return is_compiled() and options * AS_PYTHON > start
