"""Many games at once: an expression with names in it, and numbers for the names.

>>> sweep_of("nim(q)", "q in 2..3", library()).texts
('nim(2)', 'nim(3)')
"""

import re
from collections.abc import Iterator, Mapping

from heapwise.documents.library import Shelf
from heapwise.errors import error
from heapwise.lang import nodes, parse_expression
from heapwise.questions.answers import Answers
from heapwise.questions.statements import evaluate
from heapwise.records import Record
from heapwise.reference.conventions import NORMAL
from heapwise.source import Source, Span
from heapwise.terms.types import NUMBER
from heapwise.terms.values import show

_CHOSEN = re.compile(r"([^\W\d]\w*)\s+in\b")
_MOST = 10_000  # games


class GameSweep(Record):
    """The instances of a game expression for some numbers by name."""

    text: str
    names: tuple[str, ...]
    numbers: tuple[tuple[int, ...], ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """The games."""
        return tuple(self.text_of(chosen) for chosen in self.numbers)

    @property
    def known(self) -> Iterator[Mapping[str, int]]:
        """The numbers of each game by name."""
        return (dict(zip(self.names, chosen, strict=True)) for chosen in self.numbers)

    def text_of(self, chosen: tuple[int, ...]) -> str:
        """The expression with numbers in the place of names."""
        return filled_in(self.text, dict(zip(self.names, chosen, strict=True)))


def filled_in(text: str, known: Mapping[str, int]) -> str:
    """An expression with numbers in the place of names; in `nim(n = n)` the first one is no such place."""
    tree = parse_expression(Source("<game>", text))
    keys = {key for node in nodes.walk(tree) if isinstance(node, nodes.Call) for key in _keys(node)}
    found = [node for node in nodes.walk(tree) if isinstance(node, nodes.Name) and node.name in known]
    for node in sorted(found, key=lambda node: -node.span.start):
        if node.span not in keys:
            number = known[node.name]
            text = f"{text[: node.span.start]}{number if number >= 0 else f'({number})'}{text[node.span.end :]}"
    return text


def _keys(call: nodes.Call) -> Iterator[Span]:
    """Where the names of named arguments stand."""
    for argument in call.arguments:
        match argument:
            case nodes.Chain(operators=("=",), operands=(nodes.Name() as name, _)):
                yield name.span


def sweep_of(text: str, chosen: str, games: Shelf) -> GameSweep:
    """The sweep of `subtraction({a, b})` for `a in 1..9, b in a+1..12`, which is read as in claims. Of rules with open
    parameters, `nim`, the names are those of the parameters."""
    names = tuple(dict.fromkeys(_CHOSEN.findall(chosen)))
    schema = games.find(text.strip())
    parameters = [parameter.name for parameter in schema.parameters] if schema is not None else []
    if parameters and set(parameters) <= set(names):
        text = f"{text.strip()}({', '.join(parameters)})"
    if not names or not any(re.search(rf"\b{name}\b", text) for name in names):
        raise error("E370", None, text=chosen, game=text)
    listed = evaluate(f"[[{', '.join(names)}] for {chosen}]", games, Answers(NORMAL))
    for value in (one for row in listed for one in row if not isinstance(one, int)):
        raise error("E017", None, what="what `--for` chooses", wanted=NUMBER, found=f"`{show(value)}`")
    numbers = tuple(tuple(map(int, row)) for row in listed)
    if not numbers or len(numbers) > _MOST:
        raise error("E371", None, count=f"{len(numbers):,}", most=f"{_MOST:,}")
    return GameSweep(text, names, numbers)
