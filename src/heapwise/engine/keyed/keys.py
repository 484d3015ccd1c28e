"""Keys: for the parts of a plan, the numbers of the sets of values that positions read and write.

A set belongs to a line, to a sum of components or to the corner of a box. Positions with the same key share it, and
what a position reads are exactly its options. A column holds one number for every position at hand, or -1 where there
is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import prod

import numpy as np

from heapwise.engine.keyed.masks import Array, form_on, holds_on
from heapwise.engine.plan import Box, Listed, Plan, Ray, Split, Step, Vector, Way, Window
from heapwise.model.conditions import FALSE, TRUE, Condition

_MOST_SETS = 1 << 27


class Unkeyed(Exception):
    """Some part has no keys here, or too many."""


Column = Callable[["Cells"], Array]


@dataclass(frozen=True)
class Cells:
    """The positions at hand: their components, from 0 on and as they are, in arrays that meet as numpy has it."""

    plan: Plan
    sides: tuple[int, ...]
    places: tuple[Array, ...]

    @cached_property
    def values(self) -> tuple[Array, ...]:
        """The components."""
        return tuple(place + low for place, low in zip(self.places, self.plan.game.lows, strict=True))

    def back(self, taken: Vector) -> tuple[Array, ...]:
        """The places of what is left when so much is taken."""
        return tuple(place - t for place, t in zip(self.places, taken, strict=True))

    def is_inside(self, taken: Vector) -> Array:
        """Is what is left in the table's ranges?"""
        inside = np.array(True)
        for place, side, t in zip(self.places, self.sides, taken, strict=True):
            inside = inside & (place >= t) if t > 0 else inside & (place < side + t) if t < 0 else inside
        return inside

    def holds(self, condition: Condition) -> Array:
        """Where a condition holds."""
        return holds_on(condition, self.values)


