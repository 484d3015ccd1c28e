"""Formulas for sets: two terms that are equal at just the positions of the set, two such equations, or a case for each
of two regions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from heapwise.find.formulas.bank import Bank
from heapwise.find.formulas.sample import Sample
from heapwise.find.formulas.term import Column, Rows, Term, infix, number
from heapwise.lang import nodes

Truths = NDArray[np.bool_]

_MOST_IN_GROUP = 300
_MOST_LOOKED_AT = 60  # guesses that are compared with the whole table
_MOST_NECESSARY = 400


@dataclass(frozen=True)
class Condition:
    """A formula that is true or false of positions."""

    cost: int
    node: nodes.Expr
    left: Term
    right: Term

    def at(self, rows: Rows) -> Truths:
        """Where it is true."""
        return np.equal(self.left.at(rows), self.right.at(rows), dtype=bool)


def equation(left: Term, right: Term) -> Condition:
    """`a = b`"""
    return Condition(left.cost + right.cost + 1, nodes.Chain(("=",), (left.node, right.node)), left, right)


@dataclass(frozen=True)
class Both:
    """Two conditions at once."""

    one: Condition
    other: Condition

    @property
    def cost(self) -> int:
        """That of both."""
        return self.one.cost + self.other.cost + 1

    @property
    def node(self) -> nodes.Expr:
        """`c and d`"""
        return infix("and", self.one.node, self.other.node)

    def at(self, rows: Rows) -> Truths:
        """Where it is true."""
        return self.one.at(rows) & self.other.at(rows)


@dataclass(frozen=True)
class Cases:
    """One condition up to a bound of a term, another above."""

    term: Term
    bound: int
    low: Condition | Both
    high: Condition | Both

    @property
    def cost(self) -> int:
        """That of both, and the bound."""
        return self.low.cost + self.high.cost + self.term.cost + 4

    @property
    def node(self) -> nodes.Expr:
        """`if t <= 1 then c else d`"""
        within = nodes.Chain(("<=",), (self.term.node, nodes.Int(self.bound)))
        return nodes.Conditional(within, self.low.node, self.high.node)

    def at(self, rows: Rows) -> Truths:
        """Where it is true."""
        return np.where(self.term.at(rows) <= self.bound, self.low.at(rows), self.high.at(rows))


Formula = Condition | Both | Cases


def conditions(bank: Bank, sample: Sample, splits: list[tuple[Term, int]]) -> list[Formula]:
    """The conditions that hold at just the wanted positions of the table, cheapest first; `splits` are tried last."""
    found: list[Formula] = [*_right(_equations(bank, sample), sample)]
    if not found:
        found += _right(_pairs(bank, sample), sample)
    if not found:
        found += _right(_cases(bank, sample, splits), sample)
    return sorted(found, key=lambda one: one.cost)


def _right(guesses: Iterator[Formula], sample: Sample) -> Iterator[Formula]:
    """Those that are right at all positions of the table, of the first few."""
    wanted = sample.all_wanted == 1
    looked_at = islice(guesses, _MOST_LOOKED_AT)
    return (guess for guess in looked_at if np.array_equal(guess.at(sample.all_rows), wanted))


def _equations(bank: Bank, sample: Sample) -> Iterator[Condition]:
    """Terms that agree at all wanted positions of the sample, and at no other; the cheapest first."""
    is_wanted = sample.wanted == 1
    costs = np.array([term.cost for term in bank.terms])
    pairs: list[tuple[int, int, int]] = []
    for group in map(np.array, _groups(bank, is_wanted)):
        others = np.array([bank.columns[i][~is_wanted] for i in group])
        for at, i in enumerate(group):
            apart = group[at + 1 :][(others[at + 1 :] != others[at]).all(axis=1)]
            pairs += zip((costs[i] + costs[apart]).tolist(), [int(i)] * len(apart), apart.tolist(), strict=True)
    return (_in_order(bank.terms[i], bank.terms[j]) for _, i, j in sorted(pairs))


def _groups(bank: Bank, is_wanted: Truths) -> list[list[int]]:
    """Terms that agree at all wanted positions; the cheapest of each group."""
    groups: dict[bytes, list[int]] = {}
    for i, column in enumerate(bank.columns):
        group = groups.setdefault(column[is_wanted].tobytes(), [])
        if len(group) < _MOST_IN_GROUP:
            group.append(i)
    return [group for group in groups.values() if len(group) > 1]


def _in_order(one: Term, other: Term) -> Condition:
    """A constant stands on the right."""
    return equation(other, one) if isinstance(one.node, nodes.Int) else equation(one, other)


def _pairs(bank: Bank, sample: Sample) -> Iterator[Both]:
    """Two necessary conditions that together leave no other position."""
    is_wanted = sample.wanted == 1
    necessary: list[tuple[Condition, Column]] = []
    for group in _groups(bank, is_wanted):
        first = group[0]
        for i in group[1:]:
            same = (bank.columns[i] == bank.columns[first])[~is_wanted]
            necessary.append((_in_order(bank.terms[first], bank.terms[i]), same))
    necessary.sort(key=lambda one: (int(one[1].sum()), one[0].cost))
    best = necessary[:_MOST_NECESSARY]
    for at, (one, left) in enumerate(best):
        for other, right in best[at + 1 :]:
            if not (left & right).any():
                yield Both(one, other)


def _cases(bank: Bank, sample: Sample, splits: list[tuple[Term, int]]) -> Iterator[Cases]:
    """A condition for each side of a bound."""
    for term, bound in splits:
        sides = [term.at(sample.rows) <= bound, term.at(sample.all_rows) <= bound]
        low = _part(bank, sample, sides[0], sides[1])
        high = _part(bank, sample, ~sides[0], ~sides[1])
        if low and high:
            yield Cases(term, bound, low[0], high[0])


def _part(bank: Bank, sample: Sample, chosen: Truths, chosen_of_all: Truths) -> list[Condition]:
    """The conditions of one side, the cheapest first."""
    if not chosen.any():
        return []
    part = sample.within(chosen, chosen_of_all)
    inside = Bank(part.rows, bank.terms, [column[chosen] for column in bank.columns])
    right = _right(_equations(inside, part), part)
    return sorted((c for c in islice(right, 20) if isinstance(c, Condition)), key=lambda one: one.cost)


def usual_splits(largest: Term, least: Term) -> list[tuple[Term, int]]:
    """Where the rule for small positions often ends."""
    return [(largest, 1), (largest, 2), (least, 0)]


__all__ = ["Both", "Cases", "Condition", "Formula", "conditions", "equation", "number", "usual_splits"]
