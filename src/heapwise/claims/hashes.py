"""What a verdict is about, as hashes: of the rules with every game they use, and of the claims.

Layout and comments do not matter; the version of the language's meaning does.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from heapwise.claims.claim import Claim, Sweep
from heapwise.lang.parse import LANGUAGE_VERSION
from heapwise.rules.game import Game, Rules, SumOfGames
from heapwise.rules.schema import Schema
from heapwise.terms import term as t

_COMMENT = re.compile(r'("[^"\n]*")|--[^\n]*')


def rules_hash(claim: Claim) -> str:
    """The hash of the rules that a claim speaks of."""
    return _hash(_canonical(s.source.at(s.node.span)) for s in rules_of(claim))


def rules_of(claim: Claim) -> list[Schema]:
    """The games that a claim speaks of, with every game that these use, by name."""
    return _with_all_used([*([claim.schema] if claim.schema else []), *_named(_terms(claim))])


def game_hash(rules: Rules) -> str:
    """The hash of the rules of a game, of those that its parameters are, and of all that these use."""
    return _hash(_canonical(s.source.at(s.node.span)) for s in _with_all_used(list(_schemas(rules))))


def _schemas(value: object) -> Iterator[Schema]:
    """The games in a game, a sum, or the value of a parameter."""
    if isinstance(value, Game):
        yield value.schema
    inside = value.arguments if isinstance(value, Game) else value.games if isinstance(value, SumOfGames) else value
    if isinstance(inside, tuple | frozenset):
        yield from (schema for part in inside for schema in _schemas(part))


def _with_all_used(waiting: list[Schema]) -> list[Schema]:
    """These games and every game that they use, by name."""
    schemas = dict[str, Schema]()
    while waiting:
        schema = waiting.pop()
        if schema.name not in schemas:
            schemas[schema.name] = schema
            waiting += _used(schema)
    return [schema for _, schema in sorted(schemas.items())]


def _terms(claim: Claim) -> tuple[t.AnyTerm, ...]:
    """All that a claim says, and all from which its parameters get their values: games may be named in any of it."""
    strategy = () if claim.strategy is None else (claim.strategy,)
    definitions = (body for _, body in claim.frame.functions.values())
    given = (term for v in claim.variables for term in (v.value, v.domain) if term is not None)
    swept = (item.values for item in claim.effort if isinstance(item, Sweep))
    witness = (term for _, term in claim.witness)
    return *claim.premises, claim.statement, *strategy, *claim.conditions, *definitions, *given, *swept, *witness


def text_hash(text: str) -> str:
    """The hash of a text of games and claims."""
    return _hash([_canonical(text)])


def claims_hash(claim: Claim) -> str:
    """The hash of the text that a claim stands in."""
    return text_hash(claim.source.text)


def _used(schema: Schema) -> Iterator[Schema]:
    if schema.is_alias:
        yield from _named((schema.alias_term,))
        return
    body = schema.body
    results = tuple(m.result for m in body.moves if m.result is not None)
    values = tuple(w.value for m in body.moves for w in m.writes)
    steps = tuple(t.step_term(s) for m in body.moves for s in m.steps)
    games = tuple(p.game for p in schema.places if p.game is not None)
    yield from _named((*results, *values, *steps, *games, *body.legal, *body.ends))


def _named(terms: tuple[t.AnyTerm, ...]) -> Iterator[Schema]:
    for term in terms:
        yield from (part.schema for part in t.walk(term) if isinstance(part, t.GameNamed))


def _canonical(text: str) -> str:
    return " ".join(_COMMENT.sub(lambda m: m[1] or " ", text).split())


def _hash(texts: Iterator[str] | list[str]) -> str:
    digest = hashlib.sha256(f"language {LANGUAGE_VERSION}".encode())
    for text in texts:
        digest.update(b"\0" + text.encode())
    return digest.hexdigest()