@dataclass
class Keys:
    """What the kernel needs to know of a plan and the sides of a table.

    A column is computed once, whoever uses it: `boxes` are those of corners, each with the distances in `below` to the
    corners whose sets it contains; of `lates` the value at an index is put into a set only when a position is reached
    that has it as an option; `reads` and `pushes` are sets, `steps` indices of single options. `holes` and `ends`
    say which positions are none, and where play ends.
    """

    plan: Plan
    sides: tuple[int, ...]
    sets: int = 0
    sums: dict[tuple[int, ...], int] = field(default_factory=dict)  # the first set of those by the sum of some heaps
    columns: list[Column] = field(default_factory=list)
    boxes: list[int] = field(default_factory=list)
    below: list[tuple[int, ...]] = field(default_factory=list)
    lates: list[tuple[int, int]] = field(default_factory=list)
    reads: list[int] = field(default_factory=list)
    pushes: list[int] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        for part in self.plan.parts:
            match part:
                case Step():
                    self.steps.append(self._column(self._target(part.by, part.guard)))
                case Ray():
                    self._line(part)
                case Box():
                    self._corner(part)
                case Split():
                    self._sum(part)
                case Window() | Listed():
                    raise Unkeyed
        if self.sets > _MOST_SETS:
            raise Unkeyed

    def index(self, places: Sequence[Array]) -> Array:
        """Where entries stand in the table, which lies in the order of the plan's axes."""
        return _number([(places[axis], self.sides[axis]) for axis in self.plan.order.axes])

    def numbers(self, cells: Cells) -> Array:
        """All columns, a row for every position."""
        shape = np.broadcast_shapes(*(place.shape for place in cells.places))
        rows = np.empty((*shape, len(self.columns)), dtype=np.int32)
        for k, column in enumerate(self.columns):
            rows[..., k] = column(cells)
        return rows.reshape(prod(shape), len(self.columns))

    def _column(self, column: Column) -> int:
        self.columns.append(column)
        return len(self.columns) - 1

    def _target(self, by: Vector, guard: Condition = TRUE) -> Column:
        """The index of one option."""
        return lambda cells: np.where(cells.is_inside(by) & cells.holds(guard), self.index(cells.back(by)), -1)

    def _new_sets(self, extents: Sequence[int]) -> int:
        first = self.sets
        self.sets += prod(extents)
        return first

    def _line(self, ray: Ray) -> None:
        """The lines of a direction."""
        pivot, sides = ray.pivot, self.sides
        slopes = [taken // ray.stride * (ray.along[pivot] // ray.stride) for taken in ray.along]
        others = [axis for axis in self.plan.order.axes if axis != pivot]
        least = {axis: -max(0, slopes[axis]) * (sides[pivot] - 1) for axis in others}
        extents = [sides[axis] + abs(slopes[axis]) * (sides[pivot] - 1) for axis in others] + [ray.stride]
        first = self._new_sets(extents)
        lag = (0,) * len(sides) if ray.is_immediate else ray.first

        def line(cells: Cells) -> Array:
            places = cells.back(lag)
            digits = [places[axis] - slopes[axis] * places[pivot] - least[axis] for axis in others]
            number = first + _number(list(zip([*digits, places[pivot] % ray.stride], extents, strict=True)))
            return number if ray.is_immediate else np.where(cells.is_inside(lag), number, -1)

        own = self._column(line)
        self._read(own, line, ray.guard)
        if ray.is_immediate:
            self.pushes.append(own)
        else:
            self.lates.append((own, self._column(self._target(lag))))

    def _corner(self, box: Box) -> None:
        """The corners of boxes, for the present value of the component that changes slowest of those in the box."""
        axes, sides = self.plan.order.axes, self.sides
        slowest = next(axis for axis in axes if axis in box.heaps)
        others = [axis for axis in axes if axis != slowest]
        extents = [sides[axis] + (axis in box.heaps) for axis in others]
        first = self._new_sets(extents)

        def corner(cells: Cells) -> Array:
            places = cells.back(box.first)
            digits = [(places[axis] + (axis in box.heaps), n) for axis, n in zip(others, extents, strict=True)]
            return np.where(cells.is_inside(box.first), first + _number(digits), -1)

        own = self._column(corner)
        self._read(own, corner, box.guard)
        self.boxes.append(own)
        strides = [prod(extents[k + 1 :]) for k in range(len(others))]
        self.below.append(tuple(s for s, axis in zip(strides, others, strict=True) if axis in box.heaps))
        if box.is_immediate:
            self.pushes.append(own)
        else:
            self.lates.append((own, self._column(self._target(box.first))))

    def _sum(self, split: Split) -> None:
        """The sums of some components, the others being given."""
        others = [axis for axis in self.plan.order.axes if axis not in split.heaps]
        extents = [*(self.sides[axis] for axis in others), sum(self.sides[i] for i in split.heaps)]
        is_new = split.heaps not in self.sums
        first = self.sums.setdefault(split.heaps, self.sets)
        least = sum(self.plan.game.lows[i] for i in split.heaps)

        def line(cells: Cells, digit: Array) -> Array:
            digits = [cells.places[axis] for axis in others]
            number = first + _number(list(zip([*digits, digit], extents, strict=True)))
            return np.where((digit >= 0) & (digit < extents[-1]), number, -1)

        asked = self._column(lambda cells: line(cells, form_on(split.total, cells.values) - least))
        self._read(asked, self.columns[asked], split.guard)
        if is_new:
            self._new_sets(extents)
            own = self._column(lambda cells: line(cells, _total([cells.places[i] for i in split.heaps])))
            self.pushes.append(own)

    def _read(self, own: int, column: Column, guard: Condition) -> None:
        """A set is read, if the guard holds."""
        if guard != TRUE:
            own = self._column(lambda cells: np.where(cells.holds(guard), column(cells), -1))
        self.reads.append(own)

    def holes(self, cells: Cells) -> Array:
        """Which positions are not legal."""
        return ~cells.holds(self.plan.game.legal)

    def ends(self, cells: Cells) -> Array:
        """Where play ends, whatever moves there are."""
        return cells.holds(self.plan.game.ends)

    @property
    def has_ends(self) -> bool:
        """Does the game end by a condition of its own?"""
        return self.plan.game.ends != FALSE

    @property
    def has_holes(self) -> bool:
        """Are there positions that are not legal?"""
        return self.plan.game.legal != TRUE

    @property
    def is_sliced(self) -> bool:
        """Is the table filled as it lies?"""
        return self.plan.order.way is Way.LISTED


def _number(digits: Sequence[tuple[Array, int]]) -> Array:
    """One number for some digits, each with the number of its values."""
    number: Array = np.zeros((), dtype=np.int64)
    for digit, extent in digits:
        number = number * extent + digit
    return number


def _total(columns: Sequence[Array]) -> Array:
    return sum(columns, start=np.zeros((), dtype=np.int64))
