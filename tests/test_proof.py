"""Proofs for all heap sizes from the library's own texts, and the steps on the way to them."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest

from heapwise.proof.automata import Automaton
from heapwise.proof.logic import And, Linear, compile
from heapwise.proof.moves import Moves, moves_of
from heapwise.rules.game import Game
from heapwise.rules.library import library

# ------------------------------------------------------------------------------------------------- moves

GAMES = (
    "nim(3)", "moore(3, 2)", "delete_nim", "delete_nim_split", "lim", "welter(2)", "welter(3)", "nimhoff(2, 1)",
    "ryuoh(3)", "abo_delete(2)", "abo_delete(3)", "single_delete(3)", "single_delete(4)", "circular(4, 2)",
    "circular(3, 2)", "allbut({3})", "subtraction({1, 3, 4})", "wythoff", "end_nim(3)", "staircase_nim(3)",
)  # fmt: skip


def game(text: str) -> Game:
    found = library().game(text)
    assert isinstance(found, Game)
    return found


def option_relation(moves: Moves) -> Automaton:
    """x has the option z, as an automaton."""
    pairs = ((name, f"z{i}") for i, name in enumerate(moves.names))
    same = And(tuple(Linear((x, z), (1, -1), 0, "=") for x, z in pairs))
    return compile(moves.opt(same))


def side(size: int) -> int:
    """The side of a box with some dozen positions."""
    return next(n for n in range(12, 0, -1) if n**size <= 90)


@pytest.mark.parametrize("text", GAMES)
def test_opt_is_the_options_of_the_interpreter(text: str) -> None:
    rules = game(text)
    moves = moves_of(rules)
    automaton, domain = option_relation(moves), compile(moves.domain)
    compared = 0
    for state in product(range(side(rules.layout.size) + 1), repeat=rules.layout.size):
        here = dict(zip(moves.names, state, strict=True))
        assert domain.accepts(here) == rules.is_legal(state)
        if not rules.is_legal(state):
            continue
        wanted = {option.only.state for option in rules.options(state)}
        tops = [max([*state, *(o[i] for o in wanted)]) + 1 for i in range(len(state))]
        if prod(t + 1 for t in tops) <= 800:
            others = product(*(range(t + 1) for t in tops))
            found = {o for o in others if automaton.accepts({**here, **{f"z{i}": v for i, v in enumerate(o)}})}
            assert found == wanted, state
            compared += 1
    assert compared > 3
