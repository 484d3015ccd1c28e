"""Formulas that are true or false of positions: equations of terms, several at once, and a case for each region."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from heapwise.fitting.rows import Rows, Truths
from heapwise.fitting.term import Term, infix
from heapwise.lang import nodes

Where = Callable[[Rows], Truths]


@dataclass(frozen=True)
class SetFormula:
    """A tree of the language, what it costs to read, and where it is true."""

    cost: int
    node: nodes.Expr
    at: Where


@dataclass(frozen=True)
class AtMost:
    """Where a term is at most a number."""

    term: Term
    bound: int

    def at(self, rows: Rows) -> Truths:
        """Which positions lie there."""
        return np.less_equal(self.term.at(rows), self.bound, dtype=bool)

    def beyond(self, rows: Rows) -> Truths:
        """Which positions lie outside."""
        return ~self.at(rows)

    @property
    def node(self) -> nodes.Expr:
        """`max(x) <= 1`, and `min(x) = 0` where nothing is less."""
        sign = "=" if self.bound == 0 else "<="
        return nodes.Chain((sign,), (self.term.node, nodes.Int(self.bound)))


def equation(one: Term, other: Term, sign: str = "=") -> SetFormula:
    """`a = b`, or `a != b`; a number stands on the right."""
    left, right = (other, one) if isinstance(one.node, nodes.Int) else (one, other)
    is_equal = sign == "="
    return SetFormula(
        left.cost + right.cost + 1,
        nodes.Chain((sign,), (left.node, right.node)),
        lambda rows: np.equal(left.at(rows), right.at(rows), dtype=bool) == is_equal,
    )


def together(parts: Sequence[SetFormula], word: str = "and") -> SetFormula:
    """`c and d`, `c or d`"""
    join = np.logical_and if word == "and" else np.logical_or
    return SetFormula(
        sum(part.cost for part in parts) + len(parts) - 1,
        infix(word, *(part.node for part in parts)),
        lambda rows: join.reduce([part.at(rows) for part in parts]),
    )


def cases(region: AtMost, inside: SetFormula, outside: SetFormula) -> SetFormula:
    """`if t <= 1 then c else d`"""
    return SetFormula(
        inside.cost + outside.cost + region.term.cost + 4,
        nodes.Conditional(region.node, inside.node, outside.node),
        lambda rows: np.where(region.at(rows), inside.at(rows), outside.at(rows)),
    )
