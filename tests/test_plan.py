"""Plans: what is recognised in the rules, what is not, and that the parts together have exactly the options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from heapwise.documents.library import library
from heapwise.engine.grid import solve
from heapwise.engine.plan import (
    Box,
    Displacement,
    ListedOptions,
    NoPlan,
    OrderKind,
    Part,
    Plan,
    Ray,
    SingleOption,
    SumSplit,
    Window,
    plan,
    sorted_plan,
    trial,
)
from heapwise.engine.plan.description import describe_plan
from heapwise.engine.plan.trial import disagreement
from heapwise.errors import HeapwiseError
from heapwise.model.conditions import TRUE
from heapwise.model.options import options_of_move
from heapwise.model.regions import LegalRegion
from heapwise.reference.conventions import Grundy
from heapwise.rules.game import Game
from heapwise.terms.position import State
from strategies_plans import every_form, game_of, plannable

# How many parts of each kind there are: S(tep), R(ay), W(indow), B(ox), s(plit), L(isted); and the order.
KINDS = {
    "nim(3)": ("RRR", OrderKind.LISTED), "welter(3)": ("RRR", OrderKind.LISTED), "wythoff": ("RRR", OrderKind.LISTED),
    "ryuoh(4)": ("RRSSS", OrderKind.LISTED), "moore(4, 2)": ("BBBBBB", OrderKind.LISTED),
    "emperor(1, [2, 2])": ("BBBB", OrderKind.LISTED),
    "circular(4, 2)": ("BBBB", OrderKind.LISTED), "single_delete(3)": ("ssssss", OrderKind.BY_TOTAL),
    "delete_nim": ("ss", OrderKind.BY_TOTAL), "abo_delete(3)": ("sss", OrderKind.BY_TOTAL),
    "lim": ("RRR", OrderKind.BY_TOTAL),
    "staircase_nim(3)": ("RRR", OrderKind.LISTED), "allbut({2, 3})": ("RS", OrderKind.LISTED),
    "restricted_ryuoh(3, 60)": ("SWW", OrderKind.LISTED), "rgame_example": ("RR" + 16 * "S", OrderKind.LISTED),
    "k_wythoff(3)": ("RRRRRRR", OrderKind.LISTED), "greedy_nim(3)": ("RRR", OrderKind.LISTED),
    "exact_nim(3, 2)": ("BBB", OrderKind.LISTED),
    "silver_dollar(3)": ("RRR", OrderKind.LISTED), "mark": ("LS", OrderKind.LISTED),
    "fibonacci_nim": ("L", OrderKind.LISTED),
    "nim_with_pass(2)": ("LRR", OrderKind.LISTED), "subtraction({1, 3})": ("SS", OrderKind.LISTED),
}  # fmt: skip
NORMAL = Grundy()
_LETTERS = {SingleOption: "S", Ray: "R", Window: "W", Box: "B", SumSplit: "s", ListedOptions: "L"}


def planned(text: str) -> Plan:
    game = library().game(text)
    assert isinstance(game, Game)
    return plan(game)


@pytest.mark.parametrize("text", KINDS)
def test_kinds_of_parts(text: str) -> None:
    found = planned(text)
    assert ("".join(sorted(_LETTERS[type(part)] for part in found.parts)), found.order.way) == (
        "".join(sorted(KINDS[text][0])),
        KINDS[text][1],
    )


def test_games_without_a_plan() -> None:
    """One of moves that are not linear, one in which both moves raise a heap and leave the total as it is or lower."""
    with pytest.raises(NoPlan, match="not linear"):
        planned("euclid")
    moves = "move a -> a + 1, b -> b - 1\n    move a -> a - 2, b -> b + 1"
    with pytest.raises(NoPlan, match="no order"):
        plan(game_of(f"game random\n    heaps a, b\n    {moves}\n    decreases 2 * a + 3 * b"))


def test_lines_from_further_on() -> None:
    """All but 2 and 3: one stone is looked up, the line begins at four."""
    assert set(planned("allbut({2, 3})").parts) == {SingleOption((1,)), Ray((1,), (4,), 0)}


def test_lines_with_residues() -> None:
    game = game_of("game random\n    heap n\n    move n -> n - t for t in 1..n where t mod 3 = 1 or t = 2")
    assert set(plan(game).parts) == {SingleOption((1,)), SingleOption((2,)), Ray((3,), (4,), 0, 3)}


def test_guards_stay_with_their_parts() -> None:
    guards = [part.guard for part in planned("end_nim(3)").parts if not isinstance(part, ListedOptions)]
    assert sorted(guard != TRUE for guard in guards) == [False, False, True]


# ------------------------------------------------------------------------- parts against the interpreter


def _options(found: Plan, part: Part, state: State) -> Iterator[State]:
    """The options of a part by its definition, without asking whether they are in the table."""
    match part:
        case ListedOptions(move=move):
            yield from (tuple(option[0].state) for option in options_of_move(found.game, move, state))
            return
    if not part.guard.holds(state):
        return
    match part:
        case SingleOption(by=by):
            yield _less(state, by)
        case Ray(along=along, first=first):
            yield from (_less(state, first, along, s) for s in range(sum(state) + 1))
        case Window(along=along, length=length):
            yield from (_less(state, along, along, s) for s in range(length))
        case Box(heaps=heaps, first=first):
            for taken in product(*(range(state[i] + 1 if i in heaps else 1) for i in range(len(state)))):
                yield _less(state, first, taken)
        case SumSplit(heaps=heaps, total=total):
            whole = total.evaluate(state)
            for new in product(range(max(0, whole) + 1), repeat=len(heaps)):
                if sum(new) == whole:
                    values = dict(zip(heaps, new, strict=True))
                    yield tuple(values.get(i, value) for i, value in enumerate(state))


def _less(state: State, first: Displacement, along: Displacement | None = None, times: int = 1) -> State:
    more = along or (0,) * len(state)
    return tuple(v - f - times * a for v, f, a in zip(state, first, more, strict=True))


def _agree(game: Game, found: Plan, state: State) -> None:
    """The parts' options in the table are those of the interpreter."""
    if found.game.ends.holds(state):
        return
    wanted = {tuple(option[0].state) for option in game.options(state)}
    by_parts = {option for part in found.parts for option in _options(found, part, state)}
    assert {option for option in by_parts - {state} if _is_in_table(game, option)} == wanted, state


