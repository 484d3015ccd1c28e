"""Conditions on the value of one term: `nimsum(x) <= 1`, `sum(x) >= 3`, `n mod 7 in {0, 2}`."""

from collections.abc import Iterator

import numpy as np

from heapwise.fitting.bank import Bank
from heapwise.fitting.formula import SetFormula, comparison
from heapwise.fitting.sample import Sample
from heapwise.fitting.term import Term, number
from heapwise.lang import nodes
from heapwise.records import Record

_LARGEST = 12  # number that a term is compared with
_MOST_MEMBERS = 4
_DEAREST = 9  # the cost of a term whose values are listed


class Among(Record):
    """A term has one of few values."""

    term: Term
    values: tuple[int, ...]

    def formula(self, *, is_opposite: bool) -> SetFormula:
        """`t in {0, 2}`, `t not in {0, 2}`"""
        sign = "not in" if is_opposite else "in"
        listed = nodes.SetLiteral(tuple(map(nodes.Int, self.values)))
        return SetFormula(
            self.term.cost + 2 * len(self.values) + 2,
            nodes.Chain((sign,), (self.term.node, listed)),
            lambda rows: np.isin(self.term.at(rows), self.values) != is_opposite,
        )


def bounds(bank: Bank, sample: Sample) -> Iterator[SetFormula]:
    """A term is at most, or at least, a number at the wanted positions, and at no others; the cheapest first."""
    is_wanted = sample.wanted == 1
    if not is_wanted.any() or is_wanted.all():
        return
    inside, outside = bank.table[:, is_wanted], bank.table[:, ~is_wanted]
    is_below = bank.is_defined & (inside.max(axis=1) < outside.min(axis=1))
    is_above = bank.is_defined & (inside.min(axis=1) > outside.max(axis=1))
    for i in np.flatnonzero(is_below | is_above):
        end = int(inside[i].max() if is_below[i] else inside[i].min())
        if 0 < end <= _LARGEST:
            yield comparison(bank.terms[i], "<=" if is_below[i] else ">=", number(end))


def members(bank: Bank, sample: Sample) -> Iterator[SetFormula]:
    """A term has one of few values at the wanted positions, or at all others, and none of them elsewhere."""
    is_wanted = sample.wanted == 1
    if not is_wanted.any() or is_wanted.all():
        return
    for i in np.flatnonzero(bank.is_defined):
        if bank.terms[i].cost <= _DEAREST:
            inside, outside = set(bank.table[i, is_wanted].tolist()), set(bank.table[i, ~is_wanted].tolist())
            if not inside & outside:
                for values, is_opposite in ((inside, False), (outside, True)):
                    if 1 < len(values) <= _MOST_MEMBERS and min(values) >= 0 and max(values) <= _LARGEST:
                        yield Among(bank.terms[i], tuple(sorted(values))).formula(is_opposite=is_opposite)
