"""All terms up to a cost, one for each behaviour on the sample: the cheapest that has these values there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from heapwise.find.formulas.components import Components
from heapwise.find.formulas.term import (
    Column,
    Rows,
    Term,
    added,
    nim_added,
    nim_sums,
    number,
    quotient,
    remainder,
    taken,
    times,
)

_LARGEST = 1 << 40  # values beyond are not kept: their combinations might overflow
_CONSTANTS = range(5)
_MODULI = range(2, 7)
_MOST_CHANGED = 5  # the cost of terms whose multiples and remainders are kept, too
_MOST_PAIRED = 150  # terms whose sums and differences are kept, too

Offer = tuple[int, Column, Callable[[], Term]]  # the cost, the values, and the term, which is made if it is kept


@dataclass
class Bank:
    """Terms in the order of their cost, with their values on the sample. `offered` counts all that were looked at."""

    rows: Rows
    terms: list[Term] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    offered: int = 0
    _known: dict[bytes, int] = field(default_factory=dict)

    def offer(self, column: Column, make: Callable[[], Term]) -> None:
        """Keep a term, unless one with the same values is there."""
        self.offered += 1
        key = column.tobytes()
        if key not in self._known and np.abs(column).max(initial=0) < _LARGEST:
            self._known[key] = len(self.terms)
            self.terms.append(make())
            self.columns.append(column)

    def find(self, column: Column) -> Term | None:
        """The term that has these values, if one does."""
        index = self._known.get(column.tobytes())
        return None if index is None else self.terms[index]

    def __len__(self) -> int:
        return len(self.terms)


def bank_for(components: Components, rows: Rows) -> Bank:
    """The terms for a game with these components: those of all heaps at once, then changed and paired."""
    bank = Bank(rows)
    first = [*map(number, _CONSTANTS), *components.single(), *components.folds(), *components.folds_of_parts()]
    for term in sorted(first, key=lambda one: one.cost):
        bank.offer(term.at(rows), _itself(term))
    for more in (_changed, _changed, _paired):
        for _, column, make in sorted(more(bank), key=lambda offer: offer[0]):
            bank.offer(column, make)
    return bank


def _itself(term: Term) -> Callable[[], Term]:
    return lambda: term


def _changed(bank: Bank) -> list[Offer]:
    """Multiples, quotients and remainders."""
    found: list[Offer] = []
    for term, column in zip(bank.terms, bank.columns, strict=True):
        for modulus in _MODULI if term.cost <= _MOST_CHANGED else ():
            found.append((term.cost + 2, column % modulus, _made(remainder, term, modulus)))
            found.append((term.cost + 3, column // modulus, _made(quotient, term, modulus)))
            found.append((term.cost + 2, column * modulus, _made(_times, term, modulus)))
    return found


def _paired(bank: Bank) -> list[Offer]:
    """Sums and differences of cheap terms."""
    found: list[Offer] = []
    cheap = list(zip(bank.terms, bank.columns, strict=True))[:_MOST_PAIRED]
    for i, (one, left) in enumerate(cheap):
        for other, right in cheap[i + 1 :]:
            cost = one.cost + other.cost + 1
            found.append((cost, left + right, _made(added, one, other)))
            found.append((cost, left - right, _made(taken, one, other)))
            found.append((cost, right - left, _made(taken, other, one)))
            found.append((cost, nim_sums(left, right), _made(nim_added, one, other)))
    return found


def _times(term: Term, factor: int) -> Term:
    return times(factor, term)


def _made(join: Callable[..., Term], one: Term, other: Term | int) -> Callable[[], Term]:
    return lambda: join(one, other)
