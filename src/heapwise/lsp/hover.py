"""What an editor shows about the word under the pointer, as Markdown."""

from time import monotonic

from heapwise.documents.library import Document
from heapwise.errors import HeapwiseError
from heapwise.lang import nodes
from heapwise.lang.comments import comment_above
from heapwise.lang.mistakes import FORMS
from heapwise.lsp.edited_text import EditedText
from heapwise.lsp.names import Meaning, Way, game_called, in_force, meaning_at, span_of, type_of, way_to
from heapwise.questions import Answers
from heapwise.questions.statements import evaluate
from heapwise.reference.conventions import NORMAL
from heapwise.source import Span
from heapwise.terms.functions import FUNCTIONS
from heapwise.terms.known_names import GATHERS, QUESTIONS

# Words that the table of functions does not hold.
WORDS = {
    "G": ("G(x)", "the Grundy value"),
    "P": ("P(x)", "does the previous player win?"),
    "N": ("N(x)", "does the next player win, who is to move?"),
    "W": ("W(x)", "who makes the last move: 0 for the player to move, 1 for the next, and so on"),
    "R": ("R(x)", "how many moves are left if the winner hurries and the loser delays"),
    "options": ("options(G, n), options(p)", "the options of a position"),
    "parts": ("parts(G, x)", "the options, each as the list of the positions it is a sum of"),
    "followers": ("followers(p)", "what any number of moves, also none, leads to"),
    "terminal": ("terminal(p)", "has the position no option?"),
    "legal": ("legal(x)", "is there such a position?"),
    "this": ("this(x)", "a position of the same game, with the same parameters"),
}
_MOST_NUMBER = 64  # a value is computed while the pointer rests, so only of small positions
_PATIENCE = 1.0  # seconds


def hover(text: EditedText, offset: int) -> tuple[str, Span] | None:
    """Markdown about the word at an offset, and the word's place."""
    way = way_to(text.draft.tree, offset)
    found = [_of_name(text.draft, way), _value(text.draft, way)]
    words = "\n\n".join(filter(None, found))
    last = way[-1]
    if isinstance(last, nodes.Name | nodes.Field) and words:
        return words, span_of(last)
    span = _word_at(text.source.text, offset)
    form = FORMS.get(text.source.at(span).removesuffix("s"))
    return (form, span) if form else None


def about_word(name: str) -> tuple[str, str] | None:
    """How a function is written, and what it gives."""
    if name in FUNCTIONS:
        return FUNCTIONS[name].usage, FUNCTIONS[name].meaning
    if name in GATHERS:
        body, gives = GATHERS[name]
        return f"{name}(e for ...)", f"{gives or body}, of {body} e"
    return WORDS.get(name)


def _of_name(document: Document, way: Way) -> str | None:
    meaning = meaning_at(document, way)
    if meaning is not None:
        return _of_game(meaning) if meaning.schema is not None else _of_variable(document, meaning)
    about = about_word(way[-1].name) if isinstance(way[-1], nodes.Name) else None
    return None if about is None else f"{_code(about[0])}\n{about[1]}"


def _of_game(meaning: Meaning) -> str:
    comment = comment_above(meaning.source.text, meaning.around.start)
    return "\n".join([_code(meaning.source.at(meaning.around)), *comment])


def _of_variable(document: Document, meaning: Meaning) -> str:
    """The author's own words, which have the range, and the type."""
    kind = type_of(document, meaning)
    return _code(meaning.source.at(meaning.around)) + (f"\n`{meaning.name}` is {kind}" if kind else "")


def _code(text: str) -> str:
    return f"```heapwise\n{text}\n```"


def _word_at(text: str, offset: int) -> Span:
    start = end = offset
    while start > 0 and text[start - 1].isalpha():
        start -= 1
    while end < len(text) and text[end].isalpha():
        end += 1
    return Span(start, end)


# ------------------------------------------------------------------------------------------------- values


class _Enough(Exception):
    """The value takes too long for an answer in passing."""


def _value(document: Document, way: Way) -> str | None:
    """The value of `G(nim(3)(3, 5, 7))`: a question about a position in which all is given."""
    question = next((n for n in reversed(way) if _is_question(n)), None)
    taken = frozenset(meaning.name for meaning in in_force(document, way))  # these mean no game of that name
    if question is None or not _is_given(document, question, taken) or not _is_normal(way):
        return None
    text, end = document.source.at(question.span), monotonic() + _PATIENCE

    def tick() -> None:
        if monotonic() > end:
            raise _Enough

    try:
        value = evaluate(text, document, Answers(NORMAL, tick))
    except (HeapwiseError, _Enough):
        return None
    return f"`{' '.join(text.split())}` = {str(value).lower() if isinstance(value, bool) else value}"


def _is_question(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Call) and isinstance(node.function, nodes.Name) and node.function.name in QUESTIONS


def _is_given(document: Document, node: nodes.Node, taken: frozenset[str]) -> bool:
    """Are all parts of it small numbers, codes and games?"""
    match node:
        case nodes.Name():
            return node.name in QUESTIONS or (node.name not in taken and game_called(document, node.name) is not None)
        case nodes.Int():
            return node.value <= _MOST_NUMBER
        case nodes.Call() | nodes.Tuple() | nodes.ListLiteral() | nodes.SetLiteral() | nodes.Infix() | nodes.Code():
            return all(_is_given(document, child, taken) for child in nodes.children(node))
    return False


def _is_normal(way: Way) -> bool:
    plays = [node.play for node in way if isinstance(node, nodes.Claim)]
    return all(play is None or play.convention == "normal" for play in plays)
