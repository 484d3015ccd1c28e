"""Blocks of one large region over several processes, also where one is killed in the middle."""

from __future__ import annotations

from dataclasses import replace
from multiprocessing.reduction import ForkingPickler
from pathlib import Path

import pytest

from heapwise.checks import local
from heapwise.checks.local import cut
from heapwise.checks.steps import PartResult
from heapwise.claims.limits import LimitReached
from heapwise.running.blocks import Block, Blocks, look_at_block
from heapwise.running.piece import look
from pieces import Here, Never, checked, kill_one, piece_of, task_of, verdicts_of

# Games without plans. Of one the engine looks up every option; the other has a guard that only the rules can tell.
HALF = """
game half(n in 1..)
    heaps x[n]
    move x[i] -> y   for i in 1..n, y in 0..x[i]-1 where 2 * y >= x[i]
"""
FEW = """
game few(n in 1..)
    heaps x[n]
    move x[i] -> y   for i in 1..n, y in 0..x[i]-1 where (x[i] - y) * (x[i] - y) <= 4
"""
CUT = "floor(x[{i}] / 2^(v2(x[{i}] + 1) + 1))"
TRUE = f"{HALF}claims for half(n)\ntheorem a: P(x) iff {CUT.format(i=1)} = {CUT.format(i=2)}   check n = 2, upto 70\n"
FALSE = TRUE.replace("theorem a: P(x) iff", "conjecture a: P(x) iff x[2] != 60 and")
SLOW = f"{FEW}claims for few(n)\ntheorem a: P(x) iff x[1] mod 3 = x[2] mod 3   check n = 2, upto 40\n"


def test_the_parts_of_a_region_are_looked_at_as_the_whole() -> None:
    piece = piece_of(TRUE)
    cuts = cut(task_of(piece).instance.region)
    ends = [(0, 20), (21, 21), (22, 70)]
    looked = [look_at_block(Block(piece, "n = 2", (first, last), None)) for first, last in ends]
    whole = look_at_block(Block(piece, "n = 2", (0, 70), None))
    assert len(cuts) == 2
    assert sum((found.part for found in looked), PartResult()) == whole.part
    assert whole.part.positions == 71 * 71
    assert whole.part.wrong == 0


def test_large_regions_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "PART", 500)
    cuts = cut(task_of(piece_of(TRUE)).instance.region)
    assert len(cuts) > 8
    assert [v for first, last in cuts for v in range(first, last + 1)] == list(range(71))


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local, "PART", 200)
    monkeypatch.setattr(local, "LARGE", 1_000)
    monkeypatch.setattr(local, "PARTS", 12)


@pytest.mark.parametrize("text", [TRUE, FALSE, SLOW], ids=["true", "false", "slow"])
@pytest.mark.usefixtures("small_parts")
def test_blocks_find_what_the_whole_finds(text: str, tmp_path: Path) -> None:
    path, crew = tmp_path / "mine.claims", Here()
    path.write_text(text, encoding="utf-8")
    (alone,) = checked(path, 1, method="local")
    assert verdicts_of(piece_of(text, str(path)), crew) == [alone]
    assert crew.calls > 5
    assert alone.word == ("refuted" if text is FALSE else "holds")


@pytest.mark.usefixtures("small_parts")
def test_an_instance_for_blocks_is_left_to_whoever_has_workers() -> None:
    assert look(replace(piece_of(TRUE), is_left=True)).is_left
    assert not look(replace(piece_of(TRUE.replace("upto 70", "upto 20")), is_left=True)).is_left


@pytest.mark.usefixtures("small_parts")
def test_a_run_survives_the_death_of_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mine.claims"
    path.write_text(TRUE, encoding="utf-8")
    killed = kill_one(monkeypatch)
    assert checked(path, 2, method="local") == checked(path, 1, method="local")
    assert len(killed) == 1


# --------------------------------------------------------------------------------------------- limits


def test_blocks_obey_the_limits_of_their_instance() -> None:
    found = look_at_block(Block(piece_of(TRUE.replace("upto 70", "upto 71")), "n = 2", (0, 71), 0.0))
    assert found.part == PartResult()
    assert "time" in (found.limit or "")


def test_a_block_travels_as_text_and_numbers() -> None:
    """Nothing in it is an array."""
    assert b"numpy" not in bytes(ForkingPickler.dumps(Block(piece_of(TRUE), "n = 2", (0, 9), 1.0)))


def test_what_is_wrong_in_a_block_is_told() -> None:
    text = TRUE.replace("   check", " / (x[1] - 30)   check")
    found = look_at_block(Block(piece_of(text), "n = 2", (0, 70), None))
    assert found.problem is not None
    assert found.problem[0].code == "E029"


def test_the_clock_is_looked_at_while_others_work() -> None:
    piece = piece_of(TRUE, seconds=0.3)
    task = task_of(piece)
    with pytest.raises(LimitReached):
        list(Blocks(piece, Never())(task, [(0, 70)]))
