"""A sweep over everything that can be asked: whatever is asked ends in an answer or a message, and never in a stumble.

usage: python bench/sweep.py --minutes 10 --seed 1
       python bench/sweep.py --replay claims:17
       python bench/sweep.py --replay commands:17

With `--record` the counts are added to bench/sweep.json, by seed, and to docs/figures-trust.md.

Every game of the library with small parameters, every form of question, statement and quantifier, every method, every
command and option that takes a game: call after call, each determined by its number alone. The exit code is 1 where a
call stumbled.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from random import Random

os.environ["HEAPWISE_LANG"] = "en"

from click.testing import CliRunner

import figures
import heapwise as hw
from calls.boards import boards
from calls.commands import call, swept
from calls.statements import METHODS, Maker
from heapwise.app.registry import cli
from heapwise.errors import HeapwiseError

FILE = Path(__file__).parent / "sweep.json"
PAGE = Path(__file__).parent.parent / "docs" / "figures-trust.md"
_PATIENCE = 20  # seconds for one call, after which it is given up and counted as late
_STUMBLES = ("stumbled", "Traceback (most recent call last)", "please report this")


class Late(BaseException):
    """A call takes too long. It is no `Exception`, so nobody but us takes it for one."""


@contextmanager
def patience(seconds: int):  # type: ignore[no-untyped-def]
    """End what is inside after so many seconds."""

    def ring(_signal: int, _frame: object) -> None:
        raise Late

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def claims_call(number: int) -> tuple[str, str]:
    """A claim about a game, checked; what was asked, and how it went."""
    source = Random(f"claims {number}")
    board = boards()[number % len(boards())]
    text, method = Maker(board, source).text(), source.choice(METHODS)
    try:
        report = hw.check(text, method=method, seconds=2, memory=2**30)
    except HeapwiseError as refused:
        return f"{method}\n{text}", f"refused {refused.code}"
    reasons = " ".join(str(verdict.reason) for verdict in report)
    stumbled = next((word for word in _STUMBLES if word in reasons), None)
    return f"{method}\n{text}", f"stumbled: {reasons}" if stumbled else report[0].word


def commands_call(number: int) -> tuple[str, str]:
    """A command line about a game, run; what was asked, and how it went."""
    source = Random(f"commands {number}")
    names = list(swept())
    name, board = names[number % len(names)], boards()[source.randrange(len(boards()))]
    with tempfile.TemporaryDirectory(prefix="heapwise-sweep-") as folder:
        words = call(name, board, source, Path(folder))
        texts = "".join(path.read_text(encoding="utf-8") for path in Path(folder).glob("*.claims"))
        result = CliRunner().invoke(cli, words, input="\n\nquit\n")
    asked = f"{' '.join(map(repr, words))}\n{texts}"
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return asked, f"stumbled: {result.exception!r}"
    if any(word in result.output for word in _STUMBLES):
        return asked, f"stumbled: {result.output[-400:]}"
    return asked, f"exit {result.exit_code}"


KINDS: dict[str, Callable[[int], tuple[str, str]]] = {"claims": claims_call, "commands": commands_call}


def one(kind: str, number: int, seconds: int = _PATIENCE) -> tuple[str, str]:
    """One call by its number: what was asked, and how it went; a surprise that reaches us is a stumble, too."""
    try:
        with patience(seconds):
            return KINDS[kind](number)
    except Late:
        return f"{kind}:{number}", "late"
    except Exception as surprise:
        return f"{kind}:{number}", f"stumbled: {surprise!r}"


def main() -> int:
    """Sweep, or replay one call."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=list(KINDS))
    parser.add_argument("--replay", metavar="KIND:NUMBER")
    parser.add_argument("--record", action="store_true", help="add the figures to the file and to the docs")
    given = parser.parse_args()
    if given.replay:
        kind, _, number = given.replay.partition(":")
        print(*one(kind, int(number)), sep="\n")
        return 0
    counts = sweep([given.only] if given.only else list(KINDS), given.seed * 1_000_000, given.minutes * 60)
    for what, count in sorted(counts.items()):
        print(f"{count:7,}  {what}")
    failures = sum(count for what, count in counts.items() if what.endswith(": stumbled"))
    print(f"{failures} of {counts.total():,} calls stumbled")
    if given.record:
        record(given.seed, counts)
    return 1 if failures else 0


def sweep(kinds: list[str], start: int, seconds: float) -> Counter[str]:
    """Call after call until the time is over, with a line for every stumble; how they went."""
    end, counts, number = time.monotonic() + seconds, Counter[str](), start
    while time.monotonic() < end:
        for kind in kinds:
            asked, went = one(kind, number)
            counts[f"{kind}: {went.partition(':')[0]}"] += 1
            if went.startswith("stumbled"):
                print(f"--- {kind}:{number}\n{asked}\n{went}", flush=True)
        number += 1
    return counts


def record(seed: int, counts: Counter[str]) -> None:
    """The counts of a run beside those of others, and the table of the docs."""
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    known[str(seed)] = dict(sorted(counts.items()))
    FILE.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    total = Counter[str]()
    for run in known.values():
        total.update(run)
    figures.write("sweep", figures.table(["calls", "runs", "made", "late", "stumbled"], rows(total, len(known))), PAGE)


def rows(total: Counter[str], runs: int) -> list[list[str]]:
    """A row for every kind of call."""
    found = []
    for kind in KINDS:
        made = sum(count for what, count in total.items() if what.startswith(f"{kind}: "))
        late, stumbled = (total[f"{kind}: {word}"] for word in ("late", "stumbled"))
        found.append([kind, str(runs), f"{made:,}", str(late), str(stumbled)])
    return found


if __name__ == "__main__":
    raise SystemExit(main())
