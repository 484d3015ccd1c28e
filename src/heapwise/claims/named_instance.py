"""The claims about a game that somebody names: where they stand, and the instance for the game's parameters."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from heapwise.claims.claim import Claim
from heapwise.claims.command_effort import given_effort
from heapwise.claims.hashes import game_hash, schema_hash
from heapwise.claims.instances import Instance, instances
from heapwise.claims.resolve import written_claims
from heapwise.documents.library import Document, library, read_source
from heapwise.documents.search import document_at
from heapwise.errors import HeapwiseError, error
from heapwise.files import files_in
from heapwise.rules.game import Game, Rules
from heapwise.rules.schema import Schema
from heapwise.source import Source
from heapwise.terms.values import show

_MOST_NAMED = 12
_BETWEEN = r"(?:\s|--[^\n]*\n)+"  # words of a heading


def instance_about(rules: Rules, name: str, files: Sequence[str | Path] = ()) -> Instance:
    """The instance of a claim for the parameters of a game."""
    known = list(claims_about(rules, files))
    found = [(claim, document) for claim, document in known if claim.name == name]
    if not found:
        names = list(dict.fromkeys(claim.name for claim, _ in known))
        file = f"{rules.schema.name if isinstance(rules, Game) else 'my'}.claims"
        listed = ", ".join(names[:_MOST_NAMED]) + (" ..." if len(names) > _MOST_NAMED else "")
        raise error("E350", None, help="help" if names else "none", game=rules, name=name, known=listed, file=file)
    for claim, document in found:
        if claim.problem is not None:
            raise claim.problem
        instance = _for_parameters(claim, document, rules)
        if instance is not None:
            return instance
    few = [i.label for claim, _ in found for i in islice(instances(claim, ()), 3)]
    raise error("E350", None, help="other", game=rules, name=name, known="; ".join(few))


def claims_about(rules: Rules, files: Sequence[str | Path]) -> Iterator[tuple[Claim, Document]]:
    """All claims that speak of a game, whatever its parameters."""
    if isinstance(rules, Game):
        yield from _about(rules.schema, files)


def claims_on(schema: Schema, beside: Source) -> Iterator[Claim]:
    """The claims about a game without a mistake: in a text, or beside the rules."""
    here = written_claims(Document(beside, library())).sound
    listed = (*here, *(claim for claim, _ in _about(schema, ()) if claim.problem is None))
    yield from (c for c in listed if c.schema and schema_hash(c.schema) == schema_hash(schema))


def _about(schema: Schema, files: Sequence[str | Path]) -> Iterator[tuple[Claim, Document]]:
    name, wanted = schema.name, schema_hash(schema)
    for path in _files(schema, files):
        if re.search(rf"\bclaims\b{_BETWEEN}for\b{_BETWEEN}{name}\b", read_source(path).text):
            document = document_at(path, files)
            found = written_claims(document).claims
            yield from ((c, document) for c in found if c.schema and schema_hash(c.schema) == wanted)


def _files(schema: Schema, files: Sequence[str | Path]) -> list[Path]:
    """The files given, that of the rules, and the claims beside each of them."""
    texts = [*map(Path, files), *(path for path in (Path(schema.source.name),) if path.is_file())]
    beside = [path for text in texts for path in files_in(text.parent, "*.claims")]
    return list(dict.fromkeys((*texts, *beside)))


def _is_same(game: Game, rules: Game) -> bool:
    """The same game, with the same rules and not only the same name?"""
    return game.text == rules.text and (game is rules or game_hash(game) == game_hash(rules))


def _for_parameters(claim: Claim, document: Document, rules: Rules) -> Instance | None:
    """The first instance that is about just this game."""
    assert isinstance(rules, Game)
    pairs = zip(rules.schema.parameters, rules.arguments, strict=True)
    fixed = {v.name for v in claim.variables if v.value is not None}
    wanted = ", ".join(f"{p.name} = {show(v)}" for p, v in pairs if p.name not in fixed)
    try:
        effort = given_effort(claim, document, wanted) if wanted else ()
        return next((i for i in instances(claim, effort) if i.game is not None and _is_same(i.game, rules)), None)
    except HeapwiseError:
        return None  # the claim has no instance with these parameters
