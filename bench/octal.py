"""Octal games up to the period that is proved, as whole commands, beside the fastest program there is for them.

usage: python bench/octal.py --program PATH [--write]

PATH is the program `analyze` of github.com/tczajka/octal-games (`old/`, compiled with -O2), built elsewhere. Seconds
are those of the processor, the least of three runs, of `heapwise period` with the cache that is there. The goal is one
and a half times the other program's, and three tenths of a second for the start. `--write` puts the table into
docs/figures.md.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys

import figures

CODES = {"0.16": 600_000, "0.56": 700_000, "0.127": 200_000}
TIMES, START = 1.5, 0.3


def seconds(line: list[str]) -> tuple[float, str]:
    """Seconds of the processor, the least of three runs, and what was said."""
    found, said = float("inf"), ""
    for _ in range(3):
        before = os.times()
        said = subprocess.run(line, capture_output=True, text=True, check=True).stdout
        after = os.times()
        taken = after.children_user - before.children_user + after.children_system - before.children_system
        found = min(found, taken)
    return found, said


def period(said: str) -> str:
    """The period that a program names."""
    found = re.search(r"period *=? *(\d+)\b(?! *=)", said.replace("preperiod", "").replace("Found period start", ""))
    assert found, said
    return found[1]


def row(program: str, code: str, upto: int) -> list[str]:
    """A code by both; they have to find the same period."""
    theirs, said = seconds([program, code])
    ours, answer = seconds([sys.executable, "-m", "heapwise", "period", f"octal({code})", "--upto", str(upto)])
    assert period(said) == period(answer), (said, answer)
    goal = TIMES * theirs + START
    return [code, period(answer), *map(figures.time_text, (theirs, ours, goal)), "yes" if ours <= goal else "no"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    rows = [row(given.program, code, upto) for code, upto in CODES.items()]
    head = ["code", "period", "octal-games", "heapwise", "goal", "reached"]
    figures.report("octal", "", head, rows, is_kept=given.write)


if __name__ == "__main__":
    main()
