"""Whole commands by one process, by two, and by two workers of a Dask cluster on this machine: what a second one saves.

usage: python bench/speedup.py [--only WORD] [--write]

Seconds on the clock, with the cache that is there, so nothing else may be at work. The output of all three has to be
the same, apart from times. `--write` puts the table into docs/figures.md.
"""

from __future__ import annotations

import argparse
import re
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import figures
from sweeps import dask

ROOT = Path(__file__).parent.parent
GOALS = (1.8, 1.7)  # with two processes, and on two workers
CLAIMS = """claims for nim(n)
theorem one: P(x) iff nimsum(x) = 0   for k in 0..59   check n = 4, upto 62 + k mod 3
"""
MANY = "claims for nim(n)\n" + "".join(
    f"theorem t{k}: P(x) iff nimsum(x) = 0   check n = 4, upto {62 + k % 3}\n" for k in range(60)
)
HALF = """game half
    heaps x[2]
    move x[i] -> y   for i in 1..2, y in 0..x[i]-1 where 2 * y >= x[i]
claims for half
let cut(a) = floor(a / 2^(v2(a + 1) + 1))
theorem one: P(x) iff cut(x[1]) = cut(x[2])   check upto 3000
"""
WORKS = {
    "one instance": "check half.claims --method local",
    "one claim of 60 instances": "check one.claims --method table",
    "60 claims": "check many.claims --method table",
    "proofs for every n": f"prove {ROOT}/games/moore {ROOT}/games/delete",
}


def run(folder: Path, command: str, options: str) -> tuple[float, str]:
    """Seconds, and what was said apart from how long it took."""
    begin = time.perf_counter()
    line = [sys.executable, "-m", "heapwise", *shlex.split(command), *shlex.split(options)]
    found = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=False)
    return time.perf_counter() - begin, re.sub(r"\d+(\.\d+)? m?s\b", "", found.stdout)


def row(folder: Path, title: str, command: str, cluster: Path) -> list[str]:
    """One work by all three."""
    run(folder, command, "--jobs 1 --total-time 3s")  # what is compiled, is compiled
    alone, said = run(folder, command, "--jobs 1")
    others = [run(folder, command, options) for options in ("--jobs 2", f"--cluster {cluster}")]
    texts = [f"{seconds:.1f} s" for seconds in (alone, *(seconds for seconds, _ in others))]
    ratios = [f"{alone / seconds:.2f}{'' if text == said else ' OTHER OUTPUT'}" for seconds, text in others]
    found = [title, f"`{command.replace(f'{ROOT}/', '')}`", texts[0], texts[1], ratios[0], texts[2], ratios[1]]
    print("  ".join(found), flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="works that contain this")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, text in (("half", HALF), ("one", CLAIMS), ("many", MANY)):
            (folder / f"{file}.claims").write_text(text)
        worker = ("worker", "--nthreads", "1", "--no-nanny", "--local-directory", name)
        with (
            dask(folder, "scheduler", "--host", "127.0.0.1", "--port", "0"),
            dask(folder, *worker), dask(folder, *worker),
        ):  # fmt: skip
            cluster = folder / "scheduler.json"
            while not cluster.exists():
                time.sleep(0.1)
            rows = [row(folder, t, c, cluster) for t, c in WORKS.items() if given.only in t]
    head = ["work", "command", "one process", "two", f"goal {GOALS[0]}", "two workers", f"goal {GOALS[1]}"]
    figures.report("speedup", "; seconds on the clock", head, rows, is_kept=given.write)


if __name__ == "__main__":
    main()
