"""Tables of values beside hand-written C: the same values, the same machine, one run, one thread.

usage: python bench/limits.py [--only WORD] [--reps N] [--limits FOLDER] [--write]

FOLDER holds the C programs of the limits, which are not part of this project; without it only the limits in `bench/c`
are run. Every row is run in a process of its own, first with no compiled kernel of the game and then with the one that
was kept, and checks its values against C's by a checksum. Times are the best of some repetitions, compilation apart.
`--write` puts the table into docs/figures.md.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import figures
from heapwise.engine.grid.grid import Grid, SumLimits
from heapwise.rules.game import Game

OWN = Path(__file__).parent / "c"


@dataclass(frozen=True)
class Case:
    """A table, the C program that fills it, too, and the ratio that is wanted. `check` says what C's checksum is of."""

    title: str
    goal: float
    source: str
    defines: str
    arguments: str
    game: str
    highs: tuple[int, ...]
    check: str = ""
    want: str = "grundy"
    total: int | None = None
    is_slow: bool = False


CASES = (
    Case("Nim 256³", 1.5, "nim3.c", "-DW=4", "256 full", "nim(3)", (255,) * 3, "sum"),
    Case("Nim 512³", 1.5, "nim3.c", "-DW=8", "512 full", "nim(3)", (511,) * 3, "sum", is_slow=True),
    Case("Welter 200³ sorted", 1.5, "nim3.c", "-DW=4 -DSTRICT=1", "200 sym", "welter(3)", (199,) * 3, "sorted",
         "sorted"),
    Case("Lim, a position", 1.5, "lim.c", "-DW=8", "256 sym", "lim", (255,) * 3, "", total=255),
    Case("Wythoff 4096²", 1.5, "wythoff.c", "", "4096 full", "wythoff", (4095,) * 2, "powers"),
    Case("Wythoff 8192²", 1.5, "wythoff.c", "", "8192 full", "wythoff", (8191,) * 2, "powers", is_slow=True),
    Case("Ryuoh(3) 4096²", 2.0, "wythoff.c", "-DRYUOH=3", "4096 full", "ryuoh(3)", (4095,) * 2, "powers"),
    Case("Moore Nim₂ 48⁴", 1.2, "moore.c", "-DH=4 -DK_=2 -DW=4", "48 full", "moore(4, 2)", (47,) * 4, "powers"),
    Case("Moore Nim₂ 24⁵", 1.2, "moore.c", "-DH=5 -DK_=2 -DW=2", "24 full", "moore(5, 2)", (23,) * 5, "powers"),
    Case("Emperor (2,2) 24⁴", 1.2, "moore.c", "-DH=4 -DK_=3 -DW=2", "24 full", "emperor(1, [2, 2])", (23,) * 4,
         "powers"),
    Case("Delete 2048²", 2.0, "deletenim.c", "", "2048 full", "delete_nim", (2047,) * 2, "sum"),
    Case("Single-delete 64⁴ sorted", 2.0, "sdelete4.c", "-DW=2", "64 sym", "single_delete(4)", (64,) * 4,
         "sorted", "sorted"),
    Case("Restricted Ryuoh(3, 12) 2048²", 3.0, "c/ryuoh_window.c", "", "2048 full", "restricted_ryuoh(3, 12)",
         (2047,) * 2, "powers"),
    Case("RGAME example 2, 1024²", 3.0, "c/rgame2.c", "", "1024 full", "rgame_example", (1023,) * 2, "powers"),
    Case("P only: Nim 256³", 1.5, "nim3.c", "-DW=4", "256 ponly", "nim(3)", (255,) * 3, "count", "p"),
    Case("P only: Nim 512³", 1.5, "nim3.c", "-DW=8", "512 ponly", "nim(3)", (511,) * 3, "count", "p", is_slow=True),
    Case("P only: CN(6, 4) 16⁶", 3.0, "cn64.c", "", "16 ponly", "circular(6, 4)", (15,) * 6, "count", "p"),
    Case("P only: Single-delete 64⁴ sorted", 3.0, "sdelete4.c", "-DW=2", "64 ponly", "single_delete(4)",
         (64,) * 4, "", "p"),
)  # fmt: skip


# ------------------------------------------------------------------------------------------------ one row


