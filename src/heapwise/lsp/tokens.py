"""What every name of a text is, for colours that only a reader of the whole text can know."""

from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from heapwise.lang import nodes
from heapwise.lsp.edited_text import EditedText
from heapwise.lsp.hover import about_word
from heapwise.lsp.names import Meaning, Way, meaning_at, span_of, ways
from heapwise.source import Span


class TokenKind(IntEnum):
    """Kinds of names, in the words of the protocol."""

    CLASS = 0  # a game
    PARAMETER = 1
    PROPERTY = 2  # a component of the position
    FUNCTION = 3
    VARIABLE = 4
    ENUM_MEMBER = 5  # a state of an automaton
    EVENT = 6  # a claim


class ColouredName(NamedTuple):
    """A name at its place; `is_declared` where it is introduced, `is_ours` if the language brings it along."""

    span: Span
    kind: TokenKind
    is_declared: bool = False
    is_ours: bool = False


def coloured_names(text: EditedText) -> list[ColouredName]:
    """All names of a text of which it is known what they are."""
    found = {name.span: name for way in ways(text.draft.tree) for name in _coloured(text, way)}
    return [found[span] for span in sorted(found)]


def _coloured(text: EditedText, way: Way) -> Iterator[ColouredName]:
    node, around = way[-1], way[-2] if len(way) > 1 else None
    if isinstance(around, nodes.Claim) and around.name is node:
        yield ColouredName(span_of(node), TokenKind.EVENT, is_declared=True)
        return
    meaning = meaning_at(text.draft, way)
    if meaning is not None:
        is_declared = meaning.span == node.span and meaning.source.name == text.source.name
        yield ColouredName(span_of(node), _kind(meaning), is_declared)
    elif isinstance(node, nodes.Name) and about_word(node.name) is not None:
        yield ColouredName(node.span, TokenKind.FUNCTION, is_ours=True)


def _kind(meaning: Meaning) -> TokenKind:
    match meaning.by:
        case nodes.Game():
            return TokenKind.CLASS
        case nodes.Parameter():
            return TokenKind.PARAMETER
        case nodes.Places():
            return TokenKind.PROPERTY
        case nodes.AutomatonState():
            return TokenKind.ENUM_MEMBER
        case nodes.Let() | nodes.Automaton() if meaning.by.name.span != meaning.span:
            return TokenKind.PARAMETER
        case nodes.Let() if not meaning.by.parameters:
            return TokenKind.VARIABLE
        case nodes.Let() | nodes.Automaton():
            return TokenKind.FUNCTION
    return TokenKind.VARIABLE
