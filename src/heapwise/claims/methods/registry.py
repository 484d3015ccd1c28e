"""The methods by name, and how `auto` chooses among them."""

from __future__ import annotations

from heapwise.claims.methods.base import Method, Outcome, Task, Unsuitable
from heapwise.claims.methods.local import LocalMethod
from heapwise.claims.methods.sample import SampleMethod
from heapwise.claims.methods.table import TableMethod

METHODS: dict[str, Method] = {m.name: m for m in (TableMethod(), LocalMethod(), SampleMethod())}


def choose(task: Task) -> tuple[Method, str]:
    """The method for an instance, and why."""
    return METHODS["table"], "values are computed at every position of the region"


def decide(task: Task, wanted: str) -> Outcome:
    """Run the wanted method, or the chosen one."""
    method, why = choose(task) if wanted == "auto" else (METHODS[wanted], "asked for")
    try:
        outcome = method.run(task)
    except Unsuitable as reason:
        return Outcome("outside", method.name, reason=reason.reason, exceptions=None)
    if wanted == "auto":
        outcome.notes = (*outcome.notes, f"method {method.name}: {why}")
    return outcome
