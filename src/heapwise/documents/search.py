"""The order in which a name is looked up, behind the text that it stands in.

1. The files that were named, with `-f`. Two definitions there are an error.
2. The folder: NAME.game, else the only definition in its files, else an error that names two of them.
3. The library.

Names inside a file are looked up from that file: in it, in the files that were named, in its folder, in the library.
`gather` reads the texts; `Around` looks names up in what was read, in this process or, with the texts, in any other.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any

from heapwise.diagnostics import Diagnostic, Note
from heapwise.documents.document import Document, opened
from heapwise.documents.library import Library, Shelf, library, root
from heapwise.documents.reading import automaton_files, read_source, rule_files
from heapwise.errors import HeapwiseError
from heapwise.records import Record, dataclass, replace
from heapwise.rules.schema import Schema
from heapwise.source import Place, Source

_OURS = Path("<library>")  # stands for the folder of the library, which is elsewhere on another machine
_COMMENT = re.compile(r"--[^\n]*")


class Texts(Record):
    """What was read around a text: plain data, which travels. A text that cannot be read is None."""

    named: tuple[Path, ...] = ()
    folders: tuple[Path, ...] = ()  # where names are looked up
    texts: tuple[tuple[Path, str | None], ...] = ()  # of the files that were named, and of all folders around


def gather(
    folders: Iterable[Path] = (), named: Sequence[str | Path] = (), known: Mapping[Path, str] | None = None
) -> Texts:
    """Read the files that are named and the rule files of folders; `known` are texts that somebody edits now."""
    files = tuple(dict.fromkeys(map(Path, named)))
    texts: dict[Path, str | None] = {path: read_source(path).text for path in files}
    here = tuple(dict.fromkeys(folder for folder in folders if not _is_ours(folder)))
    seen = {path.resolve() for path in files}
    for folder in dict.fromkeys((*here, *(path.parent for path in files))):
        for path in () if _is_ours(folder) else (*rule_files(folder), *automaton_files(folder)):
            if path.resolve() not in seen:
                seen.add(path.resolve())
                texts[path] = _readable(path)
    texts |= known or {}
    return Texts(_without_doubles(files), here, tuple(texts.items()))


def _without_doubles(files: Sequence[Path]) -> tuple[Path, ...]:
    """The same file may be named twice, in two spellings; one of the library has a name that holds on any machine."""
    found = {path.resolve(): path for path in reversed(files)}
    names = (_OURS / real.relative_to(root().resolve()) if _is_ours(real) else path for real, path in found.items())
    return tuple(reversed([*names]))


def _is_ours(path: Path) -> bool:
    """Does a path lie in the library?"""
    return path.resolve().is_relative_to(root().resolve())


def _readable(path: Path) -> str | None:
    try:
        return read_source(path).text
    except HeapwiseError:
        return None


@dataclass(frozen=True)
class Around(Shelf):
    """Looks names up around a text, in the order above."""

    texts: Texts = Texts()
    library: Library | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Around, (self.texts, self.library)  # without the documents that were opened here

    def find(self, name: str) -> Schema | None:
        """A game by name."""
        if name not in self._found:
            found = self._named(name) or self._beside(name)
            self._found[name] = self.library.find(name) if found is None and self.library is not None else found
        return self._found[name]

    def names(self) -> list[str]:
        """The names of all games that can be read."""
        files = (*self.texts.named, *self._neighbours)
        found = [name for path in files if path not in self.broken for name in self.document(path).schemas]
        return [*dict.fromkeys((*found, *(self.library.names() if self.library else ())))]

    def document(self, path: Path) -> Document:
        """One of the files, which looks names up from its own folder."""
        if path.parts[:1] == _OURS.parts:
            assert self.library is not None
            return self.library.document(self.library.folder / path.relative_to(_OURS))
        text = self._texts[path]
        around = replace(self, texts=replace(self.texts, folders=(path.parent,)))
        return opened(str(path), read_source(path).text if text is None else text, around)

    def beside(self, text: Source, file: str) -> Source | None:
        """A file in the folder of a text, as it was read."""
        path = Path(text.name).parent / file
        if self._texts.get(path) is not None:
            return Source(str(path), self._texts[path] or "")
        return None if self.library is None else self.library.beside(text, file)

    def check(self) -> None:
        """Raise what is wrong with the form of a file that was named: no other file answers in its place."""
        for path in self.texts.named:
            _ = self.document(path).schemas

    def definitions(self, name: str) -> list[Schema]:
        """All games of a name in the files that were named and in the folder."""
        files = (*self.texts.named, *(p for p in self._neighbours if p not in self.broken))
        return [s for path in files if (s := self.document(path).schemas.get(name)) is not None]

    # -- the places, nearest first

    def _named(self, name: str) -> Schema | None:
        return _only(s for p in self.texts.named if (s := self.document(p).schemas.get(name)) is not None)

    def _beside(self, name: str) -> Schema | None:
        own = [path for path in self._neighbours if path.name == f"{name}.game"]
        found = _only(s for p in own if (s := self.document(p).schemas.get(name)) is not None)
        if found is not None:
            return found
        found = _only(s for p in self._mentioning(name) if (s := self.document(p).schemas.get(name)) is not None)
        if found is None:
            for path, problem in self.broken.items():
                if _seems_to_define(self._texts[path], name):
                    raise problem
        return found

    def _mentioning(self, name: str) -> Iterable[Path]:
        """The files in which the name occurs and that can be read."""
        word = re.compile(rf"\b{re.escape(name)}\b")
        return (p for p in self._neighbours if word.search(self._texts[p] or "") and p not in self.broken)

    @cached_property
    def _found(self) -> dict[str, Schema | None]:
        return {}

    @cached_property
    def _texts(self) -> dict[Path, str | None]:
        return dict(self.texts.texts)

    @cached_property
    def _neighbours(self) -> list[Path]:
        here, named = self.texts.folders, self.texts.named
        return [p for p in self._texts if p.parent in here and p not in named and p.suffix == ".game"]

    @cached_property
    def broken(self) -> dict[Path, HeapwiseError]:
        """The files of the folder that cannot be read, with the reasons. They are passed over where that is safe."""
        found: dict[Path, HeapwiseError] = {}
        for path in self._neighbours:
            try:
                _ = self.document(path).schemas
            except HeapwiseError as problem:
                found[path] = problem
        return found


def _only(found: Iterable[Schema]) -> Schema | None:
    """The one game that was found, or none. Of two nobody can say which was meant."""
    schemas = list(found)
    if len(schemas) < 2:
        return schemas[0] if schemas else None
    places = [Place(schema.source, schema.node.name.span) for schema in schemas[:2]]
    values: dict[str, object] = {"name": schemas[0].name, "first": _line(places[0]), "second": _line(places[1])}
    raise HeapwiseError(Diagnostic("E008", places[0], values, notes=(Note("other", places[1]),)))


def _line(place: Place) -> str:
    return f"{place.source.name}:{place.line}"


def _seems_to_define(text: str | None, name: str) -> bool:
    """Does a text that has a mistake have a heading for this name, as `gaem nim` or `Game nim(n in 1..)`?"""
    words = re.findall(rf"(\w+)\s+{re.escape(name)}\b", _COMMENT.sub("", text or ""))
    return any(get_close_matches(word.lower(), ["game"], cutoff=0.7) for word in words)


def around(folders: Iterable[Path] = (), named: Sequence[str | Path] = ()) -> Around:
    """Folders and files that were named, and the library behind them. What was named can be read, or is refused."""
    found = Around(gather(folders, named), library())
    found.check()
    return found


def document_at(path: Path, named: Sequence[str | Path] = ()) -> Document:
    """The document of a file, with the files that were named and its folder around it."""
    return opened(str(path), read_source(path).text, around((path.parent,), named))


def shelf(files: Sequence[str | Path] = ()) -> Shelf:
    """The files given, nearest first, the files beside them, then the library."""
    return shelf_here(files) if files else library()


def shelf_here(files: Sequence[str | Path] = ()) -> Around:
    """As `shelf`, for what somebody types: without files the current folder comes before the library."""
    folders = dict.fromkeys(Path(name).parent for name in files) or (Path(),)
    return around(folders, files)
