"""Plans for sorted positions: where components may change places within groups, one of all arrangements is valued for
all."""

from dataclasses import replace
from functools import cache
from itertools import pairwise

from heapwise.engine.plan.order import OrderKind, PositionOrder
from heapwise.engine.plan.parts import Box, Displacement, Part, Ray, SingleOption, SumSplit
from heapwise.engine.plan.plan import Plan
from heapwise.model.conditions import TRUE
from heapwise.model.linear import Linear
from heapwise.model.symmetry import Permutation, permuted, symmetry, transposition


@cache
def sorted_plan(found: Plan) -> Plan | None:
    """The same for positions whose components do not increase within groups, in the order of the first that differs;
    None where symmetry is not shown, or where a part is of no kind that can be followed on sorted positions.

    Every move has to make the sorted position less: it raises no component, or replaces two by smaller ones.
    """
    groups = _groups(found)
    if len(groups) == found.size or not all(_suits(found, part, groups) for part in found.parts):
        return None
    kept = set(found.parts)
    for a, b in (pair for group in groups for pair in pairwise(group)):
        if {_permuted(part, transposition(found.size, a, b)) for part in kept} != kept:
            return None
    return replace(found, order=PositionOrder(OrderKind.SORTED, tuple(i for group in groups for i in group), groups))


def _groups(found: Plan) -> tuple[Displacement, ...]:
    """The components that may change places with each other, alone or in groups; the last component in the last."""
    blocks = symmetry(found.game).blocks
    alone = ((i,) for i in range(found.size) if not any(i in block for block in blocks))
    return tuple(sorted((*blocks, *alone), key=max))


def _suits(found: Plan, part: Part, groups: tuple[Displacement, ...]) -> bool:
    match part:
        case Ray(along=along, stride=1, guard=guard) if guard == TRUE and part.is_immediate:
            return set(along) <= {0, 1} and (sum(along) == 1 or _moved(along) in groups)
        case Box(guard=guard):
            return guard == TRUE and part.is_immediate and len(part.heaps) > 1
        case SumSplit(heaps=heaps, total=Linear(constant=constant, terms=((heap, 1),)), guard=guard):
            is_smaller = len(heaps) == 2 and heap in heaps and constant < found.game.lows[0]
            return guard == TRUE and len(groups) == 1 and is_smaller
        case SingleOption(by=by, guard=guard):
            is_short = all(len(group) <= 2 for group in groups if set(group) & set(_moved(by)))
            return guard == TRUE and is_short and min(by) >= 0
    return False


def _moved(vector: Displacement) -> Displacement:
    """The components from which something is taken."""
    return tuple(i for i, taken in enumerate(vector) if taken)


def _permuted(part: Part, images: Permutation) -> Part:
    """The part with every component at its new place."""

    def moved(vector: Displacement) -> Displacement:
        return tuple(permuted(vector, images))

    match part:
        case Ray():
            along = moved(part.along)
            return replace(part, along=along, first=moved(part.first), pivot=along.index(1))
        case Box():
            return replace(part, heaps=tuple(sorted(images[i] for i in part.heaps)), first=moved(part.first))
        case SumSplit():
            heaps = tuple(sorted(images[i] for i in part.heaps))
            return replace(part, heaps=heaps, total=part.total.rename(lambda v: images[v]))
        case SingleOption():
            return replace(part, by=moved(part.by))
    raise AssertionError(part)
