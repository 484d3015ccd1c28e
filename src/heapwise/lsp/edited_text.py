"""A text in an editor: seldom finished, never to be refused."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from heapwise.claims.refusals import review
from heapwise.documents.document import Document
from heapwise.documents.library import library
from heapwise.documents.reading import read_source
from heapwise.documents.search import Around, gather
from heapwise.errors import Diagnostic, HeapwiseError
from heapwise.files import files_in
from heapwise.lang import nodes
from heapwise.lang.limits import check_limits
from heapwise.lang.parse import recovered
from heapwise.source import Source


class _Draft(Document):
    """A document whose clauses are known as far as they can be read."""

    @cached_property
    def tree(self) -> nodes.File:
        """The readable part of the text."""
        return recovered(self.source)[0]


class EditedText:
    """The text of a file as the editor has it. Games are looked up in it, beside it and in the library; `beside` are
    other files of the folder as they are being edited."""

    def __init__(self, path: Path, text: str, beside: Mapping[Path, str] | None = None) -> None:
        self.path, self.source = path, Source(str(path), text)
        self.texts = {**(beside or {}), path: text}
        self.shelf = Around(gather((path.parent,), known=self.texts), library())

    def with_texts(self, texts: Mapping[Path, str]) -> "EditedText":
        """The same file if these were the texts of files of its folder."""
        known = {**self.texts, **texts}
        return EditedText(self.path, known[self.path], known)

    def files(self) -> "list[EditedText]":
        """All rules and claims of the folder, this text first."""
        found = [p for ending in ("game", "claims") for p in files_in(self.path.parent, f"*.{ending}")]
        others = [path for path in dict.fromkeys((*found, *self.texts)) if path != self.path]
        return [
            self,
            *(EditedText(path, text, self.texts) for path in others if (text := self._text(path)) is not None),
        ]

    def _text(self, path: Path) -> str | None:
        if path in self.texts:
            return self.texts[path]
        try:
            return read_source(path).text
        except HeapwiseError:
            return None

    @cached_property
    def draft(self) -> Document:
        """Games and claims, as far as they can be read."""
        draft = _Draft(self.source, self.shelf)
        try:
            check_limits(self.source)
            _ = draft.schemas
        except HeapwiseError:
            return Document(Source(self.source.name, ""), self.shelf)
        return draft

    def diagnostics(self) -> list[Diagnostic]:
        """What `lint` says of the text."""
        document = Document(self.source, self.shelf)
        try:
            return review(document)
        except HeapwiseError as mistake:
            return list(mistake.diagnostics)
