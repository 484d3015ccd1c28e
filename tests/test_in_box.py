"""Conditions that are not linear: remainders of polynomials, and sets of numbers in a box, beside the interpreter."""

from random import Random

import numpy as np
import pytest

from heapwise.documents.library import Document, library
from heapwise.engine.grid import FillWay, Refused, ways
from heapwise.engine.grid.by_definition import defined_grid
from heapwise.engine.grid.models import model_for
from heapwise.engine.grid.planned import plan_in_box
from heapwise.engine.grid.solving import _filled
from heapwise.engine.memory import Memory
from heapwise.model.expand import ground
from heapwise.model.in_box import cases_in_box
from heapwise.reference.conventions import Grundy
from heapwise.source import Source

HIGHS = (11, 6)
CONDITIONS = (
    "t * t <= 2 * x[i]", "x[i] mod t = 0", "gcd(x[1], t) = 1", "t * x[1] > x[2] or t = 1", "not t * x[i] < 9",
    "nimsum(x[1], t) <= x[2]", "popcount(t) != popcount(x[i])", "floor(x[1] / t) != t",
)  # fmt: skip


def game_of(condition, clauses="", amounts="1..x[i]"):
    move = f"move x[i] -> x[i] - t for i in 1..2, t in {amounts} where {condition}"
    text = f"game own\n    heaps x[2]\n{clauses}    {move}\n"
    return Document(Source("<own>", text), library()).find("own").bind(())


def polynomial(random, depth=2):
    if depth == 0:
        return random.choice(["t", "x[i]", str(random.randrange(5))])
    if random.random() < 0.2:
        return f"({polynomial(random, depth - 1)}) ^ {random.randrange(4)}"
    return f"({polynomial(random, depth - 1)}) {random.choice('+-*')} ({polynomial(random, depth - 1)})"


def in_every_way(game):
    wanted = defined_grid(game, HIGHS, (), Grundy()).values
    for way in (FillWay.LEVELS, FillWay.KERNEL):
        found = _filled(way, game, HIGHS, Grundy(), (), lambda: None, Memory())
        np.testing.assert_array_equal(np.where(found.is_known, found.values.astype(int), -1), wanted)
    return wanted


@pytest.mark.parametrize("seed", range(20))
def test_remainders_of_polynomials_are_linear(seed):
    random = Random(seed)
    modulus, sign = random.randrange(2, 8), random.choice(["=", "!=", "<"])
    game = game_of(f"(t * ({polynomial(random)})) mod {modulus} {sign} {random.randrange(3)}")
    assert ground(game).is_linear
    in_every_way(game)


@pytest.mark.parametrize("condition", CONDITIONS)
def test_conditions_are_sets_in_a_box(condition):
    game = game_of(condition)
    assert not ground(game).is_linear
    assert plan_in_box(game, HIGHS, Grundy()) is not None
    assert len(set(in_every_way(game).flat)) > 2


@pytest.mark.parametrize("clause", ["    legal x[1] * x[2] != 12\n", "    ends when x[1] * x[2] = 12\n"])
def test_conditions_on_positions(clause):
    assert len(set(in_every_way(game_of("t <= 4", clause)).flat)) > 2


def test_the_same_condition_of_several_heaps_is_tried_once():
    game = game_of("t * t <= 2 * x[i]")
    assert cases_in_box(ground(game), (11, 11)) == 12 * 11
    assert [way.way for way in ways(game, (60, 60), Grundy())][-1] is FillWay.INTERPRETER
    assert len(model_for(game, (11, 11)).moves) == 2


def test_what_has_no_value_somewhere_is_left_to_the_interpreter():
    game = game_of("x[i] mod (t - 3) < 2 or t = 3")
    with pytest.raises(Refused, match="no value"):
        model_for(game, HIGHS)
    with pytest.raises(Refused, match="no value"):
        ways(game, (60, 60), Grundy())


@pytest.mark.parametrize("amounts", ["1..floor(sqrt(x[i]))", "1..x[1] * x[2]", "1..2 ^ x[1]"])
def test_ends_that_are_not_linear_are_conditions(amounts):
    game = game_of("t != 3", amounts=amounts)
    assert ground(game).is_complete
    assert game.is_shown_to_end
    assert len(set(in_every_way(game).flat)) > 2