def _is_in_table(game: Game, state: State) -> bool:
    ranges = zip(state, game.layout.lows, game.layout.highs, strict=True)
    return all(low <= v and (high is None or v <= high) for v, low, high in ranges) and game.is_legal(state)


@pytest.mark.parametrize("text", KINDS)
def test_parts_have_the_options_of_the_library(text: str) -> None:
    game = library().game(text)
    assert isinstance(game, Game)
    bound = {1: 70, 2: 8, 3: 4, 4: 2}[game.layout.size]
    states = list(islice(LegalRegion.upto(game, bound).states(), 200))
    assert states
    for state in states:
        _agree(game, plan(game), state)


@pytest.mark.parametrize("text", every_form())
def test_no_form_of_the_random_games_is_refused(text: str) -> None:
    """Else a part of what is tried at random would be empty."""
    game = game_of(text)
    game.schema.check()
    assert plan(game).parts


@settings(
    max_examples=150, deadline=None, phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck)
)
@given(plannable())
def test_parts_of_random_games_have_their_options(text: str) -> None:
    game = game_of(text)
    try:
        game.schema.check()
        found = plan(game)
        assert not any(isinstance(part, ListedOptions) and "taken for another" in part.why for part in found.parts)
        for state in islice(LegalRegion.upto(game, 5).states(), 60):
            _agree(game, found, state)
    except (HeapwiseError, NoPlan):
        return


# --------------------------------------------------------------------------- parts beside numbers far out


@pytest.mark.parametrize("where", ["(t, u) != (30, 40), (t, u) != (0, 0)", "(t, u) != (0, 0), (t, u) != (30, 40)"])
def test_an_exception_far_out_is_one(where: str) -> None:
    """Such a rule was taken for one without exceptions; boards on which tables are tried end sooner."""
    move = f"move a -> a - t, b -> b - u for t in 0..a, u in 0..b where {where}"
    values = solve(game_of(f"game random\n    heaps a, b\n    {move}"), (31, 41), NORMAL).values
    assert values[30, 39] == 69
    assert values[30, 40] == 0


def _wrong(part: Part) -> Iterator[Part]:
    """Parts that say a little more or less, or say it elsewhere."""
    match part:
        case SingleOption(by=by):
            yield replace(part, by=(by[0] + 1, *by[1:]))
        case Ray(along=along, first=first):
            yield replace(part, first=tuple(f + a for f, a in zip(first, along, strict=True)))
            yield replace(part, along=tuple(2 * a for a in along))
        case Window(length=length):
            yield from (replace(part, length=length + n) for n in (-1, 1))
        case Box(heaps=heaps, first=first):
            yield replace(part, first=tuple(f + (i == heaps[0]) for i, f in enumerate(first)))
        case SumSplit(total=total):
            yield replace(part, total=total - 1)


@pytest.mark.parametrize("text", sorted(KINDS))
def test_parts_that_say_something_else_are_found(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "_MOST", 100)
    found = planned(text)
    for move, parts in found.recognised:
        assert disagreement(found.game, move, parts) is None or isinstance(parts[0], ListedOptions)
        if not isinstance(parts[0], ListedOptions):
            assert disagreement(found.game, move, parts[1:])
            for wrong in _wrong(parts[0]):
                assert disagreement(found.game, move, (wrong, *parts[1:])), wrong


# ------------------------------------------------------------------------------------------ what is said


OFFERED = {"delete_nim", "delete_nim_split", "abo_delete(3)"}


@pytest.mark.parametrize("text", [*KINDS, "chomp(3)", "turtles_board(2, 2)", "slow_nim(3, 2)"])
def test_every_plan_can_be_said(text: str) -> None:
    found = planned(text)
    words = "\n".join(describe_plan(found))
    assert words.count("Options ") > 0
    assert ("looked up one by one" in words) == any(isinstance(part, ListedOptions) for part in found.parts)
    assert ("every component by itself offers" in words) == found.is_offered == (text in OFFERED)
    assert ("sorted positions alone" in words) == (sorted_plan(found) is not None and not found.is_offered)
    assert ("alone (within x[1], x[3] and within x[2], x[4])" in words) == (text == "circular(4, 2)")
