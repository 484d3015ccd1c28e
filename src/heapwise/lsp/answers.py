"""What editors ask about a text, answered in the words of the protocol."""

from collections.abc import Iterator
from pathlib import Path

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from heapwise.errors import HeapwiseError
from heapwise.lang.format import format_text
from heapwise.lsp.complete import OfferKind, complete
from heapwise.lsp.edited_text import EditedText
from heapwise.lsp.fixes import fixes
from heapwise.lsp.hover import hover
from heapwise.lsp.names import meaning_at, span_of, way_to
from heapwise.lsp.occurrences import occurrences, rename
from heapwise.lsp.outline import Item, ItemKind, outline
from heapwise.lsp.protocol import exact_range, location, message, offset_of, range_of, text_at, uri_of
from heapwise.lsp.signature import signature
from heapwise.lsp.tokens import TokenKind, coloured_names
from heapwise.messages import headline, spoken, words
from heapwise.source import Place, Source, Span

_OFFERED = {
    OfferKind.NAME: lsp.CompletionItemKind.Variable,
    OfferKind.FUNCTION: lsp.CompletionItemKind.Function,
    OfferKind.GAME: lsp.CompletionItemKind.Class,
    OfferKind.WORD: lsp.CompletionItemKind.Keyword,
}
_LISTED = {
    ItemKind.GAME: lsp.SymbolKind.Class, ItemKind.CLAIMS: lsp.SymbolKind.Namespace,
    ItemKind.COMPONENT: lsp.SymbolKind.Property, ItemKind.DEFINITION: lsp.SymbolKind.Function,
    ItemKind.CLAIM: lsp.SymbolKind.Event, ItemKind.AUTOMATON: lsp.SymbolKind.Enum,
}  # fmt: skip
_LEGEND = lsp.SemanticTokensLegend(
    ["enumMember" if kind is TokenKind.ENUM_MEMBER else kind.name.lower() for kind in TokenKind],
    ["declaration", "defaultLibrary"],
)


def answer(ls: LanguageServer) -> None:
    """Let a server answer all that is asked about a text."""
    _about_words(ls)
    _about_names(ls)
    _about_texts(ls)


def _about_words(ls: LanguageServer) -> None:
    @ls.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        text = text_at(ls, params.text_document.uri)
        found = hover(text, offset_of(text, params.position))
        if found is None:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found[0]), range_of(text.source, found[1]))

    @ls.feature(lsp.TEXT_DOCUMENT_COMPLETION)
    def completed(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        text = text_at(ls, params.text_document.uri)
        offers = complete(text, offset_of(text, params.position))
        return [
            lsp.CompletionItem(
                o.text, kind=_OFFERED[o.kind], detail=o.usage, documentation=o.meaning, sort_text=f"{i:05}"
            )
            for i, o in enumerate(offers)
        ]

    @ls.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(["(", ",", ";"]))
    def signed(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        text = text_at(ls, params.text_document.uri)
        found = signature(text, offset_of(text, params.position))
        if found is None:
            return None
        arguments = [lsp.ParameterInformation(argument) for argument in found.arguments]
        shown = lsp.SignatureInformation(found.usage, found.meaning or None, arguments, found.current)
        return lsp.SignatureHelp([shown], 0, found.current)


def _about_names(ls: LanguageServer) -> None:
    @ls.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(params: lsp.DefinitionParams) -> lsp.Location | None:
        text = text_at(ls, params.text_document.uri)
        meaning = meaning_at(text.draft, way_to(text.draft.tree, offset_of(text, params.position)))
        return None if meaning is None else location(Place(meaning.source, meaning.span))

    @ls.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def referred(params: lsp.ReferenceParams) -> list[lsp.Location]:
        text = text_at(ls, params.text_document.uri)
        found, sources = occurrences(text, offset_of(text, params.position)), _sources(text)
        return [location(Place(sources[path], span)) for path, spans in found.items() for span in spans]

    @ls.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlighted(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        text = text_at(ls, params.text_document.uri)
        found = occurrences(text, offset_of(text, params.position)).get(text.path, [])
        return [lsp.DocumentHighlight(range_of(text.source, span)) for span in found]

    @ls.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepared(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        text = text_at(ls, params.text_document.uri)
        way = way_to(text.draft.tree, offset_of(text, params.position))
        return None if meaning_at(text.draft, way) is None else range_of(text.source, span_of(way[-1]))

    @ls.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def renamed(params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        text = text_at(ls, params.text_document.uri)
        sources = _sources(text)
        try:
            found = rename(text, offset_of(text, params.position), params.new_name)
        except HeapwiseError as refusal:
            raise _refused(refusal) from None
        return lsp.WorkspaceEdit(
            {
                uri_of(path): [lsp.TextEdit(range_of(sources[path], span), params.new_name) for span in spans]
                for path, spans in found.items()
            }
        )


def _sources(text: EditedText) -> dict[Path, Source]:
    return {file.path: file.source for file in text.files()}


def _refused(refusal: HeapwiseError) -> JsonRpcException:
    """What an editor shows instead of an answer."""
    return JsonRpcException(headline(refusal.diagnostics[0], spoken()), lsp.LSPErrorCodes.RequestFailed)


def _about_texts(ls: LanguageServer) -> None:
    @ls.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatted(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        source = text_at(ls, params.text_document.uri).source
        try:
            new = format_text(source)
        except HeapwiseError:
            return []  # the messages are there already
        return [] if new == source.text else [lsp.TextEdit(range_of(source, Span(0, len(source.text))), new)]

    @ls.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def listed(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        text = text_at(ls, params.text_document.uri)
        return [_symbol(item, text.source) for item in outline(text)]

    @ls.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, _LEGEND)
    def coloured(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        return lsp.SemanticTokens([*_tokens(text_at(ls, params.text_document.uri))])

    @ls.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    def mended(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        text = text_at(ls, params.text_document.uri)
        begin, end = (offset_of(text, position) for position in (params.range.start, params.range.end))
        return [*_actions(text, params.text_document.uri, Span(begin, end))]


def _symbol(item: Item, source: Source) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        item.name, _LISTED[item.kind], range_of(source, item.span), range_of(source, item.name_span), item.detail,
        children=[_symbol(inner, source) for inner in item.inside],
    )  # fmt: skip


def _tokens(text: EditedText) -> Iterator[int]:
    """Five numbers a name, the first two counted from the name before."""
    line = column = 0
    for name in coloured_names(text):
        place = range_of(text.source, name.span)
        down = place.start.line - line
        yield from (down, place.start.character - (0 if down else column))
        yield from (place.end.character - place.start.character, name.kind, name.is_declared + 2 * name.is_ours)
        line, column = place.start.line, place.start.character


def _actions(text: EditedText, uri: str, span: Span) -> Iterator[lsp.CodeAction]:
    """For every message that touches a span, what mends it."""
    for diagnostic in text.diagnostics():
        place = diagnostic.place
        if place is not None and place.span.start <= span.end and span.start <= place.span.end:
            for fix in fixes(text, diagnostic):
                yield lsp.CodeAction(
                    words("editor", "write", new=fix.new), lsp.CodeActionKind.QuickFix,
                    [message(diagnostic, text.source)], is_preferred=True,
                    edit=lsp.WorkspaceEdit({uri: [lsp.TextEdit(exact_range(text.source, fix.span), fix.new)]}),
                )  # fmt: skip
