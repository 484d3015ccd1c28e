"""Catalogues of words, and the language in which a run speaks to people.

A catalogue is a TOML file. What a language has no words for is said in English, so nothing is ever left out.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any

from heapwise.clean import clean, one_line

LANGUAGES = ("en", "ja")
_WHERE = ("LC_ALL", "LC_MESSAGES", "LANG")  # as the system chooses
_LONGEST = 400  # sentences of ours are shorter
# The values that are words of ours; the others are names and texts of the user, which are shown as they are.
_OURS = (
    "what", "wanted", "found", "problem", "reason", "form", "play", "bindings", "after", "measure",
    "values", "items", "other", "why", "limit", "searched", "who", "winner", "choice", "rest", "theorem", "pace",
)  # fmt: skip
_COUNTS = ("n", "all", "most")
_BREAK = re.compile(r"[ \t]*\n\s*")
_spoken = "en"


# ------------------------------------------------------------------------------------------------- languages


def spoken() -> str:
    """The language in which this run speaks to people."""
    return _spoken


def speak(language: str) -> None:
    """Speak this language, one of those that there are, from now on."""
    global _spoken  # one terminal, one language: threads that draw on it speak it, too
    assert language in LANGUAGES
    _spoken = language


@contextmanager
def speaking() -> Iterator[None]:
    """Whatever is spoken inside, afterwards it is as before."""
    before = _spoken
    try:
        yield
    finally:
        speak(before)


def preferred(environment: Mapping[str, str]) -> str:
    """The language asked for by HEAPWISE_LANG, or that of the system where there is a catalogue of it."""
    if environment.get("HEAPWISE_LANG"):
        return environment["HEAPWISE_LANG"]
    system = next((environment[name] for name in _WHERE if environment.get(name)), "")
    found = re.split(r"[_.@]", system)[0].lower()
    return found if found in LANGUAGES else "en"


# ------------------------------------------------------------------------------------------------- catalogues


@cache
def catalogue(language: str = "en") -> dict[str, dict[str, Any]]:
    """All entries of a language, by code or by what they are for."""
    text = (resources.files("heapwise.messages") / f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def entry(section: str, key: str, language: str) -> str | None:
    """The words as they stand in the catalogue, or in the English one."""
    for known in (language, "en"):
        found = catalogue(known).get(section, {}).get(key)
        if found is not None:
            return str(found)
    return None


def filled(section: str, key: str, values: Mapping[str, Any], language: str) -> str | None:
    """The words with their values, which are said in the same language as far as it has words for them."""
    template = entry(section, key, language)
    return None if template is None else _Words(language).vformat(template, (), values)


def words(section: str, key: str, /, **values: Any) -> str:
    """Words that are not part of a message, in the language of this run."""
    return filled(section, key, values, _spoken) or key


class _Words(Formatter):
    """`{wanted:heap|heaps}` is a number with the word that fits it; a value that is not given is left open."""

    def __init__(self, language: str) -> None:
        self.language = language

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        value = kwargs.get(str(key), "...")
        if isinstance(value, int | float):
            return value
        return clean(said(str(value), self.language)) if key in _OURS else shown(value)

    def format_field(self, value: Any, spec: str) -> str:
        if "|" in spec:
            one, many = spec.split("|", 1)
            return f"{value:,} {one if value == 1 else many}"
        return format(value, spec) if isinstance(value, int | float) else str(value)


def shown(value: object) -> str:
    """A name or a text of somebody else, in one line: a formula may have been written in several."""
    return one_line(_BREAK.sub(" ", value) if isinstance(value, str) else value)


# ------------------------------------------------------------------------------------------------- sentences


def said(text: str, language: str | None = None, section: str = "said") -> str:
    """A sentence that was made in English, as the value of a message or in a verdict, for a reader of the language.

    The catalogue has such sentences with their English as key; `wrote {file}` fits any file. Regions have a section of
    their own.
    """
    language = language or _spoken
    for pattern, template in _sentences(language, section) if len(text) <= _LONGEST else ():
        match = pattern.fullmatch(text)
        if match:
            return template.format(
                **{name: _part(name, part, language, section) for name, part in match.groupdict().items()}
            )
    return text


def translations(section: str) -> dict[str, str]:
    """All sentences of a section with their English as key, in the language of this run; none if that is English."""
    return {} if _spoken == "en" else {english: str(words) for english, words in catalogue(_spoken)[section].items()}


def said_by_line(text: str, section: str) -> str:
    """Lines that were made in English, each for itself, for a reader of the language of this run."""
    return text if _spoken == "en" else "\n".join(said(line, section=section) for line in text.split("\n"))


def _part(name: str, text: str, language: str, section: str) -> str:
    if name in ("region", "bounds"):
        return said(text, language, "regions")
    if name == "components":
        return ", ".join(said(part, language, "places") for part in text.split(", "))
    return said(said(text, language, section), language) if name in _OURS else text


@cache
def _sentences(language: str, section: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    known = {} if language == "en" else catalogue(language).get(section, {})
    return tuple((re.compile(_pattern(english), re.DOTALL), str(words)) for english, words in known.items())


def _pattern(english: str) -> str:
    parts = re.split(r"\{(\w+)\}", english)
    return "".join(_group(part) if i % 2 else re.escape(part) for i, part in enumerate(parts))


def _group(name: str) -> str:
    """What may stand in the place of a name: counts are numbers."""
    return f"(?P<{name}>{r'[0-9,]+' if name in _COUNTS else '.+?'})"
