"""`table`: the statement is evaluated at every position of the region, with the values that positions really have.

The claim's own values are never put in their place, as `local` does. In large regions the values come from tables of
the engine, and the statement is evaluated for whole columns of positions, where it can be compiled.
"""

from __future__ import annotations

from heapwise import arrays
from heapwise.checks.claimed_values import sides_of
from heapwise.checks.compiled_check import Columns
from heapwise.checks.sweep import Sweep
from heapwise.checks.tally import Tally, look_at
from heapwise.checks.vacuity import NO_CASE, NO_MOVE, is_silent, is_untried
from heapwise.claims.exact_check import Judge
from heapwise.claims.limits import LimitReached
from heapwise.claims.task import Disagreement, Outcome, Task
from heapwise.formulas import NotExpressible

_BYTES = 4  # of memory for a position of a table
MANY = 400  # positions from which tables and compiled formulas are worth their start


class TableMethod:
    """Evaluate the statement everywhere."""

    name = "table"

    def run(self, task: Task) -> Outcome:
        """Go through the region; a limit ends in `undecided` with what was covered, unless an exception was found."""
        judge = Judge(task.instance, task.values.asker(task.instance.claim.play))
        tally = Tally(task)
        try:
            self._look(task, judge, tally)
            found = outcome(task, judge, tally, None)
            if found.word == "holds" and is_silent(task):
                found.word, found.reason = "error", f"nothing was checked: {NO_CASE}"
            elif found.word == "holds" and is_untried(task):
                found.word, found.reason = "error", f"nothing was checked: {NO_MOVE}"
        except LimitReached as limit:
            most = task.instance.region.size_estimate
            reason = f"{limit.reason} after {tally.positions:,} of at most {most:,} positions"
            return outcome(task, judge, tally, reason)
        return found

    def _look(self, task: Task, judge: Judge, tally: Tally) -> None:
        """Judge all positions, by compiled formulas where that pays and the claim allows it."""
        region = task.instance.region
        if region.size_estimate >= MANY:
            self._prepare(task)
            try:
                columns = Columns(task.instance, task.values)
            except NotExpressible:
                pass
            else:
                Sweep(columns, judge, tally).run()
                return
        look_at(region.states(), judge, tally)

    def _prepare(self, task: Task) -> None:
        """Compute the tables that the claim asks for, as far as the region goes."""
        instance = task.instance
        if instance.game is not None and instance.claim.asks():
            if task.limits.memory is not None:
                task.limits.room.ask_for_box(sides_of(instance.region), _BYTES)
            region, asks = instance.region, instance.claim.asks()
            task.values.prepare(instance.game, region.highs, asks, instance.claim.play, region.limits)


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
    found.hint = None if limit is not None else _hint(task, tally.exceptions.count)
    if limit is not None:
        found.notes = (f"the search was not finished: {limit}; there may be smaller exceptions",)
        found.exceptions = None
    # What is being reported may still be computed, whatever limit has ended the search.
    again = Judge(task.instance, task.values.ticking().asker(task.instance.claim.play))
    for state in smallest:
        if again.look(state).is_true:
            raise Disagreement(state)
    found.counterexample = again.counterexample(smallest[0], again.look(smallest[0]))
    return found


def _hint(task: Task, count: int) -> str | None:
    """What the exceptions have in common, where there are arrays to look for it."""
    if not arrays.are_here():
        return None
    from heapwise.checks.exception_hint import exception_hint

    return exception_hint(task, count)
