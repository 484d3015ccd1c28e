"""Words of a report in the language of the run: sentences are made in English, and said in the reader's language."""

from typing import Any

from heapwise.claims.region import describe
from heapwise.errors import Message
from heapwise.messages import render_all, said, spoken, words


def say(text: str) -> str:
    """A heading or a sentence of a report."""
    return said(text, section="report")


def verdict_word(word: str) -> str:
    """`holds`, `refuted` ..."""
    return words("verdicts", word)


def status_word(status: str) -> str:
    """`theorem`, `conjecture` ..."""
    return words("statuses", status)


def region_words(region: dict[str, Any]) -> str:
    """`x <= 7`"""
    return said(describe(region), section="regions")


def reason_words(reason: str) -> str:
    """Why there is no verdict, or a message with marks below the author's text."""
    return render_all(reason.diagnostics, spoken()) if isinstance(reason, Message) else said(reason)
