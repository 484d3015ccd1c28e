"""Work for any process, here or on another machine: texts, names and bounds go there, plain data comes back.

A job is one claim. A block is a part of the region of one of its instances, for claims that fix every value: what a
block shows depends on nothing that other blocks find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import Empty, Queue
from threading import Lock
from typing import Any

from heapwise.claims.claim import Claim
from heapwise.claims.instances import Instance, instances
from heapwise.claims.judge import Judge
from heapwise.claims.limits import LimitReached, Limits
from heapwise.claims.methods import Task
from heapwise.claims.methods.shape import Step
from heapwise.claims.methods.steps import Part, Steps, steps_of
from heapwise.claims.run import Options, Run
from heapwise.claims.values import Values
from heapwise.claims.verdict import Verdict
from heapwise.claims.workers import Workers
from heapwise.errors import Diagnostic, HeapwiseError
from heapwise.rules.library import Document, Shelf, library_files
from heapwise.rules.position import State
from heapwise.source import Source

Texts = tuple[tuple[Path, str], ...]
Cuts = list[tuple[int, int]]

_LOOK = 0.2  # seconds between looks at the limits while others work


@dataclass(frozen=True)
class Job:
    """One claim of one text, and how to check it. `texts` are those of the files around, which may not be there.

    `is_left`: an instance that is better cut into blocks is left to whoever gave the job.
    """

    name: str
    text: str
    files: tuple[Path, ...]
    claim: str
    line: int
    options: Options
    texts: Texts = field(default=(), repr=False)
    keeps_exceptions: bool = False
    is_left: bool = False

    @property
    def document(self) -> Document:
        """The text, with the games that can be seen from it."""
        return Document(Source(self.name, self.text), Shelf((*self.files, *library_files()), dict(self.texts)))

    def claims(self, run: Run, document: Document) -> list[Claim]:
        """The claim, as a list of one; none if the text has no such claim."""
        return [c for c in run.claims(document) if c.name == self.claim and c.place.line == self.line]


@dataclass
class Finished:
    """What a job gave: verdicts, or what is wrong with a file; `is_left` if it has to be done by blocks."""

    verdicts: list[Verdict]
    problem: tuple[Diagnostic, ...] | None = None
    exceptions: tuple[str, ...] = ()
    is_left: bool = False


@dataclass(frozen=True)
class Block:
    """The positions of an instance whose first component lies between two values; `seconds` are left for it."""

    job: Job
    label: str
    first: int
    last: int
    seconds: float | None


@dataclass(frozen=True)
class Looked:
    """What a block showed, which limit ended it, or what is wrong."""

    part: Part = field(default_factory=Part)
    limit: str | None = None
    problem: tuple[Diagnostic, ...] | None = None


class _Left(Exception):
    """An instance is better cut into blocks."""


# Workers of a cluster may have several threads, and much of what is remembered here is for one at a time.
_ONE_AT_A_TIME = Lock()


def work(job: Job, workers: Workers | None = None) -> Finished:
    """Check one claim. Large instances are cut into blocks for `workers`, where there are some."""
    exceptions: list[str] = []

    def take(instance: Instance, state: State) -> None:
        position = ",".join(map(str, state)) if instance.game is None else instance.game.layout.text(state)
        exceptions.append(f"{instance.claim.name}\t{instance.label}\t{position}")

    others = leave if job.is_left else None if workers is None else by_blocks(job, workers)
    try:
        with nullcontext() if workers is not None else _ONE_AT_A_TIME:
            document, run = job.document, Run(job.options, take if job.keeps_exceptions else None, others)
            verdicts = [v for c in job.claims(run, document) for v in run.claim(c, document)]
    except HeapwiseError as mistake:
        return Finished([], mistake.diagnostics)
    except _Left:
        return Finished([], is_left=True)
    return Finished(verdicts, None, tuple(exceptions))


def leave(task: Task, cuts: Cuts) -> Iterator[Part]:
    """Give the instance back to whoever has workers for its blocks."""
    raise _Left


# ------------------------------------------------------------------------------------------------- blocks


def by_blocks(job: Job, workers: Workers) -> Callable[[Task, Cuts], Iterator[Part]]:
    """What the method asks to look at the parts of a region: one block after another, as workers finish them."""

    def look(task: Task, cuts: Cuts) -> Iterator[Part]:
        arrived: Queue[Any] = Queue()
        left = task.limits.seconds_left
        futures = [
            workers.submit(look_at_block, Block(replace(job, is_left=False), task.instance.label, *ends, left))
            for ends in cuts
        ]
        try:
            for future in futures:
                future.add_done_callback(arrived.put)
            for _ in futures:
                yield _part(_next(arrived, task.limits).result())
        finally:
            for future in futures:
                future.cancel()

    return look


def _next(arrived: Queue[Any], limits: Limits) -> Any:
    """The next block that is finished; the clock is looked at meanwhile."""
    while True:
        try:
            return arrived.get(timeout=_LOOK)
        except Empty:
            limits.check()


def _part(found: Looked) -> Part:
    if found.problem is not None:
        raise HeapwiseError(found.problem)
    if found.limit is not None:
        raise LimitReached(found.limit)
    return found.part


def look_at_block(block: Block) -> Looked:
    """Look at the positions of a block. Text and formulas are read and compiled for the first block of an instance."""
    limits = Limits(block.seconds, block.job.options.memory)
    try:
        with _ONE_AT_A_TIME:
            steps = _prepared(block.job, block.label, limits)
            return Looked(steps.part(block.first, block.last, limits.tick))
    except LimitReached as limit:
        return Looked(limit=limit.reason)
    except HeapwiseError as mistake:
        return Looked(problem=mistake.diagnostics)


_PREPARED: dict[tuple[Job, str], Steps] = {}  # of the last instance: its table may be large


def _prepared(job: Job, label: str, limits: Limits) -> Steps:
    """The instance of a block, ready to be looked at."""
    if (job, label) not in _PREPARED:
        _PREPARED.clear()
        document, run, values = job.document, Run(job.options), Values(Limits(memory=job.options.memory).room)
        found = (i for c in job.claims(run, document) for i in instances(c, run.effort(c, document)))
        instance = next(i for i in found if i.label == label)
        step = Step(instance, Judge(instance, values.asker(instance.claim.play)))
        _PREPARED[job, label] = steps_of(step, limits.room, limits.check)
    return _PREPARED[job, label]
