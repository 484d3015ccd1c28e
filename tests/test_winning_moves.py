"""Strategies that were proved for every number of heaps, played: every move is legal, and leads where it is to lead."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from heapwise.app.registry import cli
from heapwise.proof.digit_game.prove import prove
from heapwise.proof.digit_game.way import read
from heapwise.proof.digit_game.winning_move import winning_move
from heapwise.proof.strategies import levels_of
from heapwise.verify.digits.checker import GivenProblem, read_problem
from heapwise.verify.digits.concrete import is_true
from heapwise.verify.digits.rules import GivenMove
from test_digit_game import claims_of

Heaps = tuple[int, ...]

# Claims with their fixed parameters, and the digit that k names where it stays free.
SETS = (
    ("nim/nim", "p_positions", {}), ("nim/nim", "misere", {}), ("moore/moore", "p_positions", {"k": 2}),
    ("moore/moore", "p_positions", {"k": 4}), ("moore/moore", "misere", {"k": 3}),
    ("moore/moore", "few_heaps", {}), ("moore/slow_nim", "all_heaps", {}),
)  # fmt: skip
VALUES = (
    ("nim/nim", "grundy", None), ("moore/exact_nim", "all_heaps", None), ("moore/slow_nim", "k_1", None),
    ("wythoff/nimhoff", "grundy", 1), ("wythoff/nimhoff", "grundy", 3),
)  # fmt: skip


@dataclass
class Played:
    """A claim with its strategy, and the problem as the checker of certificates reads it."""

    problem: GivenProblem
    proof: Any
    k: int | None = None

    @classmethod
    def of(cls, path: str, name: str, fixed: dict[str, int], k: int | None = None) -> Played:
        claim = claims_of(path)[name]
        problem, _ = read(claim, ("n", "k") if k else ("n",), fixed)
        return cls(read_problem(json.loads(json.dumps(problem.to_json()))), prove(problem), k)

    def move(self, heaps: Heaps, g: int = 0, h: int = 0) -> Heaps:
        width = max(v.bit_length() for v in (*heaps, g))
        found = winning_move(self.proof.strategy, levels_of(self.proof.strategy, width, self.k), heaps, g, h)
        assert any(self.is_move(move, heaps, found) for move in self.problem.rule.moves), (heaps, found)
        return found

    def is_move(self, move: GivenMove, old: Heaps, new: Heaps) -> bool:
        changed = [i for i in range(len(old)) if old[i] != new[i]]
        low, high = (s.add + s.has_n * len(old) for s in (move.least, move.most))
        place = self.k if self.problem.levels.between and move.role == 2 else move.role
        return low <= len(changed) <= high and all(
            0 <= new[i] < old[i] if place == "lower" else old[i] - new[i] == 2 ** int(place or 0) for i in changed
        )

    def is_true(self, heaps: Heaps, g: int = 0) -> bool:
        return is_true(self.problem, heaps, g, self.k)


def drawn(random: Random, least: int) -> Heaps:
    return tuple(random.getrandbits(random.randint(1, 8)) for _ in range(random.randint(least, 12)))


def played_into_the_set(one: Played, random: Random, positions: int) -> int:
    """How many of so many random positions had to be left by a move."""
    moved = 0
    for _ in range(positions):
        heaps = drawn(random, one.problem.rule.least)
        if any(heaps) and not one.is_true(heaps):
            assert one.is_true(one.move(heaps)), heaps
            moved += 1
    return moved


def played_to_values(one: Played, random: Random, positions: int) -> int:
    moved = 0
    for _ in range(positions):
        heaps = tuple(v % 32 for v in drawn(random, one.problem.rule.least))
        g = next(g for g in range(64) if one.is_true(heaps, g))
        if g:
            h = random.randrange(g)
            assert one.is_true(one.move(heaps, g, h), h), (heaps, g, h)
            moved += 1
    return moved


@pytest.mark.parametrize(("path", "name", "fixed"), SETS)
def test_moves_into_the_set(path: str, name: str, fixed: dict[str, int]) -> None:
    assert played_into_the_set(Played.of(path, name, fixed), Random(1), 60) >= 20


@pytest.mark.parametrize(("path", "name", "k"), VALUES[:3])
def test_moves_to_every_smaller_value(path: str, name: str, k: int | None) -> None:
    assert played_to_values(Played.of(path, name, {}, k), Random(2), 25) >= 10


@pytest.mark.slow
def test_a_hundred_thousand_positions() -> None:
    moved = sum(played_into_the_set(Played.of(*one), Random(3), 14_000) for one in SETS)
    assert moved >= 60_000
    assert sum(played_to_values(Played.of(path, name, {}, k), Random(4), 500) for path, name, k in VALUES) >= 1_200


def test_a_hundred_heaps() -> None:
    one, random = Played.of("moore/moore", "p_positions", {"k": 3}), Random(5)
    heaps = tuple(random.getrandbits(60) for _ in range(100))
    assert not one.is_true(heaps)
    assert one.is_true(one.move(heaps))


# ------------------------------------------------------------------------------------------------ as a user


def run(*arguments: str, text: str | None = None) -> str:
    done = CliRunner().invoke(cli, arguments, input=text)
    assert done.exit_code == 0, done.output
    return done.output


MANY = "1,2,3,4,5,6,7,8,9,10,11,12"


def test_value_of_many_heaps() -> None:
    said = run("value", "moore(12, 3)", MANY)
    assert "Winning move " in said
    assert "moore.p_positions, which is proved for every n >= 3, k = 3" in said
    found = json.loads(run("value", "moore(12, 3)", MANY, "--json"))
    assert found["outcome"] == "N"
    (option,) = found["winning"]
    lost = ",".join(map(str, option))
    again = run("value", "moore(12, 3)", lost)
    assert "P: the player who is not to move wins" in again
    assert "none" in again


def test_value_under_misere_play() -> None:
    assert "moore.misere, which is proved for every n >= 2, k = 2" in run(
        "value", "moore(12, 2)", MANY, "--play", "misere"
    )


def test_a_match_with_many_heaps() -> None:
    said = run("play", "moore(12, 3)", "1,0,0,0,0,0,0,0,0,0,0,0", text="options\nhint\n#1\n0,0,0,0,0,0,0,0,0,0,0,0\n")
    # few stones are listed as ever; so many are not
    assert "0,0,0,0,0,0,0,0,0,0,0,0 wins" in said
    said = run("play", "moore(12, 3)", MANY, text="options\nvalues\nhint\n#1\n1,2,3,4,5,6,7,8,9,10,11,0\n")
    assert "the options are too many to be listed" in said
    assert said.count(" wins\n") == 1
    assert "there is no option #1" in said
    assert "Heapwise plays" in said


def test_a_strategy_as_a_table() -> None:
    said = run("show", "moore(3, 2)", "p_positions", "--strategy")
    assert "every n >= 2, k = 2, all sizes" in said
    assert "  3, 6, ... unchanged with 1              nothing\n" in said
    assert "  2 lowered, 2 unchanged with 1           the lowered get 0, but 1 of them 1\n" in said
    refused = CliRunner().invoke(cli, ["show", "wythoff", "p_positions", "--strategy"])
    assert refused.exit_code == 2
    assert "E369" in refused.output


OTHERS = """game take(n in 1.., c in 1..)
    heaps x[n]
    move x[i] -> x[i] - t   for i in 1..n, t in 1..c
game mine(n in 1..)
    heaps x[n]
    move x[i] -> y   for i in 1..n, y in 0..x[i]-1
claims for take(n, c)
theorem sums: G(x) = nimsum([x[i] mod (c + 1) for i in 1..n])  check n in 1..2, c in 1..2, upto 3
claims for mine(n)
theorem same: P(x) iff P(nim(n)(x))  check n in 1..2, upto 3
theorem defined: P(x) iff G(x) = 0  check n in 1..2, upto 3
"""


@pytest.mark.parametrize(
    ("game", "claim", "said"),
    [
        ("take(3, 2)", "sums", "the value of a heap is x[i] mod (c + 1); let s be the nim-sum of all values"),
        ("mine(3)", "same", "mine.same, every n >= 1, all sizes: P(x) iff P(nim(n)(x))\nin each digit"),
        ("mine(3)", "defined", "it follows from the definition of who wins, which names no move"),
    ],
)
def test_strategies_of_other_proofs(tmp_path: Path, game: str, claim: str, said: str) -> None:
    (tmp_path / "others.game").write_text(OTHERS)
    file = str(tmp_path / "others.game")
    assert said in CliRunner().invoke(cli, ["show", "-f", file, game, claim, "--strategy"]).output
