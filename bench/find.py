"""What `heapwise find` finds, measured: statements of papers, automata and words for them, games never seen before,
formulas that were planted, and games of chance.

    python bench/find.py                          what has no figures yet, all parts
    python bench/find.py statements nim           cases of one part whose names begin so
    python bench/find.py --seconds 300            begin no further case after so many
    python bench/find.py --again ...              also what has figures
    python bench/find.py --page                   write docs/figures-find.md from the figures

A row is kept in bench/find.json as soon as it is there, so that long parts can be measured in turns. Seconds are those
of the processor. The search never reads the claims of the library.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from finds import PARTS, Case, Part, Row
from finds.bars import bars

FIGURES = Path(__file__).parent / "find.json"
MARK = "<!-- What follows is written by hand and kept by bench/find.py --page. -->\n"
PAGE = Path(__file__).parent.parent / "docs" / "figures-find.md"


def main() -> int:
    """Measure, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="a part, and beginnings of the names of its cases")
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--page", action="store_true")
    given = parser.parse_args()
    if given.page:
        _, mark, by_hand = PAGE.read_text(encoding="utf-8").partition(MARK)
        PAGE.write_text("\n".join(page(figures())) + f"\n\n{mark}{by_hand}", encoding="utf-8")
        return 0
    wanted, *begins = given.names or [""]
    end = time.monotonic() + given.seconds
    for part in PARTS:
        if part.name.startswith(wanted):
            measure(part, begins, end, given.again)
    return 0


def measure(part: Part, begins: list[str], end: float, is_again: bool) -> None:
    """Run the cases of a part, and keep each row."""
    for case in part.cases():
        is_asked = not begins or case.name.startswith(tuple(begins))
        is_new = is_again or case.name not in figures().get(part.name, {})
        if is_asked and is_new and time.monotonic() < end:
            row = case.row()
            print(f"{part.name}  {case.name}  {json.dumps(row, ensure_ascii=False)}", flush=True)
            keep(part, case, row)


def figures() -> dict[str, Any]:
    """All rows so far."""
    known: dict[str, Any] = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    return known


def keep(part: Part, case: Case, row: Row) -> None:
    """A row more; another turn may have written some in the meantime."""
    known = figures()
    known.setdefault(part.name, {})[case.name] = row
    new = FIGURES.with_suffix(f".{os.getpid()}")
    new.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    new.replace(FIGURES)


def page(known: dict[str, Any]) -> list[str]:
    """All parts."""
    lines = [
        "# What find finds", "",
        "Measured by `python bench/find.py`, which keeps its figures in `bench/find.json` and writes this page.",
        "`proved` is for all sizes. Seconds are those of the processor, on a machine that was busy with other work.",
        "The search never reads the claims of the library.",
    ]  # fmt: skip
    lines += ["", *bars(known)]
    for part in PARTS:
        rows, cases = known.get(part.name, {}), part.cases()
        if rows:
            lines += ["", *part.page(rows)]
        if 0 < len(rows) < len(cases):
            lines += ["", f"So far {len(rows)} of {len(cases)} cases of this part were measured."]
    return lines


if __name__ == "__main__":
    sys.exit(main())
