"""Keys: for the parts of a plan, the numbers of the sets of values that positions read and write.

A set belongs to a line, to a sum of components or to the corner of a box. Positions with the same key share it, and
what a position reads are exactly its options: at 3,5,7 in Nim the set of the line (3,5,*) has the values of (3,5,0) to
(3,5,6) when the position is reached. Set 0 stays empty: it is read where there is no such line.
"""

from collections.abc import Sequence
from functools import cached_property
from math import prod

import numpy as np

from heapwise.arrays import Array
from heapwise.engine.levels.masks import form_on, holds_on
from heapwise.engine.plan import Box, Displacement, ListedOptions, Part, Plan, Ray, SingleOption, SumSplit, Window
from heapwise.engine.plan.parts import lowers_total
from heapwise.model.conditions import FALSE, TRUE, Condition
from heapwise.model.ground import GroundMove
from heapwise.records import Record, dataclass, field

_MOST_SETS = 1 << 27
_LONGEST_WINDOW = 64  # options of a window, which are looked up one by one


class NotByLevels(Exception):
    """The table cannot be filled total by total, or not in this memory."""


class LevelCells(Record):
    """Positions: `places` has their components counted from the least values, an array for each component. The arrays
    are broadcast against each other, as those of `np.ogrid`, so that what depends on one component is computed once."""

    plan: Plan
    sides: tuple[int, ...]
    places: tuple[Array, ...]

    @classmethod
    def of_box(cls, plan: Plan, sides: tuple[int, ...]) -> "LevelCells":
        """All positions of a box."""
        return cls(plan, sides, tuple(np.ogrid[tuple(slice(0, n) for n in sides)]) if sides else ())

    @cached_property
    def values(self) -> tuple[Array, ...]:
        """The components as they are."""
        return tuple(place + low for place, low in zip(self.places, self.plan.game.lows, strict=True))

    @cached_property
    def totals(self) -> Array:
        """The sums of the components, counted from the least one."""
        return total_of(self.places)

    def back(self, taken: Displacement) -> tuple[Array, ...]:
        """The places of what is left when so much is taken."""
        return tuple(place - t for place, t in zip(self.places, taken, strict=True))

    def is_inside(self, taken: Displacement) -> Array:
        """Is what is left in the table's ranges?"""
        inside = np.array(True)
        for place, side, t in zip(self.places, self.sides, taken, strict=True):
            inside = inside & (place >= t) if t > 0 else inside & (place < side + t) if t < 0 else inside
        return inside

    def holds(self, condition: Condition) -> Array:
        """Where a condition holds."""
        return holds_on(condition, self.values)


class BoxCorner(Record):
    """A box: the column of its corners, and how far before a corner those lie whose sets it contains."""

    own: Array
    below: tuple[int, ...]


class LateOption(Record):
    """Options that begin further on: when a position is reached, the value at `source` joins the set `own`."""

    own: Array
    source: Array


def come_by_levels(part: Part) -> bool:
    """Have the options smaller totals than their positions, as far as can be seen before any is looked at?"""
    is_long = isinstance(part, Window) and part.length > _LONGEST_WINDOW
    return lowers_total(part) is not False and not is_long


