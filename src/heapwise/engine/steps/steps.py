"""Claimed values of a box, compared with what the definition makes of them."""

from __future__ import annotations

from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.grid import Refused
from heapwise.engine.grid.kernel import DONE, ILLEGAL, workspace
from heapwise.engine.grid.listed import code_of, settings, strides, wanted
from heapwise.engine.slices import Tick, slices
from heapwise.engine.steps.kernel import LEAST, LEAVING, WRONG, compare
from heapwise.records import dataclass
from heapwise.reference.conventions import Fold
from heapwise.rules.game import Game
from heapwise.terms.position import State

_LEAST_WIDTH, _MOST_WIDTH = 1 << 10, 1 << 20


@dataclass(frozen=True)
class StepsFound:
    """What a part of the box showed: positions with another value than the definition gives, the least of them by
    total and then in order, or the position from which a move leads out of the box (then nothing else is known)."""

    wrong: int = 0
    least: State | None = None
    leaving: State | None = None


class Steps:
    """The claimed values of a box under one convention; positions that do not belong to it are marked by -1."""

    def __init__(self, game: Game, lows: tuple[int, ...], claimed: NDArray[np.int32], fold: Fold) -> None:
        """Raises `Refused` for a game, a convention or values that the kernel does not take."""
        self.lows, self.shape = lows, claimed.shape
        highs = tuple(low + side - 1 for low, side in zip(lows, claimed.shape, strict=True))
        self._code, grounded = code_of(game, highs)
        self._kind, *self._how = settings(fold, any(move.result is not None for move in grounded.moves))
        self._wanted = wanted(fold)
        self._table = claimed.reshape(-1)
        self._table[self._table < 0] = ILLEGAL

    @cached_property
    def _width(self) -> int:
        top = int(self._table.max(initial=0))
        if top >= _MOST_WIDTH:
            raise Refused("some claimed values are large")
        return max(_LEAST_WIDTH, 1 << top.bit_length())

    def part(self, first: int, last: int, tick: Tick = lambda: None) -> StepsFound:
        """What the positions show whose first component lies between two values. `tick` may raise to stop the work."""
        row = prod(self.shape[1:])
        at, stop = (first - self.lows[0]) * row, (last - self.lows[0] + 1) * row
        found = np.zeros(4, np.int64)
        box = np.array([self.lows, self.shape, strides(self.shape)], dtype=np.int64)
        room = workspace(self._code, box, self._kind, self._wanted, self._width)
        for start, end in slices(at, stop, tick, 1 << 10):
            if compare(self._code, box, self._table, start, end, found, *self._how, room) != DONE:
                return StepsFound(leaving=self._state(found[LEAVING]))
        return StepsFound(int(found[WRONG]), self._state(found[LEAST]) if found[WRONG] else None)

    def _state(self, index: Any) -> State:
        return tuple(int(i) + low for i, low in zip(np.unravel_index(index, self.shape), self.lows, strict=True))
