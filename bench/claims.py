"""How fast claims are checked: positions per second by method on claims of the library, and the whole library.

python bench/claims.py [--library]

`exact` judges one position after another with values from the same tables, as `table` does where a formula has no
integer form. Every method is warmed up on a small region first, so compiling is not counted; the best of a few runs is.
"""

from __future__ import annotations

import argparse
import os
import platform
import time

import heapwise as hw
from heapwise.checks import table
from heapwise.documents.search import document_at
from heapwise.files import resource
from heapwise.formulas import NotExpressible
from heapwise.running import Options, Run

_SECONDS = 4.0  # for an instance; what was covered by then counts
_EXACT_SECONDS = 1.5
_RUNS = 3
CASES = (
    ("nim/nim", "grundy", "n = 3, x <= 15", "n = 3, x <= 127"),
    ("nim/nim", "misere", "n = 3, x <= 15", "n = 3, x <= 127"),
    ("moore/moore", "p_positions", "n = 3, k = 2, x <= 15", "n = 3, k = 2, x <= 127"),
    ("wythoff/wythoff", "p_positions", "upto 40", "upto 1023"),
    ("welter/welter", "grundy", "n = 3, x <= 15", "n = 3, x <= 90"),
    ("lim/lim", "grundy", "upto 12", "upto 80"),
    ("delete/delete_nim", "grundy", "upto 40", "upto 700"),
    ("delete/single_delete", "three_heaps", "upto 12", "upto 80"),
    ("rgame/rgame_example", "example_2", "upto 24", "upto 400"),
    ("circular/circular", "cn_6_4", "upto 2", "upto 6"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", action="store_true", help="time the check of the whole library, too")
    options = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}; one process")
    print(f"{'claim':<34}{'effort':<24}{'method':<8}{'positions':>12}{'seconds':>9}{'per second':>13}{'/ exact':>9}")
    for path, claim, small, effort in CASES:
        rate_of(path, claim, small, "table")
        exact = measure(path, claim, effort, "exact", 0.0)
        for method in ("table", "local"):
            rate_of(path, claim, small, method)
            measure(path, claim, effort, method, exact)
    if options.library:
        begin = time.perf_counter()
        report = hw.check("games", jobs=os.cpu_count() or 1)
        print(f"the whole library: {len(report)} instances in {time.perf_counter() - begin:.1f} s")


def measure(path: str, claim: str, effort: str, method: str, exact: float) -> float:
    """Print one row; the rate."""
    found = [rate_of(path, claim, effort, method) for _ in range(1 if method == "exact" else _RUNS)]
    positions, seconds = min(found, key=lambda pair: pair[1] / max(1, pair[0]))
    if not positions:
        return 0.0
    rate = positions / seconds
    ratio = f"{rate / exact:>9.1f}" if exact else ""
    print(f"{f'{path} {claim}':<34}{effort:<24}{method:<8}{positions:>12,}{seconds:>9.2f}{rate:>13,.0f}{ratio}")
    return rate


def rate_of(path: str, claim: str, effort: str, method: str) -> tuple[int, float]:
    """Positions and seconds of a claim's instances, by one method."""
    file = resource("games") / f"{path}.claims"
    document = document_at(file)
    is_exact, columns = method == "exact", table.Columns
    seconds = _EXACT_SECONDS if is_exact else _SECONDS
    run = Run(Options(claim=claim, effort=effort, method="table" if is_exact else method, seconds=seconds))
    try:
        if is_exact:
            table.Columns = _refused  # type: ignore[assignment,misc]
        verdicts = [v for v in run.document(document) if v.word in ("holds", "undecided")]
    finally:
        table.Columns = columns  # type: ignore[misc]
    return sum(v.positions for v in verdicts), sum(v.seconds for v in verdicts)


def _refused(*_: object) -> None:
    raise NotExpressible("columns are not wanted")


if __name__ == "__main__":
    main()
