"""The campaign itself: its trials are real, it finds what is wrong, and a trial is replayed by its seed."""

from __future__ import annotations

import os
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from trials import KINDS, claims, ledger, positions, run, ways
from trials.base import Failure, Kind
from trials.rules import random_game

FEW = {
    "positions": range(1, 3),
    "claims": range(6),
    "far": [3],
    "terms": range(12),
    "doubts": range(3),
    "laws": range(4),
    "texts": [1],
    "proofs": range(5),
    "mutants": [3],
    "theorems": [1, 2, 4, 5],
}  # seeds whose trials are short


SLOW = ("kills", "damages")  # each trial starts several processes


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.name not in SLOW], ids=lambda kind: kind.name)
def test_a_few_trials_of_each_class(kind: Kind) -> None:
    counts = sum((kind.run(seed) for seed in FEW[kind.name]), Counter[str]())
    assert counts["trials"] == len(FEW[kind.name])
    assert counts[kind.unit] > 0


def test_a_seed_says_all_of_a_trial() -> None:
    assert claims.KIND.run(7) == claims.KIND.run(7)
    assert random_game(Random(1)).text == random_game(Random(1)).text != random_game(Random(2)).text


def test_a_way_that_is_wrong_at_one_position_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = ways.WAYS["options one by one"]

    def wrong(case: ways.Case) -> Any:
        found, last = right(case), case.highs
        return lambda state: 77 if state == last else found(state)

    monkeypatch.setattr(positions, "WAYS", {"wrong": wrong})
    with pytest.raises(Failure, match="wrong"):
        positions.KIND.run(1)


def a_kind(trial: Any, seconds: float = 30.0) -> Kind:
    return Kind("mine", "trials", trial, seconds=seconds)


def test_what_hangs_or_dies_is_a_failure_and_not_the_end() -> None:
    def trial(source: Random) -> Counter[str]:
        match source.randrange(4):
            case 0:
                time.sleep(60)
            case 1:
                os._exit(3)
            case 2:
                raise ValueError("oh")
        return Counter(good=1)

    kind, result = a_kind(trial, 0.5), run.Result()
    run.rounds(kind, result, 60, 12)
    assert result.next_seed == result.counts["trials"] == 12
    words = {"died", "longer", "ValueError: oh"}
    assert words == {word for word in words for text in result.failures.values() if word in text}
    assert result.counts["good"] == 12 - len(result.failures) > 0


def test_figures_are_added_up_and_nothing_is_counted_twice(tmp_path: Path) -> None:
    file, kind = tmp_path / "campaign.json", a_kind(None)
    first = {"mine": run.Result(Counter(trials=3), {1: "a failure\nof long standing"})}
    for seed in (1, 1, 2):
        ledger.add(seed, first, file)
    assert ledger.totals(kind, ledger.read(file))["trials"] == 6
    assert ledger.rows([kind], ledger.read(file))[0][-1] == "1"
    assert ledger.mended("mine:1", file)
    assert not ledger.mended("mine:1", file)
    assert ledger.rows([kind], ledger.read(file))[0][-1] == "0"


def test_what_never_occurs_is_said() -> None:
    kind = Kind("mine", "trials", lambda source: Counter(), frozenset({"a box", "a ray"}))
    assert ledger.never_met(kind, Counter({"a ray": 2})) == ["a box"]
