"""The language server: requests of the protocol become questions to this package, answers go back in its words."""

from __future__ import annotations

import asyncio
from pathlib import Path

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from heapwise.errors import Diagnostic, HeapwiseError
from heapwise.lang.format import format_text
from heapwise.lsp.complete import OfferKind, complete
from heapwise.lsp.edited_text import EditedText
from heapwise.lsp.hover import hover
from heapwise.lsp.names import meaning_at, way_to
from heapwise.lsp.places import offset, points
from heapwise.messages import headline, help_text, spoken
from heapwise.source import Place, Source, Span
from heapwise.version import __version__

_PAUSE = 0.15  # seconds without a key before a text is looked at

_KINDS = {
    OfferKind.NAME: lsp.CompletionItemKind.Variable,
    OfferKind.FUNCTION: lsp.CompletionItemKind.Function,
    OfferKind.GAME: lsp.CompletionItemKind.Class,
    OfferKind.WORD: lsp.CompletionItemKind.Keyword,
}


def server() -> LanguageServer:
    """A server with all that it can do; `start_io` starts it."""
    made = LanguageServer("heapwise", __version__)
    _follow(made)
    _answer(made)
    return made


def _text(ls: LanguageServer, uri: str) -> EditedText:
    document = ls.workspace.get_text_document(uri)
    return EditedText(Path(to_fs_path(uri) or uri), document.source)


# ----------------------------------------------------------------------------------------------- messages


def _follow(ls: LanguageServer) -> None:
    """Texts that are opened and changed have their messages published."""

    @ls.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        _publish(ls, params.text_document.uri)

    @ls.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        await asyncio.sleep(_PAUSE)
        document = ls.workspace.text_documents.get(params.text_document.uri)
        if document is not None and document.version == params.text_document.version:
            _publish(ls, params.text_document.uri)

    @ls.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(_params: lsp.DidSaveTextDocumentParams) -> None:
        for uri in ls.workspace.text_documents:  # claims speak of games in other files
            _publish(ls, uri)

    @ls.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(params.text_document.uri, []))


def _publish(ls: LanguageServer, uri: str) -> None:
    text = _text(ls, uri)
    found = [_message(diagnostic, text.source) for diagnostic in text.diagnostics()]
    ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found))


def _message(diagnostic: Diagnostic, source: Source) -> lsp.Diagnostic:
    """A message at its place; one about another file stands at the top, with its place in words."""
    place, words = diagnostic.place, headline(diagnostic, spoken())
    is_here = place is not None and place.source.name == source.name
    if place is not None and not is_here:
        words = f"{place}: {words}"
    help = help_text(diagnostic, spoken())
    return lsp.Diagnostic(
        range=_range(source, place.span if place is not None and is_here else Span(0, 1)),
        message=f"{words}\n{help}" if help else words,
        severity=lsp.DiagnosticSeverity.Warning if diagnostic.is_warning else lsp.DiagnosticSeverity.Error,
        code=diagnostic.code,
        source="heapwise",
    )


def _range(source: Source, span: Span) -> lsp.Range:
    start, end = points(source, span)
    return lsp.Range(lsp.Position(*start), lsp.Position(*end))


# ---------------------------------------------------------------------------------------------- questions


def _answer(ls: LanguageServer) -> None:
    """Hover, completion, definition and layout."""

    @ls.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        text = _text(ls, params.text_document.uri)
        found = hover(text, _offset(text, params.position))
        if found is None:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found[0]), _range(text.source, found[1]))

    @ls.feature(lsp.TEXT_DOCUMENT_COMPLETION)
    def completed(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        text = _text(ls, params.text_document.uri)
        offers = complete(text, _offset(text, params.position))
        return [
            lsp.CompletionItem(
                o.text, kind=_KINDS[o.kind], detail=o.usage, documentation=o.meaning, sort_text=f"{i:05}"
            )
            for i, o in enumerate(offers)
        ]

    @ls.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(params: lsp.DefinitionParams) -> lsp.Location | None:
        text = _text(ls, params.text_document.uri)
        meaning = meaning_at(text.draft, way_to(text.draft.tree, _offset(text, params.position)))
        return None if meaning is None else _location(Place(meaning.source, meaning.span))

    @ls.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatted(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        source = _text(ls, params.text_document.uri).source
        try:
            new = format_text(source)
        except HeapwiseError:
            return []  # the messages are there already
        return [] if new == source.text else [lsp.TextEdit(_range(source, Span(0, len(source.text))), new)]


def _offset(text: EditedText, position: lsp.Position) -> int:
    return offset(text.source, position.line, position.character)


def _location(place: Place) -> lsp.Location:
    path = Path(place.source.name).resolve()
    return lsp.Location(from_fs_path(str(path)) or path.as_uri(), _range(place.source, place.span))
