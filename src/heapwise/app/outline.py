"""The tree of a text as an outline: a line for each node, with what it holds."""

from collections.abc import Iterator
from dataclasses import fields

from heapwise.lang import nodes
from heapwise.source import Span


def outline(node: nodes.Node, depth: int = 0, role: str = "") -> Iterator[str]:
    """The lines of a node and of the nodes below it."""
    head = f"{role}: " if role else ""
    plain = [f"{name}={value!r}" for name, value in _plain(node)]
    yield "  " * depth + " ".join([head + type(node).__name__, *plain])
    for name, child in _nodes(node):
        yield from outline(child, depth + 1, name)


def _plain(node: nodes.Node) -> Iterator[tuple[str, object]]:
    """Numbers and words that stand in the node itself."""
    for item in fields(node):
        value = getattr(node, item.name)
        is_words = isinstance(value, tuple) and value and all(isinstance(v, str) for v in value)
        if not isinstance(value, Span) and (is_words or isinstance(value, str | int)):
            yield item.name, value


def _nodes(node: nodes.Node) -> Iterator[tuple[str, nodes.Node]]:
    for item in fields(node):
        yield from ((item.name, child) for child in nodes.nodes_in(getattr(node, item.name)))
