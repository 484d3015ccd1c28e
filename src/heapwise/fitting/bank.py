"""All terms up to a cost, one for each behaviour on the sample: the cheapest that has these values there.

Cheap terms stand in the bank with their values. Sums, differences and the like of two of them are many more, so that a
number for the behaviour of each is all that is kept (`Joined`); the term is made when somebody asks for it.
"""

from collections.abc import Callable, Iterator
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from heapwise.fitting.components import Components
from heapwise.fitting.leaves import NumberTerms
from heapwise.fitting.parts import parts_of
from heapwise.fitting.rows import Column, Rows
from heapwise.fitting.term import (
    ADDED,
    DIGITS,
    GREATER,
    LESS,
    NIM_ADDED,
    QUOTIENT,
    REMAINDER,
    SLOPES,
    TAKEN,
    TIMES,
    UNDEFINED,
    Term,
    digits_of,
    of_digits,
    quotient,
)
from heapwise.records import dataclass, field

Hashes = NDArray[np.uint64]
Offer = tuple[int, Column, Callable[[], Term]]  # the cost, the values, and the term, which is made if it is kept

OPERATORS = (ADDED, TAKEN, NIM_ADDED, GREATER, LESS)
_LARGEST = 1 << 40  # values beyond are not kept: their combinations might overflow
_MOST_CHANGED = 6  # the cost of terms whose multiples and remainders are kept, too
_MOST_GOLDEN = 2  # the cost of terms that are multiplied by the golden section and the like
_MOST_TERMS = 5_000  # that stand in the bank with their values
_MOST_JOINED = 260  # terms that are joined with one another


@dataclass
class Bank:
    """Terms in the order of their cost, with their values on the sample. `offered` counts all that were looked at."""

    rows: Rows
    terms: list[Term] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)
    offered: int = 0
    joined_terms: int = _MOST_JOINED
    moduli: tuple[Term, ...] = ()  # numbers that terms are multiplied with and divided by
    _known: dict[bytes, int] = field(default_factory=dict)

    def offer(self, cost: int, column: Column, make: Callable[[], Term]) -> None:
        """Keep a term, unless one with the same values is there that costs no more, or it has no value anywhere; it is
        made if kept."""
        self.offered += 1
        key = column.tobytes()
        if key in self._known:
            at = self._known[key]
            if cost < self.terms[at].cost:
                self.terms[at] = make()
            return
        if len(self.terms) >= self.most or np.abs(column).min(initial=0) >= _LARGEST:
            return
        self._known[key] = len(self.terms)
        self.terms.append(make())
        self.columns.append(column)

    def __len__(self) -> int:
        return len(self.terms)

    def term(self, index: int) -> Term:
        """A term by its number, those of pairs behind those that stand in the bank."""
        return self.terms[index] if index < len(self) else self.joined.term(index - len(self))

    @property
    def most(self) -> int:
        """How many terms stand in the bank with their values."""
        return min(_MOST_TERMS, 20 * self.joined_terms)

    @cached_property
    def table(self) -> NDArray[np.int64]:
        """All columns, as rows; made once nothing more is offered."""
        return np.array(self.columns, dtype=np.int64)

    @cached_property
    def is_defined(self) -> NDArray[np.bool_]:
        """Which terms have a value at every position of the sample."""
        found: NDArray[np.bool_] = np.abs(self.table).max(axis=1, initial=0) < UNDEFINED
        return found

    @cached_property
    def joined(self) -> "Joined":
        """Two terms and an operator between them, for the cheapest terms."""
        return Joined(self, min(self.joined_terms, len(self)))


