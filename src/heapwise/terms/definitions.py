"""The names of `let` clauses, which may stand in any order and speak of each other.

Those without arguments are tried once when the text is read: a mistake in one that nobody uses is told as well.
"""

from collections.abc import Collection, Sequence

from heapwise.errors import HeapwiseError, error
from heapwise.lang import nodes
from heapwise.source import Place, Source
from heapwise.terms import term as t
from heapwise.terms.context import collect
from heapwise.terms.resolve import Resolver
from heapwise.terms.scope import Definition, SlotCounter

_MOST_DEFINITIONS = 500


def add_definitions(lets: Sequence[nodes.Let], resolver: Resolver, mistakes: list[HeapwiseError]) -> None:
    """Make the names of `let` clauses known, in any order, and try every one of them once."""
    if len(lets) > _MOST_DEFINITIONS:
        resolver.fail("E003", lets[_MOST_DEFINITIONS], what="definitions", most=_MOST_DEFINITIONS)
    uses = {let.name.name: _names_below(let.value) for let in lets}
    for let in lets:
        name = let.name.name
        collect(lambda let=let: resolver.check_new(let.name), mistakes)  # type: ignore[misc]
        resolver.scope.add(name, Definition(let, resolver.scope, _reaches(name, name, uses)))
    tried: list[HeapwiseError] = []
    for let in lets:
        if not let.parameters:
            collect(lambda let=let: resolver.inner().expression(let.name), tried)  # type: ignore[misc]
    mistakes += [mistake for mistake in tried if not _waits_for_a_game(mistake)]


def check_functions(frame: SlotCounter, position: Collection[int], source: Source) -> None:
    """A definition that speaks of itself is a function of its arguments: it reads no slot of the position."""
    for name, (slots, body) in frame.functions.items():
        if (t.free_slots(body) - {*slots}) & {*position}:
            raise error("E038", Place(source, body.span), help="position", name=name)


def _waits_for_a_game(mistake: HeapwiseError) -> bool:
    """`let d = p.x[1] - p.x[2]` is understood in each claim, which says of which game p is a position."""
    return all((d.code, d.help) == ("E090", "unknown") for d in mistake.diagnostics)


def _names_below(node: nodes.Node) -> frozenset[str]:
    return frozenset(below.name for below in nodes.walk(node) if isinstance(below, nodes.Name))


def _reaches(start: str, goal: str, uses: dict[str, frozenset[str]]) -> bool:
    """Does a definition speak of a name, itself or through others?"""
    seen, waiting = set[str](), [start]
    while waiting:
        for name in uses.get(waiting.pop(), ()):
            if name == goal:
                return True
            if name not in seen:
                seen.add(name)
                waiting.append(name)
    return False
