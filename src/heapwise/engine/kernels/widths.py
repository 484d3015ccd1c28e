"""What a kernel is to fill, and how wide its sets and entries are: first a guess, then wider as values need it."""

from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.costs import UNROLLED
from heapwise.engine.kernels.kernel_kind import KernelKind
from heapwise.engine.plan import Box, OrderKind, Part, Plan, Ray, SingleOption, SumSplit, Window
from heapwise.engine.plan.parts import lowers_total
from heapwise.model.conditions import TRUE
from heapwise.records import Record, replace

_DTYPES = (np.uint8, np.uint16, np.uint32)


class FillTask(Record):
    """What is to be filled: the sides of the table, what to look up by the set of the options' values (empty where the
    least value that is not in it is meant), and whether the kernel is compiled. `holes` is True at positions that are
    not in the table, besides those that are not legal; where positions are walked through by their sum, `total` is the
    greatest one, of components counted from their least values, that is in the table. `is_packed`: the values of sorted
    positions are wanted as they are, one after another, not in a table of all positions."""

    plan: Plan
    sides: tuple[int, ...]
    shape: KernelKind
    best: NDArray[Any]
    holes: NDArray[Any] | None = None
    is_compiled: bool = True
    total: int | None = None
    is_packed: bool = False


class Width(Record):
    """Words in a set and the type of the table's entries. `nothing` marks positions that are not in the table;
    `is_bits`: the words have a bit for every value, else any value fits into them."""

    words: int
    dtype: type
    has_nothing: bool
    is_bits: bool = True

    @property
    def nothing(self) -> int:
        """The mark, or a number that no entry can be."""
        return int(np.iinfo(self.dtype).max) if self.has_nothing and self.dtype in _DTYPES else -1

    @property
    def limit(self) -> int:
        """The least value that does not fit."""
        return min(64 * self.words, self._room) if self.is_bits else self._room

    @property
    def _room(self) -> int:
        return int(np.iinfo(self.dtype).max) + (not self.has_nothing)

    def wider(self) -> "Width":
        """The next one, where values reach the limit."""
        if self.limit == self._room:
            return replace(self, dtype=_DTYPES[_DTYPES.index(self.dtype) + 1])
        return replace(self, words=2 * self.words)

    def shape(self, shape: KernelKind) -> KernelKind:
        """The shape with these words."""
        return shape if shape.has_best else replace(shape, words=self.words if self.words <= UNROLLED else 0)


def first_width(task: FillTask) -> Width:
    """A width to begin with."""
    has_nothing = task.shape.has_holes or task.total is not None or task.plan.game.legal != TRUE
    if task.shape.has_best:
        return Width(1, np.uint8, has_nothing)
    if task.shape.lost is not None:
        return Width(2, _dtype_for(longest_play(task.plan, task.sides) or 0, has_nothing), has_nothing, is_bits=False)
    side, most = max(task.sides, default=1), _most_value(task)
    likely = max((_likely_value(part, task.sides) for part in task.plan.parts), default=0)
    words = min(likely, side if most is None else most) // 64 + 1
    if words > UNROLLED:
        words = most // 64 + 1 if most is not None else 2 * words
    if words <= UNROLLED or task.plan.has_sums:  # a nim-sum needs no more words than its values, if these are 2^n
        words = 1 << (words - 1).bit_length()
    return Width(words, _dtype_for(64 * words - 1, has_nothing), has_nothing)


def _dtype_for(most: int, has_nothing: bool) -> type:
    """The type of entries up to `most`, and a mark if there is one."""
    return next(dtype for dtype in _DTYPES if np.iinfo(dtype).max >= most + has_nothing)


def _likely_value(part: Part, sides: tuple[int, ...]) -> int:
    """How large values are, as a rule: not larger than heaps where one heap is changed, a little larger where some are
    replaced, small where nothing is left alone, and up to the longest play where moves lower several heaps."""
    match part:
        case Ray(along=along):
            return sum(n - 1 for n, taken in zip(sides, along, strict=True) if taken)
        case Box():
            return sum(sides) - len(sides)
        case SumSplit(heaps=heaps):
            return max(sides) * 5 // 4 if len(heaps) < len(sides) else 0
    return max(sides) - 1


def longest_play(plan: Plan, sides: tuple[int, ...]) -> int | None:
    """A bound on the number of moves in a row, where every move is known to take something from the sum."""
    takes = all(map(lowers_total, plan.parts)) or plan.order.way is not OrderKind.LISTED
    return sum(sides) - len(sides) if takes else None


def _most_options(part: Part, sides: tuple[int, ...]) -> int | None:
    """A bound on the number of options of a part, where there is an easy one."""
    match part:
        case SingleOption():
            return 1
        case Ray(pivot=pivot):
            return sides[pivot]
        case Window(length=length):
            return length
        case Box(heaps=heaps):
            return prod(sides[i] for i in heaps)
    return None


def _most_value(task: FillTask) -> int | None:
    """A bound on the least value that no option has: neither options nor moves in a row are more."""
    options = [_most_options(part, task.sides) for part in task.plan.parts]
    number = None if None in options else sum(n or 0 for n in options)
    bounds = (longest_play(task.plan, task.sides), number, task.total)
    return min((bound for bound in bounds if bound is not None), default=None)
