"""The methods by name, and how `auto` chooses among them."""

from __future__ import annotations

from collections.abc import Callable

from heapwise.checks.fixed_value_claim import right_side
from heapwise.checks.local import LocalMethod
from heapwise.checks.period import PeriodMethod
from heapwise.checks.sample import SampleMethod
from heapwise.checks.table import TableMethod
from heapwise.claims.column_batches import has_slabs
from heapwise.claims.limits import LimitReached, is_limit
from heapwise.claims.shift import shift_of
from heapwise.claims.task import Disagreement, Method, Outcome, Task, Unsuitable
from heapwise.errors import HeapwiseError, error
from heapwise.model.closure import Limit
from heapwise.model.regions import LegalRegion as Positions
from heapwise.reference.conventions import Fold
from heapwise.rules.game import Game
from heapwise.running.proof_method import ProofMethod, strengthened

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
