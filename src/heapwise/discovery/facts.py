"""What is known of a game before anything is guessed: its components, and tables that grow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.memory import Memory
from heapwise.engine.slices import Tick
from heapwise.reference.conventions import Play
from heapwise.rules.game import Game
from heapwise.tables import compute
from heapwise.tables.boxes import TableBox, axes
from heapwise.tables.estimate import Estimate

Truths = NDArray[np.bool_]

_FIRST_CELLS = 1 << 10
_MOST_CELLS = 1 << 18
_MOST_INTERPRETED = 1 << 12  # positions where no kernel takes the game


@dataclass(frozen=True)
class Facts:
    """A game under a play, and its values on boxes with equal sides."""

    game: Game
    play: Play
    memory: Memory
    tick: Tick
    _tables: dict[tuple[int, str], NDArray[np.int32]] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def size(self) -> int:
        """The number of components."""
        return len(axes(self.game))

    def places(self, side: Callable[[int], int]) -> Iterator[int]:
        """Matrix of digits, growing; `side` says how many numbers have so many. From a thousand positions on."""
        places = 1
        while side(places) ** self.size <= self.most_cells:
            if side(places + 1) ** self.size > min(_FIRST_CELLS, self.most_cells):
                yield places
            places += 1

    @cached_property
    def most_cells(self) -> int:
        """How large tables get: as large as kernels can fill them at once, if they know the game."""
        side = round(_MOST_CELLS ** (1 / self.size))
        is_fast = Estimate(self.game, side - 1, {}, self.play, "p").is_fast
        return _MOST_CELLS if is_fast else _MOST_INTERPRETED

    def values(self, side: int, want: str = "p") -> NDArray[np.int32]:
        """The values where all components are below `side`; -1 where there is no position, as beyond the end of one."""
        if (side, want) not in self._tables:
            self._tables[side, want] = self._computed(side, want)
        return self._tables[side, want]

    def _computed(self, side: int, want: str) -> NDArray[np.int32]:
        found = axes(self.game)
        highs = tuple(side - 1 if axis.high is None else min(side - 1, axis.high) for axis in found)
        known = compute(self.game, TableBox(found, highs, {}), want, self.play, self.tick, self.memory).values
        beyond = [(0, side - length) for length in known.shape]
        return np.pad(known, beyond, constant_values=-1).astype(np.int32)
