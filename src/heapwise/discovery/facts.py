"""What is known of a game before anything is guessed: its components, and tables that grow."""

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import product
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.memory import Memory
from heapwise.engine.slices import Tick
from heapwise.errors import HeapwiseError
from heapwise.model.regions import LegalRegion
from heapwise.records import Record, field
from heapwise.reference.conventions import Play
from heapwise.rules.game import Game
from heapwise.tables import compute, fast
from heapwise.tables.boxes import TableBox, axes, position_at
from heapwise.tables.estimate import Estimate
from heapwise.terms.evaluate import options

Truths = NDArray[np.bool_]
TableValues = NDArray[np.signedinteger[Any]]

_FEWEST_CELLS, _FIRST_CELLS = 1 << 8, 1 << 10
_MOST_CELLS = 1 << 18
_MOST_CELLS_AT_ALL, _ENOUGH_DIGITS = 1 << 24, 7
_MOST_SECONDS = 1.0  # that a table may take, by the figures of the engine, which know no clock
_PROBE = 4  # components of positions that are looked at for sums
_ALONE = 160  # values of one component alone
_MOST_INTERPRETED, _MOST_OPTIONS = 1 << 12, 1 << 18  # positions where no kernel takes the game, and their options
_LOOKED_AT = 8  # positions whose options are counted


class Facts(Record):
    """A game under a play, and its values on boxes with equal sides."""

    game: Game
    play: Play
    memory: Memory
    tick: Tick
    _tables: dict[tuple[int, str], TableValues] = field(default_factory=dict, compare=False, repr=False)

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
        """How large tables get: as large as kernels can fill them soon, if they know the game; of many components
        larger ones, until there are enough digits."""
        if self.no_table:
            return 0
        most: int = max(_MOST_CELLS, min(2 ** (_ENOUGH_DIGITS * self.size), _MOST_CELLS_AT_ALL))
        plan = self._plan(most)
        if not (plan.is_sequence or (plan.is_fast and self._is_filled)):
            return self._most_interpreted
        while most > _FEWEST_CELLS and plan.engine_seconds > _MOST_SECONDS:
            most >>= self.size
            plan = self._plan(most)
        return most

    @property
    def _is_filled(self) -> bool:
        """Do kernels fill a table? That moves lead out of it, where they do not follow, is seen only then."""
        box, want = self._plan(_MOST_INTERPRETED).box, "p" if self.play.players == 2 else "outcome"
        return fast.fast_values(self.game, box, want, self.play, self.memory) is not None

    @property
    def _most_interpreted(self) -> int:
        """Positions whose options the interpreter can look at soon: there may be as many as ways to split a heap."""
        side = 2
        while (2 * side) ** self.size <= _MOST_INTERPRETED:
            if not self._is_soon_looked_at(2 * side):
                break
            side *= 2
        return int(side**self.size)

    def _is_soon_looked_at(self, side: int) -> bool:
        """Are the options of all positions below a side found soon, by the greatest one and some others? What rules go
        through there may be too much as well."""
        random, most = Random(0), side - 1
        points = [[most] * self.size, *([random.randint(0, most) for _ in axes(self.game)] for _ in range(_LOOKED_AT))]
        known = [position_at(self.game, point) for point in points]
        try:
            largest = max((len(options(position)) for position in known if position is not None), default=0)
        except HeapwiseError:
            return False
        cells: int = side**self.size
        return cells * largest <= _MOST_OPTIONS

    @cached_property
    def no_table(self) -> str:
        """Why no table holds the positions: they go below 0, or become sums whose values do not follow from those of
        their parts."""
        if any(axis.low < 0 for axis in axes(self.game)):
            return "components go below 0, where no table begins"
        return "positions become sums, which no table holds" if has_sums(self.game) and not self.play.is_normal else ""

    def _plan(self, cells: int) -> Estimate:
        side = round(cells ** (1 / self.size))
        return Estimate(self.game, side - 1, {}, self.play, "p" if self.play.players == 2 else "outcome")

    def values(self, side: int, want: str = "p") -> TableValues:
        """The values where all components are below `side`; -1 where there is no position, as beyond the end of one."""
        if (side, want) not in self._tables:
            self._tables[side, want] = self._computed(side, want)
        return self._tables[side, want]

    @cached_property
    def stays_alone(self) -> bool:
        """Is it seen that no move leads from a position with one component to one beyond it or with others? Otherwise
        the values of one component need those of very many positions."""
        if self.game.layout.has_positions:
            return False
        bounds = ([_PROBE if i == axis else 0 for i in range(self.size)] for axis in range(self.size))
        return all(LegalRegion(self.game, highs).is_closed for highs in bounds)

    def values_alone(self, axis: int, upto: int = _ALONE) -> NDArray[np.int64]:
        """The values of one component alone, all others being 0."""
        found = axes(self.game)
        most = upto if (high := found[axis].high) is None else min(upto, high)
        highs = tuple(most if i == axis else 0 for i in range(self.size))
        known = compute(self.game, TableBox(found, highs, {}), "grundy", self.play, self.tick, self.memory).values
        found_alone: NDArray[np.int64] = known.reshape(-1).astype(np.int64)
        return found_alone

    def _computed(self, side: int, want: str) -> TableValues:
        found = axes(self.game)
        highs = tuple(side - 1 if axis.high is None else min(side - 1, axis.high) for axis in found)
        known = compute(self.game, TableBox(found, highs, {}), want, self.play, self.tick, self.memory).values
        beyond = [(0, side - length) for length in known.shape]
        narrow: TableValues = known.astype(np.int8 if want == "p" else np.int32, copy=False)
        return np.pad(narrow, beyond, constant_values=-1) if any(map(any, beyond)) else narrow


def has_sums(game: Game) -> bool:
    """Does a small position have an option of several components? Moves that write components never make one."""
    if all(move.result is None for move in game.schema.body.moves):
        return False
    highs = [_PROBE if high is None else min(high, _PROBE) for high in game.layout.highs]
    states = product(*(range(low, high + 1) for low, high in zip(game.layout.lows, highs, strict=True)))
    legal = (state for state in states if game.is_legal(state))
    return any(len(option) > 1 for state in legal for option in game.options(state))
