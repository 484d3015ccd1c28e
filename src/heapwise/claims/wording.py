"""What a claim says, in the words of its author."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from heapwise.source import Source
from heapwise.terms import term as t

if TYPE_CHECKING:
    from heapwise.claims.claim import Claim


def text_of(source: Source, term: t.AnyTerm) -> str:
    """A term as it is written, on one line. The parentheses around its first and its last part belong to it."""
    text = source.words(term.span)
    depths = [0, *accumulate((sign == "(") - (sign == ")") for sign in text)]
    opened, closed = -min(depths), depths[-1] - min(depths)
    return f"{'(' * opened}{text}{')' * closed}"


def stated(claim: Claim) -> str:
    """The statement on one line, with what `where` says of positions, which no fact does."""
    behind = ", ".join(_premise_text(claim.source, premise) for premise in claim.where)
    return f"{claim.text} where {behind}" if behind else claim.text


def _premise_text(source: Source, term: t.AnyTerm) -> str:
    """A premise as it is written; of several components that are in one range each by itself."""
    match term:
        case t.Operation(name="in", arguments=(member, domain)) if member.span == term.span:
            return f"{text_of(source, member)} in {text_of(source, domain)}"
    return text_of(source, term)