@dataclass
class Joined:
    """All pairs of the cheapest terms under all operators, by the numbers of their behaviours."""

    bank: Bank
    count: int

    @cached_property
    def marks(self) -> Hashes:
        """A random number for each row of the sample; behaviours are told apart by sums of them."""
        return np.random.default_rng(1).integers(1, 2**63, len(self.bank.rows), dtype=np.uint64)

    @property
    def pairs(self) -> NDArray[np.int32]:
        """An operator and two terms, the cheapest first, once for each behaviour that the bank does not have."""
        return self._chosen[0]

    @property
    def behaviours(self) -> Hashes:
        """The number of each pair's behaviour."""
        return self._chosen[1]

    @cached_property
    def _chosen(self) -> tuple[NDArray[np.int32], Hashes]:
        found, hashes = self._all()
        costs = np.array([term.cost for term in self.bank.terms])
        order = np.argsort(costs[found[:, 1]] + costs[found[:, 2]], kind="stable")
        found, hashes = found[order], hashes[order]
        _, first = np.unique(hashes, return_index=True)
        kept = np.sort(first)
        kept = kept[~np.isin(hashes[kept], self.hashes(self.bank.table))]
        return found[kept], hashes[kept]

    def hashes(self, columns: NDArray[np.int64]) -> Hashes:
        """Of rows of values: numbers that are equal where the values are."""
        return sums(columns, self.marks)

    def values(self, indices: NDArray[np.intp], places: NDArray[np.intp] | None = None) -> NDArray[np.int64]:
        """The values of some pairs, a row each, at all positions of the sample or at some."""
        table = self.bank.table if places is None else self.bank.table[:, places]
        chosen = self.pairs[indices]
        found = np.empty((len(chosen), table.shape[1]), dtype=np.int64)
        for at, operator in enumerate(OPERATORS):
            mask = chosen[:, 0] == at
            found[mask] = operator.join(table[chosen[mask, 1]], table[chosen[mask, 2]])
        return found

    def term(self, index: int) -> Term:
        """A pair as a term."""
        at, one, other = map(int, self.pairs[index])
        return OPERATORS[at](self.bank.terms[one], self.bank.terms[other])

    def _all(self) -> tuple[NDArray[np.int32], Hashes]:
        table = self.bank.table[: self.count]
        is_defined = self.bank.is_defined[: self.count]
        pairs: list[NDArray[np.int32]] = [np.zeros((0, 3), np.int32)]  # there may be no terms, where time is short
        hashes: list[Hashes] = [np.zeros(0, np.uint64)]
        for at, operator in enumerate(OPERATORS):
            for one in range(self.count):
                others = np.arange(one + 1 if operator.is_symmetric else 0, self.count)
                others = others[is_defined[others] & is_defined[one] & (others != one)]
                made = operator.join(table[one], table[others])
                heads = np.tile((at, one), (len(others), 1))
                pairs.append(np.column_stack((heads, others)).astype(np.int32))
                hashes.append(self.hashes(made))
                self.bank.offered += len(others)
        return np.vstack(pairs), np.concatenate(hashes)


def sums(columns: NDArray[np.int64], marks: Hashes) -> Hashes:
    """Sums of products modulo 2^64; products of rows and columns that wrap are what is wanted here."""
    found: Hashes = (columns.astype(np.uint64) * marks).sum(axis=1, dtype=np.uint64)
    return found


def bank_for(
    components: Components, rows: Rows, leaves: NumberTerms, joined_terms: int | None = None, rounds: int = 2,
    dearest: int = 100,
) -> Bank:  # fmt: skip
    """The terms for a game with these components, up to a cost: those of all heaps at once, then changed so often."""
    bank = Bank(rows, joined_terms=joined_terms or _MOST_JOINED, moduli=leaves.moduli)
    first = (term for term in _first(components, leaves) if term.cost <= dearest)
    for term in sorted(first, key=lambda one: one.cost):
        bank.offer(term.cost, term.at(rows), partial(itself, term))
    known = 0
    for _ in range(rounds):
        offers, known = sorted(_changed(bank, leaves, known, dearest), key=lambda offer: offer[0]), len(bank)
        for offer in offers:
            bank.offer(*offer)
    _by_cost(bank)
    return bank


def _by_cost(bank: Bank) -> None:
    """Cheap terms first."""
    order = sorted(range(len(bank)), key=lambda i: bank.terms[i].cost)
    bank.terms, bank.columns = [bank.terms[i] for i in order], [bank.columns[i] for i in order]
    bank._known = {column.tobytes(): i for i, column in enumerate(bank.columns)}


def _first(components: Components, leaves: NumberTerms) -> list[Term]:
    """Matrix, components, and what stands for all of them."""
    found = [
        *leaves.numbers,
        *components.single(),
        *components.folds(),
        *components.folds_of_pairs(),
        *components.counts(),
        *components.ratios(),
    ]
    for modulus in leaves.bases if components.size > 1 or components.is_vector else ():
        found += components.digit_sums(modulus)
    for low in leaves.places:
        found += components.k_nim_sum(low)
    for part in parts_of(leaves.moduli, leaves.nested):
        found += components.folds_of(part)
    return found


def itself(term: Term) -> Term:
    """The term as it is."""
    return term


def _changed(bank: Bank, leaves: NumberTerms, first: int, dearest: int) -> Iterator[Offer]:
    """Multiples, quotients, remainders, and functions of the digits, of the terms from the first one on."""
    moduli = [(modulus, modulus.at(bank.rows)) for modulus in leaves.moduli]
    for term, column in zip(bank.terms[first:], bank.columns[first:], strict=True):
        if term.is_number or term.cost > _MOST_CHANGED:
            continue
        for modulus, by in moduli:
            cost = term.cost + modulus.cost + 1
            if cost <= dearest:
                yield cost, REMAINDER.join(column, by), partial(REMAINDER, term, modulus)
                yield cost, TIMES.join(column, by), partial(TIMES, modulus, term)
            if cost < dearest:
                yield cost + 1, QUOTIENT.join(column, by), partial(quotient, term, modulus)
        for name, more in DIGITS.items():
            if term.cost + more <= dearest:
                yield term.cost + more, digits_of(name, column), partial(of_digits, name, term)
        for slope in SLOPES if term.cost <= min(_MOST_GOLDEN, dearest - 4) else ():
            yield term.cost + 4, slope.of(column), partial(slope.part, term)
