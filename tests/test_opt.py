"""The formula of the moves against the interpreter, for every game of the library; or why a game has no formula.

A relation is compared whole: over a box of positions the automaton accepts every pair of a position and an option that
the interpreter gives, and as many pairs in all, however large the options are allowed to be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from heapwise.documents.library import library
from heapwise.proof.automata import Automaton, DigitOrder, Workshop
from heapwise.proof.logic import (
    TRUE,
    And,
    ColumnSumIs,
    CompareValuations,
    Formula,
    LinearComparison,
    LinearCongruence,
    Not,
    Or,
    compile,
)
from heapwise.proof.moves import Moves, moves_of
from heapwise.proof.outside import Outside
from heapwise.rules.game import Game
from heapwise.terms.position import State
from logic_values import evaluate

INSIDE = (
    "abo_delete(2)", "abo_delete(3)", "allbut({2})", "chomp(3)", "circular(3, 2)", "circular(4, 2)", "delete_nim",
    "delete_nim_split", "emperor(0, [1, 2])", "emperor(1, [2, 2])", "end_nim(3)", "exact_nim(3, 2)",
    "exact_slow_nim(3, 2)", "fibonacci_nim", "greedy_nim(3)", "hypergraph_nim(3, {{1, 2}, {3}})", "k_wythoff(2)", "lim",
    "loop_end_nim(3)", "mark", "moore(3, 2)", "nim(1)", "nim(3)", "nim_with_pass(2)", "nimhoff(2, 1)",
    "restricted_ryuoh(2, 4)", "rgame(subtraction({1, 2}); allbut({2}), allbut({3}))", "rgame_example",
    "rgames(subtraction({1, 2}); nim(1), allbut({3}), nim(1))", "ruler(4)", "ryuoh(3)", "silver_dollar(3)",
    "single_delete(2)", "single_delete(3)", "slow_nim(3, 2)", "staircase_nim(3)", "subtraction({1, 3, 4})",
    "turning_turtles(4)", "turtles_board(2, 2)", "welter(2)", "welter(3)", "wythoff",
)  # fmt: skip

MORE = (
    "abo_delete(4)", "allbut({1, 4, 5})", "chomp(4)", "circular(4, 4)", "circular(5, 3)", "emperor(1, [2, 3])",
    "emperor(2, [2, 2])", "end_nim(4)", "exact_nim(4, 3)", "exact_slow_nim(4, 3)", "greedy_nim(4)", "k_wythoff(3)",
    "hypergraph_nim(4, {{1, 2}, {2, 3}, {3, 4}, {4, 1}})", "loop_end_nim(4)", "moore(4, 3)", "moore(4, 2)", "nim(4)",
    "nim_with_pass(3)", "nimhoff(3, 1)", "nimhoff(2, 2)", "restricted_ryuoh(3, 5)", "rgames(subtraction({1, 2, 3}); "
    "allbut({8}), allbut({4, 8}), allbut({4}))", "ruler(5)", "ryuoh(5)", "silver_dollar(4)", "single_delete(4)",
    "slow_nim(4, 3)", "staircase_nim(4)", "subtraction({2, 5, 7})", "turning_turtles(6)", "turtles_board(2, 3)",
    "welter(4)",
)  # fmt: skip

OUTSIDE = {
    "conjunctive(nim(1), nim(2))": "components that are positions",
    "continued_conjunctive(nim(1), nim(1))": "components that are positions",
    "dawson_chess": "leads to a sum of positions",
    "dawson_kayles": "leads to a sum of positions",
    "diminished(nim(1), nim(1))": "components that are positions",
    "either(nim(2), wythoff)": "`parts(G[i], x)`",
    "emperor_compound(1; nim(2), nim(2))": "components that are positions",
    "euclid": "`t * b`",
    "euclid_positive": "`t * b`",
    "grundy_game": "leads to a sum of positions",
    "kayles": "leads to a sum of positions",
    "kayles_circle": "leads to another game",
    "kayles_octal": "leads to a sum of positions",
    "lasker_nim": "leads to a sum of positions",
    "octal(0.137)": "leads to a sum of positions",
    "ordinal(nim(1), nim(2))": "components that are positions",
    "selective(2; nim(1), nim(1))": "components that are positions",
    "sequential(nim(1), nim(2))": "components that are positions",
    "turtles": "leads to a sum of positions",
    "with_pass(nim(2))": "components that are positions",
}  # fmt: skip

_LENGTH = 12  # options are counted as far as 2^12 in every component


def game(text: str) -> Game:
    found = library().game(text)
    assert isinstance(found, Game)
    return found


def test_every_game_of_the_library_is_here() -> None:
    """A game that is new to the library is inside, or has its reason here."""
    listed = {re.match(r"\w+", text)[0] for text in (*INSIDE, *OUTSIDE)}  # type: ignore[index]
    assert listed == set(library().names())
    assert not {text.partition("(")[0] for text in INSIDE} & {text.partition("(")[0] for text in OUTSIDE}


def count(automaton: Automaton, tracks: list[str], length: int) -> int:
    """How many members, over these tracks, have at most so many digits in every number."""
    shape = automaton.shape
    ways, free = {0: 1}, shape.numeration.letters(len(tracks) - len(automaton.tracks))
    for _ in range(length):
        longer: dict[int, int] = {}
        for state, number in ways.items():
            for column in shape.columns:
                target = shape.table[state * shape.width + column]
                longer[target] = longer.get(target, 0) + number * free
        ways = longer
    return sum(number for state, number in ways.items() if shape.accepting[state])


@pytest.mark.parametrize("text", OUTSIDE)
def test_what_is_outside_is_refused_for_its_reason(text: str) -> None:
    with pytest.raises(Outside) as refusal:
        moves_of(game(text))
    assert OUTSIDE[text] in refusal.value.what


class Box:
    """The positions of a game with all components up to a bound, and their options by the interpreter."""

    def __init__(self, text: str, positions: int) -> None:
        self.rules = game(text)
        self.moves = moves_of(self.rules)
        size = self.rules.layout.size
        self.side = next(n for n in range(40, 0, -1) if (n + 1) ** size <= positions or n == 1)
        self.states = tuple(product(range(self.side + 1), repeat=size))
        self.options = {state: self._options(state) for state in self.states if self.rules.is_legal(state)}

    def _options(self, state: State) -> frozenset[State]:
        found = self.rules.options(state)
        assert all(option.only is not None and option.only.game is self.rules for option in found)
        return frozenset(option.only.state for option in found if option.only is not None)

    @property
    def inside(self) -> Formula:
        """The components are in the box."""
        return And(tuple(LinearComparison((name,), (1,), -self.side, "<=") for name in self.moves.names))

    def here(self, state: State) -> dict[str, int]:
        """The position as values of variables."""
        return dict(zip(self.moves.names, state, strict=True))


@cache
def box(text: str) -> Box:
    return Box(text, 260 if text in INSIDE else 700)


def relation(moves: Moves, prefix: str = "z") -> Formula:
    """x has the option z."""
    pairs = ((name, f"{prefix}{i}") for i, name in enumerate(moves.names))
    return moves.opt(And(tuple(LinearComparison((x, z), (1, -1), 0, "=") for x, z in pairs)))


def check_relation(found: Box) -> None:
    """Exactly the options of the interpreter, at every position of the box, in both digit orders."""
    moves = found.moves
    formula = And((found.inside, moves.domain, relation(moves)))
    up, down = (compile(formula, order) for order in DigitOrder)
    assert Workshop(up.shape.numeration).reverse(down) == up
    others = [f"z{i}" for i in range(len(moves.names))]
    pairs = [(state, option) for state, options in found.options.items() for option in options]
    for state, option in pairs:
        values = {**found.here(state), **dict(zip(others, option, strict=True))}
        assert down.accepts(values), (state, option)
    assert len(pairs) > 0
    assert count(down, [*moves.names, *others], _LENGTH) == len(pairs)


def check_domain(found: Box) -> None:
    """The legal positions, and those at which play is over."""
    domain, over = compile(found.moves.domain), compile(And((found.moves.domain, found.moves.is_over)))
    for state in found.states:
        here = found.here(state)
        assert domain.accepts(here) == (state in found.options), state
        assert over.accepts(here) == (state in found.options and not found.options[state]), state
    assert len(found.options) > 4


def sets(names: tuple[str, ...]) -> Iterator[Formula]:
    """Sets of positions of several kinds, that options may lie in."""
    first, last, ones = names[0], names[-1], (1,) * len(names)
    yield TRUE
    yield ColumnSumIs(names, 2, "=", 0)
    yield LinearCongruence(names, ones, 1, 3)
    yield Not(LinearComparison(names, ones, -3, "<="))
    yield LinearComparison((first,), (1,), -2, "=")
    if first != last:
        yield LinearComparison((first, last), (1, -1), -1, "<=")
        yield Or((CompareValuations((first, last), "="), LinearComparison((last,), (1,), 0, "=")))


def check_sets(found: Box) -> None:
    """Some option is in a set exactly where the interpreter finds one."""
    decided = set()
    for number, phi in enumerate(sets(found.moves.names)):
        automaton = compile(And((found.moves.domain, found.moves.opt(phi))), list(DigitOrder)[number % 2])
        for state, options in found.options.items():
            wanted = any(evaluate(phi, found.here(option), 0) for option in options)
            assert automaton.accepts(found.here(state)) == wanted, (state, phi)
            decided.add(wanted)
    assert decided == {True, False}


@pytest.mark.parametrize("text", [*INSIDE, *(pytest.param(text, marks=pytest.mark.slow) for text in MORE)])
def test_opt_is_what_the_interpreter_says(text: str) -> None:
    found = box(text)
    check_domain(found)
    check_relation(found)
    check_sets(found)


def test_a_wrong_relation_is_noticed() -> None:
    """The comparison can fail: at a move too few and at a move too many."""
    for other in ("nim(2)", "k_wythoff(2)"):
        found = box("wythoff")
        wrong = object.__new__(Box)
        wrong.__dict__.update(found.__dict__, moves=moves_of(game(other)))
        with pytest.raises(AssertionError):
            check_relation(wrong)
