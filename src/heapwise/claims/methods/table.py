"""`table`: the statement is evaluated at every position of the region, with values computed by the definition."""

from __future__ import annotations

from collections.abc import Iterable

from heapwise.claims.judge import Finding, Judge
from heapwise.claims.limits import LimitReached
from heapwise.claims.methods.base import Exceptions, Outcome, Task
from heapwise.errors import HeapwiseError, error
from heapwise.rules.position import State

MANY = 400


class Tally:
    """Counts what the positions of a region show."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.exceptions = Exceptions(task)
        self.positions = self.premise_true = self.both_true = self.both_false = 0

    def take(self, state: State, finding: Finding) -> None:
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


class TableMethod:
    """Evaluate the statement everywhere."""

    name = "table"

    def run(self, task: Task) -> Outcome:
        """Go through the region; a limit ends in `undecided` with what was covered, unless an exception was found."""
        judge = Judge(task.instance, task.values.asker(task.instance.claim.play))
        tally = Tally(task)
        task.values.tick = task.limits.tick
        try:
            self._prepare(task)
            look_at(task.instance.region.states(), judge, tally)
        except LimitReached as limit:
            most = task.instance.region.size_estimate
            reason = f"{limit.reason} after {tally.positions:,} of at most {most:,} positions"
            return outcome(task, judge, tally, reason)
        return outcome(task, judge, tally, None)

    def _prepare(self, task: Task) -> None:
        """Tables pay where there are many positions; a few are soon valued one by one."""
        instance = task.instance
        if instance.game is not None and instance.claim.asks() and instance.region.size_estimate >= MANY:
            region, asks = instance.region, instance.claim.asks()
            task.values.prepare(instance.game, region.highs, asks, instance.claim.play, region.limits)


def look_at(states: Iterable[State], judge: Judge, tally: Tally) -> None:
    """Judge positions one by one; an undefined value is an error that names its position."""
    for state in states:
        tally.task.limits.tick()
        try:
            finding = judge.look(state)
        except HeapwiseError as problem:
            raise _with_position(problem, state, judge) from None
        tally.take(state, finding)


def _with_position(problem: HeapwiseError, state: State, judge: Judge) -> HeapwiseError:
    game = judge.instance.game
    if not state or judge.instance.region.is_single:
        return problem
    text = ", ".join(map(str, state)) if game is None else game.layout.text(state)
    label = judge.instance.label
    where = error("E078", judge.instance.claim.place, position=text, bindings=f" with {label}" if label else "")
    return HeapwiseError((*problem.diagnostics, *where.diagnostics))


def outcome(task: Task, judge: Judge, tally: Tally, limit: str | None) -> Outcome:
    """The outcome of a walk over positions; without a single case of the premise it says nothing."""
    claim = task.instance.claim
    is_iff = claim.sides is not None and claim.sides.relation == "iff"
    found = Outcome(
        "holds", "table", tally.positions, tally.premise_true,
        tally.both_true if is_iff else None, tally.both_false if is_iff else None, tally.exceptions.count, judge=judge,
    )  # fmt: skip
    if tally.exceptions.count:
        return _refuted(found, task, judge, tally, limit)
    if limit is not None:
        found.word, found.reason, found.exceptions = "undecided", limit, None
    elif tally.premise_true == 0:
        what = "there is no legal position in the region" if tally.positions == 0 else "the premise is never true there"
        found.word, found.reason = "error", f"nothing was checked: {what}"
    return found


def _refuted(found: Outcome, task: Task, judge: Judge, tally: Tally, limit: str | None) -> Outcome:
    smallest = tally.exceptions.smallest()
    found.word = "refuted"
    found.smallest = smallest[0]
    found.sample = tuple(smallest)
    found.hint = tally.exceptions.pattern.words(task.instance)
    if limit is not None:
        found.notes = (f"the search was not finished: {limit}; there may be smaller exceptions",)
        found.exceptions = None
    task.values.tick = lambda: None  # what is being reported may still be computed
    found.counterexample = judge.counterexample(smallest[0], judge.look(smallest[0]))
    return found
