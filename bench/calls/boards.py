"""Every game of the library with small parameters: as a command line names it, and as claims speak of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice

from heapwise.documents.library import library
from heapwise.documents.probe import small_games, small_states
from heapwise.rules.game import Game, argument_text
from heapwise.terms.types import NUMBER, Vector

_GAMES = 4  # choices of the parameters of each game
_POSITIONS = 5
# Games that stand in for a parameter of the kind `games` have names that only the probe knows.
_STAND_INS = {"one_heap": "nim(1)", "at_most_two": "subtraction({1, 2})"}


@dataclass(frozen=True)
class Board:
    """A game with parameters: its text, some positions of it, and what a claim about it says."""

    text: str
    heading: str  # `nim(n)`
    parameters: tuple[str, ...]  # `n = 2`
    positions: tuple[str, ...]
    whole: str  # the position as a claim names it: `x`, `a, b`
    numbers: tuple[str, ...]  # components that are numbers: `x[1]`, `p.x[1]`
    vectors: tuple[str, ...]  # and those that are vectors of numbers
    inside: tuple[str, ...]  # components that are positions


@cache
def boards() -> tuple[Board, ...]:
    """All of them, in the order of the names of the games."""
    return tuple(board for name in sorted(library().names()) for board in _of(name))


def _of(name: str) -> Iterator[Board]:
    schema = library().find(name)
    assert schema is not None
    for probed in islice(small_games(schema), _GAMES):
        game = library().game(_named(probed.text))
        if isinstance(game, Game) and game.schema is schema and game.layout.size:
            yield _board(game)


def _named(text: str) -> str:
    for name, ours in _STAND_INS.items():
        text = text.replace(name, ours)
    return text


def _board(game: Game) -> Board:
    parameters = game.schema.parameters
    values = zip(parameters, game.arguments, strict=True)
    given = tuple(f"{p.name} = {argument_text(value, p.type)}" for p, value in values)
    heading = f"{game.schema.name}({', '.join(p.name for p in parameters)})" if parameters else game.schema.name
    states = islice(small_states(game), _POSITIONS)
    return Board(
        game.text, heading, given, tuple(game.layout.text(state) for state in states),
        ", ".join(v.name for v in game.layout.variables), *_parts(game),
    )  # fmt: skip


def _parts(game: Game) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Numbers, vectors and positions among the components, as a claim writes them; one level of inner ones."""
    layout = game.layout
    inside = [label for label, inner in zip(layout.labels, layout.component_games, strict=True) if inner is not None]
    numbers = [label for label, inner in zip(layout.labels, layout.component_games, strict=True) if inner is None]
    for label, inner in zip(layout.labels, layout.component_games, strict=True):
        if isinstance(inner, Game):
            numbers += [f"{label}.{inner_label}" for inner_label in inner.layout.labels]
    vectors = [p.name for p in game.schema.places if p.type in (Vector(NUMBER), Vector(NUMBER, cyclic=True))]
    return tuple(numbers), tuple(vectors), tuple(inside)
