"""Does a statement that is true in a region say anything there?

An `all` over an empty range is true and looks at nothing. An instance of which every position is true in this way was
not checked at all, and must not pass.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from heapwise.arrays import np
from heapwise.checks.compiled_check import Columns
from heapwise.checks.sweep import checked_slabs
from heapwise.claims.decisive_cases import ALWAYS, substance
from heapwise.claims.exact_check import Judge
from heapwise.claims.task import Task
from heapwise.formulas import NotExpressible
from heapwise.terms.position import State

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
