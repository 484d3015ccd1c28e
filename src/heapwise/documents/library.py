"""The library that comes along. Its files see one another, and nothing that lies around somebody else's text.

Files are looked through for headings first, and parsed only when one of their games is wanted.
"""

import hashlib
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from heapwise.documents.document import Document, GameNames, opened
from heapwise.documents.probe import check_game
from heapwise.documents.reading import neighbours, read_source
from heapwise.files import resource
from heapwise.lang import parse_expression
from heapwise.rules.game import Game, Rules
from heapwise.rules.schema import Schema
from heapwise.source import Source
from heapwise.terms.context import Context
from heapwise.terms.evaluate import Compiler
from heapwise.terms.resolve import Resolver
from heapwise.terms.scope import Scope, SlotCounter
from heapwise.terms.types import GAME

__all__ = ["Document", "Library", "Shelf", "library", "library_files", "neighbours", "opened", "read_source"]

_HEADING = re.compile(r"(?m)^[ \t]*game\s+([^\W\d]\w*)")
_Stamps = tuple[tuple[Path, int, int], ...]


class Shelf(GameNames):
    """A place where games are looked up by name."""

    def game(self, text: str) -> Rules:
        """The game that an expression such as `moore(3, 2)` names."""
        return game_named(text, self)


def game_named(text: str, games: GameNames) -> Rules:
    """The game that an expression names; the names in it are looked up in `games`."""
    source, frame = Source("<game>", text), SlotCounter()
    resolver = Resolver(Context(source, games.find, games.names), frame, Scope())
    term = resolver.expression(parse_expression(source), GAME, f"`{text}`")
    value = Compiler(source).value(term, [None] * frame.size)
    assert isinstance(value, Rules)
    is_tested = isinstance(value, Game) and library().owns(value.schema)
    if not is_tested:
        check_game(value)
    return value


class Library(Shelf):
    """The library as its files were at some moment. It travels to other machines with its texts, and is looked up there
    instead of theirs."""

    def __init__(self, folder: Path, paths: Iterable[Path], texts: dict[Path, str] | None = None) -> None:
        self.folder, self.paths = folder, tuple(paths)
        self._known = frozenset(map(str, self.paths))
        if texts is not None:
            self.texts = texts

    def __reduce__(self) -> tuple[Any, ...]:
        return _arrived, (self.folder, tuple(self.texts.items()))

    @cached_property
    def texts(self) -> dict[Path, str]:
        """All files, as they were read."""
        return {path: read_source(path).text for path in self.paths}

    @cached_property
    def _where(self) -> dict[str, Path]:
        return {name: path for path, text in self.texts.items() for name in _HEADING.findall(text)}

    @cached_property
    def sha256(self) -> str:
        """A hash of all texts, with their places in the library."""
        digest = hashlib.sha256()
        for path, text in self.texts.items():
            digest.update(f"{path.relative_to(self.folder).as_posix()}\0{text}\0".encode())
        return digest.hexdigest()

    def find(self, name: str) -> Schema | None:
        """A game by name."""
        path = self._where.get(name)
        return None if path is None else self.document(path).schemas.get(name)

    def names(self) -> list[str]:
        """The names of all games."""
        return list(self._where)

    def document(self, path: Path) -> Document:
        """A file of the library: rules, or the claims beside them."""
        text = self.texts.get(path)
        return opened(str(path), read_source(path).text if text is None else text, self)

    def beside(self, text: Source, file: str) -> Source | None:
        """A file in the folder of a text of the library."""
        path = Path(text.name).parent / file
        return read_source(path) if path.is_relative_to(root()) and path.is_file() else None

    def owns(self, schema: Schema) -> bool:
        """Is this a game of a file of the library?"""
        return schema.source.name in self._known


def root() -> Path:
    """The folder of the library."""
    return resource("games")


@lru_cache(maxsize=1)
def _library(stamps: _Stamps) -> Library:
    return Library(root(), (path for path, _, _ in stamps))


@lru_cache(maxsize=8)
def _arrived(folder: Path, texts: tuple[tuple[Path, str], ...]) -> Library:
    """The library of another process: the same object for the same texts."""
    return Library(folder, (path for path, _ in texts), dict(texts))


_LENT: ContextVar[Library | None] = ContextVar("_LENT", default=None)


def library() -> Library:
    """The library as it is now, or one that was lent. Files that did not change are not read again."""
    return _LENT.get() or _library(_stamps())


@contextmanager
def lent(other: Library | None) -> Iterator[None]:
    """Work that somebody else gave is done with their library."""
    token = _LENT.set(other)
    try:
        yield
    finally:
        _LENT.reset(token)


def _stamps() -> _Stamps:
    found = ((Path(entry.path), entry.stat()) for entry in _entries(root()))
    return tuple(sorted((path, status.st_mtime_ns, status.st_size) for path, status in found))


def _entries(folder: Path | str) -> Iterator[os.DirEntry[str]]:
    """The rule files of a folder and of those in it. Every name that is looked up asks for them, so they are scanned as
    the system lists them, which takes a tenth of the time that `Path.rglob` takes."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _entries(entry.path)
            elif entry.name.endswith(".game"):
                yield entry


def library_files() -> Sequence[Path]:
    """The rule files of the library, in the order of their names."""
    return library().paths
