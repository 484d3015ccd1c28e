"""What a verdict is about, as hashes: of the rules with every game they use, and of the claims.

Layout and comments do not matter; the version of the language's meaning does.
"""

import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from heapwise.claims.claim import CheckRange, Claim
from heapwise.lang.automata import automaton_text
from heapwise.lang.parse import LANGUAGE_VERSION
from heapwise.rules.game import Rules
from heapwise.rules.schema import Schema
from heapwise.rules.used import games_in, games_named, schemas_in, told_apart, with_all_used
from heapwise.terms import term as t

_COMMENT = re.compile(r'("[^"\n]*")|--[^\n]*')
_MOST_KEPT = 512


@lru_cache(maxsize=_MOST_KEPT)
def rules_hash(claim: Claim, parameters: tuple[Any, ...] = ()) -> str:
    """The hash of the rules that a claim, and the values of its parameters, speak of."""
    return _hash_of_rules([claim.schema] if claim.schema else [], rules_of(claim, parameters))


def is_same_game(one: Schema, other: Schema) -> bool:
    """Have two games the same rules, as far as these stand in their own text?"""
    return _canonical(one.source.at(one.node.span)) == _canonical(other.source.at(other.node.span))


def game_hash(rules: Rules) -> str:
    """The hash of the rules of a game, of those that its parameters are, and of all that these use."""
    return _hash_of_rules(schemas_in(rules), games_in(rules))


def schema_hash(schema: Schema) -> str:
    """The hash of rules whose parameters are open, with every game that they use."""
    return _hash_of_rules([schema], with_all_used([schema]))


def rules_of(claim: Claim, parameters: tuple[Any, ...] = ()) -> list[Schema]:
    """The games that a claim speaks of and those that its parameters are, with every game that these use, by name."""
    own = [claim.schema] if claim.schema else []
    return with_all_used([*own, *games_named(_terms(claim)), *schemas_in(parameters)])


def claims_hash(claim: Claim) -> str:
    """The hash of the text that a claim stands in, and of the automata that it takes from files."""
    beside = [automaton_text(automaton) for automaton in claim.automata if automaton.file is not None]
    return _hash([_canonical(claim.source.text), *beside]) if beside else text_hash(claim.source.text)


def place_hash(claim: Claim) -> str:
    """Where a claim stands among the words of its text, however these are laid out: names of claims may be lines."""
    text, span = claim.source.text, claim.span
    return _hash(map(_canonical, (text[: span.start], text[span.start : span.end])))


@lru_cache(maxsize=_MOST_KEPT)
def text_hash(text: str) -> str:
    """The hash of a text of games and claims."""
    return _hash([_canonical(text)])


def _terms(claim: Claim) -> tuple[t.AnyTerm, ...]:
    """All that a claim says, and all from which its parameters get their values: games may be named in any of it."""
    strategy = () if claim.strategy is None else (claim.strategy,)
    definitions = (body for _, body in claim.frame.functions.values())
    given = (term for v in (*claim.variables, *claim.components) for term in (v.value, v.domain) if term is not None)
    swept = (item.values if isinstance(item, CheckRange) else item.high for item in claim.effort)
    witness = (term for _, term in claim.witness)
    return *claim.premises, claim.statement, *strategy, *claim.conditions, *definitions, *given, *swept, *witness


def _hash_of_rules(roots: Iterable[Schema], used: Iterable[Schema]) -> str:
    """Games that use each other use the same ones: what is meant comes first."""
    first = list(roots)
    schemas = [*first, *used]
    marks = told_apart(schemas)
    texts = dict.fromkeys(_canonical(s.source.at(s.node.span)) for s in schemas)
    return _hash((*texts, *(marks[id(s)] for s in first if marks), *sorted({marks[id(s)] for s in schemas if marks})))


def _canonical(text: str) -> str:
    return " ".join(_COMMENT.sub(lambda m: m[1] or " ", text).split())


def _hash(texts: Iterable[str]) -> str:
    digest = hashlib.sha256(f"language {LANGUAGE_VERSION}".encode())
    for text in texts:
        digest.update(b"\0" + text.encode())
    return digest.hexdigest()
