"""Rules and claims as their author wrote them, in colours."""

from collections.abc import Iterator

from pygments.token import Comment, Keyword, Name, Number, Operator, String

from heapwise.documents.library import Document
from heapwise.html import Markup, tag
from heapwise.lang import nodes
from heapwise.rules.schema import Schema
from heapwise.vocabulary.highlight import HeapwiseLexer

_CLASSES = {
    Comment: "c", String: "s", Keyword: "k", Operator.Word: "k", Number: "n", Name.Builtin: "f", Name.Function: "f",
}  # fmt: skip


def highlighted(text: str) -> Markup:
    """A text of the language."""
    return tag("pre", tag("code", *_spans(text)), class_="code", tabindex="0")


def _spans(text: str) -> Iterator[str]:
    for kind, part in HeapwiseLexer(stripnl=False, ensurenl=False).get_tokens(text):
        name = next((name for known, name in _CLASSES.items() if kind in known), None)
        yield part if name is None else tag("span", part, class_=name)


def definitions(document: Document, schema: Schema | None) -> str:
    """The `let`s and the automata that stand before the claims about a game, which their formulas use."""
    name = schema.name if schema else None
    blocks = [b for b in document.tree.claims if (b.game.name if b.game else None) == name]
    known = [item for block in blocks for item in block.items if isinstance(item, nodes.Let | nodes.Automaton)]
    return "\n".join(document.source.at(item.span).rstrip() for item in known)


def written(schema: Schema) -> str:
    """The rules as they stand in their file, with the comment right above them."""
    source, span = schema.source, schema.node.span
    lines = source.text[: span.start].rstrip().split("\n")
    comment: list[str] = []
    while lines and lines[-1].strip().startswith("--"):
        comment.insert(0, lines.pop())
    return "\n".join([*comment, source.at(span).rstrip()])
