"""`table`: the statement is evaluated at every position of the region, with the values that positions really have.

The claim's own values are never put in their place, as `local` does. In large regions the values come from tables of
the engine, and the statement is evaluated for whole columns of positions, where it can be compiled.

An `all` over an empty range is true and looks at nothing. An instance of which every position is true in this way was
not checked at all, and must not pass.
"""

from dataclasses import replace
from itertools import islice

from heapwise import arrays
from heapwise.arrays import np
from heapwise.checks.claimed_values import sides_of
from heapwise.checks.compiled_check import Columns
from heapwise.checks.sweep import Sweep, checked_slabs
from heapwise.checks.tally import Tally, look_at
from heapwise.claims.decisive_cases import ALWAYS, substance
from heapwise.claims.exact_check import Judge
from heapwise.claims.limits import LimitReached
from heapwise.claims.task import Disagreement, Outcome, Task
from heapwise.formulas import NotExpressible
from heapwise.terms.position import State

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


NO_CASE = "no `all` or `implies` of the statement has a case there; choose other parameters, or larger bounds"

NO_MOVE = "the premise is true at no N-position with a move, so that `by` was never tried; leave it out"

_FIRST = 400  # positions that are looked at before anything is compiled; one that says something ends the search


def is_silent(task: Task) -> bool:
    """Is there no position of the region at which the statement, which holds, looks at a single case?"""
    instance = task.instance
    said = substance(instance.claim.statement)
    if said == ALWAYS:
        return False
    task = replace(task, instance=replace(instance, claim=replace(instance.claim, statement=said, strategy=None)))
    return not _is_true_somewhere(task)


def is_untried(task: Task) -> bool:
    """Is there a strategy, and no position of the region at which its move is looked at?"""
    if task.instance.claim.strategy is None:
        return False
    judge = Judge(task.instance, task.values.asker(task.instance.claim.play))
    for state in task.instance.region.states():
        task.limits.tick()
        if judge.asks_for_move(state):
            return False
    return True


def _is_true_somewhere(task: Task) -> bool:
    judge = Judge(task.instance, task.values.asker(task.instance.claim.play))
    states = task.instance.region.states()
    if any(_is_true(judge, state, task) for state in islice(states, _FIRST)):
        return True
    try:
        columns = Columns(task.instance, task.values)
    except NotExpressible:
        return any(_is_true(judge, state, task) for state in states)
    for slab in checked_slabs(judge, task.limits):
        found = columns.look(slab)
        if (found.premise & found.is_true & ~found.unclear).any():
            return True
        if any(_is_true(judge, slab.state(row), task) for row in np.flatnonzero(found.unclear).tolist()):
            return True
    return False


def _is_true(judge: Judge, state: State, task: Task) -> bool:
    task.limits.tick()
    found = judge.look(state)
    return found.has_premise and found.is_true
