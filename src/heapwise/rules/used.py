"""Which games a game is made of: itself, those that its parameters are, and every game that these use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

from heapwise.errors import error
from heapwise.source import Place
from heapwise.terms import term as t
from heapwise.terms.values import FiniteSet

if TYPE_CHECKING:
    from heapwise.rules.game import Rules
    from heapwise.rules.schema import Schema


def games_in(rules: Rules) -> list[Schema]:
    """The games in a game or a sum, those that its parameters are, and every game that these use, by name."""
    return with_all_used(schemas_in(rules))


def with_all_used(schemas: Iterable[Schema]) -> list[Schema]:
    """These games and every game that they use, by name. A game of one's own and one of the library may share it."""
    reached = _reached(schemas)
    marks = _marks(reached)
    found = {(schema.name, _text(schema), marks.get(id(schema), "")): schema for schema in reached}
    return [schema for _, schema in sorted(found.items())]


def told_apart(schemas: Iterable[Schema]) -> dict[int, str]:
    """A mark for each of these games and of those that they use, by identity, where two have one name: which of them a
    third one means is not in its text."""
    return _marks(_reached(schemas))


def _reached(schemas: Iterable[Schema]) -> list[Schema]:
    waiting, found = list(schemas), dict[int, "Schema"]()
    while waiting:
        schema = waiting.pop()
        if id(schema) not in found:
            found[id(schema)] = schema
            waiting += _used(schema)
    return list(found.values())


def _marks(reached: Sequence[Schema]) -> dict[int, str]:
    """Of the text, of the texts of those that it uses, and so on, until all that is reached is in it."""
    if len({schema.name for schema in reached}) == len({(schema.name, _text(schema)) for schema in reached}):
        return {}
    uses = {id(schema): [id(one) for one in _used(schema)] for schema in reached}
    marks = {id(schema): _text(schema) for schema in reached}
    for _ in reached:
        marks = {one: sha256("\0".join((mark, *(marks[o] for o in uses[one]))).encode()).hexdigest()
                 for one, mark in marks.items()}  # fmt: skip
    return marks


def _text(schema: Schema) -> str:
    return schema.source.at(schema.node.span)


def schemas_in(value: object) -> Iterator[Schema]:
    """The games in a game, a sum, or the value of a parameter, in their order, without those that they use."""
    for game in getattr(value, "summands", ()):
        yield game.schema
        yield from schemas_in(game.arguments)
    if isinstance(value, tuple | frozenset | FiniteSet):
        yield from (schema for part in value for schema in schemas_in(part))


def check_names(value: object, text: str, known: dict[str, Schema] | None = None, place: Place | None = None) -> None:
    """Refuse games that the text of a value, or of those whose games are `known`, does not tell apart."""
    known = {} if known is None else known
    for schema in schemas_in(value):
        if not _are_same(known.setdefault(schema.name, schema), schema):
            raise error("E096", place, name=schema.name, text=text)


def _are_same(one: Schema, other: Schema) -> bool:
    if one is other:
        return True
    marks = _marks(_reached([one, other]))
    return _text(one) == _text(other) and marks.get(id(one)) == marks.get(id(other))


def games_named(terms: Iterable[t.AnyTerm]) -> Iterator[Schema]:
    """The games that occur in terms."""
    for term in terms:
        yield from (part.schema for part in t.walk(term) if isinstance(part, t.GameNamed))


def _used(schema: Schema) -> Iterator[Schema]:
    yield from games_named(term for term in _terms(schema) if term is not None)


def _terms(schema: Schema) -> Iterator[t.AnyTerm | None]:
    """All that rules say, heading and definitions included: games may be named in any of it."""
    yield from (parameter.domain for parameter in schema.parameters)
    if schema.is_alias:
        yield schema.alias_term
        return
    for place in schema.places:
        yield from (*place.sizes, place.domain, place.game)
    yield from schema.body.terms
    yield from (body for _, body in schema.body.frame.functions.values())
