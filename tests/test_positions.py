"""Positions as text, expressions, tuples and lists: what is printed of a random game is read again as the same one."""

from __future__ import annotations

import json
from random import Random

import pytest

import heapwise as hw
from heapwise.api import Game as ApiGame
from heapwise.claims.plain_data import jsonable, position_words
from heapwise.documents.library import Document, game_named, library
from heapwise.errors import HeapwiseError
from heapwise.questions import Answers
from heapwise.questions.positions import as_list, position_from, read_position, typed
from heapwise.questions.statements import evaluate
from heapwise.reference.conventions import NORMAL
from heapwise.rules.game import Game, Rules, SumOfGames
from heapwise.source import Source
from heapwise.terms.position import Position

INNER = "game one\n    heap a\n    move a -> a - 1\ngame pair\n    heaps a, b\n    move a -> a - 1\n"
INNER += "game holds(H in games)\n    position q of H\n    move q -> r for r in options(q)\n"
INNER += "game none(n in 0..)\n    heaps x[n]\n    move x[i] -> x[i] - 1 for i in 1..n\n"
GAMES = ("one", "pair", "one + pair", "kayles", "holds(one)", "holds(pair)", "none(1)", "holds(holds(one))")


def clause(name: str, random: Random) -> str:
    """Some clause of components."""
    game, length = random.choice(GAMES), random.randint(0, 2)
    rows = ", ".join(str(random.randint(1, 2)) for _ in range(random.randint(1, 2)))
    kinds = (f"heap {name}", f"heaps {name}[{length}]", f"heaps {name}[[{rows}]]", f"position {name} of {game}",
             f"positions {name}[{length}] of {game}", f"cell {name} in 0..2")  # fmt: skip
    return random.choice(kinds)


def random_game(random: Random) -> tuple[Game, Document]:
    clauses = "".join(f"    {clause(name, random)}\n" for name in "uvwyz"[: random.randint(1, 5)])
    text = f"{INNER}game outer\n    heap b\n{clauses}    decreases b\n    move b -> b - 1\n"
    document = Document(Source("<text>", text), library())
    rules = game_named("outer", document)
    assert isinstance(rules, Game)
    return rules, document


def random_position(game: Rules, random: Random) -> Position:
    if isinstance(game, SumOfGames):
        return Position.of(c for part in game.games for c in random_position(part, random))
    assert isinstance(game, Game)
    if game.text == "kayles":
        heaps = [random_position(library().game("nim(1)"), random)[0].state for _ in range(random.randint(0, 3))]
        return Position.of(c for heap in heaps for c in game.position_of(heap))
    games = game.layout.component_games
    state = tuple(random.randint(0, 2) if inner is None else random_position(inner, random) for inner in games)
    return game.position_of((state,)) if len(state) != 1 else game.position_of(state)


@pytest.mark.parametrize("seed", range(150))
def test_what_is_printed_is_read_again(seed: int) -> None:
    random = Random(seed)
    game, document = random_game(random)
    position = random_position(game, random)
    assert evaluate(str(position), document, Answers(NORMAL)) == position, str(position)
    text = typed(game, position)
    assert read_position(game, text) == position, text
    listed = json.dumps(as_list(game, position))
    assert "sum" in listed or position_from(game, json.loads(listed)) == position, listed
    api = ApiGame(game)
    assert api._position(api._plain(position)) == position
    if not game.layout.has_positions:
        assert position_words(jsonable(game.layout.grouped(position[0].state))) == text


@pytest.mark.parametrize("text", ["(1);(2),3", "1,(2);3", "(1),(2)", "(1,2);3;4", "3;(1)", "(1);(2);(3)"])
def test_groups_stand_as_they_are_declared(text: str) -> None:
    rules = (
        "game g\n    heap b\n    heaps x[0]\n    positions p[1] of one\n    position q of one\n    move b -> b - 1\n"
    )
    game = hw.parse(INNER + rules)["g"]().rules
    assert typed(game, read_position(game, "3;(1);(2)")) == "3;(1);(2)"
    with pytest.raises(HeapwiseError):
        read_position(game, text)
