"""The operations of the rules that the library leans on, each on a game of a few lines."""

from __future__ import annotations

import pytest

from heapwise.documents.library import Document, library
from heapwise.errors import HeapwiseError
from heapwise.lang import parse_expression
from heapwise.rules.game import Rules
from heapwise.source import Source
from heapwise.terms.context import Context
from heapwise.terms.evaluate import Compiler, options
from heapwise.terms.position import Position
from heapwise.terms.resolve import Resolver
from heapwise.terms.scope import Scope, SlotCounter
from heapwise.terms.types import GAME


def game(text: str, rules: str = "") -> Rules:
    """The game that an expression names, of some rules or of the library."""
    document = Document(Source("rules", rules), library())
    source, frame = Source("game", text), SlotCounter()
    context = Context(source, document.find, document.names)
    term = Resolver(context, frame, Scope()).expression(parse_expression(source), GAME, text)
    found = Compiler(source).value(term, [None] * frame.size)
    assert isinstance(found, Rules)
    return found


def texts(positions: set[Position]) -> list[str]:
    return sorted(";".join(",".join(map(str, c.state)) for c in p) for p in positions)


def codes(text: str, *values: object, rules: str = "") -> list[str]:
    """The codes of the errors that a game gives, when it is made or at a position."""
    with pytest.raises(HeapwiseError) as caught:
        options(game(text, rules).position_of(values))
    return [d.code for d in caught.value.diagnostics]


# ------------------------------------------------------------------------------------ rules of other games

BORROWED = """
game borrowed(G in games)
    heaps x[len(G)]
    move x -> y   for y in options(G, x)
game rows(G in games)
    heaps x[2, 2]
    move x -> y   for y in options(G, x)
game divided(G in games)
    heap n
    move n -> sum(divided(s[i]) for i in 1..len(s))   for s in parts(G, n)
"""


def test_options_of_another_game_come_in_the_shape_of_the_board() -> None:
    assert texts(options(game("borrowed(nim(2))", BORROWED).position_of((1, 1)))) == ["0,1", "1,0"]
    assert texts(options(game("rows(emperor(1, [2, 2]))", BORROWED).position_of(((1, 0), (0, 0))))) == ["0,0,0,0"]


def test_parts_lists_the_components_of_options_that_split() -> None:
    assert texts(options(game("divided(lasker_nim)", BORROWED).position_of((3,)))) == ["0", "1", "1;2", "2"]


def test_a_move_to_nothing_has_no_parts() -> None:
    assert options(game("divided(octal(0.1))", BORROWED).position_of((1,))) == {Position()}


def test_a_place_that_is_no_position_of_the_other_game_has_no_options() -> None:
    assert options(game("borrowed(delete_nim_split)", BORROWED).position_of((0, 5))) == set()


@pytest.mark.parametrize(
    "borrowed", ["wythoff", "lasker_nim", "kayles_circle", "nim(1) + nim(1)", "selective(1; nim(1))"]
)
def test_options_that_are_not_plain_numbers_are_refused(borrowed: str) -> None:
    assert codes(f"rgame({borrowed}; nim(1), nim(1))", 2, 2) == ["E029"]


def test_the_length_of_a_game_is_its_number_of_components() -> None:
    sizes = "game sizes(G in games)\n heaps x[len(G)]\n move x[1] -> y for y in 0..x[1]-1"
    for text, size in [("nim(4)", 4), ("emperor(1, [2, 3])", 5), ("wythoff", 2), ("nim(2) + wythoff", 2)]:
        assert game(f"sizes({text})", sizes).size == size


# --------------------------------------------------------------------------------------------- parameters


def test_a_list_of_games_has_at_least_one_member() -> None:
    assert codes("selective(1)") == ["E016"]
    assert codes("conjunctive()") == ["E016"]


def test_a_parameter_that_is_refused_is_shown_as_it_is_written() -> None:
    for text, shown in [("emperor(1, [2, 0])", "[2, 0]"), ("subtraction({0, 2})", "{0, 2}"), ("moore(2, 3)", "3")]:
        with pytest.raises(HeapwiseError) as caught:
            game(text)
        (diagnostic,) = caught.value.diagnostics
        assert (diagnostic.code, diagnostic.values["value"]) == ("E016", shown)


def test_a_range_of_sets_is_shown_as_the_language_writes_it() -> None:
    with pytest.raises(HeapwiseError) as caught:
        game("hypergraph_nim(2, {{1, 3}})")
    assert caught.value.diagnostics[0].values["range"] == "subsets({1, 2}, {1, 2})"


@pytest.mark.parametrize("code", ["1.0", "2.7", "3.0"])
def test_a_code_that_would_take_nothing_and_split_nothing_is_refused(code: str) -> None:
    assert codes(f"octal({code})", 3) == ["E041"]


def test_sets_of_sets_may_be_written_with_ranges() -> None:
    by_ranges, by_members = game("hypergraph_nim(3, {1..2, {3}})"), game("hypergraph_nim(3, {{3}, {1, 2}})")
    assert by_ranges is by_members
