"""The fast half of the training list of `find` (bench/find.py): theorems of papers, found again from the rules."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


def _loaded() -> ModuleType:
    path = Path(__file__).parent.parent / "bench" / "find.py"
    spec = importlib.util.spec_from_file_location("bench_find", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


LIST = _loaded()
FAST = [target for target in LIST.TARGETS if target.is_fast]
QUICK = ("nim G", "welter(2) G", "lim G")


def name_of(target: object) -> str:
    return f"{target.game} {target.letter}{'' if target.play == 'normal' else target.play}"  # type: ignore[attr-defined]


@pytest.mark.parametrize("target", [t for t in FAST if name_of(t) in QUICK], ids=name_of)
def test_theorems_are_found_from_the_rules_alone(target: object) -> None:
    row = LIST.run(target)
    assert row.word == "proved", row.text()


@pytest.mark.slow
@pytest.mark.parametrize("target", [t for t in FAST if name_of(t) not in QUICK], ids=name_of)
def test_more_theorems_are_found(target: object) -> None:
    row = LIST.run(target)
    assert row.word == "proved", row.text()
