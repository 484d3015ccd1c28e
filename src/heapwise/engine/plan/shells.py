"""Parts of a box of positions that can be looked at by themselves: shells, and what their positions see outside.

A shell lies between two corners: all components are at least those of `outer`, but not all at least those of `inner`.
With corners that differ in the first component alone it is a slab; the shells between a chain of corners make the whole
box. Options of a position lie below it, so no position of a shell sees the box behind `inner`. What it sees outside is
known from the axes along which moves go: a position that lies before `outer` on some axes is seen only if one part of
the plan changes all of these.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import prod

from heapwise.engine.plan.order import OrderKind
from heapwise.engine.plan.parts import Box, Displacement, ListedOptions, Part, Ray, SingleOption, SumSplit, Window
from heapwise.engine.plan.plan import Plan

Axes = frozenset[int]


@dataclass(frozen=True)
class Shell:
    """The corners, counted from the least values of the components."""

    outer: Displacement
    inner: Displacement


@dataclass(frozen=True)
class Piece:
    """A box: its least position, the ends of its components, and whether it belongs to the shell or is only seen."""

    lows: Displacement
    ends: Displacement
    is_own: bool

    @property
    def size(self) -> int:
        """How many positions it has."""
        return prod(max(0, end - low) for low, end in zip(self.lows, self.ends, strict=True))


def axes_to_cut(plan: Plan) -> tuple[int, ...]:
    """The axes on which corners may lie apart from the least position: all, if no move raises a component; else the
    first one, which decides the order; none, where another one does."""
    if plan.order.way is not OrderKind.LISTED or plan.order.axes != tuple(range(plan.size)) or not plan.is_recognised:
        return ()
    return tuple(range(plan.size)) if not any(map(_raises, plan.parts)) else (0,)


def _raises(part: Part) -> bool:
    match part:
        case SingleOption(by=by):
            return min(by) < 0
        case Ray(along=along, first=first):
            return min(*along, *first) < 0
        case Window(along=along):
            return min(along) < 0
    return not isinstance(part, Box)


def moved(part: Part) -> Axes:
    """The axes along which a part of a plan moves."""
    match part:
        case SingleOption(by=by):
            return _changed(by)
        case Ray(along=along, first=first):
            return _changed(along) | _changed(first)
        case Window(along=along):
            return _changed(along)
        case Box(heaps=heaps) | SumSplit(heaps=heaps):
            return frozenset(heaps)
        case ListedOptions():
            return frozenset(part.move.written)


def _changed(vector: Displacement) -> Axes:
    return frozenset(i for i, by in enumerate(vector) if by)


def _reach(part: Part, axis: int) -> float:
    """How far along an axis a part looks back; of a window also what its sets were begun with."""
    match part:
        case SingleOption(by=by):
            return by[axis]
        case Window(along=along, length=length):
            return 2 * length * along[axis]
    return float("inf") if axis in moved(part) else 0


@dataclass(frozen=True)
class View:
    """A shell of a box with what its positions see."""

    plan: Plan
    sides: Displacement
    shell: Shell

    @cached_property
    def begins(self) -> Displacement:
        """From where on the positions before the outer corner are seen, on every axis."""
        reaches = (max((_reach(part, i) for part in self.plan.parts), default=0) for i in range(self.plan.size))
        return tuple(int(max(0, low - reach)) for low, reach in zip(self.shell.outer, reaches, strict=True))

    @cached_property
    def seen(self) -> tuple[Axes, ...]:
        """The sets of axes on which a position that is seen may lie before the outer corner; the empty one first."""
        axes = [i for i, low in enumerate(self.shell.outer) if low > self.begins[i]]
        sets = (frozenset(some) for size in range(len(axes) + 1) for some in combinations(axes, size))
        return tuple(some for some in sets if not some or any(some <= moved(part) for part in self.plan.parts))

    def pieces(self, first: int, stop: int) -> Iterator[Piece]:
        """The positions of the shell, and those that they see, with a first component from `first` below `stop`."""
        for axes in self.seen[1:]:
            lows = tuple(self.begins[i] if i in axes else low for i, low in enumerate(self.shell.outer))
            ends = tuple(self.shell.outer[i] if i in axes else side for i, side in enumerate(self.sides))
            yield from _within(Piece(lows, ends, False), first, stop)
        for axis, end in enumerate(self.shell.inner):
            lows = tuple(self.shell.inner[i] if i < axis else low for i, low in enumerate(self.shell.outer))
            ends = tuple(end if i == axis else side for i, side in enumerate(self.sides))
            yield from _within(Piece(lows, ends, True), first, stop)

    @cached_property
    def sizes(self) -> tuple[int, int]:
        """How many positions the shell has, and how many others they see."""
        found = list(self.pieces(0, self.sides[0]))
        return sum(p.size for p in found if p.is_own), sum(p.size for p in found if not p.is_own)


def _within(piece: Piece, first: int, stop: int) -> Iterator[Piece]:
    lows, ends = (max(first, piece.lows[0]), *piece.lows[1:]), (min(stop, piece.ends[0]), *piece.ends[1:])
    found = Piece(lows, ends, piece.is_own)
    if found.size:
        yield found
