"""How a diagnostic is shown in a terminal, in the words of one of the catalogues.

In a catalogue each code has a `headline`, any number of helps (`help` is the usual one; another is
chosen by name where the mistake is recognised), words for notes, and a `page` for `heapwise explain CODE`.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from heapwise.diagnostics import Diagnostic
from heapwise.messages.excerpt import Paint, excerpt, plain
from heapwise.messages.speech import (
    LANGUAGES,
    catalogue,
    entry,
    filled,
    said,
    said_by_line,
    speak,
    speaking,
    spoken,
    translations,
    words,
)

MOST_SHOWN = 10
_EXAMPLE = re.compile(r"^```\w+\n.*?^```$", re.MULTILINE | re.DOTALL)


def codes() -> tuple[str, ...]:
    """All codes that there are."""
    return tuple(code for code in catalogue() if code[0] in "EW")


def headline(diagnostic: Diagnostic, language: str = "en") -> str:
    """The first line of a message: it can stand alone."""
    return filled(diagnostic.code, "headline", diagnostic.values, language) or diagnostic.code


def help_text(diagnostic: Diagnostic, language: str = "en") -> str | None:
    """The help of a message, if there is one."""
    if diagnostic.help is None:
        return None
    return filled(diagnostic.code, diagnostic.help, diagnostic.values, language)


def render(diagnostic: Diagnostic, language: str = "en", paint: Paint = plain) -> str:
    """The message as a terminal shows it; `paint` may colour each part by the role it plays."""
    kind = "warning" if diagnostic.is_warning else "error"
    name, note_sign, help_sign = (_sign(key, language) for key in (kind, "note", "help"))
    lines = [paint(kind, f"{name}[{diagnostic.code}]") + paint("headline", f": {headline(diagnostic, language)}")]
    if diagnostic.place is not None:
        lines += excerpt(diagnostic.place, "-->", paint, _label(diagnostic, language))
    if "example" in diagnostic.values and not _label(diagnostic, language):
        lines.append(paint("note", f"   = {note_sign}: ") + _note("notes", "example", diagnostic.values, language))
    for note in diagnostic.notes:
        values = {**diagnostic.values, **note.values}
        lines.append(paint("note", f"   = {note_sign}: ") + _note(diagnostic.code, note.key, values, language))
        if note.place is not None:
            lines += excerpt(note.place, ":::", paint)
    advice = help_text(diagnostic, language)
    if advice:
        lines.append(paint("help", f"   = {help_sign}: ") + advice)
    # Bytes that are no text, as a shell may hand them over, cannot be printed.
    return "\n".join(lines).encode("utf-8", "replace").decode()


def render_all(diagnostics: Sequence[Diagnostic], language: str = "en", paint: Paint = plain) -> str:
    """Several messages below each other, the first ten and how many more there are."""
    shown = [render(d, language, paint) for d in diagnostics[:MOST_SHOWN]]
    more = len(diagnostics) - MOST_SHOWN
    rest = filled("message", "more", {"more": more}, language) or ""
    return "\n\n".join([*shown, rest] if more > 0 else shown)


def explain(code: str, language: str = "en") -> str:
    """The page of one of the codes: what it means, why, an example and the corrected text.

    Examples are the same in every language: `@1` in a page is the first one of the English page.
    """
    english = catalogue()[code]["page"].strip()
    page = catalogue(language).get(code, {}).get("page") or f"{_sign('english_page', language)}\n\n{english}"
    examples = _EXAMPLE.findall(english)
    page = re.sub(r"(?m)^@(\d)$", lambda mark: examples[int(mark[1]) - 1], page.strip())
    return f"{code}: {title(code, language)}\n\n{page}\n"


def title(code: str, language: str = "en") -> str:
    """The headline of a code without values, for the top of a page."""
    template = entry(code, "headline", language) or ""
    return re.sub(r"\{\{|\}\}", lambda m: m[0][0], re.sub(r"(?<!\{)\{\w+(?::[^{}]*\|([^{}]*))?\}", _ellipsis, template))


def _ellipsis(match: re.Match[str]) -> str:
    return f"... {match[1]}" if match[1] else "..."


def _sign(key: str, language: str) -> str:
    return filled("message", key, {}, language) or key


def _label(diagnostic: Diagnostic, language: str) -> str:
    """The words behind the marks; none without an example to put into them."""
    has_values = "example" in diagnostic.values and diagnostic.place is not None
    return (filled(diagnostic.code, "label", diagnostic.values, language) or "") if has_values else ""


def _note(code: str, key: str, values: Mapping[str, Any], language: str) -> str:
    return filled(code, key, values, language) or filled("notes", key, values, language) or key
