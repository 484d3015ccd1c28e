"""What an editor shows of open texts: the messages about them, and what was found of their claims."""

from __future__ import annotations

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from heapwise.lsp.protocol import message, text_at


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
