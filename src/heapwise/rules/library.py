"""Where games are found: the same text, its folder, the files given with `-f`, and the library that comes along.

Library files are looked through for headings first and parsed only when one of their games is wanted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

from heapwise.errors import HeapwiseError, error
from heapwise.files import resource
from heapwise.lang import nodes, parse_expression, parse_file
from heapwise.lang.limits import MOST_CHARACTERS
from heapwise.rules.game import Game, Rules
from heapwise.rules.probe import check_game
from heapwise.rules.schema import Schema
from heapwise.source import Place, Source
from heapwise.terms.context import Context
from heapwise.terms.evaluate import Compiler
from heapwise.terms.resolve import Resolver
from heapwise.terms.scope import Frame, Scope
from heapwise.terms.types import GAME

_MOST_BYTES = 4 * MOST_CHARACTERS
_MOST_MISTAKES = 100
_HEADING = re.compile(r"(?m)^[ \t]*game\s+([^\W\d]\w*)")


@dataclass(eq=False)
class Document:
    """One text with its games; `around` is asked for games that the text does not have."""

    source: Source
    around: Shelf

    @cached_property
    def tree(self) -> nodes.File:
        """The parsed text."""
        return parse_file(self.source)

    @cached_property
    def schemas(self) -> dict[str, Schema]:
        """The games of the text by name."""
        found: dict[str, Schema] = {}
        for game in self.tree.games:
            if game.name.name in found:
                raise error("E013", Place(self.source, game.name.span), help="game", name=game.name.name)
            found[game.name.name] = Schema(game, self.source, self.find, self.names)
        return found

    def find(self, name: str) -> Schema | None:
        """A game by name, as seen from this text."""
        return self.schemas.get(name) or self.around.find(name)

    def names(self) -> list[str]:
        """All names of games that can be seen from this text."""
        return [*self.schemas, *self.around.names()]

    def check(self) -> None:
        """Raise a `HeapwiseError` with everything that is wrong in the games of this text."""
        mistakes: list[HeapwiseError] = []
        for schema in self.schemas.values():
            try:
                schema.check()
            except HeapwiseError as mistake:
                mistakes.append(mistake)
            if len(mistakes) >= _MOST_MISTAKES:
                break
        if mistakes:
            raise HeapwiseError(d for m in mistakes for d in m.diagnostics)


@dataclass(eq=False)
class Shelf:
    """Files that may be searched for games, nearest first. `texts` are those that need not be read any more."""

    paths: tuple[Path, ...]
    texts: Mapping[Path, str] = field(default_factory=dict)
    _documents: dict[Path, Document] = field(default_factory=dict)

    @cached_property
    def _where(self) -> dict[str, Path]:
        """The file of every game; the nearest file wins."""
        where: dict[str, Path] = {}
        for path in self.paths:
            for name in _names_in(self.texts[path]) if path in self.texts else headings(path):
                where.setdefault(name, path)
        return where

    def find(self, name: str) -> Schema | None:
        """A game by name."""
        path = self._where.get(name)
        return None if path is None else self.document(path).schemas.get(name)

    def names(self) -> list[str]:
        """The names of all games."""
        return list(self._where)

    def document(self, path: Path) -> Document:
        """The text of a file, read once."""
        if path not in self._documents:
            known = self.texts.get(path)
            source = read_source(path) if known is None else Source(str(path), known)
            self._documents[path] = Document(source, self)
        return self._documents[path]

    def game(self, text: str) -> Rules:
        """The game that an expression such as `moore(3, 2)` names."""
        return _game(Document(Source("<game>", text), self), text)


def _game(document: Document, text: str) -> Rules:
    source = document.source
    context = Context(source, document.around.find, document.around.names)
    frame = Frame()
    term = Resolver(context, frame, Scope()).expression(parse_expression(source), GAME, f"`{text}`")
    value = Compiler(source).value(term, [None] * frame.size)
    assert isinstance(value, Rules)
    if not _comes_along(value):
        check_game(value)
    return value


def _comes_along(rules: Rules) -> bool:
    """Is it a game of our own library? Its tests have looked at all of its moves."""
    return isinstance(rules, Game) and Path(rules.schema.source.name) in library().paths


@cache
def headings(path: Path) -> tuple[str, ...]:
    """The names of the games of a file, without parsing it."""
    try:
        return _names_in(path.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return ()


def _names_in(text: str) -> tuple[str, ...]:
    return tuple(_HEADING.findall(text))


def read_source(path: Path) -> Source:
    """The text of a file; what cannot be read is an error with its reason."""
    if path.suffix.lower() == ".json" and path.is_file():
        raise error("E007", None, path=path)
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)  # a device, or somebody's video, need not be read to the end
    except OSError as problem:
        raise error("E001", None, path=path, problem=problem.strerror or problem) from None
    if len(data) > _MOST_BYTES:
        raise error("E003", None, what="bytes", most=_MOST_BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data[: problem.start].count(b"\n") + 1
        raise error("E002", None, path=path, line=line) from None
    return Source(str(path), text.replace("\r\n", "\n"))


def library_files() -> tuple[Path, ...]:
    """The rule files of the library, in the order of their names."""
    return tuple(sorted(resource("games").rglob("*.game")))


def neighbours(path: Path) -> Iterator[Path]:
    """The rule files in the folder of a file."""
    return iter(sorted(path.parent.glob("*.game")))


@cache
def library() -> Shelf:
    """The library that comes along."""
    return Shelf(library_files())
