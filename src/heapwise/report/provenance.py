"""How a report was made: the command, versions, and the hashes of everything that was read."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from heapwise.claims.hashes import claims_hash, rules_hash
from heapwise.html import Markup, scrolling, tag
from heapwise.lang.parse import LANGUAGE_VERSION
from heapwise.report.phrases import say
from heapwise.report.study import Study
from heapwise.version import __version__


def provenance(study: Study) -> Iterator[Markup]:
    """The end of the page."""
    yield tag("h2", say("How this was made"))
    if study.commands:
        yield tag("p", say("To run it again:"))
        yield tag("pre", tag("code", "\n".join(study.commands)), class_="code", tabindex="0")
    yield tag("p", say(f"heapwise {__version__}, language {LANGUAGE_VERSION}. Files, with the hashes of their texts:"))
    files = [[Path(s.name).name, _mono(_sha256(s.text))] for s in study.sources]
    yield scrolling([say("file"), "SHA-256"], files, say("Files"))
    first = [(chapter.title, chapter.claims[0].claim) for chapter in study.chapters if chapter.claims]
    if first:
        rows: list[list[str]] = [[t, _mono(rules_hash(c)), _mono(claims_hash(c))] for t, c in first]
        note = "Rules with every game they use, and claims; layout and comments do not count"
        yield scrolling([say("game"), say("rules"), say("claims")], rows, say(note))


def _mono(text: str) -> Markup:
    return tag("span", text, class_="mono")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
