"""What the positions of a region showed, counted: one by one, or a slab at a time.

Of the 169 positions up to (12, 12), for example, the premise held at all, the statement at all, and 9 are P-positions;
of exceptions the smallest is kept.
"""

from collections.abc import Iterable

from heapwise.arrays import np
from heapwise.checks.compiled_check import ColumnFindings
from heapwise.claims.column_batches import Slab
from heapwise.claims.exact_check import Judge, PositionFinding
from heapwise.claims.limits import LimitReached, is_limit
from heapwise.claims.task import Exceptions, Task
from heapwise.errors import HeapwiseError, error
from heapwise.terms.position import State


class Tally:
    """Counts what the positions of a region show."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.exceptions = Exceptions(task)
        self.positions = self.premise_true = self.both_true = self.both_false = 0

    def take(self, state: State, finding: PositionFinding) -> None:
        """Count one position."""
        self.positions += 1
        if not finding.has_premise:
            return
        self.premise_true += 1
        if finding.sides is not None and isinstance(finding.sides[0], bool):
            self.both_true += finding.sides == (True, True)
            self.both_false += finding.sides == (False, False)
        if not finding.is_true:
            self.exceptions.add(state)

    def take_slab(self, slab: Slab, found: ColumnFindings) -> None:
        """Count the positions of a slab that are clear."""
        premise = found.premise & ~found.unclear
        self.positions += slab.rows - int(np.count_nonzero(found.unclear))
        self.premise_true += int(np.count_nonzero(premise))
        is_true = premise & found.is_true
        if found.left is not None:
            self.both_true += int(np.count_nonzero(is_true & found.left))
            self.both_false += int(np.count_nonzero(is_true & ~found.left))
        wrong = np.flatnonzero(premise & ~found.is_true)
        if len(wrong):
            self.exceptions.add_slab(slab.take(wrong))


def look_at(states: Iterable[State], judge: Judge, tally: Tally) -> None:
    """Judge positions one by one; an undefined value is an error that names its position."""
    for state in states:
        tally.task.limits.tick()
        try:
            finding = judge.look(state)
        except HeapwiseError as problem:
            found = _with_position(problem, state, judge)
            raise (LimitReached(str(found)) if is_limit(found) else found) from None
        tally.take(state, finding)


def _with_position(problem: HeapwiseError, state: State, judge: Judge) -> HeapwiseError:
    game = judge.instance.game
    if not state or judge.instance.region.is_single:
        return problem
    text = ", ".join(map(str, state)) if game is None else game.layout.text(state)
    label = judge.instance.label
    where = error("E078", judge.instance.claim.place, position=text, bindings=f" with {label}" if label else "")
    return HeapwiseError((*problem.diagnostics, *where.diagnostics))
