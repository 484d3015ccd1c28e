"""Trials in processes of their own, so that one which hangs or dies is a failure and not the end."""

from __future__ import annotations

import multiprocessing
import resource
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from trials.base import Counts, Failure, Kind

_MEMORY = 8 << 30  # bytes of address space that a trial's process may take
STRIDE = 1_000_000  # the trials of a run with seed s have the seeds s * STRIDE, s * STRIDE + 1, ...


@dataclass
class Result:
    """What became of the trials of a class in a run."""

    counts: Counts = field(default_factory=Counter)
    failures: dict[int, str] = field(default_factory=dict)
    next_seed: int = 0


def rounds(kind: Kind, result: Result, seconds: float, most: int | None = None) -> None:
    """Trials of one class for some time, or so many of them, added to the result."""
    end = time.monotonic() + seconds
    stop = None if most is None else result.next_seed + most
    while time.monotonic() < end and result.next_seed != stop:
        ours, theirs = multiprocessing.get_context("fork").Pipe()
        child = multiprocessing.get_context("fork").Process(
            target=_work, args=(theirs, kind, result.next_seed, end, stop)
        )
        child.start()
        theirs.close()
        for seed, counts, problem in _messages(ours, kind):
            result.next_seed = seed + 1
            result.counts.update(counts)
            if problem:
                result.failures[seed] = problem
        child.kill()
        child.join()


def _messages(ours: Connection, kind: Kind) -> Iterator[tuple[int, Counts, str]]:
    """What a process says of its trials; whatever it does not say about the one at hand is a failure."""
    seed: int | None = None
    try:
        while True:
            if not ours.poll(kind.seconds):
                yield _lost(seed, f"it took longer than {kind.seconds:g} s")
                return
            said, *rest = ours.recv()
            if said == "begin":
                seed = rest[0]
            elif said == "end":
                return
            else:
                yield rest[0], Counter(rest[1]), rest[2]
                seed = None
    except EOFError:
        if seed is not None:
            yield _lost(seed, "the process died")


def _lost(seed: int | None, why: str) -> tuple[int, Counts, str]:
    assert seed is not None, why
    return seed, Counter(trials=1), why


def _work(pipe: Connection, kind: Kind, seed: int, end: float, stop: int | None) -> None:
    """One trial after another, in a process."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    while time.monotonic() < end and seed != stop:
        pipe.send(("begin", seed))
        counts, problem = attempt(kind, seed)
        pipe.send(("done", seed, dict(counts), problem))
        seed += 1
    pipe.send(("end",))


def attempt(kind: Kind, seed: int) -> tuple[Counts, str]:
    """One trial: what it counted, and what is wrong."""
    try:
        return kind.run(seed), ""
    except Failure as failure:
        return Counter(trials=1), str(failure)
    except BaseException:
        return Counter(trials=1), traceback.format_exc()
