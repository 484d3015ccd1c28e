"""Which games a game is made of: itself, those that its parameters are, and every game that these use."""

from collections.abc import Iterable, Iterator

from heapwise.rules.game import Game, Rules, SumOfGames
from heapwise.rules.schema import Schema
from heapwise.terms import term as t


def games_in(rules: Rules) -> list[Schema]:
    """The games in a game or a sum, those that its parameters are, and every game that these use, by name."""
    return with_all_used(_schemas(rules))


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


def _schemas(value: object) -> Iterator[Schema]:
    """The games in a game, a sum, or the value of a parameter."""
    if isinstance(value, Game):
        yield value.schema
    inside = value.arguments if isinstance(value, Game) else value.games if isinstance(value, SumOfGames) else value
    if isinstance(inside, tuple | frozenset):
        yield from (schema for part in inside for schema in _schemas(part))


def _used(schema: Schema) -> Iterator[Schema]:
    if schema.is_alias:
        yield from games_named((schema.alias_term,))
        return
    games = (p.game for p in schema.places if p.game is not None)
    yield from games_named((*schema.body.terms, *games))