@dataclass
class PositionKeys:
    """Columns, with a number for every position of a box: `reads` and `pushes` are sets, `steps` are the places of
    single options in the table, -1 where there is none. `shared` are sets that several positions of one total push to.
    `moves` are those whose options are listed."""

    plan: Plan
    sides: tuple[int, ...]
    cells: LevelCells
    sets: int = 1
    corners: list[BoxCorner] = field(default_factory=list)
    lates: list[LateOption] = field(default_factory=list)
    reads: list[Array] = field(default_factory=list)
    pushes: list[Array] = field(default_factory=list)
    shared: list[Array] = field(default_factory=list)
    steps: list[Array] = field(default_factory=list)
    moves: list[GroundMove] = field(default_factory=list)
    _sums: dict[tuple[int, ...], int] = field(default_factory=dict)  # the first set of those by the sum of some heaps

    @classmethod
    def of(cls, plan: Plan, sides: tuple[int, ...]) -> "PositionKeys":
        """The keys of a box; raises `NotByLevels`."""
        keys = cls(plan, sides, LevelCells.of_box(plan, sides))
        for part in plan.parts:
            keys._add(part)
            if keys.sets > _MOST_SETS:
                raise NotByLevels
        return keys

    def _add(self, part: Part) -> None:
        if not come_by_levels(part):
            raise NotByLevels
        match part:
            case SingleOption(by=by, guard=guard):
                self.steps.append(self._target(by, guard))
            case Window(guard=guard):
                self.steps += [self._target(option.by, guard) for option in part.options]
            case Ray():
                self._line(part)
            case Box():
                self._corner(part)
            case SumSplit():
                self._sum(part)
            case ListedOptions(move=move):
                self.moves.append(move)

    def index(self, places: Sequence[Array]) -> Array:
        """Where positions stand in the table."""
        return _number(list(zip(places, self.sides, strict=True)))

    def _target(self, by: Displacement, guard: Condition = TRUE) -> Array:
        """The place of one option."""
        cells = self.cells
        return self._column(np.where(cells.is_inside(by) & cells.holds(guard), self.index(cells.back(by)), -1))

    def _column(self, numbers: Array) -> Array:
        """A number for every position."""
        return np.broadcast_to(numbers.astype(np.int32), self.sides)

    def _new_sets(self, extents: Sequence[int]) -> int:
        first = self.sets
        self.sets += prod(extents)
        return first

    def _line(self, ray: Ray) -> None:
        """The lines of a direction."""
        pivot, sides, cells = ray.pivot, self.sides, self.cells
        slopes = [taken // ray.stride * (ray.along[pivot] // ray.stride) for taken in ray.along]
        others = [axis for axis in range(len(sides)) if axis != pivot]
        least = {axis: -max(0, slopes[axis]) * (sides[pivot] - 1) for axis in others}
        extents = [sides[axis] + abs(slopes[axis]) * (sides[pivot] - 1) for axis in others] + [ray.stride]
        first = self._new_sets(extents)
        lag = (0,) * len(sides) if ray.is_immediate else ray.first
        places = cells.back(lag)
        digits = [places[axis] - slopes[axis] * places[pivot] - least[axis] for axis in others]
        number = first + _number(list(zip([*digits, places[pivot] % ray.stride], extents, strict=True)))
        own = self._column(number if ray.is_immediate else np.where(cells.is_inside(lag), number, 0))
        self._read(own, ray.guard)
        self._written(own, lag, is_immediate=ray.is_immediate)

    def _written(self, own: Array, lag: Displacement, *, is_immediate: bool) -> None:
        if is_immediate:
            self.pushes.append(own)
        else:
            self.lates.append(LateOption(own, self._target(lag)))

    def _corner(self, box: Box) -> None:
        """The corners of boxes; each component that is lowered has one border that stays empty."""
        sides, cells = self.sides, self.cells
        extents = [side + (axis in box.heaps) for axis, side in enumerate(sides)]
        first = self._new_sets(extents)
        places = cells.back(box.first)
        digits = [(places[axis] + (axis in box.heaps), extents[axis]) for axis in range(len(sides))]
        own = self._column(np.where(cells.is_inside(box.first), first + _number(digits), 0))
        self._read(own, box.guard)
        self.corners.append(BoxCorner(own, tuple(prod(extents[axis + 1 :]) for axis in box.heaps)))
        self._written(own, box.first, is_immediate=box.is_immediate)

    def _sum(self, split: SumSplit) -> None:
        """The sums of some components, the others being given."""
        cells, others = self.cells, [axis for axis in range(len(self.sides)) if axis not in split.heaps]
        extents = [*(self.sides[axis] for axis in others), sum(self.sides[i] for i in split.heaps)]
        given = [(cells.places[axis], self.sides[axis]) for axis in others]
        is_new = split.heaps not in self._sums
        first = self._sums.setdefault(split.heaps, self.sets)
        own = total_of([cells.places[i] for i in split.heaps])
        asked = form_on(split.total, cells.values) - sum(self.plan.game.lows[i] for i in split.heaps)
        speaks = (asked >= 0) & (asked < extents[-1]) & cells.holds(split.guard)
        if (speaks & (asked >= own)).any():
            raise NotByLevels  # not every option has a smaller total
        number = first + _number([*given, (np.where(speaks, asked, 0), extents[-1])])
        self.reads.append(self._column(np.where(speaks, number, 0)))
        if is_new:
            self._new_sets(extents)
            self.shared.append(self._column(first + _number([*given, (own, extents[-1])])))

    def _read(self, own: Array, guard: Condition) -> None:
        """A set is read, if the guard holds."""
        self.reads.append(own if guard == TRUE else self._column(np.where(self.cells.holds(guard), own, 0)))

    @property
    def columns(self) -> int:
        """How many there are."""
        own = len(self.corners) + 2 * len(self.lates) + len(self.steps) + (len(self.sides) if self.moves else 0)
        return own + len(self.reads) + len(self.pushes) + len(self.shared)

    def holes(self) -> Array | None:
        """Which positions are not legal; None if all are."""
        legal = self.plan.game.legal
        return None if legal == TRUE else ~np.broadcast_to(self.cells.holds(legal), self.sides)

    def ends(self) -> Array | None:
        """Where play ends whatever moves there are; None if nowhere."""
        ends = self.plan.game.ends
        return None if ends == FALSE else np.broadcast_to(self.cells.holds(ends), self.sides)


def _number(digits: Sequence[tuple[Array, int]]) -> Array:
    """One number for some digits, each with the number of its values."""
    number: Array = np.zeros((), dtype=np.int64)
    for digit, extent in digits:
        number = number * extent + digit
    return number


def total_of(columns: Sequence[Array]) -> Array:
    """Their sum."""
    return sum(columns, start=np.zeros((), dtype=np.int64))
