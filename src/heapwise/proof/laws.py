"""Obligations for statements in which no value of a position occurs: they are true wherever their premises are."""

from collections.abc import Iterator

from heapwise.proof.logic import And, Not
from heapwise.proof.statement import Obligation, Statement

NO_VALUE = "a position at which the statement has no value"


def everywhere(statement: Statement) -> Iterator[Obligation]:
    """The statement is true at every position, or at every one that fulfils the premises."""
    claim = statement.instance.claim
    premise, defined = statement.conditions(claim.premises, statement.domain)
    yield from defined
    where = And((statement.domain, premise))
    root = statement.node(claim.statement)
    yield statement.defined(NO_VALUE, root, where)
    yield Obligation("a position at which the statement is false", And((where, Not(statement.translation.true(root)))))
