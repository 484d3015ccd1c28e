"""Ground moves against the interpreter, and what follows from them against what happens on boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice, product

import pytest
from hypothesis import HealthCheck, given, settings

from heapwise.documents.library import Document, library, library_files
from heapwise.documents.probe import small_games
from heapwise.errors import HeapwiseError
from heapwise.model.bounds import Surroundings
from heapwise.model.closure import Limit, keeps
from heapwise.model.conditions import (
    FALSE,
    TRUE,
    Condition,
    NotAllZero,
    at_least,
    at_least_zero,
    congruent,
    conjunction,
    disjunction,
    in_set,
    is_zero,
    not_all_zero,
)
from heapwise.model.counting import count_below
from heapwise.model.description import describe
from heapwise.model.expand import ground
from heapwise.model.ground import Amount, Bound, ExpansionBudget, GroundGame, TooMany
from heapwise.model.linear import Linear
from heapwise.model.options import options
from heapwise.model.regions import LegalRegion
from heapwise.model.symmetry import Symmetry, alike, permuted, symmetry
from heapwise.model.termination import termination
from heapwise.reference.conventions import Grundy
from heapwise.reference.interpreter import Interpreter
from heapwise.rules.game import Game
from heapwise.rules.schema import Schema
from heapwise.source import Source
from heapwise.terms.position import Component, Position, State
from strategies_model import game_of, programs

_BOUNDS = {1: 20, 2: 6, 3: 4, 4: 3, 5: 2, 6: 1}


def game(text: str) -> Game:
    found = library().game(text)
    assert isinstance(found, Game)
    return found


def written(text: str) -> Game:
    """The first game of a text."""
    document = Document(Source("<test>", text), library())
    found = next(iter(document.schemas.values())).bind(())
    assert isinstance(found, Game)
    return found


def model(rules: Game) -> GroundGame:
    found = ground(rules)
    assert isinstance(found, GroundGame)
    return found


def states(rules: Game, most: int = 120) -> list[State]:
    """Legal states of a small box."""
    bound = _BOUNDS.get(rules.layout.size, 1)
    return list(islice(LegalRegion.upto(rules, bound).states(), most))


# Games whose rules are linear throughout, with the number of ground moves: no move is hidden behind an opaque mark.
LINEAR = {
    "nim(3)": 3, "moore(4, 2)": 10, "circular(5, 2)": 5, "welter(3)": 3, "nimhoff(3, 1)": 6, "wythoff": 3, "lim": 3,
    "delete_nim": 2, "delete_nim_split": 2, "abo_delete(3)": 3, "single_delete(4)": 12, "emperor(1, [2, 2, 2])": 12,
    "emperor(1, [2, 3])": 5, "subtraction({1, 2, 5})": 1, "allbut({4, 8})": 1, "rgame_example": 3, "ryuoh(3)": 3,
    "restricted_ryuoh(3, 5)": 3, "kayles": 2, "turtles": 1, "turtles_board(2, 2)": 9,
}  # fmt: skip


@cache
def library_games() -> tuple[Game, ...]:
    """Every game of the library for a few values of its parameters."""
    found: list[Game] = []
    for name in library().names():
        schema = library().find(name)
        assert isinstance(schema, Schema)
        found += islice(small_games(schema), 2)
    return (*found, *map(game, LINEAR))


# ------------------------------------------------------------------------------------------- ground moves


@pytest.mark.parametrize("text", LINEAR)
def test_games_of_the_papers_are_linear(text: str) -> None:
    found = model(game(text))
    assert found.is_linear
    assert len(found.moves) == LINEAR[text]


def test_options_of_the_library_are_those_of_the_interpreter() -> None:
    assert len(library_games()) > len(library_files())
    compared = 0
    for rules in library_games():
        found = model(rules)
        for state in states(rules, 40):
            compared += 1
            assert options(found, state) == rules.options(state), f"{rules}{state}"
    assert compared > 1000


@pytest.mark.parametrize("text", LINEAR)
def test_options_on_larger_boards(text: str) -> None:
    rules = game(text)
    board = states(rules)
    assert len(board) > 15
    for state in board:
        assert options(model(rules), state) == rules.options(state)


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_options_of_random_programs_are_those_of_the_interpreter(text: str) -> None:
    rules = _resolved(text)
    if rules is None:
        return
    found = model(rules)
    rules.is_shown_to_end = True  # look at the options of games that loop, too
    for state in islice(LegalRegion.upto(rules, 4).states(), 25):
        expected = _options(rules, state)
        if expected is not None:
            assert options(found, state) == expected, state


def _resolved(text: str) -> Game | None:
    try:
        rules = game_of(text)
        rules.schema.check()
    except HeapwiseError:
        return None
    return rules


def _options(rules: Game, state: State) -> set[Position] | None:
    """The options by the interpreter; None where the rules are wrong at a state."""
    try:
        return rules.options(state)
    except HeapwiseError:
        return None


def test_random_programs_are_mostly_understood() -> None:
    """The comparison above would be empty if nothing resolved, or if all moves were opaque."""
    seen = {"resolved": 0, "moves": 0, "compared": 0}

    @settings(max_examples=50, deadline=None, database=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(programs())
    def look(text: str) -> None:
        rules = _resolved(text)
        if rules is not None:
            seen["resolved"] += 1
            seen["moves"] += len(model(rules).moves)
            rules.is_shown_to_end = True
            seen["compared"] += sum(_options(rules, s) is not None for s in LegalRegion.upto(rules, 2).states())

    look()
    assert seen["resolved"] >= 30
    assert seen["moves"] >= 60
    assert seen["compared"] >= 200


CONSTRUCTS = {
    "min of heaps as a bound": ("heaps x[2]", "move x[1] -> x[1] - t for t in 1..min(x)", 1),
    "max as a bound": ("heaps a, b", "move a -> t for t in 0..max(a, b) where t < a", 2),
    "rows": ("heaps x[2, 2]", "move x[r] -> y for r in 1..2, y in 0..x[r] where y != x[r]", 2),
    "conditional": ("heaps a, b", "move a -> if b > 1 then 0 else a - 1 where a >= 1", 2),
    "computed index": ("heaps x[2]\n cells s in 1..2", "move x[s] -> y for y in 0..x[s]-1\n decreases sum(x)", 4),
    "floor": ("heap n", "move n -> floor(n / 2) where n >= 1", 1),
    "remainder": ("heap n", "move n -> n mod 3 where n >= 3", 1),
    "let": ("heap n\n let half(m) = floor(m / 2)", "move n -> half(n) where n >= 1", 1),
    "comprehension": ("heap n", "move n -> m for m in {j for j in 0..n-1 where j mod 2 = 0}", 1),
    "union": ("heap n", "move n -> n - t for t in {1} | 3..n where t <= n", 2),
    "counting": ("heaps x[3]", "move x -> y for y in 0..x where y != x, changed(x, y) <= 2", 3),
    "options of a game": ("heaps a, b", "move a -> y for y in options(nim(1), a)", 1),
    "cap": ("heaps x[2]", "move x -> cap(x, t) for t in 0..max(x)-1", 3),
    "cyclic": ("heaps x[4] cyclic", "move x[A] -> 0 for i in 1..4, A = i..i+1 where x[i] > 0", 4),
    "two of three": (
        "heaps x[3]",
        "move x[i] -> y for i in 1..3, y in 0..x[i]-1 where count(x[j] > 1 for j in 1..3) >= 2",
        3,
    ),
}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_constructs_become_linear(name: str) -> None:
    places, move, least = CONSTRUCTS[name]
    rules = written(f"game g\n {places}\n {move}")
    found = model(rules)
    assert found.is_linear, [m.reason for m in found.opaque]
    assert len(found.moves) >= least
    board = list(islice(LegalRegion.upto(rules, 5).states(), 150))
    assert any(rules.options(state) for state in board)
    assert all(options(found, state) == rules.options(state) for state in board)


@pytest.mark.parametrize(
    ("move", "is_move"),
    [
        ("move a -> t for t in 0..a-1 where gcd(a, t) = 1", False),
        ("move a -> t for t in 0..gcd(a, b)-1 where t < a", False),
        ("move a -> bitand(a, b) where bitand(a, b) < a", True),
    ],
)
def test_what_is_not_linear_is_opaque_and_still_right(move: str, is_move: bool) -> None:
    rules = written(f"game g\n heaps a, b\n {move}")
    found = model(rules)
    assert not found.is_linear
    assert bool(found.opaque) == is_move
    assert all(options(found, state) == rules.options(state) for state in LegalRegion.upto(rules, 6).states())


def test_largest_boxes_are_kept() -> None:
    """Emperor Nim on two ranges of two: freely from one, and at most one heap of the other."""
    boxes = {frozenset(move.written) for move in model(game("emperor(1, [2, 2])")).moves}
    assert boxes == {frozenset({0, 1, 2}), frozenset({0, 1, 3}), frozenset({0, 2, 3}), frozenset({1, 2, 3})}


def test_a_box_asks_that_something_changes() -> None:
    (move,) = model(written("game g\n heaps x[2]\n move x -> y for y in 0..x where y != x")).moves
    assert [type(guard) for guard in move.guards] == [NotAllZero]
    assert move.amounts == (
        Amount((Bound(Linear(0)),), (Bound(Linear.variable(0)),)),
        Amount((Bound(Linear(0)),), (Bound(Linear.variable(1)),)),
    )


def test_a_budget_that_is_met_is_an_outcome() -> None:
    rules = game("moore(11, 6)")
    assert ground(rules, ExpansionBudget(moves=50)) == TooMany("ground moves", 50)
    assert ground(rules, ExpansionBudget(steps=50)) == TooMany("steps", 50)
    assert "more than 50 ground moves" in next(describe(TooMany("ground moves", 50)))
    assert not termination(TooMany("ground moves", 50)).proved


# ---------------------------------------------------------------------------------------------- conditions


def _samples() -> list[Condition]:
    x, y = Linear.variable(0), Linear.variable(1)
    return [
        at_least_zero(x * 2 - y * 4 + 3), is_zero(x * 2 - y * 2 + 2), is_zero(x * 2 + 1), not_all_zero((x - y, y - 2)),
        congruent(x + y * 2, 3, {0, 1}), in_set(x - y, frozenset({0, 2})), in_set(x, frozenset({1}), inside=False),
        conjunction((at_least_zero(x - 1), is_zero(y))), disjunction((not_all_zero((x,)), not_all_zero((y - 1,)))),
        at_least(2, [is_zero(x), is_zero(y - 1), at_least_zero(x - y)]),
    ]  # fmt: skip


@pytest.mark.parametrize("condition", _samples(), ids=str)
def test_negations_hold_exactly_where_a_condition_does_not(condition: Condition) -> None:
    for values in product(range(5), repeat=2):
        assert condition.negated().holds(values) != condition.holds(values)
        assert condition.negated().negated().holds(values) == condition.holds(values)


@pytest.mark.parametrize("condition", _samples(), ids=str)
def test_conditions_follow_substitution(condition: Condition) -> None:
    swapped = condition.map(lambda form: form.rename(lambda v: 1 - v))
    shifted = condition.map(lambda form: form.substitute({0: Linear(1, ((0, 1), (1, 1)))}))
    for a, b in product(range(5), repeat=2):
        assert swapped.holds((a, b)) == condition.holds((b, a))
        assert shifted.holds((a, b)) == condition.holds((a + b + 1, b))


def test_conditions_settle_what_is_decided() -> None:
    assert at_least_zero(Linear(0)) == TRUE
    assert is_zero(Linear(1, ((0, 2),))) == FALSE
    assert conjunction((TRUE, FALSE)) == FALSE
    assert disjunction((FALSE, TRUE)) == TRUE


def test_bounds_that_are_shown_hold() -> None:
    """t in ceil(x/2)..x, x in 0..6: every form that is called non-negative is."""
    amount = Amount((Bound(Linear.variable(0), 2),), (Bound(Linear.variable(0)),))
    around = Surroundings((0,), (6,), (amount,), (Linear(-2, ((0, 1),)),))
    values = [(x, t) for x in range(2, 7) for t in amount.range([x])]
    shown = 0
    for constant, a, b in product(range(-7, 8), range(-3, 4), range(-3, 4)):
        form = Linear.of(constant, ((0, a), (1, b)))
        if around.is_shown(form):
            shown += 1
            assert all(form.evaluate(pair) >= 0 for pair in values)
    assert shown > 150


# ------------------------------------------------------------------------------------------- termination


@pytest.mark.parametrize("text", LINEAR)
def test_games_of_the_papers_are_shown_to_end(text: str) -> None:
    proof = termination(model(game(text)))
    assert proof.proved
    assert proof.is_declared


def test_claims_of_termination_agree_with_every_move_of_the_library() -> None:
    proved = 0
    for rules in library_games():
        proof = termination(model(rules))
        proved += proof.proved
        for state in states(rules, 25) if proof.is_declared else ():
            for option in rules.options(state):
                assert all(c.game.rank(c.state) < rules.rank(state) for c in option)
    assert proved > 30


ENDING = {
    "another sum": ("heaps a, b", "move a -> a - 1, b -> b + 5 where a >= 1"),
    "one after another": (
        "heaps a, b", "move a -> a - 1, b -> t for t in 0..9 where a >= 1\n move b -> b - 1 where b >= 1"
    ),
    "smaller ones": (
        "heaps a, b", "move (a, b) -> (p, q) for p, q in 0..a-1\n move (a, b) -> (p, q) for p, q in 0..b-1"
    ),
    "halves": ("heap n", "move n -> floor(n / 2) where n >= 1"),
    "nothing": ("heap n", "move n -> nothing where n >= 1"),
    "lexicographic": (
        "heaps a, b\n decreases (a, b)", "move a -> a - 1, b -> t for t in 0..5 where a >= 1\n move b -> 0 where b >= 1"
    ),
}  # fmt: skip
LOOPING = {
    "to and fro": ("heaps a, b", "move a -> a - 1, b -> b + 1 where a >= 1\n move b -> b - 1, a -> a + 1 where b >= 1"),
    "growing": ("heap n", "move n -> n + 1"),
    "standing": ("heap n", "move n -> t for t in 0..n"),
    "exchange": ("heaps a, b", "move (a, b) -> (b, a)"),
    "negative measure": ("heaps a, b\n decreases a - b", "move b -> b + 1"),
    "box with nothing asked": ("heaps x[2]", "move x -> y for y in 0..x"),
    "sum of itself": ("heap n", "move n -> g(n) + g(0) where n >= 1"),
    "split that grows back": ("heaps a, b", "move (a, b) -> (p, q) for p, q in 0..a where q != a"),
}


@pytest.mark.parametrize("name", ENDING)
def test_games_that_end_by_other_measures(name: str) -> None:
    places, moves = ENDING[name]
    assert termination(model(written(f"game g\n {places}\n {moves}"))).proved


@pytest.mark.parametrize("name", LOOPING)
def test_games_that_loop_are_never_shown_to_end(name: str) -> None:
    places, moves = LOOPING[name]
    rules = written(f"game g\n {places}\n {moves}")
    assert not termination(model(rules)).proved
    assert not rules.is_shown_to_end


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_random_games_that_are_shown_to_end_have_no_loop(text: str) -> None:
    rules = _resolved(text)
    if rules is None:
        return
    proof = termination(model(rules))
    if not proof.proved:
        return
    rules.is_shown_to_end = True
    for state in islice(LegalRegion.upto(rules, 4).states(), 25):
        for option in _options(rules, state) or ():
            for component in option:
                if proof.weight and component.game is rules:
                    assert _measured(proof.weight, component.state) < _measured(proof.weight, state)
                else:
                    assert component.state != state


def _measured(weight: tuple[Linear, ...], state: State) -> tuple[int, ...]:
    return tuple(form.evaluate(state) for form in weight)


def test_a_measure_that_is_named_has_to_fall_itself() -> None:
    """Play ends by the sum of the heaps, but what the author says is wrong, and the interpreter says so."""
    rules = written("game g\n heaps a, b\n decreases b\n move a -> a - 1 where a >= 1\n move b -> b - 1 where b >= 1")
    assert termination(model(rules)).proved
    assert not rules.is_shown_to_end
    with pytest.raises(HeapwiseError, match="E023"):
        rules.options((1, 1))


# ---------------------------------------------------------------------------------------------- symmetry


@pytest.mark.parametrize(
    ("text", "blocks", "others"),
    [
        ("nim(4)", ((0, 1, 2, 3),), 0),
        ("abo_delete(3)", ((0, 1, 2),), 0),
        ("single_delete(4)", ((0, 1, 2, 3),), 0),
        ("circular(5, 2)", (), 2),
        ("emperor(1, [2, 3])", ((0, 1), (2, 3, 4)), 0),
        ("emperor(0, [2, 2])", ((0, 1), (2, 3)), 1),
        ("rgame_example", (), 0),
        ("turtles", ((0, 1),), 0),
        ("turtles_board(2, 2)", ((1, 2),), 0),
    ],
)
def test_symmetries_that_are_found(text: str, blocks: tuple[tuple[int, ...], ...], others: int) -> None:
    found = symmetry(model(game(text)))
    assert found.blocks == blocks
    assert len(found.others) == others


def _image(rules: Game, position: Position, images: tuple[int, ...]) -> Position:
    return Position.of(Component(c.game, permuted(c.state, images)) if c.game is rules else c for c in position)


def _check_symmetry(rules: Game, found: Symmetry, board: Iterator[State]) -> int:
    checked = 0
    for state in board:
        expected = _options(rules, state)
        for images in found.generators if expected is not None else ():
            other = permuted(state, images)
            checked += 1
            assert rules.is_legal(other)
            assert rules.options(other) == {_image(rules, option, images) for option in expected or ()}
    return checked


def test_symmetries_of_the_library_map_options_to_options() -> None:
    assert sum(_check_symmetry(g, symmetry(model(g)), iter(states(g, 30))) for g in library_games()) > 1000


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_symmetries_of_random_programs_map_options_to_options(text: str) -> None:
    rules = _resolved(text)
    if rules is not None:
        found = symmetry(model(rules))
        rules.is_shown_to_end = True
        _check_symmetry(rules, found, islice(LegalRegion.upto(rules, 3).states(), 16))


@pytest.mark.parametrize("text", ["circular(4, 2)", "emperor(1, [2, 2])", "single_delete(3)", "turtles", "end_nim(3)"])
def test_canonical_states_have_the_same_value(text: str) -> None:
    rules = game(text)
    found, interpreter = symmetry(model(rules)), Interpreter(Grundy())
    board = states(rules, 81)
    canonical = {state: found.canonical(state) for state in board}
    assert len(set(canonical.values())) < len(board)
    for state, least in canonical.items():
        assert found.canonical(least) == least
        assert least <= state
        values = [interpreter.value(Position((Component(rules, s),))) for s in (state, least)]
        assert values[0] == values[1]


def test_symmetric_moves_are_alike() -> None:
    rules = model(game("moore(4, 2)"))
    assert sorted(len(some) for some in alike(rules, symmetry(rules))) == [4, 6]


# ----------------------------------------------------------------------------------------------- regions


def test_regions_that_are_called_closed_are() -> None:
    answers = set()
    for rules in library_games():
        region = LegalRegion.upto(rules, 2)
        if region.size_estimate() > 300:
            continue
        answers.add(region.is_closed)
        reached = (c for state in region.states() for option in rules.options(state) for c in option)
        assert region.is_closed == all(c.game is rules and region.has(c.state) for c in reached)
    assert answers == {True, False}


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(programs())
def test_regions_of_random_programs_that_are_shown_to_be_closed_are(text: str) -> None:
    rules = _resolved(text)
    if rules is None:
        return
    rules.is_shown_to_end = True
    for region in (LegalRegion(rules, (3, 2)), LegalRegion(rules, (None, None), (Limit((1, 1), 4),))):
        if not keeps(model(rules), region.highs, region.limits):
            continue
        for state in region.states():
            assert all(region.has(c.state) for option in _options(rules, state) or () for c in option)


@pytest.mark.parametrize(
    "text", ["nim(3)", "lim", "fibonacci_nim", "staircase_nim(3)", "single_delete(3)", "kayles", "mark"]
)
def test_enlarged_regions_hold_all_options(text: str) -> None:
    rules = game(text)
    start = LegalRegion.upto(rules, 3)
    region = start.enlarged()
    assert region is not None
    states = set(region.states())
    assert all(c.state in states for state in states for option in rules.options(state) for c in option)
    assert states >= set(start.states())
    assert len(states) <= region.size_estimate()


def test_a_large_region_is_closed_by_proof() -> None:
    assert LegalRegion.upto(game("wythoff"), 10**9).is_closed is True
    assert LegalRegion.upto(game("lim"), 10**9).is_closed is False
    assert LegalRegion(game("lim"), (None,) * 3, (Limit((1, 1, 1), 10**9),)).is_closed is True


def test_sizes_are_counted() -> None:
    nim = game("nim(3)")
    assert LegalRegion.upto(nim, 4).size_estimate() == 125
    for bounds, size in (((None, None, None), 56), ((2, None, 3), 42)):
        region = LegalRegion(nim, bounds, (Limit((1, 1, 1), 5),))
        assert region.size_estimate() == len(list(region.states())) == size
    for sizes, weights, most in product([(3, 4), (1, 5)], [(1, 2), (0, 1), (2, 3)], range(8)):
        vectors = product(*map(range, sizes))
        expected = sum(sum(w * v for w, v in zip(weights, vector, strict=True)) <= most for vector in vectors)
        assert count_below(sizes, weights, most) == expected


def test_limits_bound_components() -> None:
    region = LegalRegion(game("nim(2)"), (None, None), limits=(Limit((2, 1), 7),))
    assert region.highs == (3, 7)
    assert set(region.states()) == {(a, b) for a in range(4) for b in range(8) if 2 * a + b <= 7}
    assert (3, 1) in region
    assert (3, 2) not in region


def test_a_region_without_bounds_is_refused() -> None:
    with pytest.raises(HeapwiseError, match="E070"):
        list(LegalRegion(game("nim(2)"), (3, None)).states())


# ------------------------------------------------------------------------------------------------- words


def test_the_model_in_words() -> None:
    assert list(describe(model(game("lim")))) == [
        "Components   x[1] in 0.., x[2] in 0.., x[3] in 0..",
        "Move         x[1] -> x[1] - t, x[2] -> x[2] - t, x[3] -> x[3] + t   for t in 1..min(x[1], x[2])"
        "   (3 moves of this kind)",
        "Play ends    because every move lowers x[1] + x[2] + x[3]",
        "Symmetry     all components may change places",
    ]


def test_every_game_of_the_library_can_be_described() -> None:
    for rules in library_games():
        lines = list(describe(model(rules)))
        assert any(line.startswith(("Move", "Opaque")) for line in lines) or not model(rules).moves
