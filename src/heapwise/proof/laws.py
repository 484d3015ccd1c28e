"""Obligations for statements in which no value of a position occurs: they are true wherever their premises are."""

from collections.abc import Iterator

from heapwise.proof.logic import And, Not
from heapwise.proof.statement import Obligation, Statement

NO_VALUE = "a position at which the statement has no value"
LOST, IN_NO_CLASS = "an N-position at which `by` names no winning move", "a position in no class"
_NOT_SEEN = {
    NO_VALUE: "a position at which the statement is not seen to have a value",
    "a position at which the premise has no value": "a position at which the premise is not seen to have a value",
    "a position at which the formula has no value": "a position at which the formula is not seen to have a value",
    LOST: "an N-position at which `by` is not seen to name a winning move",
    IN_NO_CLASS: "a position that is not seen to be in a class",
}


def as_far_as_seen(obligation: str) -> str:
    """What was not excluded: a formula may have a value all the same, such as the least of some numbers below 0."""
    return _NOT_SEEN.get(obligation, obligation)


def everywhere(statement: Statement) -> Iterator[Obligation]:
    """The statement is true at every position, or at every one that fulfils the premises."""
    claim = statement.instance.claim
    premise, defined = statement.conditions(claim.premises, statement.domain)
    yield from defined
    where = And((statement.domain, premise))
    root = statement.node(claim.statement)
    yield statement.defined(NO_VALUE, root, where)
    yield Obligation("a position at which the statement is false", And((where, Not(statement.translation.true(root)))))
