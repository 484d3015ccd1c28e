"""The words of every message, one catalogue a language, and how a diagnostic is shown in a terminal.

A catalogue is a TOML file. Each code has a `headline`, any number of helps (`help` is the usual one; another is
chosen by name where the mistake is recognised), words for notes, and a `page` for `heapwise explain CODE`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any

from heapwise.errors import Diagnostic, error
from heapwise.messages.excerpt import Paint, excerpt, plain

LANGUAGES = ("en",)
MOST_SHOWN = 10


@cache
def catalogue(language: str = "en") -> dict[str, dict[str, Any]]:
    """All entries of a language, by code."""
    text = (resources.files("heapwise.messages") / f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def codes(language: str = "en") -> tuple[str, ...]:
    """All codes that have an entry."""
    return tuple(code for code in catalogue(language) if code[0] in "EW")


def headline(diagnostic: Diagnostic, language: str = "en") -> str:
    """The first line of a message: it can stand alone."""
    return _words(diagnostic.code, "headline", diagnostic.values, language) or diagnostic.code


def help_text(diagnostic: Diagnostic, language: str = "en") -> str | None:
    """The help of a message, if there is one."""
    if diagnostic.help is None:
        return None
    return _words(diagnostic.code, diagnostic.help, diagnostic.values, language)


def render(diagnostic: Diagnostic, language: str = "en", paint: Paint = plain) -> str:
    """The message as a terminal shows it; `paint` may colour each part by the role it plays."""
    kind = "warning" if diagnostic.is_warning else "error"
    lines = [paint(kind, f"{kind}[{diagnostic.code}]") + paint("headline", f": {headline(diagnostic, language)}")]
    if diagnostic.place is not None:
        lines += excerpt(diagnostic.place, "-->", paint, _label(diagnostic, language))
    if "example" in diagnostic.values and not _label(diagnostic, language):
        lines.append(paint("note", "   = note: ") + _note("notes", "example", diagnostic.values, language))
    for note in diagnostic.notes:
        values = {**diagnostic.values, **note.values}
        lines.append(paint("note", "   = note: ") + _note(diagnostic.code, note.key, values, language))
        if note.place is not None:
            lines += excerpt(note.place, ":::", paint)
    words = help_text(diagnostic, language)
    if words:
        lines.append(paint("help", "   = help: ") + words)
    # Bytes that are no text, as a shell may hand them over, cannot be printed.
    return "\n".join(lines).encode("utf-8", "replace").decode()


def render_all(diagnostics: Sequence[Diagnostic], language: str = "en", paint: Paint = plain) -> str:
    """Several messages below each other, the first ten and how many more there are."""
    shown = [render(d, language, paint) for d in diagnostics[:MOST_SHOWN]]
    more = len(diagnostics) - MOST_SHOWN
    return "\n\n".join([*shown, f"... and {more} more"] if more > 0 else shown)


def explain(code: str, language: str = "en") -> str:
    """The page of a code: what it means, why, an example and the corrected text."""
    name = code.strip().upper()
    if name not in codes(language):
        near = get_close_matches(name, codes(language), n=1)
        raise error("E308", None, help="near" if near else "help", text=code, near=near[0] if near else "")
    return f"{name}: {_blank(catalogue(language)[name]['headline'])}\n\n{catalogue(language)[name]['page'].strip()}\n"


def _blank(template: str) -> str:
    """A headline without its values, for the top of a page."""
    return re.sub(r"\{\{|\}\}", lambda m: m[0][0], re.sub(r"(?<!\{)\{\w+(?::[^{}]*\|([^{}]*))?\}", _ellipsis, template))


def _ellipsis(match: re.Match[str]) -> str:
    return f"... {match[1]}" if match[1] else "..."


# ------------------------------------------------------------------------------------------------- words


class _Words(Formatter):
    """`{wanted:heap|heaps}` is a number with the word that fits it; a value that is not given is left open."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs.get(str(key), "...")

    def format_field(self, value: Any, spec: str) -> str:
        if "|" not in spec:
            return str(value)
        one, many = spec.split("|", 1)
        return f"{value} {one if value == 1 else many}"


def _label(diagnostic: Diagnostic, language: str) -> str:
    """The words behind the marks; none without an example to put into them."""
    has_values = "example" in diagnostic.values and diagnostic.place is not None
    return (_words(diagnostic.code, "label", diagnostic.values, language) or "") if has_values else ""


def _note(code: str, key: str, values: Mapping[str, Any], language: str) -> str:
    return _words(code, key, values, language) or _words("notes", key, values, language) or key


def _words(code: str, key: str, values: Mapping[str, Any], language: str) -> str | None:
    template = catalogue(language).get(code, {}).get(key)
    return None if template is None else _Words().vformat(str(template), (), values)


__all__ = ["LANGUAGES", "MOST_SHOWN", "catalogue", "codes", "explain", "headline", "help_text", "render", "render_all"]
