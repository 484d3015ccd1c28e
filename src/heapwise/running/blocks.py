"""Parts of one large instance for others, for claims that fix every value: a slab where options are looked up, a shell
where sets of values serve many positions. What a block shows depends on nothing that other blocks find."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from heapwise.checks.fixed_value_claim import LocalStep
from heapwise.checks.step_by_sets import SetSteps
from heapwise.checks.steps import PartResult, steps_of
from heapwise.claims.exact_check import Judge
from heapwise.claims.limits import LimitReached, Limits
from heapwise.claims.position_values import Values
from heapwise.claims.task import Mistaken, Task
from heapwise.documents.library import lent
from heapwise.errors import Diagnostic, HeapwiseError, error
from heapwise.formulas import NotExpressible
from heapwise.running.piece import ONE_AT_A_TIME, ClaimEntry, ClaimPiece
from heapwise.workers import Crew, Failure, Stream

if TYPE_CHECKING:
    from heapwise.claims.task import Where

Prepared = TypeVar("Prepared")


@dataclass(frozen=True)
class Block:
    """The positions of an instance between two values of the first component, or in a shell; `seconds` are left."""

    piece: ClaimPiece
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


@dataclass(frozen=True)
class Blocks:
    """Looks at the parts of a region block by block, as workers finish them. Shells are as many as there are hands, and
    the first of them is looked at here."""

    piece: ClaimPiece
    crew: Crew

    @property
    def hands(self) -> int:
        """How many work at the same time."""
        return self.crew.with_this

    def __call__(self, task: Task, parts: Sequence[Where]) -> Iterator[PartResult]:
        """What blocks show."""
        blocks = [Block(self.piece, task.instance.label, where, task.limits.seconds_left) for where in parts]
        here = [block for block in blocks[:1] if not isinstance(block.where, tuple)]
        away = Stream(look_at_block, blocks[len(here) :], self.crew, tick=task.limits.check, most=1)
        away.send()
        for block in here:
            yield _part(look_at_block(block), block, task.limits)
        for block, found in away:
            yield _part(found, block, task.limits)


def _part(found: BlockResult | Failure, block: Block, limits: Limits) -> PartResult:
    if isinstance(found, Failure):
        raise error("E326", None, problem=found.problem)
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
    sheet = block.piece.entry.sheet
    limits = Limits(block.seconds, sheet.options.memory)
    try:
        with ONE_AT_A_TIME, lent(sheet.around.library):
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


_LAST: dict[tuple[ClaimEntry, str, bool], Any] = {}  # of the last instance: its table may be large


def _prepared(block: Block, prepare: Callable[[LocalStep], Prepared]) -> Prepared:
    """The instance of a block, ready to be looked at."""
    key = block.piece.entry, block.label, isinstance(block.where, tuple)
    if key not in _LAST:
        _LAST.clear()
        _LAST[key] = prepare(_step(block.piece.entry, block.label))
    found: Prepared = _LAST[key]
    return found


def _step(entry: ClaimEntry, label: str) -> LocalStep:
    steps, values = entry.steps(), Values(Limits(memory=entry.sheet.options.memory).room)
    found = (steps.instance(number) for number in range(len(steps)))
    instance = next(i for i in found if i is not None and i.label == label)
    return LocalStep(instance, Judge(instance, values.asker(instance.claim.play)))
