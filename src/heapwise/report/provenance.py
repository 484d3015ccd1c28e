"""How a report was made: the command, versions, and the hashes of everything that was read."""

import hashlib
from collections.abc import Iterator, Sequence
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
    yield scrolling([say("file"), "SHA-256"], _rows(files_read(study)), say("Files"))
    of_games = games_meant(study)
    if of_games:
        note = "Rules with every game they use, and claims; layout and comments do not count"
        yield scrolling([say("game"), say("rules"), say("claims")], _rows(of_games), say(note))


def files_read(study: Study) -> list[tuple[str, str]]:
    """Every text, and the hash of its bytes."""
    return [(Path(s.name).name, hashlib.sha256(s.text.encode()).hexdigest()) for s in study.sources]


def games_meant(study: Study) -> list[tuple[str, str, str]]:
    """Every game that claims are about, with the hashes of its rules and of the claims."""
    first = [(chapter.title, chapter.claims[0].claim) for chapter in study.chapters if chapter.claims]
    return [(title, rules_hash(claim), claims_hash(claim)) for title, claim in first]


def _rows(named: Sequence[Sequence[str]]) -> list[list[str]]:
    return [[name, *(tag("span", digest, class_="mono") for digest in digests)] for name, *digests in named]
