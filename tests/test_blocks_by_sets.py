"""Blocks of the set-based check: one hand, several, processes and a cluster say the same of claims, true or wrong."""

from __future__ import annotations

import random
from multiprocessing.reduction import ForkingPickler
from pathlib import Path

import numpy as np
import pytest

from heapwise.checks import local, work_split
from heapwise.checks.fixed_value_claim import LocalStep
from heapwise.checks.step_by_sets import SetSteps
from heapwise.checks.work_split import Costs, shells_for
from heapwise.claims.exact_check import Judge
from heapwise.claims.task import Task
from heapwise.engine.grid import Refused, inconsistent
from heapwise.engine.plan.shells import Shell
from heapwise.formulas import NotExpressible
from heapwise.reference.conventions import Grundy
from heapwise.running.blocks import Block, look_at_block
from heapwise.running.piece import ClaimPiece
from pieces import Here, Never, checked, kill_one, piece_of, task_of, verdicts_of

# Claims that sets decide, and what spoils them: at one position, in a part of the region, everywhere.
CLAIMS = {
    "nim(n)": ("G(x) = nimsum(x)", "n = 3, upto 20"),
    "wythoff": ("P(a, b) iff min(a, b) = floor((1 + sqrt(5)) / 2 * (max(a, b) - min(a, b)))", "upto 90"),
    "moore(n, k)": ("P(x) iff nimsum(x; k + 1) = 0", "n = 4, k = 2, upto 8"),
    "welter(n)": ("G(x) = nimsum(x) (+) mating(x[1], x[2]) (+) mating(x[1], x[3]) (+) mating(x[2], x[3])",
                  "n = 3, upto 14"),
    "subtraction(S)": ("G(n) = n mod 4", "S = {1, 2, 3}, upto 900"),
}  # fmt: skip
SPOILT = ("{}", "({}) and not ({} in {{8, 9}})", "({}) or ({} = 13)", "not ({})")


def text_of(game: str, number: int = 0) -> str:
    """A claim about a game, as it is true or spoilt in some way."""
    statement, effort = CLAIMS[game]
    if number and statement.startswith("G"):
        left, right = statement.split(" = ", 1)
        total = {"nim(n)": "sum(x)", "welter(n)": "sum(x)", "subtraction(S)": "n"}[game]
        statement = f"{left} = (if {total} = {(31, 26, 13)[number - 1]} then {right} + 1 else {right})"
    elif number:
        left, right = statement.split(" iff ", 1)
        total = "a + b" if game == "wythoff" else "sum(x)"
        statement = f"{left} iff " + SPOILT[number].format(right, total)
    status = "conjecture" if number else "theorem"
    return f"claims for {game}\n{status} a: {statement}\n    check {effort}\n"


def step_of(piece: ClaimPiece) -> tuple[Task, LocalStep]:
    task = task_of(piece)
    return task, LocalStep(task.instance, Judge(task.instance, task.values.asker(task.instance.claim.play)))


@pytest.fixture
def always_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small regions are cut, too, and no start has to be paid for."""
    monkeypatch.setattr(local, "LARGE", 400)
    monkeypatch.setattr(work_split, "_GAIN", 9.0)
    monkeypatch.setattr(work_split, "costs_of", lambda claimed, plan: Costs(1e-3, 0.5e-3, 0.0))


def test_rows_that_no_memory_holds_are_not_asked_for() -> None:
    """A row of 10^9 values was made, and took 12 GB, before any limit was looked at."""
    _, step = step_of(piece_of(text_of("wythoff").replace("upto 90", "upto 1000000000")))
    with pytest.raises(NotExpressible):
        SetSteps(step)
    game = step.instance.game
    assert game is not None
    with pytest.raises(Refused, match="a row of the region"):
        inconsistent(game, step.instance.region.highs, lambda first, stop: np.zeros(0), Grundy())


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("game", CLAIMS)
@pytest.mark.usefixtures("always_cut")
def test_any_number_of_hands_says_the_same(game: str, number: int) -> None:
    piece = piece_of(text_of(game, number))
    (alone,) = verdicts_of(piece)
    assert alone.word == ("refuted" if number else "holds")
    for hands in (2, 3, 7):
        crew = Here(hands)
        assert verdicts_of(piece, crew) == [alone]
        assert 1 <= crew.calls < hands


@pytest.mark.usefixtures("always_cut")
def test_where_values_are_wrong_without_order_the_same_is_found() -> None:
    """Formulas with random exceptions; without a table of exceptions the least inconsistent position decides."""
    source = random.Random(3)
    for _ in range(6):
        places = {tuple(source.randrange(19) for _ in range(3)) for _ in range(source.randint(1, 4))}
        exceptions = " or ".join(f"x = [{', '.join(map(str, place))}]" for place in sorted(places))
        text = text_of("nim(n)").replace("nimsum(x)", f"(if {exceptions} then 2 else nimsum(x))")
        piece = piece_of(text.replace("theorem", "conjecture"))
        task, step = step_of(piece)
        steps = SetSteps(step)
        whole = steps.whole(lambda: None)
        for hands in (2, 3, 5):
            shells = shells_for(steps.claimed, hands)
            looked = [look_at_block(Block(piece, task.instance.label, shell, None)) for shell in reversed(shells)]
            assert sum((found.part for found in looked[1:]), looked[0].part) == whole
            assert len(shells) == hands


@pytest.mark.usefixtures("always_cut")
def test_processes_say_what_one_hand_says_though_one_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.claims"
    path.write_text(text_of("wythoff", 1), encoding="utf-8")
    (alone,) = checked(path, 1, method="local")
    killed = kill_one(monkeypatch)
    assert checked(path, 3, method="local") == [alone]
    assert len(killed) == 1
    assert alone.word == "refuted"


# --------------------------------------------------------------------------------------- limits and mistakes


@pytest.mark.parametrize("at", [3, 17, 20])
@pytest.mark.usefixtures("always_cut")
def test_a_mistake_is_told_as_one_hand_tells_it(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever shell meets it first; also where it is met before anything is cut."""
    piece = piece_of(text_of("nim(n)").replace("nimsum(x)", f"nimsum(x) + floor(1 / (x[1] - {at})) * 0"))
    crew, alone = Here(3), verdicts_of(piece)
    assert verdicts_of(piece, crew) == alone
    assert alone[0].word == "error"
    assert crew.calls == 2
    monkeypatch.undo()
    monkeypatch.setattr(local, "LARGE", 400)
    monkeypatch.setattr(work_split, "START", 0.0)
    assert verdicts_of(piece, crew) == alone


