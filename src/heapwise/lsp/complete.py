"""What may be typed at a place: names, functions, games, words of the language."""

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from heapwise.lang import nodes
from heapwise.lang.next_words import NextWords, keywords, next_words
from heapwise.lsp.edited_text import EditedText
from heapwise.lsp.hover import WORDS, about_word
from heapwise.lsp.names import Way, in_force, way_to
from heapwise.terms.functions import FUNCTIONS, OPERATORS
from heapwise.terms.known_names import GATHERS, QUESTIONS
from heapwise.vocabulary.highlight import BINDERS, CLAUSES, DECLARATIONS, PARTS, STATUSES, WORD_OPERATORS

_NAME = re.compile(r"[^\W\d]\w*")
_HEADING = re.compile(r"(?m)^[ \t]*(?:game|claims)\b")
_SKIPPED = re.compile(r'--[^\n]*|"[^"\n]*"')
# A name with its set, as `for` introduces it, also in a clause that cannot be read yet.
_BOUND = re.compile(r"([^\W\d]\w*(?:\s*,\s*[^\W\d]\w*)*)\s*(?:\bin\b|∈)")
_CLAUSE = re.compile(r"(?m)^[ \t]*(?:move|let|legal|ends|theorem|conjecture|disproved|question)\b")
# The words behind which variables stand, and games.
_IN_FOR = re.compile(r"\bfor\s+(?P<bound>(?:(?!\b(?:for|where|by|check|upto)\b)[^\n])*,\s*)?$")
_WORDS = (*({*DECLARATIONS, *STATUSES, *CLAUSES, *PARTS, *BINDERS, *WORD_OPERATORS} - {"ends", "when"}), "ends when")
_OF_GAME = re.compile(r"\b(?:claims\s+for|of)\s+$")


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
    begin = _start_of_word(text.source.text, offset)
    before = _plain(text.source.text[:begin])
    following = next_words(before, _WORDS) or NextWords(frozenset(_WORDS), True)
    offers = {offer.text: offer for offer in reversed([*_offers(text, begin, before, following)])}
    return list(reversed(offers.values()))


def _offers(text: EditedText, offset: int, before: str, following: NextWords) -> Iterator[Offer]:
    if _OF_GAME.search(before):
        yield from _games(text)
        return
    if following.takes_name and _is_in_for(before):
        yield from (*(Offer(name, OfferKind.NAME) for name in _unbound(text, offset)), *_names(text, offset))
        return
    if following.takes_name:
        yield from (*_names(text, offset), *_functions(text, offset), *_games(text))
    yield from (Offer(word, OfferKind.WORD) for word in sorted(following.keywords))


def _is_in_for(before: str) -> bool:
    """Is it the place of a variable that `for` introduces, and not that of an argument of a function?"""
    found = _IN_FOR.search(before)
    bound = (found["bound"] or "") if found else ""
    return found is not None and all(bound.count(a) == bound.count(b) for a, b in ("()", "[]", "{}"))


def _way(text: EditedText, offset: int) -> Way:
    """The way to an offset; behind all that can be read it leads to the last declaration."""
    way = way_to(text.draft.tree, offset)
    before = [node for node in text.draft.tree.declarations if node.span.start <= offset]
    return (way[0], before[-1]) if len(way) == 1 and before else way


def _games(text: EditedText) -> Iterator[Offer]:
    yield from (Offer(name, OfferKind.GAME) for name in text.draft.names())


def _names(text: EditedText, offset: int) -> Iterator[Offer]:
    for meaning in in_force(text.draft, _way(text, offset)):
        yield Offer(meaning.name, OfferKind.NAME, meaning.source.words(meaning.around))
    for bound in _BOUND.finditer(_around(text.source.text, offset, _HEADING)):
        yield from (Offer(name, OfferKind.NAME) for name in _NAME.findall(bound[1]) if _is_free(text, name))


def _functions(text: EditedText, offset: int) -> Iterator[Offer]:
    has_values = not any(isinstance(node, nodes.Game) for node in _way(text, offset))
    for name in (*FUNCTIONS, *GATHERS, *WORDS):
        about = about_word(name)
        if name not in OPERATORS and about is not None and (has_values or name not in QUESTIONS):
            yield Offer(name, OfferKind.FUNCTION, *about)


def _unbound(text: EditedText, offset: int) -> Iterator[str]:
    """The names of a clause that nothing introduces yet: what its `for` is for."""
    clause = _around(text.source.text, offset, _CLAUSE)
    known = {meaning.name for meaning in in_force(text.draft, _way(text, offset))}
    behind = clause.partition(":")[2] or clause  # the name of a claim is no variable
    yield from (name for name in _NAME.findall(behind) if name not in known and _is_free(text, name))


def _is_free(text: EditedText, name: str) -> bool:
    """Can a name be one that a text introduces itself?"""
    return name not in keywords() and about_word(name) is None and name not in text.draft.names()


def _start_of_word(text: str, offset: int) -> int:
    while offset > 0 and (text[offset - 1].isalnum() or text[offset - 1] == "_"):
        offset -= 1
    return offset


def _plain(text: str) -> str:
    """The text without comments and without what stands in quotes."""
    return _SKIPPED.sub(
        lambda match: " " * len(match[0]) if match[0][0] == "-" else f'"{"_" * (len(match[0]) - 2)}"', text
    )


def _around(text: str, offset: int, start: re.Pattern[str]) -> str:
    """The part of a text around an offset, from one match to the next, without the word that is being typed."""
    starts = [match.start() for match in start.finditer(text)]
    begin = max((s for s in starts if s <= offset), default=0)
    end = min((s for s in starts if s > offset), default=len(text))
    typed = _NAME.match(text, offset)
    shown = text[:offset] + " " * len(typed[0]) + text[typed.end() :] if typed else text
    return _plain(shown[begin:end])