def ours(case: Case | None, reps: int) -> dict[str, Any]:
    """The first and the best time of a table in this process, which general kernels are ready in, and a checksum."""
    from heapwise.engine.grid import solve
    from heapwise.reference.conventions import Grundy

    solve(a_game("nim(2)"), (2000, 2000), Grundy())  # the kernel for all games, and what all made kernels need
    if case is None:
        return {}
    work, times = work_of(case), []
    for _ in range(reps):
        begin = process_time()
        found = work()
        times.append(process_time() - begin)
        if sum(times) > 20:
            break
    known = {"positions": positions(case, found), "check": checked(case, found), "entry": at_entry(case, reps)}
    return {"first": times[0], "best": min(times), **known}


def at_entry(case: Case, reps: int) -> float | None:
    """What a user waits for who asks for the table, of a game object that is new each time; the kernel is there."""
    import heapwise as hw

    if case.want == "sorted" or case.total is not None:
        return None
    times = []
    for _ in range(reps + 1):
        begin = process_time()
        hw.game(case.game).table(dict(zip(labels(case), case.highs, strict=True)), want=case.want, memory=8e9)
        times.append(process_time() - begin)
        if sum(times) > 20:
            break
    return min(times)


def labels(case: Case) -> list[str]:
    """The names of the components."""
    return list(a_game(case.game).layout.labels)


def work_of(case: Case) -> Callable[[], Any]:
    """What is timed: a table, the values of sorted positions, or the P-positions alone."""
    from heapwise.engine.p_positions import p_positions
    from heapwise.reference.conventions import NORMAL

    game = a_game(case.game)
    if case.want == "p":
        return lambda: p_positions(game, case.highs, NORMAL.outcome)
    if case.want == "sorted":
        return sorted_values(game, case.highs)
    limits = () if case.total is None else (((1,) * len(case.highs), case.total),)
    return lambda: by_kernel(game, case.highs, limits)


def by_kernel(game: Game, highs: tuple[int, ...], limits: SumLimits) -> Grid:
    """The table by the kernel of the game's own, also where `solve` would do without one for a while."""
    from heapwise.engine.grid.planned import plan_for, planned_grid
    from heapwise.engine.grid.solving import closed_region, small_grid
    from heapwise.engine.memory import Memory
    from heapwise.reference.conventions import Grundy

    plan = plan_for(game, Grundy())
    assert plan is not None
    region = closed_region(plan, game, highs, limits)
    assert region is not None
    return planned_grid(plan, *region, Grundy(), lambda: None, small_grid(game, Grundy()), Memory())


def formula_check() -> float:
    """Nanoseconds a position to compare the formula of Nim with the rules, without a table."""
    from heapwise.engine.grid import inconsistent
    from heapwise.reference.conventions import Grundy

    game, side, times = a_game("nim(3)"), np.arange(256, dtype=np.int32), []
    rest = side[:, None] ^ side[None, :]
    for _ in range(4):
        begin = process_time()
        found = inconsistent(game, (255,) * 3, lambda i, j: side[i:j, None, None] ^ rest, Grundy())
        times.append(process_time() - begin)
        assert found.count == 0
    return min(times) / 256**3 * 1e9


def sorted_values(game: Game, highs: tuple[int, ...]) -> Callable[[], Any]:
    """The values of sorted positions, not spread over the whole table."""
    from heapwise.engine.grid.planned import plan_for, task_for
    from heapwise.engine.kernels.run import filled
    from heapwise.engine.plan import sorted_plan
    from heapwise.reference.conventions import Grundy

    plan = plan_for(game, Grundy())
    plan = plan and sorted_plan(plan)
    assert plan is not None
    sides = tuple(high - low + 1 for low, high in zip(plan.game.lows, highs, strict=True))
    task = replace(task_for(plan, sides, Grundy(), ()), is_packed=True)
    return lambda: filled(task)


def a_game(text: str) -> Game:
    """A game of the library."""
    from heapwise.documents.library import library

    found = library().game(text)
    assert isinstance(found, Game)
    return found


def positions(case: Case, found: Any) -> int:
    """How many positions have a value."""
    return int(np.count_nonzero(found.is_known)) if case.total is not None else 0


