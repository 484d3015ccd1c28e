"""First figures: how long a first answer takes, how long the library takes to read, how fast the interpreter is.

python bench/first.py
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import count
from os import times
from statistics import median
from time import perf_counter

from heapwise.documents.library import library, library_files
from heapwise.tables import box, compute
from heapwise.version import __version__

REPEATS = 5
COMMANDS = (
    ("--version",),
    ("--help",),
    ("value", "nim(3)", "3,5,7"),
    ("value", "moore(4, 2)", "2,2,3,3"),
    ("options", "kayles", "9"),
    ("table", "nim(2)", "--upto", "7"),
)
# Small enough that the interpreter computes them, and not the kernel.
GAMES = (("nim(3)", 14), ("wythoff", 40), ("lim", 12), ("kayles", 120), ("welter(3)", 13))


def seconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    begin = perf_counter()
    work()
    return perf_counter() - begin


def measured(command: list[str]) -> tuple[float, float]:
    """Seconds on the clock and of the processor, the median of some runs of a process."""
    clock, processor = [], []
    for _ in range(REPEATS):
        before = times()
        clock.append(seconds(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)))
        after = times()
        spent = (after.children_user - before.children_user, after.children_system - before.children_system)
        processor.append(sum(spent))
    return median(clock), median(processor)


def first_answers() -> None:
    """Commands, from their start to their end."""
    print(f"{'command':<36} {'seconds':>8} {'processor':>10}   (median of {REPEATS})")
    start = [sys.executable, "-c", "from heapwise.app import main; main()"]
    rows = [("python alone", [sys.executable, "-c", "pass"])]
    rows += [(" ".join(("heapwise", *arguments)), [*start, *arguments]) for arguments in COMMANDS]
    for name, command in rows:
        print("{:<36} {:>8.3f} {:>10.3f}".format(name, *measured(command)))


def reading() -> None:
    """The whole library from text to checked rules."""
    shelf, files = library(), library_files()
    parsed = seconds(lambda: [shelf.document(path).tree for path in files])
    resolved = seconds(lambda: [shelf.document(path).check() for path in files])
    print(f"\n{len(files)} files of the library: parsed in {parsed:.3f} s, resolved in {resolved:.3f} s")


def interpreter() -> None:
    """Positions that get a Grundy value in a second."""
    print(f"\n{'game':<12} {'upto':>5} {'positions':>10} {'seconds':>8} {'positions/s':>12}")
    for name, upto in GAMES:
        game = library().game(name)
        region, looked = box(game, upto), count()
        taken = seconds(lambda g=game, r=region, t=looked: compute(g, r, tick=lambda: next(t)))
        positions = next(looked)
        print(f"{name:<12} {upto:>5} {positions:>10,} {taken:>8.2f} {positions / taken:>12,.0f}")


if __name__ == "__main__":
    print(f"heapwise {__version__}, Python {sys.version.split()[0]}, {sys.platform}\n")
    first_answers()
    reading()
    interpreter()
