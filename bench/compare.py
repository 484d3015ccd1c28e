# ruff: noqa: E501 - a command on a line
"""Is anything slower than it was? A dozen works beside the last run that was stored.

usage: python bench/compare.py [--store] [--only WORD]

Works are commands as a user types them, with the cache that is there, and tables as `Game.table` makes them, of a game
object that is new each time; commands run once before they are measured. Figures are seconds of the processor, the
least of some runs, divided by those of a plain loop that is run in between, so that runs of a busy machine and of
another one can be compared. A ratio beyond 1.3 is reported, and the exit code is 1; `--store` adds the run to
bench/compare.json. A release has a run of its own there.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from time import process_time
from typing import Any

import figures
import heapwise as hw

ROOT = Path(__file__).parent.parent
STORED = Path(__file__).parent / "compare.json"
BEYOND = 1.3
COMMANDS = (
    "eval '5 (*) 7'", "value 'nim(3)' 300,500,700", "show 'moore(3, 2)' --stage plan", "table 'nim(3)' --upto 63 --format csv",
    "list 'nim(3)' 'P(x)' --upto 40 --json", "table kayles --upto 100000 --format csv", "lint games/nim/nim.claims",
    "check games/nim/nim.claims --claim grundy", "prove games/nim/nim.claims --claim grundy",
)  # fmt: skip
TABLES = (
    ("nim(3)", 255, "grundy"), ("nim(3)", 255, "p"), ("nim(3)", 127, "remoteness"), ("moore(4, 2)", 47, "grundy"),
    ("emperor(1, [2, 2])", 23, "grundy"), ("wythoff", 2047, "grundy"), ("delete_nim", 2047, "grundy"),
    ("single_delete(4)", 40, "grundy"), ("restricted_ryuoh(3, 12)", 1023, "grundy"), ("euclid", 60, "grundy"),
)  # fmt: skip


def plain_loop() -> float:
    """Seconds for a loop that does not change: what a machine can do, and what else it does."""
    begin, total = process_time(), 0
    for i in range(1_000_000):
        total += i & 7
    return process_time() - begin


def command_seconds(command: str) -> float:
    """Seconds of the processor that a command takes."""
    before = os.times()
    arguments = [sys.executable, "-m", "heapwise", *shlex.split(command)]
    subprocess.run(arguments, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user - before.children_user + after.children_system - before.children_system


def table_seconds(text: str, high: int, want: str) -> float:
    """Seconds of the processor for a table, in the mean of a tenth of a second or more."""
    begin, runs = process_time(), 0
    while process_time() - begin < 0.1:
        hw.game(text).table(high, want=want)
        runs += 1
    return (process_time() - begin) / runs


def relative(work: Callable[[], float], runs: int = 4) -> float:
    """A work in loops: the least of some runs, each beside a loop of its own; the first one does not count."""
    work()
    return min(work() / min(plain_loop(), plain_loop()) for _ in range(runs))


def works() -> dict[str, Callable[[], float]]:
    """All of them by name."""
    found: dict[str, Callable[[], float]] = {
        f"heapwise {command}": lambda command=command: command_seconds(command)  # type: ignore[misc]
        for command in COMMANDS
    }
    for text, high, want in TABLES:
        found[f"{text} to {high}, {want}"] = lambda a=text, b=high, c=want: table_seconds(a, b, c)  # type: ignore[misc]
    return found


def compared(now: dict[str, float], before: dict[str, float]) -> list[str]:
    """The works that take longer than before, in words."""
    ratios = {name: now[name] / before[name] for name in now if name in before}
    return [f"{ratio:.2f} times as long: {name}" for name, ratio in ratios.items() if ratio > BEYOND]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", action="store_true")
    parser.add_argument("--only", default="", help="works that contain this")
    given = parser.parse_args()
    runs: list[dict[str, Any]] = json.loads(STORED.read_text(encoding="utf-8")) if STORED.exists() else []
    now: dict[str, float] = {}
    for name, work in works().items():
        if given.only in name:
            now[name] = round(relative(work), 4)
            before = runs[-1]["rows"].get(name) if runs else None
            print(f"{name:55s} {now[name]:9.3f} {'' if before is None else f'{now[name] / before:6.2f}'}", flush=True)
    slower = compared(now, runs[-1]["rows"]) if runs else []
    print(
        *slower or ["nothing is slower than in the last run that was stored" if runs else "no run is stored"], sep="\n"
    )
    if given.store:
        runs.append({"date": f"{datetime.now(UTC):%Y-%m-%d}", "machine": figures.machine(), "rows": now})
        STORED.write_text(json.dumps(runs, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    raise SystemExit(1 if slower else 0)


if __name__ == "__main__":
    main()
