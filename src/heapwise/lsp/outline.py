"""What a text consists of, for the list that editors show beside it."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from heapwise.lang import nodes
from heapwise.lsp.edited_text import EditedText
from heapwise.source import Span


class ItemKind(Enum):
    """What stands in an outline."""

    GAME = "game"
    CLAIMS = "claims"
    COMPONENT = "component"
    DEFINITION = "definition"
    CLAIM = "claim"
    AUTOMATON = "automaton"


class Item(NamedTuple):
    """A piece of a text, with its name and the pieces inside."""

    name: str
    detail: str
    kind: ItemKind
    span: Span
    name_span: Span
    inside: "tuple[Item, ...]" = ()


def outline(text: EditedText) -> list[Item]:
    """Games and blocks of claims with what is in them."""
    return [_declaration(node, text) for node in text.draft.tree.declarations]


def _declaration(node: nodes.Game | nodes.Claims, text: EditedText) -> Item:
    if isinstance(node, nodes.Game):
        inside = tuple(item for clause in node.clauses for item in _clause(clause))
        return Item(node.name.name, "game", ItemKind.GAME, node.span, node.name.span, inside)
    heading = Span(node.span.start, node.game.span.end if node.game else node.span.start + len("claims"))
    inside = tuple(_item(item) for item in node.items)
    return Item(text.source.words(heading), "", ItemKind.CLAIMS, node.span, heading, inside)


def _clause(clause: nodes.Clause) -> Iterator[Item]:
    match clause:
        case nodes.Places():
            for variable in clause.variables:
                name = variable.name
                yield Item(name.name, clause.keyword, ItemKind.COMPONENT, variable.span, name.span)
        case nodes.Let():
            yield _item(clause)


def _item(node: nodes.Let | nodes.Automaton | nodes.Claim) -> Item:
    match node:
        case nodes.Let():
            return Item(node.name.name, "let", ItemKind.DEFINITION, node.span, node.name.span)
        case nodes.Automaton():
            return Item(node.name.name, "automaton", ItemKind.AUTOMATON, node.span, node.name.span)
    start = node.span.start
    word = Span(start, start + len(node.status))
    name = node.name.name if node.name else node.status
    return Item(name, node.status, ItemKind.CLAIM, node.span, node.name.span if node.name else word)
