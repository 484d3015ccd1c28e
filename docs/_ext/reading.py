"""What browsers, screen readers and searches are told of a page: its language, what it is about, its words."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.search import languages
from sphinx.search.en import SearchEnglish

from japanese import SPLIT_QUERY, pairs

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_LONGEST_DESCRIPTION = 160


class _Search(SearchEnglish):  # type: ignore[misc]  # of a package without types
    """English, and Japanese by pairs."""

    js_splitter_code = SPLIT_QUERY

    def split(self, input: str) -> list[str]:
        return pairs(input)


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of this."""
    languages["en"] = _Search
    app.connect("html-page-context", _describe)
    app.connect("html-page-context", _level_captions, priority=900)  # after the theme
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _describe(app: Sphinx, page: str, _: str, context: dict[str, Any], document: nodes.document | None) -> None:
    """The language of the page, and its first paragraph as what a search engine shows below its title."""
    if page.startswith("ja/"):
        context["language"] = "ja"
    first = next(document.findall(_is_opening), None) if document else None
    if first:
        text = html.escape(_shortened(("" if page.startswith("ja/") else " ").join(first.astext().splitlines())))
        context["metatags"] += f'\n<meta name="description" content="{text}" />'


def _level_captions(app: Sphinx, page: str, _: str, context: dict[str, Any], __: nodes.document | None) -> None:
    """The captions of the table of contents are headings for screen readers, which ask for their level."""
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def _is_opening(node: nodes.Node) -> bool:
    """A paragraph of running text, not one that is a link alone."""
    return isinstance(node, nodes.paragraph) and any(
        isinstance(part, nodes.Text) and part.strip() for part in node.children
    )


def _shortened(text: str) -> str:
    """The text as far as it fits, cut between words where there are words."""
    if len(text) <= _LONGEST_DESCRIPTION:
        return text
    return text[: _LONGEST_DESCRIPTION - 3].rsplit(" ", 1)[0] + " …"
