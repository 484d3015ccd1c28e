"""`local`: at every position of a region the formula must equal what the definition makes of the formula at the
options. On a region that no move leaves, this decides the claim, and no value is ever computed.

A position where it fails is an inconsistency: the formula is wrong there or at an option. The least of them, by total,
is wrong itself if moves lower the total; it is reported only after its value has been computed.
"""

from collections.abc import Iterator

from heapwise.checks.compiled_check import Columns
from heapwise.checks.fixed_value_claim import LocalStep
from heapwise.checks.step_by_sets import by_sets
from heapwise.checks.steps import PartResult, is_outside, steps_of
from heapwise.checks.sweep import settle_cases
from heapwise.checks.table import TableMethod
from heapwise.claims.column_batches import has_slabs
from heapwise.claims.exact_check import Judge
from heapwise.claims.limits import LimitReached
from heapwise.claims.region import Region, by_size
from heapwise.claims.task import Disagreement, Outcome, Task, Unsuitable
from heapwise.errors import HeapwiseError
from heapwise.formulas import NotExpressible
from heapwise.terms.position import State

PARTS = 64  # into so many a region is cut whose options are looked up, if it is not small
PART = 1 << 12  # positions that a part has at least
LARGE = 1 << 20  # positions from which others may help
_MOST_RECOUNTED = 50_000_000


class LocalMethod:
    """Test one step of the definition everywhere in the region."""

    name = "local"

    def run(self, task: Task) -> Outcome:
        """Go through the region; raises `Unsuitable` if the claim is of another kind or a move leaves the region."""
        judge = Judge(task.instance, task.values.asker(task.instance.claim.play))
        step = LocalStep(task.instance, judge)
        if task.instance.claim.strategy is not None:
            raise Unsuitable("the winning move behind `by` is tested on computed values")
        found, total = Outcome("holds", self.name, judge=judge), PartResult()
        try:
            for part in _parts(task, step):
                total += part
                if total.leaving is not None:
                    raise _leaving(step, total.leaving)
        except LimitReached as limit:
            found.word, found.exceptions = "undecided", None
            most = task.instance.region.size_estimate
            total += PartResult(limit.covered)
            found.reason = f"{limit.reason} after {total.positions:,} of at most {most:,} positions"
        _count(found, step, total)
        if total.least is not None:
            return _refuted(task, step, total.least, found)
        _settle(task, judge)
        if found.word == "holds" and found.positions == 0:
            found.word, found.reason = "error", "nothing was checked: there is no legal position in the region"
        return found


def _parts(task: Task, step: LocalStep) -> Iterator[PartResult]:
    """What the region shows: by sets; else part after part, or from others who look at them."""
    found = _by_sets(task, step)
    if found is not None:
        yield found
        return
    region, tick, cuts = task.instance.region, task.limits.tick, cut(task.instance.region)
    if task.others is not None and region.size_estimate >= LARGE and len(cuts) > 1:
        yield from task.others(task, cuts)
        return
    steps = steps_of(step, task.limits.room, task.limits.check)
    for first, last in cuts:
        yield steps.part(first, last, tick)


def _by_sets(task: Task, step: LocalStep) -> PartResult | None:
    """The whole region by sets of values; None where the engine does not take it."""
    if not has_slabs(task.instance.region):
        return None
    from heapwise.engine.grid import Refused

    try:
        return by_sets(step, task.limits.check, task.limits.room)
    except (NotExpressible, Refused):
        return None


def cut(region: Region) -> list[tuple[int, int]]:
    """Ranges of the first component, each with about as many positions as a part should have."""
    first, last = region.lows[0], region.highs[0]
    if region.game is None or region.game.layout.has_positions or last <= first:
        return [(first, last)]
    values = last - first + 1
    size = max(PART, region.size_estimate // PARTS)
    step = max(1, size * values // max(1, region.size_estimate))
    return [(start, min(start + step - 1, last)) for start in range(first, last + 1, step)]


def _count(found: Outcome, step: LocalStep, total: PartResult) -> None:
    """The figures of the verdict; of an `iff` also how often both sides are true, if they are always alike."""
    found.positions = found.premise_true = total.positions
    if found.word == "holds" and total.wrong == 0 and step.question != "G":
        counts = (total.claimed_p, total.positions - total.claimed_p)
        found.both_true, found.both_false = counts if step.question == "P" else counts[::-1]


def _settle(task: Task, judge: Judge) -> None:
    """Which cases of the claim never decide anything?"""
    try:
        settle_cases(Columns(task.instance, task.values), judge, task.limits)
    except NotExpressible:
        return  # the exact evaluator has seen all positions
    except LimitReached:
        judge.cases.decisive.update(judge.cases.texts)


def _leaving(step: LocalStep, state: State) -> Exception:
    region = step.instance.region
    for option in step.options(state):
        if is_outside(region, option):
            text = " + ".join(c.game.layout.text(c.state) for c in option)
            return Unsuitable(f"a move leads out of the region, to {text}")
    return Disagreement(state)


def _refuted(task: Task, step: LocalStep, least: State, found: Outcome) -> Outcome:
    """Something is wrong: where, and how often, is read from a table if one can be made in time."""
    if found.word == "holds" and task.instance.region.size_estimate <= _MOST_RECOUNTED:
        table = TableMethod().run(task)
        if table.word == "holds":
            raise Disagreement(least)
        if table.word == "refuted" and table.exceptions is not None:
            table.method, table.notes = found.method, ("exceptions were counted in a table",)
            return table
    return descend(task, step, least, found)


def descend(task: Task, step: LocalStep, state: State, found: Outcome) -> Outcome:
    """From an inconsistency to a position whose computed value contradicts the claim, or to `undecided`."""
    judge = step.judge
    text = task.instance.game.layout.text(state) if task.instance.game else ""
    try:
        for candidate in (state, *_own_states(step, state)):
            finding = judge.look(candidate)
            if not finding.is_true:
                found.word, found.smallest, found.exceptions, found.reason = "refuted", candidate, None, None
                found.sample = (candidate,)
                found.counterexample = judge.counterexample(candidate, finding)
                found.notes = ("exceptions were not counted: the method computes no values",)
                return found
    except (LimitReached, HeapwiseError) as limit:
        found.reason = f"inconsistent at {text}: wrong there or at an option, and no value could be computed ({limit})"
    else:
        found.reason = f"inconsistent at {text}, but neither this position nor an option contradicts the claim"
    found.word, found.exceptions = "undecided", None
    return found


def _own_states(step: LocalStep, state: State) -> list[State]:
    game = step.instance.game
    return sorted((c.state for o in step.options(state) for c in o if c.game is game), key=by_size)
