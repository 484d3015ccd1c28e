"""A plan in words: what was recognised in every move, and why the rest is looked up option by option."""

from collections.abc import Iterator

from heapwise.engine.plan.order import OrderKind
from heapwise.engine.plan.parts import Box, Displacement, ListedOptions, Part, Ray, SingleOption, SumSplit, Window
from heapwise.engine.plan.plan import Plan
from heapwise.engine.plan.symmetric import sorted_plan
from heapwise.model.conditions import TRUE
from heapwise.model.description import condition_text, move_text
from heapwise.model.symmetry import alike, symmetry

_MOST_MOVES = 20
_ORDERS = {
    OrderKind.LISTED: "positions in the order of {axes}, the first that differs decides",
    OrderKind.BY_TOTAL: "positions in the order of the sum of their components",
}


def describe_plan(found: Plan) -> Iterator[str]:
    """The plan line by line."""
    parts = dict(found.recognised)
    classes = alike(found.game, symmetry(found.game))
    for moves in classes[:_MOST_MOVES]:
        yield f"Options      of {move_text(found.game, moves[0])}"
        yield from (f"             {line}" for line in _move_words(found, parts[moves[0]]))
    if len(classes) > _MOST_MOVES:
        yield f"             and of {len(classes) - _MOST_MOVES} kinds of moves more"
    if len(found.parts) < sum(map(len, parts.values())):
        yield f"             some lie in others; together there are {len(found.parts)} parts"
    axes = ", ".join(found.game.labels[i] for i in found.order.axes)
    yield f"Order        {_ORDERS[found.order.way].format(axes=axes)}: options come first"
    if found.is_offered:
        yield "             large tables: what every component by itself offers, then all positions at once"
    elif (in_order := sorted_plan(found)) is not None:
        groups = [", ".join(found.game.labels[i] for i in group) for group in in_order.order.groups if len(group) > 1]
        within = f" (within {' and within '.join(groups)})" if len(in_order.order.groups) > 1 else ""
        yield f"             large tables: sorted positions alone{within}, and their values for all arrangements"


def _move_words(found: Plan, parts: tuple[Part, ...]) -> Iterator[str]:
    steps = [part for part in parts if isinstance(part, SingleOption)]
    if len(steps) == 1:
        yield f"one option, looked up: {_taken(found, steps[0].by)}"
    elif steps:
        yield f"{len(steps)} options that are looked up, as {_taken(found, steps[0].by)}"
    yield from (_words(found, part) for part in parts if not isinstance(part, SingleOption))
    guards = {part.guard for part in parts if not isinstance(part, ListedOptions)} - {TRUE}
    yield from (f"only where {condition_text(guard, found.game.labels)}" for guard in guards)


def _words(found: Plan, part: Part) -> str:
    labels = found.game.labels
    match part:
        case Ray(stride=1) if part.is_immediate:
            return f"all positions of a line: {_taken(found, part.along)}, as often as one likes; one set for a line"
        case Ray():
            away = f"{_taken(found, part.first)}, then {_taken(found, part.along)} as often as one likes"
            return f"the positions of a line from further away on: {away}; values join the set later"
        case Window(length=length):
            return f"the nearest {length} positions of a line: {_taken(found, part.along)}, up to {length} times"
        case Box(heaps=heaps):
            names = ", ".join(labels[i] for i in heaps)
            first = "" if part.is_immediate else f", from {_taken(found, part.first)} on"
            return f"all positions of a box: whatever one likes from {names}{first}; built from smaller boxes"
        case SumSplit(heaps=heaps, total=total):
            names = " and ".join(labels[i] for i in heaps)
            return f"every way to give {names} the sum {total.text(labels)}; one set for a sum and the other components"
        case ListedOptions(why=why):
            return f"looked up one by one: {why}"
    raise AssertionError(part)


def _taken(found: Plan, vector: Displacement) -> str:
    """What a vector does to the components."""
    texts = [
        f"{label} - {t}" if t > 0 else f"{label} + {-t}"
        for label, t in zip(found.game.labels, vector, strict=True)
        if t
    ]
    return ", ".join(texts)
