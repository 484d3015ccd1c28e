"""Formulas that are true or false of positions: equations of terms, several at once, and a case for each region."""

from collections.abc import Callable, Sequence

import numpy as np

from heapwise.fitting.rows import Rows, Truths
from heapwise.fitting.sample import Positions
from heapwise.fitting.term import Term, infix
from heapwise.lang import nodes
from heapwise.records import Record

Where = Callable[[Rows], Truths]


class SetFormula(Record):
    """A tree of the language, what it costs to read, and where it is true."""

    cost: int
    node: nodes.Expr
    at: Where

    def is_right(self, positions: Positions) -> bool:
        """Is it true at just the wanted ones of these positions?"""
        return bool(np.array_equal(self.at(positions.rows), positions.wanted == 1))


class AtMost(Record):
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


def comparison(one: Term, sign: str, other: Term) -> SetFormula:
    """`a = b`, `a <= b`, `a != b`; a number stands on the right."""
    is_turned = isinstance(one.node, nodes.Int)
    left, right, sign = (other, one, _TURNED.get(sign, sign)) if is_turned else (one, other, sign)
    return SetFormula(
        left.cost + right.cost + 1,
        nodes.Chain((sign,), (left.node, right.node)),
        lambda rows: np.asarray(_COMPARE[sign](left.at(rows), right.at(rows)), dtype=np.bool_),
    )


class ComparedTerms(Record):
    """Two terms and how they compare."""

    one: Term
    sign: str
    other: Term

    @property
    def cost(self) -> int:
        """About one for each symbol."""
        return self.one.cost + self.other.cost + 1

    def formula(self, *, is_opposite: bool = False) -> SetFormula:
        """`a = b`, or `a != b` for it."""
        return comparison(self.one, OPPOSITE[self.sign] if is_opposite else self.sign, self.other)


OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_COMPARE = {
    "=": np.equal, "!=": np.not_equal, "<": np.less, ">=": np.greater_equal, ">": np.greater, "<=": np.less_equal,
}  # fmt: skip


def together(parts: Sequence[SetFormula], word: str = "and") -> SetFormula:
    """`c and d`, `c or d`; one alone stays as it is."""
    if len(parts) == 1:
        return parts[0]
    join = np.logical_and if word == "and" else np.logical_or
    return SetFormula(
        sum(part.cost for part in parts) + len(parts) - 1,
        infix(word, *(part.node for part in parts)),
        lambda rows: join.reduce([part.at(rows) for part in parts]),
    )


def divided(region: AtMost, wanted: Truths, inside: Sequence[SetFormula], outside: SetFormula) -> SetFormula | None:
    """The formula, with another one for a region, of which `wanted` says what positions are wanted: all, none, some."""
    if not wanted.any():
        sign = nodes.Chain((">",), (region.term.node, nodes.Int(region.bound)))
        return together([SetFormula(region.term.cost + 2, sign, region.beyond), outside])
    if wanted.all():
        return together([SetFormula(region.term.cost + 2, region.node, region.at), outside], "or")
    return cases(region, inside[0], outside) if inside else None


def cases(region: AtMost, inside: SetFormula, outside: SetFormula) -> SetFormula:
    """`if t <= 1 then c else d`"""
    return SetFormula(
        inside.cost + outside.cost + region.term.cost + 4,
        nodes.Conditional(region.node, inside.node, outside.node),
        lambda rows: np.where(region.at(rows), inside.at(rows), outside.at(rows)),
    )
