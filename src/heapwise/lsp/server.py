"""The language server: an open text is looked at as it changes, and its messages are published.

What editors ask is answered by the modules beside this one: `answers` puts that into the words of the protocol, and
`claim_runs` checks and proves.
"""

import asyncio

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from heapwise.lsp.answers import answer
from heapwise.lsp.claim_runs import offer_runs
from heapwise.lsp.protocol import ShownTexts
from heapwise.version import __version__

_PAUSE = 0.15  # seconds without a key before a text is looked at


def server() -> LanguageServer:
    """A server with all that it can do; `start_io` starts it."""
    made = LanguageServer("heapwise", __version__)
    shown = ShownTexts(made)
    _follow(made, shown)
    answer(made)
    offer_runs(made, shown)
    return made


def _follow(ls: LanguageServer, shown: ShownTexts) -> None:
    """Texts that are opened and changed have their messages published."""

    @ls.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        shown.publish(params.text_document.uri)

    @ls.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        shown.forget(params.text_document.uri)
        await asyncio.sleep(_PAUSE)
        document = ls.workspace.text_documents.get(params.text_document.uri)
        if document is not None and document.version == params.text_document.version:
            shown.publish(params.text_document.uri)

    @ls.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(_params: lsp.DidSaveTextDocumentParams) -> None:
        for uri in ls.workspace.text_documents:  # claims speak of games in other files
            shown.publish(uri)

    @ls.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        shown.close(params.text_document.uri)
