"""Fewer and larger parts: boxes joined from strict ones, and nothing that another part has already."""

from collections.abc import Iterable
from itertools import combinations

from heapwise.engine.plan.parts import Box, Part, Ray, SingleOption


def merged(parts: Iterable[Part]) -> list[Part]:
    """Parts with the same options together, none of which lies in another one."""
    kept = list(dict.fromkeys(parts))
    closed = [Box(p.heaps, (0,) * len(p.first), p.guard) for p in kept if isinstance(p, Box) and _completes(p, kept)]
    kept = list(dict.fromkeys([*closed, *kept]))
    return [part for part in kept if not any(_is_within(part, other) for other in kept if other is not part)]


def _completes(part: Box, parts: list[Part]) -> bool:
    """Are the options of taking from all heaps of a box, from all but one of them and so on, all there?"""
    if part.is_immediate or part.first != _taken_from(part.heaps, part):
        return False
    smaller = (some for count in range(1, len(part.heaps)) for some in combinations(part.heaps, count))
    return all(any(_takes_from(other, some, part) for other in parts) for some in smaller)


def _takes_from(part: Part, heaps: tuple[int, ...], box: Box) -> bool:
    """Are its options those of taking something from each of the heaps?"""
    first = _taken_from(heaps, box)
    match part:
        case Ray(along=along, first=start, guard=guard):
            return len(heaps) == 1 and along == start == first and guard == box.guard
        case Box(heaps=own, first=start, guard=guard):
            return own == heaps and (start == first or not any(start)) and guard == box.guard
    return False


def _taken_from(heaps: tuple[int, ...], box: Box) -> tuple[int, ...]:
    return tuple(int(i in heaps) for i in range(len(box.first)))


def _is_within(part: Part, other: Part) -> bool:
    """Has the other part, an immediate box or ray, all options of this one?"""
    match other:
        case Box(heaps=heaps, guard=guard) if other.is_immediate:
            match part:
                case Box(heaps=own):
                    return guard == part.guard and set(own) <= set(heaps)
                case Ray(along=along, first=first) | SingleOption(by=along as first):
                    moved = {i for v in (along, first) for i, taken in enumerate(v) if taken}
                    return guard == part.guard and moved <= set(heaps) and min(*along, *first) >= 0
    return False
