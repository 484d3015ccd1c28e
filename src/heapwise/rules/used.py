"""Which games a game is made of: itself, those that its parameters are, and every game that these use."""

from collections.abc import Iterable, Iterator

from heapwise.rules.game import Game, Rules, SumOfGames
from heapwise.rules.schema import Schema
from heapwise.terms import term as t
from heapwise.terms.values import FiniteSet


def games_in(rules: Rules) -> list[Schema]:
    """The games in a game or a sum, those that its parameters are, and every game that these use, by name."""
    return with_all_used(roots_of(rules))


def with_all_used(schemas: Iterable[Schema]) -> list[Schema]:
    """These games and every game that they use, by name. A game of one's own and one of the library may share it."""
    waiting, found = list(schemas), dict[tuple[str, str], Schema]()
    while waiting:
        schema = waiting.pop()
        key = schema.name, schema.source.at(schema.node.span)
        if key not in found:
            found[key] = schema
            waiting += _used(schema)
    return [schema for _, schema in sorted(found.items())]


def games_named(terms: Iterable[t.AnyTerm]) -> Iterator[Schema]:
    """The games that occur in terms."""
    for term in terms:
        yield from (part.schema for part in t.walk(term) if isinstance(part, t.GameNamed))


def roots_of(value: object) -> Iterator[Schema]:
    """The games in a game, a sum, or the value of a parameter, in their order, without those that they use."""
    if isinstance(value, Game):
        yield value.schema
    inside = value.arguments if isinstance(value, Game) else value.games if isinstance(value, SumOfGames) else value
    if isinstance(inside, tuple | frozenset | FiniteSet):
        yield from (schema for part in inside for schema in roots_of(part))


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