def checked(case: Case, found: Any) -> int | None:
    """What C's checksum is of these values."""
    from sequences import checksum

    match case.check:
        case "sum":
            return int(found.values.sum(dtype=np.uint64))
        case "powers":
            return checksum(found.values.reshape(-1))
        case "sorted":
            values, nothing = found
            return int(values[values != nothing].sum(dtype=np.uint64))
        case "count":
            return int(np.count_nonzero(found.dense()))
    return None


def child(case: Case | None, reps: int, cache: Path) -> dict[str, Any]:
    """`ours` in a process of its own."""
    command = [sys.executable, __file__, "--row", case.title if case else "none", "--reps", str(reps)]
    environment = {**os.environ, "HEAPWISE_CACHE": str(cache)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        return {"problem": (done.stderr.strip().splitlines() or ["it stopped"])[-1][:80]}
    found: dict[str, Any] = json.loads(done.stdout)
    return found


_LEAST, _MOST_REPS = 0.05, 200


def row(case: Case, limits: Path, reps: int, cache: Path) -> list[str]:
    """The row of the table."""
    source = OWN.parent / case.source if case.source.startswith("c/") else limits / case.source
    theirs = figures.run_c(source, case.defines, f"{case.arguments} {reps}")
    reps = max(reps, min(_MOST_REPS, int(_LEAST / theirs["seconds"])))  # what is soon done is done more often
    cold, kept = child(case, reps, cache), child(case, reps, cache)
    again = figures.run_c(source, case.defines, f"{case.arguments} {reps}")  # both sides before and after the other
    theirs["seconds"] = min(theirs["seconds"], again["seconds"])
    if "problem" in kept:
        return [case.title, figures.time_text(theirs["seconds"]), kept["problem"], "", "", "", f"{case.goal:g}", "", ""]
    best = min(cold["best"], kept["best"])
    ratio = best / theirs["seconds"]
    if case.total is not None:
        ratio *= theirs["evaluated"] / kept["positions"]
    wanted = theirs["checksum"] or int(theirs["evaluated"])  # of rows with one P-position each
    agree = "" if kept["check"] is None or kept["check"] == wanted else " (other values!)"
    compile_times = (figures.time_text(max(0.0, run["first"] - best)) for run in (cold, kept))
    times = (figures.time_text(theirs["seconds"]), figures.time_text(best))
    entry = min((run["entry"] for run in (cold, kept) if run["entry"] is not None), default=None)
    at = ("", "") if entry is None else (figures.time_text(entry), f"{entry / theirs['seconds']:.2f}")
    return [case.title + agree, times[0], *at, times[1], f"{ratio:.2f}", f"{case.goal:g}", *compile_times]


WIDTHS = (38, 9, 9, 6, 9, 6, 5, 9, 9)
HEAD = ("table", "C", "`Game.table`", "ratio", "kernel alone", "ratio", "goal", "cold start", "from disk")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--reps", type=int, default=5)
    parser.add_argument("--limits", type=Path, default=figures.LIMITS)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--row", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.row:
        case = next((case for case in CASES if case.title == options.row), None)
        print(json.dumps(ours(case, options.reps)))
        return
    if not figures.has_gcc():
        raise SystemExit("gcc is not installed, so there is nothing to compare with")
    if not options.limits.is_dir():
        print(f"{options.limits} is not there: only the limits in bench/c are run", file=sys.stderr)
    head = f"{figures.machine()}; one thread, best of {options.reps} or more.\n"
    print(head)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder)
        child(None, 1, cache)  # compiles the kernel for all games
        for case in CASES:
            is_there = options.limits.is_dir() or case.source.startswith("c/")
            if options.only in case.title and is_there and not (options.quick and case.is_slow):
                rows.append(row(case, options.limits, options.reps, cache))
                print("  ".join(cell.ljust(width) for cell, width in zip(rows[-1], WIDTHS, strict=True)), flush=True)
    check = (
        "The formula of Nim compared with the rules at all positions of 256³, without a table: "
        f"{formula_check():.1f} ns a position (goal 8).\n"
    )
    print(check)
    if options.write:
        figures.write("limits", f"{head}\n{figures.table(HEAD, rows)}\n{check}")


if __name__ == "__main__":
    main()
