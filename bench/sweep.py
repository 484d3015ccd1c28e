"""A sweep over everything that can be asked: whatever is asked ends in an answer or a message, and never in a stumble.

usage: python bench/sweep.py --minutes 10 --seed 1
       python bench/sweep.py --replay claims:17
       python bench/sweep.py --replay commands:17

Every game of the library with small parameters, every form of question, statement and quantifier, every method, every
command and option that takes a game: call after call, each determined by its number alone. The exit code is 1 where a
call stumbled.
"""

from __future__ import annotations

import argparse
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

import heapwise as hw
from calls.boards import boards
from calls.commands import call, swept
from calls.statements import METHODS, Maker
from heapwise.app.registry import cli
from heapwise.errors import HeapwiseError

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
    given = parser.parse_args()
    if given.replay:
        kind, _, number = given.replay.partition(":")
        print(*one(kind, int(number)), sep="\n")
        return 0
    return sweep([given.only] if given.only else list(KINDS), given.seed * 1_000_000, given.minutes * 60)


def sweep(kinds: list[str], start: int, seconds: float) -> int:
    """Call after call until the time is over, with a line for every stumble."""
    end, counts, number, failures = time.monotonic() + seconds, Counter[str](), start, 0
    while time.monotonic() < end:
        for kind in kinds:
            asked, went = one(kind, number)
            counts[f"{kind}: {went.partition(':')[0]}"] += 1
            if went.startswith("stumbled"):
                failures += 1
                print(f"--- {kind}:{number}\n{asked}\n{went}", flush=True)
        number += 1
    for what, count in sorted(counts.items()):
        print(f"{count:7,}  {what}")
    print(f"{failures} of {sum(counts.values()):,} calls stumbled")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
