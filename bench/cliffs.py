# ruff: noqa: E501 - a rule on a line
"""Where tables become dear all at once: every form of rule of the language at three sizes, nanoseconds a position.

usage: python bench/cliffs.py [--only WORD] [--seconds N] [--write]

A row is a rule or a question; the columns have tables of about 1,000, 30,000 and 1,000,000 positions, in time of the
processor, as `Game.table` makes them. A `!` stands where a position costs more than ten times the median of its column,
or ten times what it costs at the size before. What takes longer than N seconds is stopped. `--write` puts the table into docs/figures.md.
"""

from __future__ import annotations

import argparse
import os
import resource
from collections.abc import Callable
from statistics import median
from time import process_time

import figures
import heapwise as hw

SIZES = (1_000, 30_000, 1_000_000)
_HEAP = "heaps x[3]\n    move x[i] -> x[i] - t for i in 1..3, t in "
_TWO = "heaps x[2]\n    move x[i] -> x[i] - t for i in 1..2, t in 1..x[i]\n    move x -> x - [t, u] for t in 1..x[1], u in 1..x[2] where "
RULES = {
    "any number": f"{_HEAP}1..x[i]",
    "up to a number": f"{_HEAP}1..min(14, x[i])",
    "from a number on": f"{_HEAP}14..x[i]",
    "up to half": f"{_HEAP}1..floor(x[i] / 2)",
    "up to a root": f"{_HEAP}1..x[i] where t * t <= x[i]",
    "a set": f"{_HEAP}{{1, 2, 4, 8}}",
    "all but a set": f"{_HEAP}1..x[i] \\ {{2, 5, 9}}",
    "a set in a let": "let S = {1, 4, 9, 16, 25, 36, 49, 64, 81, 100}\n    heaps x[3]\n    move x[i] -> x[i] - t for i in 1..3, t in S",
    "odd numbers": f"{_HEAP}1..x[i] where t mod 2 = 1",
    "many residues": f"{_HEAP}1..x[i] where t mod 17 != 0",
    "a polynomial's remainder": f"{_HEAP}1..x[i] where (t * t + 3) mod 7 != 3",
    "divisors": f"{_HEAP}1..x[i] where x[i] mod t = 0",
    "common divisors": f"{_HEAP}1..x[i] where gcd(x[i], t) = 1",
    "digits": f"{_HEAP}1..x[i] where popcount(t) = 1",
    "by the position": f"{_HEAP}1..x[i] where t <= x[1] + x[2] + x[3] - x[i]",
    "by parity of a heap": f"{_HEAP}1..x[i] where x[1] mod 2 = 0 or t = 1",
    "all of a diagonal": f"{_TWO}t = u",
    "near a diagonal": f"{_TWO}abs(t - u) < 3",
    "near a diagonal, far": f"{_TWO}abs(t - u) < 30",
    "two heaps, a sum": f"{_TWO}t + u <= 5",
    "two heaps, a product": f"{_TWO}t * u <= 12",
    "legal positions": f"{_HEAP}1..x[i]\n    legal distinct(x)",
    "legal by a product": f"{_HEAP}1..x[i]\n    legal x[1] * x[2] mod 5 != 1",
    "ends": f"{_HEAP}1..x[i]\n    ends when x[1] = x[2]",
    "heaps from 1 on": "heaps x[3] in 1..\n    move x[i] -> x[i] - t for i in 1..3, t in 1..x[i] - 1",
    "growing heaps": "heaps a, b\n    move a -> a - 2 * t, b -> b + t for t in 1..floor(a / 2)\n    move b -> b - t for t in 1..b",
    "to a smaller heap": "heaps x[3]\n    move x[i] -> p for i in 1..3, p in 0..x[i] - 1",
    "an end by a function": f"{_HEAP}1..floor(sqrt(x[i]))",
    "a set of positions": "heaps x[2]\n    move x -> q for q in {[a, b] for a in 0..x[1], b in 0..x[2] where a + b < x[1] + x[2]}",
}  # fmt: skip
GAMES = (
    "nim(3)", "moore(3, 2)", "wythoff", "welter(3)", "lim", "delete_nim", "single_delete(3)", "abo_delete(3)", "kayles",
    "circular(4, 2)", "emperor(1, [2, 1])", "ryuoh(3)", "restricted_ryuoh(3, 12)", "rgame_example", "fibonacci_nim",
    "nim_with_pass(3)", "end_nim(3)", "greedy_nim(3)", "staircase_nim(3)", "euclid", "mark", "chomp(3)",
    "either(nim(1), nim(1))", "conjunctive(nim(1), nim(1))", "selective(2; nim(1), nim(1))",
    "emperor_compound(1; nim(1), nim(1), nim(1))", "nim(2) + wythoff",
)  # fmt: skip
QUESTIONS = (
    ("values, misere", "grundy", "misere"), ("p", "p", "normal"), ("p, misere", "p", "misere"), ("outcome", "outcome", "normal"),
    ("remoteness", "remoteness", "normal"), ("outcome, three players", "outcome", "1,2,0"),
)  # fmt: skip


