"""The words of every message, one catalogue a language, and how a diagnostic is shown in a terminal.

A catalogue is a TOML file. Each code has a `headline`, any number of helps (`help` is the usual one; another is
chosen by name where the mistake is recognised), words for notes, and a `page` for `heapwise explain CODE`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any

from heapwise.errors import Diagnostic
from heapwise.source import Place

LANGUAGES = ("en",)
_MOST_LINES = 3


@cache
def catalogue(language: str = "en") -> dict[str, dict[str, Any]]:
    """All entries of a language, by code."""
    text = (resources.files("heapwise.messages") / f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def headline(diagnostic: Diagnostic, language: str = "en") -> str:
    """The first line of a message: it can stand alone."""
    return str(catalogue(language)[diagnostic.code]["headline"]).format(**diagnostic.values)


def help_text(diagnostic: Diagnostic, language: str = "en") -> str | None:
    """The help of a message, if there is one."""
    words = catalogue(language)[diagnostic.code].get(diagnostic.help) if diagnostic.help else None
    return str(words).format(**diagnostic.values) if words else None


def render(diagnostic: Diagnostic, language: str = "en") -> str:
    """The message as a terminal shows it, without colour."""
    kind = "warning" if diagnostic.is_warning else "error"
    lines = [f"{kind}[{diagnostic.code}]: {headline(diagnostic, language)}"]
    if diagnostic.place is not None:
        lines += _excerpt(diagnostic.place, first="-->")
    for note in diagnostic.notes:
        words = str(catalogue(language)[diagnostic.code][note.key]).format(**{**diagnostic.values, **note.values})
        lines.append(f"   = note: {words}")
        if note.place is not None:
            lines += _excerpt(note.place, first=":::")
    words_of_help = help_text(diagnostic, language)
    if words_of_help:
        lines.append(f"   = help: {words_of_help}")
    return "\n".join(lines)


def _excerpt(place: Place, first: str) -> list[str]:
    """The user's own lines with the place underlined."""
    source, span = place.source, place.span
    line, column = source.line_and_column(span.start)
    last, last_column = source.line_and_column(max(span.start, span.end - 1))
    width = len(str(last))
    lines = [f"{' ' * width} {first} {source.name}:{line}:{column}", f"{' ' * width} |"]
    for number in range(line, min(last, line + _MOST_LINES - 1) + 1):
        text = source.line_text(number)
        begin = column if number == line else len(text) - len(text.lstrip()) + 1
        end = last_column if number == last else len(text)
        lines += _underlined(text, number, width, begin, max(end, begin))
    return lines


def _underlined(text: str, number: int, width: int, begin: int, end: int) -> list[str]:
    """One line of text, cut around the place if it is very long, and the marks below it."""
    room = 110
    offset = 0 if len(text) <= room else max(0, min(begin - room // 3, len(text) - room))
    shown = text[offset : offset + room].replace("\t", " ")
    begin, end = begin - offset, min(end - offset, room)
    pad = "".join("\u3000" if _is_wide(c) else " " for c in shown[: begin - 1])
    return [f"{number:>{width}} | {shown}".rstrip(), f"{' ' * width} | {pad}{'^' * max(1, end - begin + 1)}"]


def _is_wide(character: str) -> bool:
    return "\u1100" <= character and character not in "→≤≥≠∈∉⊕⊗∧∨¬⇔⇒∪∩∖≡"
