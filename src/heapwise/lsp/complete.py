"""What may be typed at a place: names, functions, games, words of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from heapwise.lang import nodes
from heapwise.lsp.edited_text import EditedText
from heapwise.lsp.hover import WORDS, about_word
from heapwise.lsp.names import in_force, way_to
from heapwise.terms.functions import FUNCTIONS, OPERATORS
from heapwise.terms.known_names import GATHERS, QUESTIONS
from heapwise.vocabulary.reference import keywords

_NAME = re.compile(r"[^\W\d]\w*")
_HEADING = re.compile(r"(?m)^[ \t]*(?:game|claims)\b")


class OfferKind(Enum):
    """What is offered."""

    NAME = "name"
    FUNCTION = "function"
    GAME = "game"
    WORD = "word"


class Offer(NamedTuple):
    """Something to type, how it is used and what it means."""

    text: str
    kind: OfferKind
    usage: str = ""
    meaning: str = ""


def complete(text: EditedText, offset: int) -> list[Offer]:
    """All that may be typed at an offset, nearest first; editors choose by the letters that are there."""
    offers = {offer.text: offer for offer in reversed([*_offers(text, offset)])}
    return list(reversed(offers.values()))


def _offers(text: EditedText, offset: int) -> Iterator[Offer]:
    way = way_to(text.draft.tree, offset)
    for meaning in in_force(text.draft, way):
        yield Offer(meaning.name, OfferKind.NAME, " ".join(meaning.source.at(meaning.around).split()))
    reserved = {*keywords(), *FUNCTIONS, *GATHERS, *WORDS}
    games = text.draft.names()
    for name in _nearby(text.source.text, offset):
        if name not in reserved and name not in games:
            yield Offer(name, OfferKind.NAME)
    has_values = not any(isinstance(node, nodes.Game) for node in way)
    for name in (*FUNCTIONS, *GATHERS, *WORDS):
        about = about_word(name)
        if name not in OPERATORS and about is not None and (has_values or name not in QUESTIONS):
            yield Offer(name, OfferKind.FUNCTION, *about)
    yield from (Offer(name, OfferKind.GAME) for name in games)
    yield from (Offer(word, OfferKind.WORD) for word in keywords())


def _nearby(text: str, offset: int) -> Iterator[str]:
    """The names of the declaration around, also in a clause that cannot be read yet; not the word being typed."""
    starts = [match.start() for match in _HEADING.finditer(text)]
    begin = max((s for s in starts if s <= offset), default=0)
    end = min((s for s in starts if s > offset), default=len(text))
    plain = re.sub(r'--[^\n]*|"[^"\n]*"', lambda match: " " * len(match[0]), text[begin:end])
    for match in _NAME.finditer(plain):
        if not match.start() + begin <= offset <= match.end() + begin:
            yield match[0]
