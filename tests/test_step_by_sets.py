"""Claims that are compared with their own step by sets of values: what is said is what a table shows."""

from __future__ import annotations

import numpy as np
import pytest

from heapwise.checks.fixed_value_claim import LocalStep
from heapwise.checks.step_by_sets import by_sets
from heapwise.claims.exact_check import Judge
from heapwise.claims.limits import LimitReached
from heapwise.claims.task import Task
from heapwise.engine.grid import Refused, inconsistent
from heapwise.engine.memory import Memory
from heapwise.formulas import NotExpressible
from heapwise.reference.conventions import Grundy
from heapwise.running.piece import ClaimPiece
from pieces import piece_of, task_of, verdicts_of

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


def test_rows_that_no_memory_holds_are_not_asked_for() -> None:
    """A row of 10^9 values was made, and took 12 GB, before any limit was looked at."""
    _, step = step_of(piece_of(text_of("wythoff").replace("upto 90", "upto 1000000000")))
    with pytest.raises(NotExpressible):
        by_sets(step, lambda: None, Memory())
    game = step.instance.game
    assert game is not None
    with pytest.raises(Refused, match="a row of the region"):
        inconsistent(game, step.instance.region.highs, lambda first, stop: np.zeros(0), Grundy())


@pytest.mark.parametrize("number", [0, 1, 3])
@pytest.mark.parametrize("game", CLAIMS)
def test_sets_say_what_a_table_says(game: str, number: int) -> None:
    (local,) = verdicts_of(piece_of(text_of(game, number)))
    (table,) = verdicts_of(piece_of(text_of(game, number), method="table"))
    assert local.word == table.word == ("refuted" if number else "holds")
    assert (local.counterexample, local.exceptions) == (table.counterexample, table.exceptions)


@pytest.mark.parametrize("at", [3, 17, 20])
def test_a_mistake_is_told(at: int) -> None:
    text = text_of("nim(n)").replace("nimsum(x)", f"nimsum(x) + floor(1 / (x[1] - {at})) * 0")
    (local,), (table,) = verdicts_of(piece_of(text)), verdicts_of(piece_of(text, method="table"))
    assert local.word == table.word == "error"
    assert "1 / 0 is not defined" in (local.reason or "")


def test_values_that_no_set_holds_are_left_to_another_way() -> None:
    text = text_of("subtraction(S)").replace("n mod 4", "(if n >= 410 then 0 - 5 else n mod 4)").replace("900", "420")
    (local,) = verdicts_of(piece_of(text))
    assert local.word == "refuted"
    assert local.counterexample is not None
    assert local.counterexample.position == [410]


def test_a_limit_keeps_what_was_covered() -> None:
    """The rows that were given count, though no verdict came of them."""
    _, step = step_of(piece_of(text_of("nim(n)")))
    given = iter(range(2))

    def tick() -> None:
        if next(given, None) is None:
            raise LimitReached("that was enough")

    with pytest.raises(LimitReached, match="that was enough") as stopped:
        by_sets(step, tick, Memory())
    assert 0 < stopped.value.covered <= 21**3
