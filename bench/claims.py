"""How fast claims are checked: positions per second by method on ten claims of the library, and the whole library.

python bench/claims.py [--library]
"""

from __future__ import annotations

import argparse
import os
import platform
import time

import heapwise as hw

_SECONDS = 4.0  # for an instance; what was covered by then counts
CASES = (
    ("games/nim", "grundy", "n = 3, x <= 31"),
    ("games/nim", "misere", "n = 3, x <= 31"),
    ("games/moore", "p_positions", "n = 3, k = 2, x <= 15"),
    ("games/wythoff", "p_positions", "upto 60"),
    ("games/welter", "grundy", "n = 3, x <= 30"),
    ("games/lim", "grundy", "upto 24"),
    ("games/delete", "same_as_first_form", "upto 60"),
    ("games/delete", "three_heaps", "upto 31"),
    ("games/rgame", "example_2", "upto 24"),
    ("games/circular", "cn_6_4", "upto 4"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", action="store_true", help="time the check of the whole library, too")
    options = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}; kernels warmed up first")
    hw.check("games/nim", claim="grundy", effort="n = 3, x <= 9")
    print(f"{'claim':<34}{'effort':<28}{'method':<8}{'positions':>10}{'seconds':>9}{'per second':>12}")
    for path, claim, effort in CASES:
        for method in ("table", "local"):
            measure(path, claim, effort, method)
    if options.library:
        begin = time.perf_counter()
        report = hw.check("games", jobs=os.cpu_count() or 1)
        print(f"the whole library: {len(report)} instances in {time.perf_counter() - begin:.1f} s")


def measure(path: str, claim: str, effort: str, method: str) -> None:
    begin = time.perf_counter()
    report = hw.check(path, claim=claim, effort=effort, method=method, seconds=_SECONDS)
    verdicts = [v for v in report if v.word in ("holds", "proved", "undecided")]
    seconds, positions = time.perf_counter() - begin, sum(v.positions for v in verdicts)
    if positions:
        name = f"{path} {claim}"
        rate = f"{positions:>10,}{seconds:>9.2f}{positions / seconds:>12,.0f}"
        row = f"{name:<34}{effort:<28}{method:<8}{rate}"
        print(row)


if __name__ == "__main__":
    main()