@pytest.mark.usefixtures("always_cut")
def test_values_that_no_set_holds_are_left_to_another_way() -> None:
    piece = piece_of(text_of("subtraction(S)").replace("n mod 4", "(if n >= 800 then 0 - 5 else n mod 4)"))
    assert verdicts_of(piece, Here(3)) == verdicts_of(piece)


@pytest.mark.usefixtures("always_cut")
def test_a_limit_keeps_what_was_covered() -> None:
    """The block that is done counts; the one that is not is told with what it covered."""
    piece = piece_of(text_of("nim(n)"), seconds=0.4)
    task, step = step_of(piece)
    shells = shells_for(SetSteps(step).claimed, 2)
    late = look_at_block(Block(piece, task.instance.label, shells[1], 0.0))
    assert late.limit is not None
    assert late.part.positions < 21**3

    (verdict,) = verdicts_of(piece, Never(2))
    assert verdict.word == "undecided"
    assert 0 < verdict.positions < 21**3
    assert "the time of 0.4 s for one instance was used up" in (verdict.reason or "")


# ------------------------------------------------------------------------------------------------- what pays


def test_nothing_is_cut_where_that_would_be_slower(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small regions cost less than a process; and where the formula costs all, a slab of two heaps is fed with as much
    as another one checks."""
    wythoff = SetSteps(step_of(piece_of(text_of("wythoff")))[1]).claimed
    assert shells_for(wythoff, 4) == []
    monkeypatch.setattr(work_split, "costs_of", lambda claimed, plan: Costs(1.0, 1.0, 0.0))
    assert shells_for(wythoff, 2) == []
    monkeypatch.setattr(work_split, "costs_of", lambda claimed, plan: Costs(1.0, 0.1, 0.0))
    assert len(shells_for(wythoff, 2)) == 2
    monkeypatch.setattr(work_split, "costs_of", lambda claimed, plan: Costs(1.0, 0.1, 8000.0))
    assert shells_for(wythoff, 2) == []


def test_corners_on_all_axes_are_fed_with_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a fed position costs as much as a checked one, slabs save nothing, but shells do."""
    monkeypatch.setattr(work_split, "costs_of", lambda claimed, plan: Costs(1.0, 1.0, 0.0))
    nim = SetSteps(step_of(piece_of(text_of("nim(n)")))[1]).claimed
    first, second = shells_for(nim, 2)
    assert first.outer == (0, 0, 0)
    assert first.inner == second.outer
    assert min(second.outer) > 0
    assert second.inner == (21, 21, 21)


def test_costs_are_of_this_machine() -> None:
    task, step = step_of(piece_of(text_of("nim(n)")))
    claimed = SetSteps(step).claimed
    plan = work_split.plan_for(task.instance.game, claimed.fold)
    assert plan is not None
    costs = work_split.costs_of(claimed, plan)
    assert 0 < costs.seen < costs.own < 1e-4
    assert costs.start == work_split.START


def test_a_block_travels_as_text_and_numbers() -> None:
    """Nothing in it is an array."""
    block = Block(piece_of(text_of("nim(n)")), "n = 3", Shell((0, 0, 0), (9, 9, 9)), 1.0)

    assert b"numpy" not in bytes(ForkingPickler.dumps(block))
