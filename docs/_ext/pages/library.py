"""The library: a page for every file with its rules, a picture, its claims and what is known about them.

Nothing is checked here. Verdicts are those of the `.expected` files, which `heapwise check games` compares with what it
finds; pictures are of small tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from heapwise.claims.claim import Claim
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library, read_source
from heapwise.explorer import Board
from heapwise.html import join, tag
from heapwise.pictures import Picture
from heapwise.report.boards import boards
from heapwise.report.study import Chapter, Stated
from heapwise.running.expected import Expected, read_expected
from heapwise.typeset import mathml, rule_lines
from pages.boards import explorer
from pages.claims import block
from pages.found import found
from pages.pictures import picture

_SECTION = re.compile(r"^## (.*?): ((?:`\w+/`(?:, )?)+)$", re.MULTILINE)
_ROW = re.compile(r"^\| (`[^|]*`) \| (.*) \|$", re.MULTILINE)
_TOP = """\
# Library

The games that come along. `heapwise value NAME POSITION` knows all of them by name, and a file of your own can build on
them. A page has the rules as they are written, a picture, and the claims with the verdict that `heapwise check games`
compares with what it finds: {counts}. What is refuted stands there on purpose, mostly because it is
[wrong as printed](../../errors-in-print.md).

```{{toctree}}
:hidden:

{names}
```
"""


@dataclass
class Entry:
    """Files of one name: rules, claims, and the verdicts that are expected."""

    project: Path
    path: Path  # without its ending

    @property
    def name(self) -> str:
        """The name of the files."""
        return self.path.name

    @cached_property
    def document(self) -> Document | None:
        """The rules."""
        path = self.path.with_suffix(".game")
        return library().document(path) if path.exists() else None

    @cached_property
    def claims(self) -> list[Claim]:
        """The claims."""
        path = self.path.with_suffix(".claims")
        return resolve_claims(Document(read_source(path), library())) if path.exists() else []

    @cached_property
    def chapters(self) -> list[Chapter]:
        """The games of the file with the claims about each of them."""
        found = []
        for schema in self.document.schemas.values() if self.document else ():
            about = tuple(Stated(claim, ()) for claim in self.claims if claim.schema is schema)
            found.append(Chapter(schema, schema.source, about, Document(schema.source, library())))
        return found

    @cached_property
    def boards(self) -> list[Board]:
        """Boards of the games of the file."""
        return [board for chapter in self.chapters for board in boards(chapter)]

    @cached_property
    def picture(self) -> Picture | None:
        """A picture of the first game of the file that has one."""
        return next(filter(None, map(picture, self.chapters)), None)

    @cached_property
    def verdicts(self) -> list[Expected]:
        """The verdict of every claim, in the order of the claims."""
        expected = read_expected(self.path.with_suffix(".claims"))
        return [expected.get(_key(claim), Expected("unchecked")) for claim in self.claims]

    @property
    def folder(self) -> str:
        """Where the files stand, as one writes it on a command line."""
        return self.path.parent.relative_to(self.project).as_posix()


def _key(claim: Claim) -> str:
    return f"{claim.schema.name}.{claim.name}" if claim.schema else claim.name


def entries(project: Path) -> list[Entry]:
    """All files of the library."""
    stems = {path.with_suffix("") for kind in ("game", "claims") for path in (project / "games").rglob(f"*.{kind}")}
    return [Entry(project, path) for path in sorted(stems)]


def pages(project: Path, has_boards: bool = True) -> Iterator[tuple[str, str]]:
    """The gallery, then a page and a picture for every file; boards take the most time, and can be left out."""
    files = entries(project)
    table = (project / "games" / "README.md").read_text(encoding="utf-8")
    yield "library/index.md", "\n".join([_top(files), *_gallery(files, table)])
    for entry in files:
        yield f"library/{entry.name}.md", "\n\n".join(_page(entry, has_boards)) + "\n"
        if entry.picture is not None:
            yield f"library/{entry.name}.svg", entry.picture.svg


def _top(found: list[Entry]) -> str:
    words = [verdict.word for entry in found for verdict in entry.verdicts]
    counts = [f"{words.count(word)} `{word}`" for word in dict.fromkeys(["proved", "holds", "refuted", *words])]
    return _TOP.format(counts=", ".join(counts), names="\n".join(sorted(entry.name for entry in found)))


# ----------------------------------------------------------------------------------------------- the gallery


def _moves(table: str) -> dict[str, str]:
    """What `games/README.md` says of the move of each game."""
    return {name: text for names, text in _ROW.findall(table) for name in re.findall(r"`(\w+)", names)}


def _gallery(found: list[Entry], table: str) -> Iterator[str]:
    """The sections of the table of contents in `games/README.md`, with a card for each file; laws are about no game."""
    moves = _moves(table)
    left = sorted(found, key=lambda entry: [*moves, entry.name].index(entry.name))  # a row may speak of the one above
    for title, folders in _SECTION.findall(table):
        cards = [entry for entry in left if f"`{entry.path.parent.name}/`" in folders]
        left = [entry for entry in left if entry not in cards]
        yield _cards(title, cards, moves)
    yield _cards("Laws of the operations", [entry for entry in left if entry.document is None], moves)
    forgotten = [entry.name for entry in left if entry.document is not None]
    assert not forgotten, f"games/README.md does not speak of {', '.join(forgotten)}"


def _cards(title: str, entries: list[Entry], moves: dict[str, str]) -> str:
    return "\n".join([f"## {title}\n", "::::{container} gallery", *(_card(e, moves) for e in entries), "::::\n"])


def _card(entry: Entry, moves: dict[str, str]) -> str:
    shown = f"[![{entry.picture.title}]({entry.name}.svg)]({entry.name}.md)\n\n" if entry.picture else ""
    count = f"{len(entry.claims)} claims" if entry.claims else "no claims"
    text = moves.get(entry.name, count)
    return f":::{{container}} card\n{shown}[{entry.name}]({entry.name}.md)\n\n{text}\n:::"


# --------------------------------------------------------------------------------------------------- a page


def _page(entry: Entry, has_boards: bool) -> Iterator[str]:
    yield f"# {entry.name}"
    if entry.picture is not None:
        yield f"```{{figure}} {entry.name}.svg\n:alt: {entry.picture.title}\n```"
    if entry.document is not None:
        yield "## Rules"
        yield f"`{entry.folder}/{entry.name}.game`"
        yield f"```game\n{entry.document.source.text.rstrip()}\n```"
        nodes = [chapter.schema.node for chapter in entry.chapters if chapter.schema is not None]
        lines = (piece for node in nodes for piece in rule_lines(node))
        rules = join(*(tag("div", mathml(piece), class_="statement") for piece in lines))
        yield f"```{{raw}} html\n{rules}\n```"
    if has_boards and entry.boards:
        yield "## Positions"
        yield f"```{{raw}} html\n{explorer(entry.boards, '../../')}\n```"
    yield from found(entry.project, entry.name)
    if entry.claims:
        yield "## Claims"
        yield f"```console\n$ heapwise check {entry.name}\n```"
        for claim, verdict in zip(entry.claims, entry.verdicts, strict=True):
            yield f"```{{raw}} html\n{block(claim, verdict, _key(claim), entry.name)}\n```"
