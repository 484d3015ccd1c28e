"""A claim on a page: its verdict, where it comes from, the statement in mathematics, and the author's text."""

from __future__ import annotations

from pygments import highlight
from pygments.formatters import HtmlFormatter

from heapwise.claims.claim import Claim
from heapwise.claims.extent import found_words, telling
from heapwise.claims.instances import instances
from heapwise.claims.mathematics import as_mathml, conditions_as_mathml
from heapwise.html import Markup, join, tag
from heapwise.messages import words
from heapwise.running.expected import Expected
from heapwise.vocabulary.highlight import HeapwiseLexer


def block(claim: Claim, expected: Expected, anchor: str, page: str) -> Markup:
    """The claim as HTML on the page of a game; `anchor` is what a link to it ends with."""
    of = f" of {claim.schema.name}" if claim.schema and claim.schema.name != page else ""
    play = "" if claim.play.is_normal else f", {claim.play.name} play"
    head = tag(
        "p", tag("span", _found(claim, expected), class_=f"verdict {expected.word}"), " ", claim.status, " ",
        tag("strong", claim.name), of, play,
        tag("span", f" {claim.citation}", class_="citation") if claim.citation else None,
    )  # fmt: skip
    # A blank line would end the block of HTML that Markdown reads.
    written = Markup(highlight(_written(claim), HeapwiseLexer(), HtmlFormatter()).replace("\n\n", "\n&#8203;\n"))
    shown = tag("div", as_mathml(claim), *_conditions(claim), class_="statement")
    return tag("section", head, shown, _folded(written), class_="claim", id=anchor)


def _found(claim: Claim, expected: Expected) -> str:
    """The word, with the quantifiers or the instances for which the library's check finds it."""
    word = expected.word
    if word == "proved" and expected.quantifiers:
        return words("check", "proved_for_every", quantifiers=expected.quantifiers)
    of_all = word in ("proved", "holds")  # a refutation is of one instance
    return found_words(word, telling([i.shown for i in instances(claim, ())]) if of_all else [])


def _conditions(claim: Claim) -> list[Markup]:
    found = conditions_as_mathml(claim)
    separated = [part for i, condition in enumerate(found) for part in (Markup(", " if i else " for "), condition)]
    return [tag("span", join(*separated), class_="conditions")] if found else []


def _folded(written: Markup) -> Markup:
    return tag("details", tag("summary", "as it is written"), written)


def _written(claim: Claim) -> str:
    """The claim in its file, with the comment right above it."""
    source, span = claim.source, claim.span
    lines = source.text[: span.start].rstrip().split("\n")
    comment: list[str] = []
    while lines and lines[-1].startswith("--"):
        comment.insert(0, lines.pop())
    return "\n".join([*comment, source.at(span).strip()])
