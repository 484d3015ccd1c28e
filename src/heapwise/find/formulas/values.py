"""Formulas for values: a term of the bank, or a sum, a difference or a nim-sum of two of them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from heapwise.find.formulas.bank import Bank
from heapwise.find.formulas.sample import Sample
from heapwise.find.formulas.term import Column, Term, added, nim_added, nim_sums, taken

_MOST_LOOKED_AT = 60  # guesses that are compared with the whole table


def values(bank: Bank, sample: Sample) -> list[Term]:
    """The terms that have the wanted values at all positions of the table, cheapest first."""
    fits = sorted(_fits(bank, sample.wanted), key=lambda term: term.cost)
    return [term for term in fits[:_MOST_LOOKED_AT] if is_right(term, sample)]


def _fits(bank: Bank, wanted: Column) -> Iterator[Term]:
    """The terms that have the wanted values on the sample; sums meet in the middle."""
    whole = bank.find(wanted)
    if whole is not None:
        yield whole
    for term, column in zip(bank.terms, bank.columns, strict=True):
        rest = bank.find(wanted - column)
        if rest is not None:
            yield added(term, rest)
        more = bank.find(column - wanted)
        if more is not None:
            yield taken(term, more)
        other = bank.find(nim_sums(wanted, column))
        if other is not None:
            yield nim_added(term, other)


def is_right(term: Term, sample: Sample) -> bool:
    """Does a term have the wanted values at all positions of the table?"""
    return bool(np.array_equal(term.at(sample.all_rows), sample.all_wanted))
