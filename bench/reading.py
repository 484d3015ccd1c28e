"""What it costs to check files of claims: processor seconds, and how many texts were parsed how many times.

python bench/reading.py            one claim, one file
python bench/reading.py --library  the whole library as well, some minutes

One process does all the work, so that its seconds are all seconds. A text is read once in each process, however many
claims it has; `parsed` would be larger than `texts` otherwise.
"""

from __future__ import annotations

import subprocess
import sys
from os import times
from typing import NamedTuple

LINES = ("check games/nim/nim.claims --claim p_positions", "check games/nim/nim.claims")
LIBRARY = "check games"
# The command, and what it parsed, as the last line of standard error.
COUNTING = """
import sys
from heapwise.documents import document
read, parse = [], document.parse_file
document.parse_file = lambda source: read.append((source.name, source.text)) or parse(source)
from heapwise.app.registry import cli
try:
    cli(standalone_mode=False)
finally:
    print(len(read), len(set(read)), file=sys.stderr)
"""


class Row(NamedTuple):
    """One command."""

    line: str
    processor: float
    parsed: int
    texts: int
    last: str


def row(line: str) -> Row:
    """Run a command in a process of its own."""
    before = times()
    command = [sys.executable, "-c", COUNTING, *line.split(), "--jobs", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = times()
    spent = after.children_user - before.children_user + after.children_system - before.children_system
    parsed, texts = map(int, done.stderr.split()[-2:])
    return Row(line, spent, parsed, texts, done.stdout.strip().rpartition("\n")[2])


def main() -> None:
    """Print a line for each command."""
    print(f"{'command':<46} {'processor':>9} {'parsed':>6} {'texts':>6}  summary")
    for line in (*LINES, *((LIBRARY,) if "--library" in sys.argv else ())):
        found = row(line)
        print(f"heapwise {line:<37} {found.processor:>9.2f} {found.parsed:>6} {found.texts:>6}  {found.last}")


if __name__ == "__main__":
    main()
