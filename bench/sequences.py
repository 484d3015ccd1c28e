"""Heap sequences beside hand-written C: the same values, the same machine, one run.

usage: python bench/sequences.py [--quick] [--reps N] [--limits FOLDER] [--write]

FOLDER holds `octal.c` and `subtraction.c` with their header; gcc has to be installed. Every row checks that the values
agree with C's by a checksum. Times are the best of some repetitions; compilation is shown apart. `--write` puts the
table into docs/figures.md.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import figures
from heapwise.engine.sequences import HeapRule, Sequence, Split, rule_of_code, take

GRUNDY = HeapRule(splits=(Split(0, 2, 1, unequal=True),))
# program, number of values, variant, game; the last column says whether --quick leaves the row out
ROWS = [
    ("octal", 30_000, "dense", "0.77", False),
    ("octal", 30_000, "dense", "0.007", False),
    ("octal", 30_000, "dense", "grundy", False),
    ("octal", 100_000, "sparse", "0.16", False),
    ("octal", 1_000_000, "sparse", "0.16", True),
    ("octal", 100_000, "sparse", "grundy", True),
    ("octal", 1_000_000, "period", "0.77", False),
    ("octal", 1_000_000, "period", "0.07", False),
    ("octal", 30_000, "densev", "0.77", False),
    ("subtraction", 100_000_000, "direct", "1,5,11,17", True),
    ("subtraction", 100_000_000, "period", "1,5,11,17", True),
    ("subtraction", 100_000_000, "direct", "2,7,19,43,101", True),
    ("subtraction", 100_000_000, "period", "2,7,19,43,101", True),
]


HEAD = ("game", "variant", "values", "C", "heapwise", "ratio", "compile")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--reps", type=int, default=3)
    parser.add_argument("--limits", type=Path, default=figures.LIMITS)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if not (figures.has_gcc() and options.limits.is_dir()):
        raise SystemExit(f"gcc or {options.limits} is not there, so there is nothing to compare with")
    head = f"{figures.machine()}; best of {options.reps} or more.\n"
    print(head)
    rows = []
    for program, count, variant, game, is_long in ROWS:
        if not (options.quick and is_long):
            rows.append(row(options.limits / f"{program}.c", count, variant, game, options.reps))
            print("  ".join(text.ljust(12) for text in rows[-1]), flush=True)
    if options.write:
        figures.write("sequences", head + "\n" + figures.table(HEAD, rows))


def row(source: Path, count: int, variant: str, game: str, reps: int) -> list[str]:
    """One line of the table; what takes milliseconds is done more often."""
    reps = 10 * reps if variant == "period" and count <= 1_000_000 else reps
    theirs = figures.run_c(source, "", f"{count} {variant} {reps} {game}")
    name, method = source.stem, {"densev": "dense", "direct": "dense", "period": "auto"}.get(variant, variant)

    def compute() -> np.ndarray:
        return Sequence(rule_of(name, game), method=method, certify=variant == "period").values(count - 1)

    compile_seconds, _ = timed(lambda: warm(variant, name, game))
    best, values = min((timed(compute) for _ in range(reps)), key=lambda pair: pair[0])
    agree = "" if checksum(values) == theirs["checksum"] else " (other values!)"
    times = (figures.time_text(seconds) for seconds in (theirs["seconds"], best))
    ratio = f"{best / theirs['seconds']:.2f}"
    return [game + agree, variant, f"{count:,}", *times, ratio, figures.time_text(compile_seconds)]


def rule_of(name: str, game: str) -> HeapRule:
    """The rule of a row."""
    if game == "grundy":
        return GRUNDY
    return take(map(int, game.split(","))) if name == "subtraction" else rule_of_code(game)


def warm(variant: str, name: str, game: str) -> None:
    """Compile the kernels that a row needs."""
    rule = rule_of(name, game)
    for method in ("dense", "sparse") if variant == "sparse" else ("dense",):
        Sequence(rule, method=method, certify=False).values(5_000)


def timed(work: Callable[[], object]) -> tuple[float, np.ndarray]:
    """Seconds and result."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result  # type: ignore[return-value]


def checksum(values: np.ndarray) -> int:
    """The sum of the values times powers of 31, modulo 2^64, as the C programs have it: from the left, in blocks."""
    block = 4096
    powers = np.array([pow(31, block - 1 - i, 1 << 64) for i in range(block)], np.uint64)
    total = 0
    for start in range(0, len(values), block):
        part = values[start : start + block].astype(np.uint64)
        inside = int((part * powers[block - len(part) :]).sum(dtype=np.uint64))
        total = (total * pow(31, len(part), 1 << 64) + inside) % (1 << 64)
    return total


if __name__ == "__main__":
    main()
