"""Runs the examples of the pages of `heapwise explain`: a text of games and claims, or a command."""

from __future__ import annotations

import re
import shlex

from click.testing import CliRunner

from heapwise.app.registry import cli
from heapwise.claims.refusals import review
from heapwise.documents.library import Document, library
from heapwise.errors import Diagnostic
from heapwise.source import Source

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def blocks(page: str) -> list[tuple[str, str]]:
    """The fenced blocks of a page: what kind of text, and the text."""
    return _BLOCK.findall(page)


def codes_of(kind: str, text: str) -> list[str]:
    """The codes of everything that there is to say about an example."""
    if kind == "command":
        result = CliRunner().invoke(cli, shlex.split(text)[1:])
        return re.findall(r"\b(?:error|warning)\[(\w+)\]", result.output)
    return [d.code for d in diagnostics_of(text)]


def diagnostics_of(text: str) -> list[Diagnostic]:
    """Errors and warnings of a text of games and claims."""
    return review(Document(Source("example", text), library()))
