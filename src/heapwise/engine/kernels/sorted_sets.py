"""Families of value sets for positions whose components are sorted within groups, and the ranks of sorted tuples.

A line is told from others by the components that it leaves alone, sorted as they are; so all lines along single
components of a group are one family, of which a position reads as many sets as there are components, and in the same
way boxes and sums.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import factorial

from heapwise.engine.kernels.text import linear_text
from heapwise.engine.kernels.value_sets import Extents, LinePlace, Opening, SetFamily
from heapwise.engine.plan import Box, Displacement, Plan, Ray, SumSplit


def rank(names: Sequence[str]) -> str:
    """How many tuples of numbers that do not increase come before this one, in lexicographic order."""
    size = len(names)
    return " + ".join(choose(name, size - i) for i, name in enumerate(names)) or "0"


def choose(name: str, size: int) -> str:
    """How many tuples of so many numbers, all less than `name`, do not increase."""
    if size == 0:
        return "1"
    if size == 1:
        return name
    base = name if name.isalnum() else f"({name})"
    product = " * ".join([base, *(f"({base} + {i})" for i in range(1, size))])
    return f"({product} >> 1)" if size == 2 else f"({product} // {factorial(size)})"


def group_ranks(groups: Sequence[Sequence[int]], name: Callable[[int], str] = "x{}".format) -> Extents:
    """The number of a position among the sorted ones: a digit for every group, which is its rank."""
    extents = Extents()
    for group in groups:
        extents.add(rank([name(i) for i in group]), f"({choose(f'n{group[0]}', len(group))})")
    return extents


def sorted_families(plan: Plan) -> list[SetFamily]:
    """The families of a plan for sorted positions."""
    found: list[SetFamily] = []
    moved = {tuple(i for i, taken in enumerate(part.along) if taken) for part in plan.parts if isinstance(part, Ray)}
    for group in plan.order.groups:
        if (group[0],) in moved:
            found.append(_lines(plan, group))
        if len(group) > 1 and group in moved:
            found.append(_diagonal(plan, group))
    boxes = [part.heaps for part in plan.parts if isinstance(part, Box)]
    for alike in _by_kind(plan, boxes):
        found += _boxes(plan, alike, len(found))
    splits = [part for part in plan.parts if isinstance(part, SumSplit)]
    return found + (list(_sums(plan, splits, len(found))) if splits else [])


def _others(plan: Plan, without: Iterable[int]) -> Extents:
    """The number of all other components among the sorted ones."""
    left = [[i for i in group if i not in set(without)] for group in plan.order.groups]
    return group_ranks([group for group in left if group])


def _lines(plan: Plan, group: Sequence[int]) -> SetFamily:
    """Lines along single components of a group."""
    places = [LinePlace(_others(plan, (i,)).line()) for i in group]
    is_row = group[-1] == plan.order.axes[-1]
    return SetFamily(_others(plan, group[:1]).count(), 0, places, places, row=places[-1] if is_row else None)


def _diagonal(plan: Plan, group: Sequence[int]) -> SetFamily:
    """Lines along which all components of a group fall together: their differences stay."""
    extents = _others(plan, group)
    for one, next_one in pairwise(group):
        extents.add(f"x{one} - x{next_one}", f"n{one}")
    places = [LinePlace(extents.line())]
    return SetFamily(extents.count(), 0, places, places)


def _by_kind(plan: Plan, boxes: Iterable[Displacement]) -> Iterable[list[Displacement]]:
    """The boxes that have as many heaps of every group as each other, heaps in the order of the axes."""
    kinds: dict[Displacement, list[Displacement]] = {}
    for heaps in sorted(boxes, key=len):
        kind = tuple(len(set(group) & set(heaps)) for group in plan.order.groups)
        kinds.setdefault(kind, []).append(tuple(sorted(heaps, key=plan.order.axes.index)))
    return kinds.values()


def _boxes(plan: Plan, alike: Iterable[Displacement], number: int) -> list[SetFamily]:
    """Boxes of one kind, kept for the present value of the first of their heaps. The others have a digit each, from 1
    on; what has a digit 0, or digits of a group that increase, is empty and stays so."""
    found: list[SetFamily] = []
    for heaps in alike:
        extents = _others(plan, heaps)
        left = len(extents.digits)
        for heap in heaps[1:]:
            extents.add(f"x{heap} + 1", f"(n{heap} + 1)")
        below = [extents.step(digit) for digit in range(left, len(extents.digits))]
        places, is_first = [LinePlace(extents.line())], not found
        lines = extents.count() if is_first else "0"
        found.append(SetFamily(lines, 0, places, places, below=below, shares=None if is_first else number))
    return found


def _sums(plan: Plan, splits: list[SumSplit], number: int) -> tuple[SetFamily, SetFamily]:
    """The values by the sum of two components and the others; and what splits leave to be read, by the components that
    they leave alone or split. That is known as soon as these are: it has nothing to do with the one that is removed."""
    low, last = plan.game.lows[0], plan.size - 1
    shift = max(split.total.constant for split in splits) - low
    extent = f"max(1, {linear_text(shift, [('n0', 1)])})"

    def place(heaps: tuple[int, ...], digit: str, when: str) -> LinePlace:
        return LinePlace(f"({_others(plan, heaps).line()}) * {extent} + {digit}", when)

    reads = []
    for split in splits:
        if last in split.heaps and split.total.variables != (last,):
            digit = linear_text(split.total.constant - low, [(f"x{split.total.variables[0]}", 1)])
            reads.append(place(split.heaps, digit, f"0 <= {digit} < {extent}"))
    pairs = {split.heaps: f"x{split.heaps[0]} + x{split.heaps[1]}" for split in splits}
    pushes = [place(heaps, digit, f"{digit} < {extent}") for heaps, digit in pairs.items()]
    sums = SetFamily(f"({choose('n0', plan.size - 2)}) * {extent}", 0, [], pushes)
    lines = [LinePlace(_others(plan, (i,)).line()) for i in range(plan.size)]
    opening = Opening(lines[last].line, number, tuple(reads))
    return sums, SetFamily(choose("n0", last), 0, lines, [], opening=opening)
