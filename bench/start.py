"""A first answer: every command of the README and the tutorial, in an empty home and again in the same one.

usage: python bench/start.py [--write] [--only WORD]

Each command runs in a process of its own, whose home is empty the first time: nothing is cached, nothing compiled.
Seconds are those of the processor, and on the clock; `compiled` counts the kernels that were left in the cache, and
`imports` names the large libraries that were loaded. `--write` puts the table into docs/figures.md.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

import figures

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", ROOT / "docs" / "tutorial.md")
GOALS = (2.0, 0.5)  # seconds of a command in an empty home, and again
OTHERS = """
heapwise table 'nim(3)' --upto 63
heapwise table wythoff --upto 200
heapwise table 'moore(4, 2)' --upto 12
heapwise table delete_nim --upto 100
heapwise table kayles --upto 1000
heapwise table 'welter(3)' --upto 30
heapwise table lim --upto 20
heapwise list 'nim(4)' 'P(x)' --upto 20
heapwise list wythoff 'P(a, b)' --upto 300
heapwise value 'nim(3)' 300,500,700
heapwise value wythoff 250,400
heapwise check games/nim/nim.claims --claim grundy
"""  # what else is likely to be asked first
_LARGE = ("numpy", "llvmlite", "numba", "sympy")
_START = f"""
import atexit, os, sys
atexit.register(lambda: open(os.environ["LOADED"], "w").write(" ".join(m for m in {_LARGE} if m in sys.modules)))
from heapwise.app import main
sys.argv[0] = "heapwise"
main()
"""


class Run(NamedTuple):
    """One process: seconds of the processor, seconds on the clock, kernels in the cache, libraries."""

    processor: float
    clock: float
    compiled: int
    imports: str


def commands(page: Path, folder: Path) -> Iterator[str]:
    """The commands of a page; the files that it shows are written to the folder on the way."""
    text = page.read_text(encoding="utf-8")
    for kind, file, block in re.findall(r"^```(\w*) ?([\w.]*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        if file:
            (folder / file).write_text(block, encoding="utf-8")
        for line in block.splitlines() if kind == "console" else ():
            if line.startswith("$ heapwise "):
                yield line.removeprefix("$ ")


def measured(command: str, folder: Path, home: Path) -> Run:
    """The command in such a home."""
    loaded = home / "loaded"
    around = {k: v for k, v in os.environ.items() if not k.startswith(("HEAPWISE", "XDG"))}
    around |= {"HOME": str(home), "LOADED": str(loaded), "HEAPWISE_LANG": "en"}
    around.pop("PYTHONDONTWRITEBYTECODE", None)  # bytecode is there for users: the installer wrote it
    around["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")
    arguments = [sys.executable, "-c", _START, *shlex.split(command)[1:]]
    before, begin = os.times(), perf_counter()
    subprocess.run(arguments, cwd=folder, env=around, capture_output=True, check=False)
    clock, after = perf_counter() - begin, os.times()
    spent = after.children_user - before.children_user + after.children_system - before.children_system
    return Run(spent, clock, sum(1 for _ in home.rglob("*.o")), loaded.read_text() or "-")


def rows(only: str) -> Iterator[tuple[str, Run, Run]]:
    """The commands with both of their runs."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "games").symlink_to(ROOT / "games")
        with TemporaryDirectory() as home:  # once for the bytecode
            measured("heapwise check nim", folder, Path(home))
        for page in PAGES:
            for command in commands(page, folder):
                if only in command:
                    yield command, *both(command, folder)
        for command in OTHERS.strip().splitlines():
            if only in command:
                yield command, *both(command, folder)


def both(command: str, folder: Path) -> tuple[Run, Run]:
    """In an empty home, and again."""
    with TemporaryDirectory() as home:
        return measured(command, folder, Path(home)), measured(command, folder, Path(home))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--only", default="", help="commands that contain this")
    given = parser.parse_args()
    texts, slow = [], 0
    for command, first, again in rows(given.only):
        slow += first.processor > GOALS[0] or again.processor > GOALS[1] or first.compiled > 0
        seconds = (f"{t:.2f}" for t in (first.processor, first.clock, again.processor, again.clock))
        texts.append([f"`{command}`", *seconds, str(first.compiled), again.imports])
        print(*texts[-1], sep=" | ", flush=True)
    print(f"{slow} of {len(texts)} commands are beyond the goals")
    head = ["command", "empty home", "clock", "again", "clock", "compiled", "imports"]
    figures.report("start", "", head, texts, is_kept=given.write)


if __name__ == "__main__":
    main()
