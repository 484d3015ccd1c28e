"""What the ways to fill a table save: each beside the same table without it, in one run, the same values required.

usage: python bench/ways.py [--reps N] [--write]

Times are the best of some repetitions, compilation apart. `--write` puts the table into docs/figures.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from unittest.mock import patch

import numpy as np

import figures
from heapwise.documents.library import Document, library
from heapwise.engine import kept_code
from heapwise.engine.grid.planned import plan_for, sides_of, task_for
from heapwise.engine.kernels.load import kernel_of
from heapwise.engine.kernels.run import filled
from heapwise.engine.levels import by_levels
from heapwise.engine.p_positions.run import by_rows, row_source
from heapwise.engine.plan import Plan, listed_plan, sorted_plan
from heapwise.reference.conventions import NORMAL, Fold, Grundy, Preference, Remoteness
from heapwise.rules.game import Game
from heapwise.source import Source

_APART = """game apart
    heaps x[3], a
    move x[i] -> x[i] - t for i in 1..3, t in 1..x[i]
    move a -> a - t for t in 1..a
    move x[i] -> p, x[j] -> q for i in 1..3, j in 1..3, p in 0..x[i]-1, q in 0..x[j]-1 where i < j
"""
Work = Callable[[], Any]


def a_game(text: str) -> Game:
    """A game of the library, or ours."""
    schema = Document(Source("<apart>", _APART), library()).find("apart") if text == "apart" else None
    found = library().game(text) if schema is None else schema.bind(())
    assert isinstance(found, Game)
    return found


def a_plan(text: str, fold: Fold) -> Plan:
    """Its plan."""
    found = plan_for(a_game(text), fold)
    assert found is not None
    return found


def remoteness(text: str, high: int) -> tuple[Work, Work]:
    """Sets of values for options that are looked up one by one."""
    found, fold = a_plan(text, Remoteness()), Remoteness()
    task = task_for(found, sides_of(found.game, (high,) * found.size), fold, ())
    one_by_one = replace(task, plan=replace(listed_plan(found.game), order=found.order))
    return lambda: filled(one_by_one)[0], lambda: filled(task)[0]


def in_groups(text: str, high: int) -> tuple[Work, Work]:
    """Positions sorted within groups for all positions."""
    found = a_plan(text, Grundy())
    in_order = sorted_plan(found)
    assert in_order is not None
    task = task_for(found, sides_of(found.game, (high,) * found.size), Grundy(), ())
    other = replace(task, plan=in_order)
    return lambda: filled(task)[0], lambda: filled(other)[0]


def p_only(text: str, high: int) -> tuple[Work, Work]:
    """Rows of P-positions for a table of all outcomes."""
    fold = NORMAL.outcome
    assert isinstance(fold, Preference)
    found = a_plan(text, fold)
    sides = sides_of(found.game, (high,) * found.size)
    rows = by_rows(row_source(found, sorted_plan(found) or found, False, 0), True)
    task = task_for(found, sides, fold, ())
    return lambda: filled(task)[0] == fold.seats[1], lambda: rows.losing(sides, no_tick).dense()


def by_totals(text: str, high: int) -> tuple[Work, Work]:
    """numpy, total after total, for a kernel that is compiled anew for the game."""
    found = a_plan(text, Grundy())
    task = task_for(found, sides_of(found.game, (high,) * found.size), Grundy(), ())

    def compiled() -> Any:
        kernel_of.cache_clear()
        with TemporaryDirectory() as folder, patch.object(kept_code, "private_folder", lambda: Path(folder)):
            return filled(task)[0]

    return compiled, lambda: by_levels(task)


def no_tick() -> None:
    """Nobody stops the work."""


CASES: tuple[tuple[str, Callable[[str, int], tuple[Work, Work]], tuple[tuple[str, int], ...]], ...] = (
    ("remoteness by sets", remoteness, (("nim(3)", 127), ("wythoff", 1023), ("moore(4, 2)", 23))),
    ("sorted within groups", in_groups, (("apart", 47), ("circular(4, 2)", 47), ("emperor(1, [3, 3])", 11))),
    ("numpy by totals", by_totals, (("nim(3)", 31), ("wythoff", 200), ("moore(4, 2)", 15), ("delete_nim", 300))),
    ("P only by rows", p_only, (("nim(3)", 255), ("moore(4, 2)", 31), ("single_delete(4)", 40))),
)  # fmt: skip


def best(work: Work, reps: int) -> tuple[float, Any]:
    """The best time, and what was found."""
    found, times = work(), []
    for _ in range(reps):
        begin = perf_counter()
        work()
        times.append(perf_counter() - begin)
        if sum(times) > 20:
            break
    return min(times), found


def row(way: str, pair: tuple[Work, Work], title: str, reps: int) -> list[str]:
    """Both times; the values have to be the same."""
    (slow, wanted), (fast, found) = (best(work, reps) for work in pair)
    assert np.array_equal(found, wanted), title
    return [way, title, figures.time_text(slow), figures.time_text(fast), f"{slow / fast:.1f}"]


def title_of(text: str, high: int) -> str:
    """A table in words."""
    shown, size = "a heap apart, three alike" if text == "apart" else text, a_game(text).layout.size
    return f"{shown} {high + 1}{'⁰¹²³⁴⁵⁶'[size]}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reps", type=int, default=3)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    texts = []
    for way, pair_of, tables in CASES:
        for text, high in tables:
            texts.append(row(way, pair_of(text, high), title_of(text, high), given.reps))
            print(*texts[-1], sep=" | ", flush=True)
    head = ["way", "table", "without", "with", "ratio"]
    figures.report("ways", f"; one thread, best of {given.reps}", head, texts, is_kept=given.write)


if __name__ == "__main__":
    main()
