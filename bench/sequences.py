"""Heap sequences beside hand-written C: the same values, the same machine, one run.

usage: python bench/sequences.py [--quick] [--reps N] [--limits FOLDER]

FOLDER holds `octal.c` and `subtraction.c` with their header; gcc has to be installed. Every row checks that the values
agree with C's by a checksum. Times are the best of some repetitions in seconds; compilation is shown apart.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from heapwise.engine import jit
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


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--reps", type=int, default=3)
    parser.add_argument("--limits", type=Path, default=Path("../shared/limits"))
    options = parser.parse_args()
    print(f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    print(f"numba is {'there' if jit.is_compiled() else 'missing'}")
    print(f"{'game':<16}{'variant':<9}{'values':>12}{'C':>11}{'ours':>11}{'ratio':>7}{'compile':>9}  agree")
    with tempfile.TemporaryDirectory() as folder:
        programs = {name: compiled(options.limits, name, Path(folder)) for name in ("octal", "subtraction")}
        for program, count, variant, game, is_long in ROWS:
            if not (options.quick and is_long):
                row(programs[program], program, count, variant, game, options.reps)


def compiled(limits: Path, name: str, folder: Path) -> Path:
    """The C program."""
    target = folder / name
    flags = ["-O3", "-march=native", "-std=gnu11", "-w", "-pthread"]
    subprocess.run(["gcc", *flags, str(limits / f"{name}.c"), "-o", str(target)], check=True)
    return target


def row(program: Path, name: str, count: int, variant: str, game: str, reps: int) -> None:
    """One line of the table."""
    run = subprocess.run([program, str(count), variant, str(reps), game], capture_output=True, text=True, check=True)
    theirs = json.loads(run.stdout.splitlines()[-1])
    method = {"densev": "dense", "direct": "dense", "period": "auto"}.get(variant, variant)

    def compute() -> np.ndarray:
        return Sequence(rule_of(name, game), method=method, certify=variant == "period").values(count - 1)

    compile_seconds, _ = timed(lambda: warm(variant, name, game))
    best, values = min((timed(compute) for _ in range(reps)), key=lambda pair: pair[0])
    seconds = theirs["seconds"]
    agree = checksum(values) == theirs["checksum"]
    print(
        f"{game:<16}{variant:<9}{count:>12,}{seconds:>11.5f}{best:>11.5f}{best / seconds:>7.2f}{compile_seconds:>9.2f}"
        f"  {'yes' if agree else 'NO'}",
        flush=True,
    )


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
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result  # type: ignore[return-value]


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
