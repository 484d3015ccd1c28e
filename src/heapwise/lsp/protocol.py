"""Texts, places and messages, in the words of the protocol, and which messages are shown."""

from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from heapwise.errors import Diagnostic
from heapwise.lsp.edited_text import EditedText
from heapwise.messages import headline, help_text, spoken
from heapwise.source import Place, Source, Span

Point = tuple[int, int]


def point(source: Source, offset: int) -> Point:
    """Line and column of an offset."""
    line, column = source.line_and_column(min(offset, len(source.text)))
    before = source.text[min(offset, len(source.text)) - column + 1 : offset]
    return line - 1, len(before.encode("utf-16-le", "surrogatepass")) // 2


def offset(source: Source, line: int, column: int) -> int:
    """The offset of a line and column; behind the end of a line is its end."""
    start = 0
    for _ in range(line):
        start = source.text.find("\n", start) + 1
        if start == 0:
            return len(source.text)
    end = source.text.find("\n", start)
    row = source.text[start : end if end >= 0 else len(source.text)]
    return start + len(row.encode("utf-16-le", "surrogatepass")[: 2 * column].decode("utf-16-le", "ignore"))


def points(source: Source, span: Span) -> tuple[Point, Point]:
    """Start and end of a span, which is shown even if it is empty."""
    return point(source, span.start), point(source, max(span.end, span.start + 1))


def path_of(uri: str) -> Path:
    """The file that a text is, or will be."""
    return Path(to_fs_path(uri) or uri)


def uri_of(path: Path) -> str:
    """How the protocol names a file."""
    return from_fs_path(str(path)) or path.as_uri()


def text_at(ls: LanguageServer, uri: str) -> EditedText:
    """An open text, among the others of its folder as they are being edited."""
    path = path_of(uri)
    beside = {path_of(other): document.source for other, document in ls.workspace.text_documents.items()}
    here = {other: text for other, text in beside.items() if other.parent == path.parent}
    return EditedText(path, ls.workspace.get_text_document(uri).source, here)


def message(diagnostic: Diagnostic, source: Source) -> lsp.Diagnostic:
    """A message at its place; one about another file stands at the top, with its place in words."""
    place, words = diagnostic.place, headline(diagnostic, spoken())
    is_here = place is not None and place.source.name == source.name
    if place is not None and not is_here:
        words = f"{place}: {words}"
    help = help_text(diagnostic, spoken())
    return lsp.Diagnostic(
        range=range_of(source, place.span if place is not None and is_here else Span(0, 1)),
        message=f"{words}\n{help}" if help else words,
        severity=lsp.DiagnosticSeverity.Warning if diagnostic.is_warning else lsp.DiagnosticSeverity.Error,
        code=diagnostic.code,
        source="heapwise",
    )


def range_of(source: Source, span: Span) -> lsp.Range:
    """A span, shown even if it is empty."""
    start, end = points(source, span)
    return lsp.Range(lsp.Position(*start), lsp.Position(*end))


def exact_range(source: Source, span: Span) -> lsp.Range:
    """A span that is written over, which may be empty."""
    return range_of(source, span) if span.start < span.end else lsp.Range(*[range_of(source, span).start] * 2)


def offset_of(text: EditedText, position: lsp.Position) -> int:
    """The offset of a position."""
    return offset(text.source, position.line, position.character)


def location(place: Place) -> lsp.Location:
    """A place in any file."""
    return lsp.Location(uri_of(Path(place.source.name).resolve()), range_of(place.source, place.span))


class ShownTexts:
    """The messages of every open text. What was found of a claim is shown until the text changes."""

    def __init__(self, ls: LanguageServer) -> None:
        self._ls = ls
        self._found: dict[str, dict[str, lsp.Diagnostic]] = {}

    def publish(self, uri: str) -> None:
        """Show what there is to say about a text now."""
        text = text_at(self._ls, uri)
        found = [message(diagnostic, text.source) for diagnostic in text.diagnostics()]
        self._publish(uri, [*found, *self._found.get(uri, {}).values()])

    def find(self, uri: str, claim: str, finding: lsp.Diagnostic | None) -> None:
        """Show what was found of a claim, instead of what was found before."""
        found = self._found.setdefault(uri, {})
        found.pop(claim, None)
        if finding is not None:
            found[claim] = finding
        if uri in self._ls.workspace.text_documents:
            self.publish(uri)

    def forget(self, uri: str) -> None:
        """The text has changed: nothing was found of it."""
        self._found.pop(uri, None)

    def close(self, uri: str) -> None:
        """Show nothing any more."""
        self.forget(uri)
        self._publish(uri, [])

    def _publish(self, uri: str, found: list[lsp.Diagnostic]) -> None:
        self._ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found))
