"""Many games at once: an expression with names in it, and numbers for the names.

>>> sweep_of("nim(q)", "q in 2..3", library()).texts
('nim(2)', 'nim(3)')
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from heapwise.documents.library import Shelf
from heapwise.errors import error
from heapwise.questions.answers import Answers
from heapwise.questions.statements import evaluate
from heapwise.records import dataclass
from heapwise.reference.conventions import NORMAL

_CHOSEN = re.compile(r"([^\W\d]\w*)\s+in\b")
_MOST = 10_000  # games


@dataclass(frozen=True)
class GameSweep:
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
    """A text with numbers in the place of names."""
    return re.sub(rf"\b({'|'.join(known)})\b", lambda m: str(known[m[0]]), text)


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
    numbers = tuple(tuple(map(int, row)) for row in listed)
    if not numbers or len(numbers) > _MOST:
        raise error("E371", None, count=f"{len(numbers):,}", most=f"{_MOST:,}")
    return GameSweep(text, names, numbers)
