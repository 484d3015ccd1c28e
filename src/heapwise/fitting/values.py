"""Formulas for values: a term of the bank, or several that meet in the middle."""

from collections.abc import Callable, Iterator
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from heapwise.fitting.bank import Bank
from heapwise.fitting.composed import Composed
from heapwise.fitting.rows import Column
from heapwise.fitting.sample import Sample
from heapwise.fitting.term import ADDED, NIM_ADDED, TAKEN, UNDEFINED, Term, exact_part, nim_sums

_MOST_LOOKED_AT = 80  # guesses that are compared with the whole table
_PARTS = (2, 3)  # the values may be such a part of a term


def values(bank: Bank, sample: Sample, near: list[Term] | None = None) -> list[Term]:
    """The terms that have the wanted values, cheapest first; what fits and is wrong at positions unseen is `near`."""
    is_family = bool(bank.rows.parameters)  # several searches, each over many more numbers
    further = () if is_family else Composed(bank).guesses(sample.wanted)
    for guesses in chain((_fits(bank, sample.wanted),), further):
        found = sample.right(sorted(guesses, key=lambda term: term.cost)[:_MOST_LOOKED_AT], near)
        if found:
            return found
    return []


def _fits(bank: Bank, wanted: Column) -> Iterator[Term]:
    """The terms that have the wanted values on the sample; sums meet in the middle."""
    lookup = Lookup(bank)
    whole = list(lookup.terms(wanted[None, :], lambda found, _: found))
    yield from whole
    if whole:
        return
    for part in _PARTS:
        yield from lookup.terms(part * wanted[None, :], lambda found, _, part=part: exact_part(found, part))  # type: ignore[misc]
    table = bank.table
    yield from lookup.terms(wanted - table, lambda found, i: ADDED(bank.terms[i], found))
    yield from lookup.terms(table - wanted, lambda found, i: TAKEN(bank.terms[i], found))
    yield from lookup.terms(nim_sums(wanted[None, :], table), lambda found, i: NIM_ADDED(bank.terms[i], found))


class Lookup:
    """Which term has given values: one of the bank, or two of them joined."""

    def __init__(self, bank: Bank) -> None:
        self.bank = bank
        joined = bank.joined
        behaviours = np.concatenate((joined.hashes(bank.table), joined.behaviours))
        self._order = np.argsort(behaviours, kind="stable")
        self._behaviours = behaviours[self._order]

    def terms(self, columns: NDArray[np.int64], made: Callable[[Term, int], Term]) -> Iterator[Term]:
        """For each row of values that some term has: what is made of that term and the number of the row."""
        hashes = self.bank.joined.hashes(columns)
        at = np.minimum(np.searchsorted(self._behaviours, hashes), len(self._behaviours) - 1)
        for row in np.flatnonzero(self._behaviours[at] == hashes):
            if np.abs(columns[row]).max(initial=0) < UNDEFINED:
                yield made(self.bank.term(int(self._order[at[row]])), int(row))
