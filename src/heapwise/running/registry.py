"""The methods by name, how `auto` chooses among them, and when it tries a proof."""

from collections.abc import Callable

from heapwise.checks.fixed_value_claim import right_side
from heapwise.checks.local import LocalMethod
from heapwise.checks.period import PeriodMethod
from heapwise.checks.sample import SampleMethod
from heapwise.checks.table import TableMethod
from heapwise.claims.column_batches import has_slabs
from heapwise.claims.limits import LimitReached, is_limit
from heapwise.claims.region import describe
from heapwise.claims.shift import shift_of
from heapwise.claims.task import Disagreement, Method, Outcome, Task, Unsuitable
from heapwise.errors import HeapwiseError, error
from heapwise.model.closure import Limit
from heapwise.model.regions import LegalRegion as Positions
from heapwise.reference.conventions import Fold
from heapwise.rules.game import Game


class ProofMethod:
    """Prove an instance for all positions."""

    name = "proof"

    def run(self, task: Task) -> Outcome:
        """Prove or refute; raises `Unsuitable` with the name of what cannot be expressed."""
        from heapwise.proof.prove import BUDGET, budget_of, prove

        return prove(task, budget_of(task, BUDGET), learns=True)


def strengthened(task: Task, outcome: Outcome) -> Outcome:
    """What holds on its region may be proved for all positions with little work; or it is seen to fail beyond."""
    from heapwise.proof.prove import IN_FIBONACCI_DIGITS, SMALL, budget_of, prove

    instance = task.instance
    is_stated = outcome.word == "holds" and instance.claim.status != "disproved"
    if not is_stated or instance.game is None or instance.region.is_single:
        return outcome
    looked_at = f"evaluated at {outcome.positions:,} positions as well: {describe(instance.region.name)}"
    theorem = None if task.case_of is None else task.case_of(instance.shown)
    if theorem is not None:
        outcome.word, outcome.method, outcome.region = "proved", "proof", "all"
        outcome.certificate = None if theorem.certificate is None else dict(theorem.certificate)
        outcome.notes = (*outcome.notes, looked_at, "a case of what is proved for all values of some parameters")
        return outcome
    try:
        proof = prove(task, budget_of(task, SMALL))
    except (Unsuitable, LimitReached):
        return outcome
    if proof.word == "proved":
        outcome.word, outcome.method, outcome.region = proof.word, proof.method, proof.region
        outcome.certificate, outcome.proof = proof.certificate, proof.proof
        trusted = (note for note in proof.notes if note == IN_FIBONACCI_DIGITS)
        outcome.notes = (*outcome.notes, looked_at, *trusted)
    elif proof.word == "refuted":
        # A region is what is looked at first; a claim says nothing of it, so what is false beyond it is false.
        looked_at = f"no exception at {outcome.positions:,} positions: {describe(instance.region.name)}"
        proof.notes = (looked_at, *proof.notes)
        return proof
    elif proof.word == "undecided":
        few = "not proved for all sizes with few states; `heapwise prove` may go on"
        note = few if task.work is None else f"not proved for all sizes: {proof.reason}"
        outcome.notes = (*outcome.notes, note)
    return outcome


LOCAL = 20_000  # positions; below, a table costs nothing and knows all exceptions
HELPED = 1 << 23  # positions from which blocks for others are worth the start of processes

_ALL: tuple[Method, ...] = (TableMethod(), LocalMethod(), SampleMethod(), PeriodMethod(), ProofMethod())
METHODS: dict[str, Method] = {m.name: m for m in _ALL}


def check_method(name: str) -> None:
    """Refuse a name that no method has."""
    if name != "auto" and name not in METHODS:
        raise error("E071", None, method=name, known=", ".join(("auto", *METHODS)))


def choose(task: Task) -> tuple[Method, str]:
    """The method for an instance, and why."""
    instance = task.instance
    if _is_suitable(lambda: shift_of(instance)):
        return METHODS["period"], "a shift of a one-heap game, which a certified period decides for all heaps"
    if is_local(task):
        return METHODS["local"], "the claim fixes every value, and no move leaves the region"
    return METHODS["table"], "values are computed at every position of the region"


def _is_suitable(look: Callable[[], object]) -> bool:
    try:
        look()
    except Unsuitable:
        return False
    return True


def is_local(task: Task) -> bool:
    """Does the local check decide an instance, and sooner than a table, which knows all exceptions?"""
    instance, region = task.instance, task.instance.region
    game = instance.game
    if game is None or not has_slabs(region) or region.size_estimate < LOCAL:
        return False
    if instance.claim.strategy is not None or not _is_suitable(lambda: right_side(instance.claim)):
        return False
    is_helped = task.others is not None and region.size_estimate >= HELPED
    fold = instance.claim.play.fold("G" if instance.claim.asks() == {"G"} else "P")
    if not is_helped and not is_worth_sets(game, fold, region.highs):
        return False
    limits = tuple(Limit(weights, most) for weights, most in region.limits)
    return bool(Positions(game, region.highs, limits).is_closed)


def is_worth_sets(game: Game, fold: Fold, highs: tuple[int, ...]) -> bool:
    """Does the engine find the values of options in sets, for so many positions that it makes a kernel for it?"""
    from heapwise.engine.grid import FillWay, Refused, ways

    try:
        return ways(game, highs, fold)[0].way is FillWay.KERNEL
    except Refused:
        return False


def decide(task: Task, wanted: str) -> Outcome:
    """Run the wanted method, or the chosen one; where that does not decide, `auto` falls back on the table.

    What holds then is worth an attempt at a proof.
    """
    if wanted != "auto":
        return _run(METHODS[wanted], task)
    return strengthened(task, _decided(task))


def _decided(task: Task) -> Outcome:
    method, why = choose(task)
    outcome = _run(method, task)
    is_left = outcome.word == "outside" or (outcome.word == "undecided" and method.name == "period")
    if is_left and method.name != "table":
        fallback = _run(METHODS["table"], task)
        fallback.notes = (*fallback.notes, f"method table: not by {method.name}, since {outcome.reason}")
        return fallback
    outcome.notes = (*outcome.notes, f"method {method.name}: {why}")
    return outcome


def _run(method: Method, task: Task) -> Outcome:
    try:
        return method.run(task)
    except Unsuitable as reason:
        return Outcome("outside", method.name, reason=reason.reason, exceptions=None)
    except LimitReached as limit:
        return Outcome("undecided", method.name, reason=limit.reason, exceptions=None)
    except Disagreement as problem:
        return Outcome("error", method.name, reason=str(problem), exceptions=None)
    except HeapwiseError as problem:
        if not is_limit(problem):
            raise
        return Outcome("undecided", method.name, reason=problem.short, exceptions=None)
