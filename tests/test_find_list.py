"""The fast half of the training list of `find` (bench/find.py): theorems of papers, found again from the rules."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import heapwise as hw

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))

from finds import outsider
from finds.statements import TARGETS, Target, run

FAST = [target for target in TARGETS if target.is_fast]
QUICK = ("nim G(x) =", "lim G(x) =", "circular(4, 1) G(x) =")


def name_of(target: Target) -> str:
    return target.name


@pytest.mark.parametrize("target", [t for t in FAST if name_of(t) in QUICK], ids=name_of)
def test_theorems_are_found_from_the_rules_alone(target: Target) -> None:
    assert run(target)["standing"] == "proved"


@pytest.mark.slow
@pytest.mark.parametrize("target", [t for t in FAST if name_of(t) not in QUICK], ids=name_of)
def test_more_theorems_are_found(target: Target) -> None:
    assert run(target)["standing"] == "proved"


def test_the_answers_of_an_outsider_are_true_of_small_heaps() -> None:
    """They are what a finding is compared with, and nothing that the program wrote."""
    verdicts = hw.check(hw.parse(outsider.RULES + outsider.TARGETS), upto=6, method="table")
    assert {verdict.word for verdict in verdicts} == {"holds"}
    assert {verdict.game for verdict in verdicts} == {unseen.game for unseen in outsider.GAMES}
