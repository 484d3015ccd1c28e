"""The methods by name, and how `auto` chooses among them."""

from __future__ import annotations

from heapwise.claims.limits import LimitReached
from heapwise.claims.methods.base import Method, Outcome, Task, Unsuitable
from heapwise.claims.methods.local import LocalMethod
from heapwise.claims.methods.period import PeriodMethod, shift_of
from heapwise.claims.methods.proof import ProofMethod
from heapwise.claims.methods.sample import SampleMethod
from heapwise.claims.methods.table import TableMethod
from heapwise.errors import error

_ALL: tuple[Method, ...] = (TableMethod(), LocalMethod(), SampleMethod(), PeriodMethod(), ProofMethod())
METHODS: dict[str, Method] = {m.name: m for m in _ALL}


def check_method(name: str) -> None:
    """Refuse a name that no method has."""
    if name != "auto" and name not in METHODS:
        raise error("E071", None, method=name, known=", ".join(("auto", *METHODS)))


def choose(task: Task) -> tuple[Method, str]:
    """The method for an instance, and why."""
    try:
        shift_of(task.instance)
    except Unsuitable:
        return METHODS["table"], "values are computed at every position of the region"
    return METHODS["period"], "a shift of a one-heap game, which a certified period decides for all heaps"


def decide(task: Task, wanted: str) -> Outcome:
    """Run the wanted method, or the chosen one; where that does not decide, `auto` falls back on the table."""
    if wanted != "auto":
        return _run(METHODS[wanted], task)
    method, why = choose(task)
    outcome = _run(method, task)
    if outcome.word in ("outside", "undecided") and method.name != "table":
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
