"""Automata guessed from tables: what is learned is what was there, and what is proved is true of larger tables."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

import heapwise as hw
from heapwise.proof.automata import Automaton, DigitOrder, Numeration, Raw, Workshop
from heapwise.proof.learned import (
    Apart,
    DigitSet,
    Reading,
    coded_table,
    differences,
    learn,
    prove_losing,
    prove_values,
    readings,
    side_of_codes,
)
from heapwise.rules.game import Game
from logic_values import automaton_on_box

TRACKS = ("x0", "x1")
BINARY = [Numeration(order) for order in DigitOrder]


def random_automaton(random: Random, states: int, digits: Numeration) -> Automaton:
    """A random set of pairs: a random table, made insensitive to padding zeros."""
    letters = digits.letters(2)
    table = [random.randrange(states) for _ in range(states * letters)]
    accepting = [random.random() < 0.4 for _ in range(states)]
    if digits.is_lsd:  # a zero may follow anything: it leads to a state of the same kind
        for state in range(states):
            same = [s for s in range(states) if accepting[s] == accepting[state]]
            table[state * letters] = random.choice(same)
    else:
        table[0] = 0
    return Workshop(digits).from_table(Raw(TRACKS, digits, tuple(range(letters)), letters, table, accepting))


@pytest.mark.parametrize("digits", BINARY, ids=str)
@pytest.mark.parametrize("seed", range(10))
def test_a_table_made_by_an_automaton_gives_it_back(digits: Numeration, seed: int) -> None:
    made = random_automaton(Random(seed), 2 + seed, digits)
    table = automaton_on_box(made, TRACKS, 8)
    whole = np.ones_like(table)
    found = [learn(table, whole, TRACKS, Reading(digits, depth)) for depth in (1, 2, 3)]
    assert made in [guess for guess in found if isinstance(guess, Automaton)]


@pytest.mark.parametrize("digits", BINARY, ids=str)
def test_the_box_of_an_automaton_is_what_it_accepts(digits: Numeration) -> None:
    made = random_automaton(Random(5), 6, digits)
    table = automaton_on_box(made, TRACKS, 4)
    assert {table[a, b] for a in range(16) for b in range(16)} == {True, False}
    assert all(table[a, b] == made.accepts({"x0": a, "x1": b}) for a in range(16) for b in range(16))


def test_random_tables_have_no_small_automaton() -> None:
    random = np.random.default_rng(1)
    for _ in range(20):
        table = random.random((64, 64)) < 0.3
        for reading in readings((2,), range(1, 5)):
            assert isinstance(learn(table, np.ones_like(table), TRACKS, reading), Apart)


def test_prefixes_that_are_told_apart_bound_the_states() -> None:
    made = random_automaton(Random(8), 12, BINARY[0])
    table = automaton_on_box(made, TRACKS, 3)
    found = learn(table, np.ones_like(table), TRACKS, Reading(BINARY[0], 2))
    assert isinstance(found, Apart)
    assert 1 < found.prefixes <= made.states


def rules_of(name: str) -> Game:
    rules = hw.game(name).rules
    assert isinstance(rules, Game)
    return rules


def p_table(name: str, side: int, play: str = "normal") -> NDArray[np.int32]:
    values: NDArray[np.int32] = hw.game(name).table(upto=side - 1, want="p", play=play).values
    return values


def learned(name: str, side: int, play: str = "normal") -> DigitSet:
    """The first guess from a table that is proved."""
    values = p_table(name, side, play)
    tracks = tuple(f"x{i}" for i in range(values.ndim))
    for reading in readings((2,), range(1, 4)):
        guess = learn(values == 1, values >= 0, tracks, reading)
        if isinstance(guess, Automaton):
            found = DigitSet(guess)
            if prove_losing(rules_of(name), found, misere=play == "misere").is_proved:
                return found
    raise AssertionError(f"nothing proved of {name}")


@pytest.mark.parametrize(
    ("name", "side", "play", "larger"),
    [
        ("nim(2)", 8, "normal", 6),
        ("nim(2)", 16, "misere", 6),
        ("ryuoh(3)", 32, "normal", 7),
        ("moore(3, 2)", 8, "normal", 4),
        ("welter(2)", 16, "normal", 6),
        ("lim", 8, "misere", 4),
    ],
)
def test_what_is_proved_is_so_far_beyond_the_table(name: str, side: int, play: str, larger: int) -> None:
    found = learned(name, side, play)
    values = p_table(name, 2**larger, play)
    tracks = tuple(f"x{i}" for i in range(values.ndim))
    reads = automaton_on_box(found.automaton, tracks, larger)
    assert 2**larger > side
    assert (reads == (values == 1))[values >= 0].all()


def test_a_changed_automaton_is_not_proved() -> None:
    rules, true = rules_of("ryuoh(3)"), learned("ryuoh(3)", 32).automaton
    shape, changed = true.shape, 0
    for place, target in enumerate(shape.table):
        for other in range(shape.states):
            if other == target or place == 0:
                continue
            table = [*shape.table]
            table[place] = other
            raw = Raw(true.tracks, shape.numeration, shape.columns, shape.width, table, list(shape.accepting))
            try:
                mutant = Workshop(shape.numeration).from_table(raw)
            except ValueError:
                continue  # padding zeros matter to it
            changed += 1
            assert prove_losing(rules, DigitSet(mutant)).is_proved == (mutant == true)
        if changed > 60:
            break
    assert changed > 60


def test_wythoff_is_proved_in_fibonacci_digits() -> None:
    side = side_of_codes(9)
    table = coded_table(p_table("wythoff", side) == 1, 9)
    legal = coded_table(np.ones((side, side), dtype=bool), 9)
    guesses = [learn(table, legal, TRACKS, reading) for reading in readings((2,), range(1, 4))]
    found = [DigitSet(guess, is_fibonacci=True) for guess in guesses if isinstance(guess, Automaton)]
    assert any(prove_losing(rules_of("wythoff"), one).is_proved for one in found)
    assert not prove_losing(rules_of("nim(2)"), found[-1]).is_proved


def test_the_graph_of_the_values_of_nim() -> None:
    side = 16
    values = hw.game("nim(2)").table(upto=side - 1).values
    graph = values[None] == np.arange(side)[:, None, None]
    found = [
        guess
        for reading in readings((2,), range(1, 3))
        if isinstance(guess := learn(graph, np.ones_like(graph), ("g", "x0", "x1"), reading), Automaton)
    ]
    assert found
    assert all(prove_values(rules_of("nim(2)"), DigitSet(one)).is_proved for one in found)


def test_an_empty_graph_is_no_graph_of_values() -> None:
    nothing = Workshop(Numeration(DigitOrder.MSD)).constant(False)
    standing = prove_values(rules_of("nim(2)"), DigitSet(nothing))
    assert not standing.is_proved
    assert standing.failed == "a position at which the formula has no value"


def test_misere_nim_differs_at_finitely_many_positions() -> None:
    normal, misere = (learned("nim(3)", 16, play) for play in ("normal", "misere"))
    found = differences(rules_of("nim(3)"), normal, misere)
    assert found is not None
    assert set(found) == {(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)}


def test_sets_that_differ_without_end_are_not_listed() -> None:
    nim = learned("nim(2)", 8)
    everything = DigitSet(Workshop(Numeration(DigitOrder.MSD)).constant(True))
    assert differences(rules_of("nim(2)"), nim, everything) is None
