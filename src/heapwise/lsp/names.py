"""What a name in a text stands for, and where it is introduced."""

from collections.abc import Iterator
from contextlib import suppress

from heapwise.claims.resolve import written_claims
from heapwise.documents.library import Document
from heapwise.errors import HeapwiseError
from heapwise.lang import nodes
from heapwise.records import Record
from heapwise.rules.schema import Schema
from heapwise.source import Source, Span
from heapwise.terms import term as t
from heapwise.terms.types import Type

Way = tuple[nodes.Node, ...]  # from the whole text down to a node


class Meaning(Record):
    """Where a name is introduced: the name itself, the clause or binder around it, and where in the text at hand it
    holds; `by` is the node that introduces it. A game has its schema."""

    name: str
    source: Source
    span: Span
    around: Span
    scope: Span
    by: nodes.Node
    schema: Schema | None = None


def way_to(tree: nodes.Node, offset: int) -> Way:
    """The nodes around an offset, outermost first. Between two nodes that touch, the later one counts."""
    way: list[nodes.Node] = [tree]
    while True:
        inside = [c for c in nodes.children(way[-1]) if c.span.start <= offset <= c.span.end]
        if not inside:
            return tuple(way)
        way.append(inside[-1])


def ways(tree: nodes.Node) -> Iterator[Way]:
    """The ways to all names of a text, in its order."""
    return _ways((tree,))


def _ways(way: Way) -> Iterator[Way]:
    if isinstance(way[-1], nodes.Name | nodes.Field):
        yield way
    for child in nodes.children(way[-1]):
        yield from _ways((*way, child))


def span_of(node: nodes.Node) -> Span:
    """Where a name stands: of `p.x` it is the `x`."""
    return Span(node.span.end - len(node.name), node.span.end) if isinstance(node, nodes.Field) else node.span


def introduced(node: nodes.Node) -> Iterator[tuple[nodes.Name, nodes.Node]]:
    """The names that hold inside a node, each with the clause or binder that introduces it."""
    match node:
        case nodes.Game():
            yield from _of_heading(node)
            yield from ((c.name, c) for c in node.clauses if isinstance(c, nodes.Let))
        case nodes.Claims():
            yield from ((item.name, item) for item in node.items if isinstance(item, nodes.Let | nodes.Automaton))
        case nodes.Automaton():
            yield from ((state.name, state) for state in node.states)
            yield from ((track, node) for track in node.tracks)
        case nodes.Let():
            yield from ((name, node) for name in node.parameters)
    binders = getattr(node, "binders", None)
    for binding in binders.bindings if isinstance(binders, nodes.Binders) else ():
        for binder in binding.binders:
            targets = (binder.name,) if isinstance(binder, nodes.Define) else binder.targets
            below = (node for target in targets for node in nodes.walk(target))
            yield from ((name, binder) for name in below if isinstance(name, nodes.Name))


def _of_heading(game: nodes.Game) -> Iterator[tuple[nodes.Name, nodes.Node]]:
    """Parameters and components: what claims about the game know, too."""
    for parameter in game.parameters:
        yield parameter.name, parameter
        if parameter.variadic is not None:
            yield parameter.variadic, parameter
    for clause in game.clauses:
        if isinstance(clause, nodes.Places):
            yield from ((variable.name, clause) for variable in clause.variables)


def in_force(document: Document, way: Way) -> Iterator[Meaning]:
    """The names that hold at a place, nearest first."""
    for node in reversed(way):
        for name, around in introduced(node):
            yield Meaning(name.name, document.source, name.span, around.span, node.span, around)
        if isinstance(node, nodes.Claims) and node.game is not None:
            yield from _of_game(game_called(document, node.game.name), node.span)


def _of_game(schema: Schema | None, scope: Span) -> Iterator[Meaning]:
    """Names that claims have from their game; one that is another name for a game has that game's components."""
    while schema is not None:
        for name, around in _of_heading(schema.node):
            yield Meaning(name.name, schema.source, name.span, around.span, scope, around)
        schema = _target(schema)


def _target(schema: Schema) -> Schema | None:
    """The game that another name is given to."""
    try:
        term = schema.alias_term if schema.is_alias else None
    except HeapwiseError:
        return None
    return term.schema if isinstance(term, t.GameNamed) else None


def game_called(document: Document, name: str) -> Schema | None:
    """A game by name, if its file can be read."""
    try:
        return document.find(name)
    except HeapwiseError:
        return None


def meaning_at(document: Document, way: Way) -> Meaning | None:
    """What the name at the end of a way stands for."""
    name = way[-1]
    if isinstance(name, nodes.Field):
        return _of_component(document, name)
    if not isinstance(name, nodes.Name):
        return None
    for meaning in in_force(document, way):
        if meaning.name == name.name:
            return meaning
    schema = game_called(document, name.name)
    if schema is None:
        return None
    game = schema.node
    end = game.parameters[-1].span.end + 1 if game.parameters else game.name.span.end
    return Meaning(name.name, schema.source, game.name.span, Span(game.span.start, end), way[0].span, game, schema)


def _of_component(document: Document, node: nodes.Field) -> Meaning | None:
    """The component of another game that `p.x` speaks of: its clause in the rules of that game."""
    terms = (term for root in _roots(document) for term in t.walk(root) if isinstance(term, t.Inner))
    found = next((term for term in terms if term.span == node.span), None)
    if found is None:
        return None
    for name, clause in _of_heading(found.schema.node):
        if name.name == node.name:
            return Meaning(node.name, found.schema.source, name.span, clause.span, node.span, clause)
    return None


def type_of(document: Document, meaning: Meaning) -> Type | None:
    """The type of a name, from the places where it is used, as far as the text around them has no mistake."""
    used = (term for root in _roots(document) for term in t.walk(root) if isinstance(term, t.Local | t.Inner))
    return next((term.type for term in used if term.name == meaning.name and _holds(meaning.scope, term.span)), None)


def _holds(outer: Span, inner: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _roots(document: Document) -> Iterator[t.AnyTerm]:
    """The terms of all games and claims that have no mistake."""
    for schema in document.schemas.values():
        with suppress(HeapwiseError):
            yield from schema.body.terms
    with suppress(HeapwiseError):
        for claim in written_claims(document).sound:
            yield from (claim.statement, *claim.conditions, *claim.premises)
