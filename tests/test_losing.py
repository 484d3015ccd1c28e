"""P-positions alone: the same as interpreter and list of options, for rows of one word, of a few and of any number."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from heapwise.checks.published_table import PublishedRow, compare
from heapwise.claims.position_values import Values
from heapwise.documents.library import library
from heapwise.engine.grid import Grid, Refused, solve
from heapwise.engine.grid.by_definition import defined_grid
from heapwise.engine.jit import is_compiled
from heapwise.engine.memory import Memory
from heapwise.engine.p_positions import PPositions, are_found, p_positions, run
from heapwise.engine.p_positions import solve as door
from heapwise.engine.p_positions.rows import rows_of
from heapwise.engine.p_positions.run import by_rows, row_source
from heapwise.engine.plan import NoPlan, Plan, plan, sorted_plan
from heapwise.errors import HeapwiseError
from heapwise.reference.conventions import MISERE, NORMAL, Play, Preference, preference
from heapwise.reference.interpreter import Interpreter
from heapwise.rules.game import Game
from heapwise.terms.position import Component, Position
from strategies_plans import game_of, plannable

PLAYS = (NORMAL, MISERE)

# Games and bounds: lines along the row and across it, boxes, steps, splits, guards, options that begin further on.
BOARDS = {
    "nim(2)": 70, "nim(3)": 6, "moore(2, 2)": 70, "moore(4, 3)": 3, "circular(4, 2)": 4, "circular(6, 4)": 2,
    "wythoff": 70, "k_wythoff(3)": 70, "nimhoff(2, 1)": 40, "ryuoh(3)": 70, "restricted_ryuoh(3, 6)": 40,
    "rgame_example": 70, "subtraction({1, 3, 4})": 200, "allbut({2, 3, 7})": 200, "emperor(1, [2, 1])": 4,
    "end_nim(3)": 7, "greedy_nim(2)": 70, "greedy_nim(3)": 6, "slow_nim(3, 2)": 6, "delete_nim": 70,
    "single_delete(2)": 70, "single_delete(3)": 12, "single_delete(4)": 6,
}  # fmt: skip
LEGAL = {"welter(2)": 70, "welter(3)": 8, "silver_dollar(3)": 8}


def _game(text: str) -> Game:
    found = library().game(text)
    assert isinstance(found, Game)
    return found


def _highs(game: Game, bound: int) -> tuple[int, ...]:
    return tuple(bound if high is None else min(bound, high) for high in game.layout.highs)


def _wanted(grid: Grid) -> np.ndarray[Any, Any]:
    """Where a table of outcomes has P-positions."""
    assert isinstance(grid.fold, Preference)
    return (grid.values != grid.fold.seats[0]) & grid.is_known


def _by_kernel(found: Plan, sides: tuple[int, ...], words: int, play: Play, *, is_compiled: bool = False) -> PPositions:
    in_order = (sorted_plan(found) if len(set(sides)) == 1 else None) or found
    return by_rows(row_source(found, in_order, play.is_misere, words), is_compiled).losing(sides, lambda: None)


def _check(text: str, bound: int, play: Play) -> None:
    game = _game(text)
    grid = solve(game, _highs(game, bound), play.outcome)
    wanted = _wanted(grid)
    assert wanted.any()
    assert not wanted.all()
    few = -(-max(wanted.shape) // 64)
    for words in {0, few, few + 1}:
        assert np.array_equal(_by_kernel(plan(game), wanted.shape, words, play).dense(), wanted), words


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_rows_agree_with_the_list_of_options(text: str, play: Play) -> None:
    _check(text, BOARDS[text], play)


@pytest.mark.parametrize("text", LEGAL)
def test_positions_that_are_not_legal_are_no_p_positions(text: str) -> None:
    _check(text, LEGAL[text], NORMAL)
    with pytest.raises(Refused, match="not legal"):
        rows_of(plan(_game(text)), misere=True)


@pytest.mark.skipif(not is_compiled(), reason="numba is not installed")
@pytest.mark.parametrize("text", ["k_wythoff(3)", "moore(2, 2)", "greedy_nim(2)", "single_delete(3)"])
def test_compiled_rows_agree(text: str) -> None:
    game = _game(text)
    grid = solve(game, _highs(game, BOARDS[text]), NORMAL.outcome)
    found = _by_kernel(plan(game), grid.values.shape, 0, NORMAL, is_compiled=True)
    assert np.array_equal(found.dense(), _wanted(grid))


_GUARDS = (
    "",
    "",
    "",
    " where {b} > 1",
    " where {a} >= {b}",
    " where {a} != {b}",
    " where sum(x) mod 2 = 0",
    " where {a} >= 5",
    " where {a} mod 4 = 3",
)
_MOVES = (
    "{a} -> {a} - t for t in 1..{a}", "{a} -> {a} - t for t in 1..{a}", "{a} -> {a} - t for t in {{1, 2, 4}}",
    "{a} -> {a} - t, {b} -> {b} - t for t in 1..{a}", "{a} -> {a} - t, {b} -> {b} - 2*t for t in 1..{a}",
    "{a} -> {a} - t, {b} -> {b} - t - 1 for t in 1..{a}", "{a} -> {a} - t for t in 3..{a}",
    "{a} -> {a} - 1, {b} -> {b} - 2", "{a} -> p, {b} -> q for p in 0..{a}, q in 0..{b} where p + q < {a} + {b}",
    "{a} -> p, {b} -> q for p in 0..{a}-1, q in 0..{b}-1", "{a} -> {a} - 2*t, {b} -> {b} - t for t in 1..{b}",
)  # fmt: skip


@st.composite
def _in_rows(draw: st.DrawFn) -> str:
    """Games whose moves are mostly of the kinds that come as rows."""
    size = draw(st.integers(2, 3))
    lines = [f"game random\n    heaps x[{size}]" + draw(st.sampled_from(["", "", " in 1.."]))]
    lines += draw(st.sampled_from([[], [], [], ["    legal distinct(x)"], ["    legal x[1] <= x[2]"]]))
    for _ in range(draw(st.integers(1, 4))):
        move, guard = draw(st.sampled_from(_MOVES)), draw(st.sampled_from(_GUARDS))
        text = move + (guard.replace(" where", ",") if " where " in move else guard)
        a, b = draw(st.permutations(range(1, size + 1)))[:2]
        lines.append("    move " + text.format(a=f"x[{a}]", b=f"x[{b}]"))
    return "\n".join(lines)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=plannable() | _in_rows() | _in_rows(), play=st.sampled_from(PLAYS), words=st.sampled_from([0, 1, 2]))
def test_random_games(text: str, play: Play, words: int) -> None:
    try:
        game = game_of(text)
        found = plan(game)
        highs = _highs(game, 8 if found.size == 2 else 3)
        sides = tuple(high - low + 1 for low, high in zip(found.game.lows, highs, strict=True))
        if not door.is_closed(found, highs, ()):
            return
        losing = _by_kernel(found, sides, words, play)
    except (NoPlan, Refused, HeapwiseError):
        return
    _compare(game, losing, play)


def _compare(game: Game, losing: PPositions, play: Play) -> None:
    """Position by position, beside the interpreter."""
    interpreter, dense = Interpreter(play.outcome), losing.dense()
    for index in np.ndindex(losing.sides):
        state = tuple(i + low for i, low in zip(index, losing.plan.game.lows, strict=True))
        position = Position((Component(game, state),))
        is_p = game.is_legal(state) and play.is_previous(interpreter.value(position))
        assert dense[index] == losing.has(state) == is_p, state


# What random games seldom have: guards that hold for some rows, boxes with guards, every second place of a line.
RARE = {
    "guarded line": "move x[1] -> x[1] - t for t in 1..x[1] where x[2] > 1|move x[3] -> x[3] - t for t in 1..x[3]",
    "guarded box": "move x[2] -> p, x[3] -> q for p in 0..x[2], q in 0..x[3] where (p, q) != (x[2], x[3]), x[1] != 1"
    "|move x[1] -> x[1] - t for t in 1..x[1]",
    "guarded box across": "move x[1] -> p, x[2] -> q for p in 0..x[1], q in 0..x[2] where (p, q) != (x[1], x[2]),"
    " x[2] > 1|move x[3] -> x[3] - t for t in 1..x[3]",
    "odd numbers": "move x[1] -> x[1] - t for t in 1..x[1] where t mod 2 = 1|move x[3] -> x[3] - t for t in 1..x[3]",
}


@pytest.mark.parametrize("guard", ["a >= 5", "a mod 4 = 3"])
@pytest.mark.parametrize("words", [0, 1, 2])
def test_boxes_that_begin_later(guard: str, words: int) -> None:
    """Until then rows have many P-positions, and all above the lowest of them is to be marked."""
    move = f"move a -> a - t, b -> b - u for t in 0..a, u in 0..b where (t, u) != (0, 0), {guard}"
    game = game_of(f"game random\n    heaps a, b\n    {move}")
    losing = _by_kernel(plan(game), (12, 9), words, NORMAL)
    _compare(game, losing, NORMAL)
    assert len(losing) > 9


@pytest.mark.parametrize("name", RARE)
@pytest.mark.parametrize("play", PLAYS, ids=str)
def test_rare_moves(name: str, play: Play) -> None:
    game = game_of("game random\n    heaps x[3]\n" + "\n".join(f"    {line}" for line in RARE[name].split("|")))
    for words in (0, 1, 2):
        losing = _by_kernel(plan(game), (5, 4, 6), words, play)
        assert len(losing) > 0
        _compare(game, losing, play)


def test_boxes_of_long_rows() -> None:
    text = "game random\n    heaps x[3]\n    move x[3] -> x[3] - t for t in {1, 2}\n"
    game = game_of(text + "    move x[1] -> p, x[2] -> q for p in 0..x[1], q in 0..x[2] where (p, q) != (x[1], x[2])")
    for words in (0, 3):
        _compare(game, _by_kernel(plan(game), (3, 3, 130), words, NORMAL), NORMAL)


# What does not come as rows: moves that are looked up one by one, windows, splits in the order of totals.
MARKED = {
    "chomp(3)": 6, "restricted_ryuoh(2, 51)": 60, "exact_nim(3, 2)": 5, "hypergraph_nim(3, {{1, 2}, {3}})": 5,
    "abo_delete(3)": 7, "turtles_board(2, 2)": 1, "nim_with_pass(2)": 6, "mark": 60, "lim": 4, "delete_nim_split": 9,
}  # fmt: skip


@pytest.mark.parametrize(("text", "bound"), {**MARKED, **LEGAL, "nim(3)": 6, "k_wythoff(3)": 20}.items())
def test_small_boxes_come_from_a_table(text: str, bound: int) -> None:
    game = _game(text)
    highs = _highs(game, bound)
    if not door.is_closed(plan(game), highs, ()):
        pytest.skip("moves lead out of the box")
    grid = defined_grid(game, highs, (), NORMAL.outcome)
    found = p_positions(game, highs, NORMAL.outcome)
    assert np.array_equal(found.dense()[grid.is_known], _wanted(grid)[grid.is_known])
    assert 0 < len(found) < grid.values.size


@pytest.mark.parametrize("play", PLAYS, ids=str)
@pytest.mark.parametrize("text", ["abo_delete(3)", "welter(3)", "restricted_ryuoh(2, 51)", "exact_nim(3, 2)"])
def test_where_rows_do_not_do_a_table_does(text: str, play: Play) -> None:
    game = _game(text)
    highs = tuple({**BOARDS, **MARKED, **LEGAL}[text] - i for i in range(game.layout.size))
    grid = defined_grid(game, highs, (), play.outcome)
    assert are_found(game, (10**5,) * len(highs), play.outcome) == ((text, play) == ("welter(3)", NORMAL))
    found = p_positions(game, highs, play.outcome)
    assert np.array_equal(found.dense()[grid.is_known], _wanted(grid)[grid.is_known])
    assert 0 < len(found) < grid.values.size


def test_a_position_is_asked_for_by_its_components() -> None:
    for text, bound in (("wythoff", 70), ("single_delete(3)", 12), ("greedy_nim(2)", 70)):
        game = _game(text)
        losing = p_positions(game, _highs(game, bound), NORMAL.outcome)
        dense, lows = losing.dense(), game.layout.lows
        states = [tuple(i + low for i, low in zip(index, lows, strict=True)) for index in np.ndindex(dense.shape)]
        assert [losing.has(state) for state in states] == dense.reshape(-1).tolist()
        assert not losing.has((bound + 1,) * len(lows))
        assert not losing.has((-1,) * len(lows))
        assert len(losing) == (dense.sum() if not losing.is_sorted else _sorted_count(dense))


def _sorted_count(dense: np.ndarray[Any, Any]) -> int:
    return sum(1 for index in np.argwhere(dense) if list(index) == sorted(index, reverse=True))


@pytest.mark.parametrize("sides", [(1, 1), (0, 3), (3, 0), (1, 200), (200, 1), (64, 64), (65, 64), (64, 65)])
def test_boxes_of_all_shapes(sides: tuple[int, int]) -> None:
    for words in (0, -(-sides[1] // 64)):
        found = _by_kernel(plan(_game("nim(2)")), sides, words, NORMAL).dense()
        assert np.array_equal(found, np.eye(*sides, dtype=bool))


def test_what_no_kernel_takes_is_refused() -> None:
    with pytest.raises(Refused, match="lead out of the box"):
        p_positions(_game("lim"), (4,) * 3, NORMAL.outcome)
    with pytest.raises(Refused, match="two players"):
        p_positions(_game("nim(2)"), (4, 4), preference((1, 2, 0)).outcome)
    with pytest.raises(Refused, match="would take"):
        p_positions(_game("subtraction({1, 3, 4})"), (10**12,), NORMAL.outcome)
    with pytest.raises(Refused, match="would take"):
        p_positions(_game("nim(3)"), (99, 99, 99), NORMAL.outcome, memory=Memory(10_000))


def test_a_kernel_that_is_wrong_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    right = run.source_of
    monkeypatch.setattr(door, "_is_soon_tabled", lambda *_: False)
    run.row_source.cache_clear()
    monkeypatch.setattr(run, "source_of", lambda rows, words: right(rows, words).replace("] = x1", "] = 0"))
    by_rows.cache_clear()
    door._trusted.cache_clear()
    door._source.cache_clear()
    with pytest.raises(AssertionError, match="small table of nim"):
        p_positions(_game("nim(2)"), (30, 30), NORMAL.outcome)
    door._source.cache_clear()
    run.row_source.cache_clear()
    by_rows.cache_clear()


def test_the_work_can_be_stopped() -> None:
    class Stop(Exception):
        pass

    def tick() -> None:
        raise Stop

    with pytest.raises(Stop):
        p_positions(_game("nim(2)"), (30, 30), NORMAL.outcome, tick)


def test_printed_tables_are_compared_with_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    game, prepared = _game("wythoff"), list[tuple[int, ...]]()
    original = Values.prepare

    def noted(self: Values, game: Game, highs: tuple[int, ...], *rest: Any) -> None:
        prepared.append(highs)
        original(self, game, highs, *rest)

    monkeypatch.setattr(Values, "prepare", noted)
    rows = [
        PublishedRow(n, {"a": n, "b": m}, "P", (n, m) in {(0, 0), (1, 2), (2, 1)}) for n in range(3) for m in range(3)
    ]
    assert compare(rows, game, NORMAL).differences == []
    assert prepared == [(2, 2)]
    assert len(compare([replace(rows[0], components={"a": 120, "b": 1}, printed=False)], game, NORMAL).differences) == 0
    assert len(prepared) == 1
