"""Parts of one large instance for others, for claims that fix every value and whose options are looked up. What a block
shows depends on nothing that other blocks find."""

from collections.abc import Iterator, Sequence

from heapwise.checks.fixed_value_claim import LocalStep
from heapwise.checks.steps import PartResult, PartSteps, steps_of
from heapwise.claims.exact_check import Judge
from heapwise.claims.limits import LimitReached, Limits
from heapwise.claims.position_values import Values
from heapwise.claims.task import Task
from heapwise.documents.library import lent
from heapwise.errors import Diagnostic, HeapwiseError, error
from heapwise.records import Record, field
from heapwise.running.piece import ONE_AT_A_TIME, ClaimEntry, ClaimPiece
from heapwise.workers import Crew, Failure, Stream


class Block(Record):
    """The positions of an instance between two values of the first component; `seconds` are left."""

    piece: ClaimPiece
    label: str
    ends: tuple[int, int]
    seconds: float | None


class BlockResult(Record):
    """What a block showed, which limit ended it and after what, or what is wrong."""

    part: PartResult = field(default_factory=PartResult)
    limit: str | None = None
    problem: tuple[Diagnostic, ...] | None = None


class Blocks(Record):
    """Looks at the parts of a region block by block, as workers finish them."""

    piece: ClaimPiece
    crew: Crew

    def __call__(self, task: Task, parts: Sequence[tuple[int, int]]) -> Iterator[PartResult]:
        """What blocks show."""
        blocks = [Block(self.piece, task.instance.label, ends, task.limits.seconds_left) for ends in parts]
        for _, found in Stream(look_at_block, blocks, self.crew, tick=task.limits.check, most=1):
            yield _part(found, task.limits)


def _part(found: BlockResult | Failure, limits: Limits) -> PartResult:
    if isinstance(found, Failure):
        raise error("E326", None, problem=found.problem)
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
            return BlockResult(_prepared(block, limits).part(*block.ends, limits.tick))
    except LimitReached as limit:
        return BlockResult(PartResult(limit.covered), limit.reason)
    except HeapwiseError as mistake:
        return BlockResult(problem=mistake.diagnostics)


_LAST: dict[tuple[ClaimEntry, str], PartSteps] = {}  # of the last instance: its table may be large


def _prepared(block: Block, limits: Limits) -> PartSteps:
    """The instance of a block, ready to be looked at."""
    key = block.piece.entry, block.label
    if key not in _LAST:
        _LAST.clear()
        _LAST[key] = steps_of(_step(*key), limits.room, limits.check)
    return _LAST[key]


def _step(entry: ClaimEntry, label: str) -> LocalStep:
    steps, values = entry.steps(), Values(Limits(memory=entry.sheet.options.memory).room)
    found = (steps.instance(number) for number in range(len(steps)))
    instance = next(i for i in found if i is not None and i.label == label)
    return LocalStep(instance, Judge(instance, values.asker(instance.claim.play)))
