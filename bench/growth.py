"""How cost grows with the heaps, beside looking up every option and what a Python user would do, in one run.

usage: python bench/growth.py [--limits FOLDER] [--spiel PYTHON] [--write]

Nanoseconds a position. PYTHON is one in which open_spiel is installed; without it that column stays empty.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from time import process_time

import figures
from heapwise.documents.library import library
from heapwise.engine.grid import solve
from heapwise.engine.grid.planned import task_for
from heapwise.engine.kernels.run import filled
from heapwise.engine.plan import listed_plan, plan
from heapwise.reference.conventions import Grundy
from heapwise.reference.interpreter import Interpreter
from heapwise.rules.game import Game

SPIEL = """
import json, sys, time, pyspiel
n = int(sys.argv[1])
game, known = pyspiel.load_game("nim", {"pile_sizes": f"{n - 1};{n - 1};{n - 1}"}), {}

def wins(state):
    key = str(state)
    if key not in known:
        mover = state.current_player()
        after = (state.child(action) for action in state.legal_actions())
        known[key] = any(s.returns()[mover] > 0 if s.is_terminal() else not wins(s) for s in after)
    return known[key]

begin = time.process_time()
wins(game.new_initial_state())
print(json.dumps([time.process_time() - begin, len(known)]))
"""


def best(work: Callable[[], object], reps: int = 3) -> float:
    """The least time of some repetitions; work that takes long is done once."""
    found = []
    for _ in range(reps):
        begin = process_time()
        work()
        found.append(process_time() - begin)
        if found[-1] > 3:
            break
    return min(found)


def made(game: Game, n: int) -> float:
    """A table as heapwise makes it; compiled before."""
    solve(game, (n - 1,) * game.size, Grundy())
    return best(lambda: solve(game, (n - 1,) * game.size, Grundy()))


def listed(game: Game, n: int) -> float:
    """Every option looked up, compiled."""
    one_by_one = replace(listed_plan(plan(game).game), order=plan(game).order)
    filled(task_for(one_by_one, (n,) * game.size, Grundy(), ()))
    return best(lambda: filled(task_for(one_by_one, (n,) * game.size, Grundy(), ())))


def by_definition(game: Game, n: int) -> float:
    """The interpreter, for all positions."""
    interpreter = Interpreter(Grundy())
    everything = list(product(range(n), repeat=game.size))
    return best(lambda: [interpreter.value(game.position_of(state)) for state in everything], 1)


@lru_cache(None)
def nim(a: int, b: int, c: int) -> int:
    """Nim as a few lines of Python."""
    found = {nim(x, b, c) for x in range(a)} | {nim(a, x, c) for x in range(b)} | {nim(a, b, x) for x in range(c)}
    value = 0
    while value in found:
        value += 1
    return value


def memo(n: int) -> float:
    """The lines above, for all positions."""
    nim.cache_clear()
    return best(lambda: [nim(*state) for state in product(range(n), repeat=3)], 1)


def spiel(python: Path, n: int) -> float | None:
    """Who wins (not the value) by a memo over the states of open_spiel, scaled to all positions."""
    if not python.exists():
        return None
    done = subprocess.run([str(python), "-c", SPIEL, str(n)], capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"open_spiel: {(done.stderr.splitlines() or ['?'])[-1]}", file=sys.stderr)
        return None
    seconds, states = json.loads(done.stdout)
    return float(seconds) / states * n**3


def cell(seconds: float | None, positions: int) -> str:
    """Nanoseconds a position."""
    return "" if seconds is None else f"{seconds / positions * 1e9:,.3g}" if seconds else ""


HEAD = ("table", "C limit", "heapwise", "each option", "C, each option", "interpreter", "memo in Python", "open_spiel")


def rows(limits: Path, python: Path) -> list[list[str]]:
    """All rows, printed as they come."""
    found = []
    three, wythoff = library().game("nim(3)"), library().game("wythoff")
    assert isinstance(three, Game)
    assert isinstance(wythoff, Game)
    for n in (16, 32, 64, 128, 256, 512):
        count, wide = n**3, "-DW=8" if n > 256 else "-DW=4"
        times = [
            c_time(limits, "nim3.c", wide, f"{n} full 3"), made(three, n), listed(three, n) if n <= 128 else None,
            c_time(limits, "nim3.c", wide, f"{n} naive 1") if n <= 128 else None,
            by_definition(three, n) if n <= 32 else None, memo(n) if n <= 32 else None,
            spiel(python, n) if n <= 16 else None,
        ]  # fmt: skip
        found.append([f"Nim {n}³", *(cell(seconds, count) for seconds in times)])
        print("  ".join(text.rjust(12) for text in found[-1]))
    for n in (256, 512, 1024, 2048, 4096, 8192):
        times = [
            c_time(limits, "wythoff.c", "", f"{n} full 2"), made(wythoff, n), listed(wythoff, n) if n <= 1024 else None,
            c_time(limits, "wythoff.c", "", f"{n} naive 1") if n <= 1024 else None, None, None, None,
        ]  # fmt: skip
        found.append([f"Wythoff {n}²", *(cell(seconds, n**2) for seconds in times)])
        print("  ".join(text.rjust(12) for text in found[-1]))
    return found


def c_time(limits: Path, source: str, defines: str, arguments: str) -> float | None:
    """The time of a C limit, if it is there."""
    if not (limits / source).is_file():
        return None
    return float(figures.run_c(limits / source, defines, arguments)["seconds"])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limits", type=Path, default=figures.LIMITS)
    parser.add_argument("--spiel", type=Path, default=Path("/tmp/spiel/bin/python"))
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    head = f"{figures.machine()}; nanoseconds a position.\n"
    print(head)
    print("  ".join(text.rjust(12) for text in HEAD))
    found = rows(options.limits, options.spiel)
    if options.write:
        figures.write("growth", head + "\n" + figures.table(HEAD, found))


if __name__ == "__main__":
    main()
