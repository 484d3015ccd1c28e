"""What a certificate proves, for its reader: the claim with all that belongs to it, and the rules.

A name proves nothing: whoever writes a certificate may call any game `nim`, and may define words as they like. So the
claim is shown with its definitions and conditions, and rules are shown that are not those of the library.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from heapwise.claims.claim import Claim
from heapwise.claims.hashes import is_same_game, rules_hash, rules_of
from heapwise.claims.instances import Instance
from heapwise.claims.wording import stated
from heapwise.documents.library import library
from heapwise.proof.certificate.texts import claim_text
from heapwise.records import Record
from heapwise.rules.schema import Schema

_MOST_LINES = 400
_WORD = re.compile(r"[^\W\d]\w*")


class About(Record):
    """The statement in a line, the claim in its author's words, and the rules where the library has no such game."""

    statement: str
    claim: str
    rules: str
    other: tuple[str, ...]  # games that the library has, but with other rules
    rules_sha256: str
    strange: tuple[str, ...] = ()  # names that may look like others

    def lines(self) -> Iterator[str]:
        """All of it, for people."""
        yield self.statement
        yield from _shown("the claim", self.claim, None)
        yield f"sha256 of the rules: {self.rules_sha256}"
        if not self.rules:
            yield "the rules are those of the library"
        for name in self.other:
            yield f"CAREFUL: the library has a game `{name}` with other rules"
        yield from _shown("the rules", self.rules) if self.rules else ()
        yield from (f"CAREFUL: {words}" for words in self.strange)

    def to_json(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "about": self.statement, "claim_text": self.claim, "rules_sha256": self.rules_sha256,
            "rules": self.rules or None, "other_rules": list(self.other), "strange": list(self.strange),
        }  # fmt: skip


def about(instance: Instance) -> About:
    """What is said of an instance that was read from a certificate."""
    game = instance.game.text if instance.game else ""
    return about_claim(instance.claim, game, instance.label, instance.values)


def about_claim(claim: Claim, game: str, label: str, parameters: tuple[Any, ...]) -> About:
    """What is said of a claim for a choice of parameters, or with quantifiers over the others."""
    own = [schema for schema in rules_of(claim, parameters) if not _is_of_library(schema)]
    rules = "\n\n".join(_text(schema) for schema in own)
    said = "\n".join(claim_text(claim))
    other = tuple(schema.name for schema in own if library().find(schema.name) is not None)
    statement = _statement(claim, game, label)
    return About(statement, said, rules, other, rules_hash(claim, parameters), tuple(_strange(f"{rules}\n{said}")))


def _statement(claim: Claim, game: str, label: str) -> str:
    shown = f", {label}" if label else ""
    play = "" if claim.play.is_normal else f", {claim.play}"
    return f"{game}: {stated(claim)}   ({claim.name}{shown}{play})"


def _is_of_library(schema: Schema) -> bool:
    known = library().find(schema.name)
    return known is not None and is_same_game(schema, known)


def _text(schema: Schema) -> str:
    return schema.source.at(schema.node.span)


def _shown(what: str, text: str, most: int | None = _MOST_LINES) -> Iterator[str]:
    lines = text.split("\n")
    yield f"{what}:"
    yield from (f"  | {line}" for line in lines[:most])
    if most is not None and len(lines) > most:
        yield f"  | ... and {len(lines) - most} more lines, which stand in the file under `text`"


def _strange(text: str) -> Iterator[str]:
    """Names with letters beside those of ASCII: some look the same as others."""
    for name in dict.fromkeys(_WORD.findall(text)):
        letters = dict.fromkeys(letter for letter in name if not letter.isascii())
        if letters:
            spelled = ", ".join(unicodedata.name(letter, f"U+{ord(letter):04X}") for letter in letters)
            yield f"`{name}` is written with {spelled}"
