"""Work for any process, here or on another machine: texts, names and bounds go there, plain data comes back.

A job is one claim. A block is a part of the region of one of its instances, for claims that fix every value: a slab
where options are looked up, a shell where sets of values serve many positions. What a block shows depends on nothing
that other blocks find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from queue import Empty, Queue
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from heapwise.checks.fixed_value_claim import LocalStep
from heapwise.checks.step_by_sets import SetSteps
from heapwise.checks.steps import PartResult, steps_of
from heapwise.claims.claim import Claim
from heapwise.claims.exact_check import Judge
from heapwise.claims.instances import Instance, instances
from heapwise.claims.limits import LimitReached, Limits
from heapwise.claims.position_values import Values
from heapwise.claims.task import Left, Mistaken, Others, Task
from heapwise.claims.verdict import Verdict
from heapwise.documents.library import Document, library, opened
from heapwise.documents.remarks import Remark
from heapwise.documents.search import Around, Texts
from heapwise.errors import Diagnostic, HeapwiseError, error
from heapwise.fingerprint import fingerprint
from heapwise.formulas import NotExpressible
from heapwise.running.run import Options, Run
from heapwise.running.workers import Workers
from heapwise.terms.position import State

if TYPE_CHECKING:
    from heapwise.claims.task import Where

Prepared = TypeVar("Prepared")

_LOOK = 0.2  # seconds between looks at the limits while others work


@dataclass(frozen=True)
class ClaimJob:
    """One claim of one text, and how to check it. `texts` are those of the files around, which may not be there; the
    library has to be the same wherever the job is done, and so have the sources of heapwise: `made_by` are both.

    `is_left`: an instance that is better cut into blocks, for so many `hands`, is left to whoever gave the job.
    """

    name: str
    text: str
    texts: Texts = field(repr=False)
    claim: str
    line: int
    options: Options
    keeps_exceptions: bool = False
    is_left: bool = False
    hands: int = 1
    made_by: str = field(default_factory=lambda: made_by())

    @property
    def document(self) -> Document:
        """The text, with the games that can be seen from it."""
        if self.made_by != made_by():
            raise error("E330", None)
        return opened(self.name, self.text, Around(self.texts, library()))

    def claims(self, run: Run, document: Document) -> list[Claim]:
        """The claim, as a list of one; none if the text has no such claim."""
        return [c for c in run.claims(document) if c.name == self.claim and c.place.line == self.line]


def made_by() -> str:
    """What the verdicts of this process depend on beside the texts of a user: our sources, and our library."""
    return f"{fingerprint()} {library().sha256}"


@dataclass
class Finished:
    """What a job gave: verdicts, or what is wrong with a file; `is_left` if it has to be done by blocks. `remarks` are
    what there is to say about where games were found."""

    verdicts: list[Verdict]
    problem: tuple[Diagnostic, ...] | None = None
    exceptions: tuple[str, ...] = ()
    is_left: bool = False
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True)
class Block:
    """The positions of an instance between two values of the first component, or in a shell; `seconds` are left."""

    job: ClaimJob
    label: str
    where: Where
    seconds: float | None


@dataclass(frozen=True)
class BlockResult:
    """What a block showed, which limit ended it and after what, or what is wrong; `is_refused`: sets do not hold it."""

    part: PartResult = field(default_factory=PartResult)
    limit: str | None = None
    problem: tuple[Diagnostic, ...] | None = None
    is_refused: bool = False


# Workers of a cluster may have several threads, and much of what is remembered here is for one at a time.
_ONE_AT_A_TIME = Lock()


def work(job: ClaimJob, workers: Workers | None = None) -> Finished:
    """Check one claim. Large instances are cut into blocks for `workers`, where there are some."""
    exceptions: list[str] = []

    def take(instance: Instance, state: State) -> None:
        position = ",".join(map(str, state)) if instance.game is None else instance.game.layout.text(state)
        exceptions.append(f"{instance.claim.name}\t{instance.label}\t{position}")

    others: Others | None = None if workers is None else Blocks(job, workers)
    others = Leave(job.hands) if job.is_left else others
    try:
        with nullcontext() if workers is not None else _ONE_AT_A_TIME:
            document, run = job.document, Run(job.options, take if job.keeps_exceptions else None, others)
            verdicts = [v for c in job.claims(run, document) for v in run.claim(c, document)]
    except HeapwiseError as mistake:
        return Finished([], mistake.diagnostics)
    except Left:
        return Finished([], is_left=True)
    return Finished(verdicts, None, tuple(exceptions))


@dataclass(frozen=True)
class Leave:
    """Gives an instance back to whoever has workers for its blocks."""

    hands: int

    def __call__(self, task: Task, parts: Sequence[Where]) -> Iterator[PartResult]:
        """No part is looked at."""
        raise Left


# ------------------------------------------------------------------------------------------------- blocks


@dataclass(frozen=True)
class Blocks:
    """Looks at the parts of a region block by block, as workers finish them. Shells are as many as there are hands, and
    the first of them is looked at here."""

    job: ClaimJob
    workers: Workers

    @property
    def hands(self) -> int:
        """How many work at the same time."""
        return self.workers.hands

    def __call__(self, task: Task, parts: Sequence[Where]) -> Iterator[PartResult]:
        """What blocks show, in the order in which they are done."""
        job, left = replace(self.job, is_left=False), task.limits.seconds_left
        blocks = [Block(job, task.instance.label, where, left) for where in parts]
        here = [block for block in blocks[:1] if not isinstance(block.where, tuple)]
        arrived: Queue[Any] = Queue()
        futures = [self.workers.submit(look_at_block, block) for block in blocks[len(here) :]]
        try:
            for future in futures:
                future.add_done_callback(arrived.put)
            for block in here:
                yield _part(look_at_block(block), block, task.limits)
            for _ in futures:
                yield _part(_next(arrived, task.limits).result(), blocks[-1], task.limits)
        finally:
            for future in futures:
                future.cancel()


def _next(arrived: Queue[Any], limits: Limits) -> Any:
    """The next block that is finished; the clock is looked at meanwhile."""
    while True:
        try:
            return arrived.get(timeout=_LOOK)
        except Empty:
            limits.check()


def _part(found: BlockResult, block: Block, limits: Limits) -> PartResult:
    if found.is_refused or (found.problem is not None and not isinstance(block.where, tuple)):
        raise Mistaken
    if found.problem is not None:
        raise HeapwiseError(found.problem)
    if found.limit is not None:
        raise LimitReached(_own_reason(limits) or found.limit, found.part.positions)
    return found.part


def _own_reason(limits: Limits) -> str | None:
    """Which limit of the instance has been reached by now: blocks only know what was left of it."""
    try:
        limits.check()
    except LimitReached as limit:
        return limit.reason
    return None


def look_at_block(block: Block) -> BlockResult:
    """Look at the positions of a block. Text and formulas are read and compiled for the first block of an instance."""
    limits = Limits(block.seconds, block.job.options.memory)
    try:
        with _ONE_AT_A_TIME:
            return _looked_at(block, limits)
    except LimitReached as limit:
        return BlockResult(PartResult(limit.covered), limit.reason)
    except HeapwiseError as mistake:
        return BlockResult(problem=mistake.diagnostics)


def _looked_at(block: Block, limits: Limits) -> BlockResult:
    from heapwise.engine.grid import Refused

    if isinstance(block.where, tuple):
        slabs = _prepared(block, lambda step: steps_of(step, limits.room, limits.check))
        return BlockResult(slabs.part(*block.where, limits.tick))
    try:
        return BlockResult(_prepared(block, SetSteps).shell(block.where, limits.check))
    except (NotExpressible, Refused):
        return BlockResult(is_refused=True)


_PREPARED: dict[tuple[ClaimJob, str, bool], Any] = {}  # of the last instance: its table may be large


def _prepared(block: Block, prepare: Callable[[LocalStep], Prepared]) -> Prepared:
    """The instance of a block, ready to be looked at."""
    key = block.job, block.label, isinstance(block.where, tuple)
    if key not in _PREPARED:
        _PREPARED.clear()
        _PREPARED[key] = prepare(_step(block.job, block.label))
    found: Prepared = _PREPARED[key]
    return found


def _step(job: ClaimJob, label: str) -> LocalStep:
    document, run, values = job.document, Run(job.options), Values(Limits(memory=job.options.memory).room)
    found = (i for c in job.claims(run, document) for i in instances(c, run.effort(c, document)))
    instance = next(i for i in found if i.label == label)
    return LocalStep(instance, Judge(instance, values.asker(instance.claim.play)))