def works() -> list[tuple[str, hw.Game, str, str]]:
    """The rows: a title, a game, and what is asked of it."""
    found = [(title, hw.parse(f"game own\n    {text}\n")["own"](), "grundy", "normal") for title, text in RULES.items()]
    found += [(f"`{text}`", hw.game(text), "grundy", "normal") for text in GAMES]
    for text in ("nim(3)", "delete_nim", "abo_delete(3)"):
        found += [(f"`{text}`, {title}", hw.game(text), want, play) for title, want, play in QUESTIONS]
    return found


def apart(work: Callable[[], float], limit: float) -> float | None:
    """What a process of its own found; None where it took more seconds of the processor than are allowed."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit)))
        os.write(writer, repr(work()).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as stream:
        said = stream.read()
    os.waitpid(child, 0)
    return float(said) if said else None


def nanoseconds(game: hw.Game, want: str, play: str, positions: int) -> float:
    """What a position of a table costs: the first run, or the mean of those after it if there is time for some."""
    axes = len(game.table(2, want=want, play=play).shape)
    bound, size = max(2, round(positions ** (1 / axes)) - 1), 0

    def run(times: int) -> float:
        nonlocal size
        begin = process_time()
        for _ in range(times):
            size = game.table(bound, want=want, play=play).cells.size
        return (process_time() - begin) / times

    first = run(1)
    return min(first or 1, run(max(1, int(0.3 / max(first, 0.01)))) if first < 3 else first) / size * 1e9


def row(title: str, game: hw.Game, want: str, play: str, limit: float) -> list[float | None]:
    """The three columns; behind one that took too long no other is tried."""
    found: list[float | None] = []
    for positions in SIZES:
        is_tried = not found or (found[-1] is not None and found[-1] * positions < limit * 3e9)
        found.append(apart(lambda size=positions: nanoseconds(game, want, play, size), limit) if is_tried else None)
    print(title.ljust(45), *(f"{each or float('inf'):12,.0f}" for each in found), flush=True)
    return found


def marked(columns: list[list[float | None]], number: int, row: list[float | None]) -> str:
    """A figure as text, with a mark where it is far from its neighbours."""
    own = row[number]
    if own is None:
        return "too long !"
    usual = median(each for each in columns[number] if each is not None)
    before = row[number - 1] if number else None
    is_far = own > 10 * usual or (before is not None and own > 10 * before)
    return f"{own:,.0f}{' !' if is_far else ''}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="rows that contain this")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    chosen = [work for work in works() if given.only in work[0]]
    rows = [row(*work, given.seconds) for work in chosen]
    columns = [list(column) for column in zip(*rows, strict=True)]
    texts = [[work[0], *(marked(columns, i, own) for i in range(3))] for work, own in zip(chosen, rows, strict=True)]
    head = ["rule", *(f"{size:,} positions" for size in SIZES)]
    figures.report("cliffs", "; nanoseconds a position", head, texts, is_kept=given.write)


if __name__ == "__main__":
    main()
