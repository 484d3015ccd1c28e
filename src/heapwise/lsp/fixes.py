"""What a message says to write, put into the text: offered where the text is then without that mistake.

A help such as "write `floor(x / 2)`" names what to write, and the message a place inside of what is replaced by it. Of
all pieces of the line around the place the one is taken whose words the replacement keeps best, and every offer has
been tried: with it the mistake is gone, and no other one has come.
"""

import re
from collections import Counter
from time import monotonic
from typing import NamedTuple

from heapwise.errors import Diagnostic
from heapwise.lang.parse import recovered
from heapwise.lsp.edited_text import EditedText
from heapwise.messages import help_text
from heapwise.source import Source, Span

_WRITTEN = re.compile(r"(?:\b(?:write|written|perhaps)|:) `([^`\n]+)`")
_LEFT_OUT = re.compile(r"\bleave `([^`\n]+)` out")
_WORD = re.compile(r"\w+|[^\w\s]")
_LEFT_OPEN = re.compile(r"\.\.\.|\b[A-Z]{3,}\b")  # `where CONDITION` is for people to fill in
_MOST_TRIED = 60
_PATIENCE = 0.8  # seconds


class Fix(NamedTuple):
    """A piece of the text, and what to write in its place."""

    span: Span
    new: str


def fixes(text: EditedText, diagnostic: Diagnostic) -> list[Fix]:
    """What the help of a message says to write, as far as that mends the text."""
    place = diagnostic.place
    if place is None or place.source.name != text.source.name:
        return []
    end = monotonic() + _PATIENCE
    help = help_text(diagnostic) or ""
    written = [new for new in dict.fromkeys(_WRITTEN.findall(help)) if not _LEFT_OPEN.search(new)]
    tries = [_candidates(text.source, place.span, new)[:_MOST_TRIED] for new in written]
    for old in _LEFT_OUT.findall(help):
        tries.append([fix for fix in _candidates(text.source, place.span, "") if text.source.at(fix.span) == old])
    mended = (next((fix for fix in tried if monotonic() < end and _mends(text, fix)), None) for tried in tries)
    return [fix for fix in mended if fix is not None]


def _candidates(source: Source, place: Span, new: str) -> list[Fix]:
    """Pieces of the line, from one word or sign to another, that hold the place; what changes fewest words first."""
    start = source.text.rfind("\n", 0, place.start) + 1
    end = source.text.find("\n", place.start)
    line = source.text[start : end if end >= 0 else len(source.text)].split("--")[0]
    words = [Span(start + m.start(), start + m.end()) for m in _WORD.finditer(line)]
    pieces = [
        Span(a.start, b.end) for a in words for b in words if a.start <= place.start < b.end and a.start <= b.start
    ]
    if not pieces:  # the place is the end of the line
        pieces = [Span(place.start, place.start)]
    wanted = Counter(_WORD.findall(new))
    return [Fix(s, new) for s in sorted(pieces, key=lambda s: (_changed(source.at(s), wanted), s.end - s.start))]


def _changed(old: str, wanted: Counter[str]) -> int:
    there = Counter(_WORD.findall(old))
    return (there - wanted).total() + (wanted - there).total()


def _mends(text: EditedText, fix: Fix) -> bool:
    """Is there a mistake less? As long as a text cannot be read, nothing else is said of it."""
    old = text.source.text
    new = old[: fix.span.start] + fix.new + old[fix.span.end :]
    if new == old or not _stands_apart(old, fix):
        return False
    unread, left = (recovered(Source(text.source.name, t))[1] for t in (old, new))
    if unread:
        return len(left) < len(unread)
    return not left and len(_errors(text.with_texts({text.path: new}))) < len(_errors(text))


def _stands_apart(old: str, fix: Fix) -> bool:
    """Does it not run together with the word before or behind it?"""
    before, behind = old[fix.span.start - 1 : fix.span.start], old[fix.span.end : fix.span.end + 1]
    return not (_is_in_word(before + fix.new[:1]) or _is_in_word(fix.new[-1:] + behind))


def _is_in_word(two: str) -> bool:
    return len(two) == 2 and all(sign.isalnum() or sign == "_" for sign in two)


def _errors(text: EditedText) -> list[Diagnostic]:
    return [diagnostic for diagnostic in text.diagnostics() if not diagnostic.is_warning]
