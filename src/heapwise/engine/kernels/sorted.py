"""Families for sorted positions, and the numbers of sorted tuples.

A line is told from others by the components that it leaves alone, sorted as they are; so all lines along single
components are one family, of which a position reads as many sets as it has components, and in the same way boxes and
sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import factorial

from heapwise.engine.kernels.families import Family, Opening, Place
from heapwise.engine.kernels.text import linear_text
from heapwise.engine.plan import Box, Plan, Ray, Split


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


def sorted_families(plan: Plan) -> list[Family]:
    """The families of a plan for sorted positions."""
    found: list[Family] = []
    rays = [part for part in plan.parts if isinstance(part, Ray)]
    if any(sum(ray.along) == 1 for ray in rays):
        places = [Place(rank(_others(plan, (i,)))) for i in range(plan.size)]
        found.append(Family(choose("n0", plan.size - 1), 0, places, places, row=places[-1]))
    if any(sum(ray.along) == plan.size for ray in rays):
        found.append(_diagonal(plan.size))
    for size in sorted({len(part.heaps) for part in plan.parts if isinstance(part, Box)}):
        found += _boxes(plan, size, len(found))
    splits = [part for part in plan.parts if isinstance(part, Split)]
    return found + (list(_sums(plan, splits, len(found))) if splits else [])


def _others(plan: Plan, without: Iterable[int]) -> list[str]:
    return [f"x{i}" for i in range(plan.size) if i not in set(without)]


def _alike(places: list[Place], lines: str) -> Family:
    return Family(lines, 0, places, places)


def _diagonal(size: int) -> Family:
    """Lines along which all components fall together: their differences stay."""
    line = "0"
    for i in range(size - 1):
        line = f"({line}) * n0 + x{i} - x{i + 1}"
    return _alike([Place(line)], " * ".join(["n0"] * (size - 1)))


def _boxes(plan: Plan, size: int, number: int) -> list[Family]:
    """The boxes over so many heaps, kept for the present value of the largest of them. The others have a digit each,
    from 1 on; what has a digit 0, or digits that increase, is empty and stays so."""
    found: list[Family] = []
    lines = f"{choose('n0', plan.size - size)} * {' * '.join(['(n0 + 1)'] * (size - 1))}"
    for heaps in combinations(range(plan.size), size):
        line = rank(_others(plan, heaps))
        for heap in heaps[1:]:
            line = f"({line}) * (n0 + 1) + x{heap} + 1"
        below = [" * ".join(["(n0 + 1)"] * (size - 1 - i)) or "1" for i in range(1, size)]
        place, is_first = [Place(line)], not found
        found.append(
            Family(lines if is_first else "0", 0, place, place, below=below, shares=None if is_first else number)
        )
    return found


def _sums(plan: Plan, splits: list[Split], number: int) -> tuple[Family, Family]:
    """The values by the sum of two components and the others; and what splits leave to be read, by the components that
    they leave alone or split. That is known as soon as these are: it has nothing to do with the one that is removed."""
    low, last = plan.game.lows[0], plan.size - 1
    shift = max(split.total.constant for split in splits) - low
    extent = f"max(1, {linear_text(shift, [('n0', 1)])})"

    def place(heaps: tuple[int, ...], digit: str, when: str) -> Place:
        return Place(f"({rank(_others(plan, heaps))}) * {extent} + {digit}", when)

    reads = []
    for split in splits:
        if last in split.heaps and split.total.variables != (last,):
            digit = linear_text(split.total.constant - low, [(f"x{split.total.variables[0]}", 1)])
            reads.append(place(split.heaps, digit, f"0 <= {digit} < {extent}"))
    pairs = {split.heaps: f"x{split.heaps[0]} + x{split.heaps[1]}" for split in splits}
    pushes = [place(heaps, digit, f"{digit} < {extent}") for heaps, digit in pairs.items()]
    sums = Family(f"({choose('n0', plan.size - 2)}) * {extent}", 0, [], pushes)
    lines = [Place(rank(_others(plan, (i,)))) for i in range(plan.size)]
    opening = Opening(lines[last].line, number, tuple(reads))
    return sums, Family(choose("n0", last), 0, lines, [], opening=opening)
