"""A walk over a region in slabs: compiled formulas judge whole slabs, `Judge` what is unclear and a few positions more.

In every run some random positions are judged both ways. The exact evaluator also sees which cases of the statement
ever decide something; where its few positions leave one idle, the others are searched for a position that shows it.
"""

import random
from collections.abc import Iterator

from heapwise.arrays import np
from heapwise.checks.compiled_check import REFUSALS, ColumnFindings, Columns
from heapwise.checks.tally import Tally, look_at
from heapwise.claims.column_batches import Slab, slabs
from heapwise.claims.decisive_cases import conditions
from heapwise.claims.exact_check import Judge
from heapwise.claims.limits import Limits
from heapwise.claims.task import Disagreement
from heapwise.terms import term as t

_FIRST_CHECKS, _LATER_CHECKS = 40, 2  # positions of a slab that are judged both ways


class Sweep:
    """Judges all positions of a region."""

    def __init__(self, columns: Columns, judge: Judge, tally: Tally) -> None:
        self.columns, self.judge, self.tally = columns, judge, tally
        self._source = random.Random(f"{judge.instance.claim.name} {judge.instance.label}")

    def run(self) -> None:
        """Go through the region; raises `LimitReached` and `Disagreement`."""
        checks = _FIRST_CHECKS
        for slab in checked_slabs(self.judge, self.tally.task.limits):
            found = self.columns.look(slab)
            look_at(map(slab.state, np.flatnonzero(found.unclear).tolist()), self.judge, self.tally)
            self.tally.take_slab(slab, found)
            compare(self.judge, slab, found, checks, self._source)
            checks = _LATER_CHECKS
        settle_cases(self.columns, self.judge, self.tally.task.limits)


def compare(judge: Judge, slab: Slab, found: ColumnFindings, checks: int, source: random.Random) -> None:
    """Judge a few random positions exactly, and the first one; raises `Disagreement`."""
    for row in (0, *(source.randrange(slab.rows) for _ in range(checks))):
        if found.unclear[row]:
            continue
        exact = judge.look(slab.state(row))
        agrees = exact.has_premise == found.premise[row] and (
            not exact.has_premise or exact.is_true == found.is_true[row]
        )
        if not agrees:
            raise Disagreement(slab.state(row))


def settle_cases(columns: Columns, judge: Judge, limits: Limits) -> None:
    """Look for positions at which idle cases decide. One of which nothing is known is not called idle."""
    cases = judge.cases
    waiting = {text for key, text in cases.texts.items() if key not in cases.decisive}
    where = conditions(judge.instance) if waiting else {}
    for text in waiting:
        if text not in where or not _is_idle(columns, where[text], judge, limits):
            cases.decisive.update(key for key, other in cases.texts.items() if other == text)


def _is_idle(columns: Columns, condition: t.AnyTerm, judge: Judge, limits: Limits) -> bool:
    """Is it certain that a condition, which has to hold where a case decides, holds nowhere?"""
    try:
        formula = columns.formula(condition)
        found = (columns.values(formula, slab) for slab in checked_slabs(judge, limits))
        return not any((holds | missing).any() for holds, missing in found)
    except REFUSALS:
        return False


def checked_slabs(judge: Judge, limits: Limits) -> Iterator[Slab]:
    """The slabs of a region, with a look at the limits before each."""
    for slab in slabs(judge.instance.region):
        limits.check()
        yield slab
