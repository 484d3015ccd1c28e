"""A text in an editor: seldom finished, never to be refused."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from heapwise.claims.refusals import review
from heapwise.documents.document import Document
from heapwise.documents.library import library
from heapwise.documents.search import Around, gather
from heapwise.errors import Diagnostic, HeapwiseError
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
    """The text of a file as the editor has it. Games are looked up in it, beside it and in the library."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self.source = path, Source(str(path), text)
        self.shelf = Around(gather((path.parent,), known={path: text}), library())

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
