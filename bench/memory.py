"""Memory that tables take, beside what was estimated before.

    python bench/memory.py [--only WORD] [--write]

Every table is made in a process of its own that has made a small one before, so that what is loaded once is left out;
kernels are compiled before that. "Used" is the largest memory of the process while the table is made, less what it had.
`--write` puts the table into docs/figures.md.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

import figures
import heapwise as hw
from heapwise.engine.machine_code import machine
from heapwise.tables.estimate import Estimate

CASES = (
    ("nim(3)", 400, "grundy"), ("nim(3)", 400, "p"), ("nim(3)", 300, "remoteness"), ("wythoff", 6000, "grundy"),
    ("moore(4, 2)", 80, "grundy"), ("delete_nim", 6000, "grundy"), ("single_delete(4)", 80, "grundy"),
    ("abo_delete(3)", 300, "grundy"), ("circular(4, 2)", 70, "grundy"), ("exact_nim(4, 2)", 70, "grundy"),
    ("ryuoh(3)", 5000, "grundy"), ("restricted_ryuoh(3, 12)", 6000, "grundy"), ("lim", 160, "grundy"),
    ("rgame_example", 4000, "grundy"), ("welter(3)", 120, "grundy"), ("nim(3)", 90, "grundy"),
    ("kayles", 50_000_000, "grundy"), ("euclid", 200, "grundy"), ("euclid", 400, "grundy"),
)  # fmt: skip


def resident(what: str) -> int:
    """Bytes of this process: those it has, `VmRSS`, or the most that it had, `VmHWM`."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * int(next(line.split()[1] for line in lines if line.startswith(what)))


def measured(text: str, high: int, want: str) -> tuple[float, int, int]:
    """What is estimated for a table, what it takes, and its positions."""
    hw.game(text).table(4, want=want)
    machine()  # what runs machine code, a library of 40 MB, is loaded
    estimated = Estimate(hw.game(text).rules, high, {}, want=want).bytes
    Path("/proc/self/clear_refs").write_text("5")  # the most that it had is forgotten
    before = resident("VmRSS")
    made = hw.game(text).table(high, want=want)
    return estimated, resident("VmHWM") - before, made.cells.size


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--row", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.row is not None:
        print(json.dumps(measured(*CASES[given.row])))
        return
    rows = []
    for number, (text, high, want) in enumerate(CASES):
        if given.only in text:
            command = [sys.executable, __file__, "--row", str(number)]
            runs = [subprocess.run(command, capture_output=True, check=True).stdout for _ in range(2)]
            estimated, used, positions = json.loads(runs[1])  # the first one compiled
            mib = (f"{estimated / 2**20:.1f}", f"{used / 2**20:.1f}", f"{estimated / used:.2f}")
            rows.append([f"{text}, {want}", f"{high:,}", f"{positions:,}", *mib])
            print(*rows[-1], flush=True)
    head = ["table", "up to", "positions", "estimated, MiB", "used, MiB", "ratio"]
    figures.report("memory", "", head, rows, is_kept=given.write)


if __name__ == "__main__":
    main()
