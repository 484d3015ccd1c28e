"""Values that two joined terms have once more is done to them: `(min(a, b) + a) mod 5`, `floor((a (+) 2) / 5) + b`,
`max(min(a, b) + 3, b)`.

These are too many to be computed on the whole sample: they are compared at a few of its positions, and what agrees
there is looked at everywhere.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from heapwise.fitting.bank import Bank, itself, sums
from heapwise.fitting.rows import Column
from heapwise.fitting.term import (
    ADDED,
    DIGITS,
    GREATER,
    LESS,
    NIM_ADDED,
    QUOTIENT,
    REMAINDER,
    TAKEN,
    TIMES,
    Operator,
    Term,
    digits_of,
    exact_part,
    nim_sums,
    of_digits,
    quotient,
)
from heapwise.records import Record

_FEW = 24  # positions at which terms are compared first
_MOST_BESIDE = 40  # terms that stand beside a changed one, the cheapest
_MOST_HITS = 60  # terms that agree at the few positions and are looked at everywhere, for each function
_MOST_SIDES = 16  # terms that are the one side of `max(t, u)`, the cheapest
_MOST_JOINED = 9  # terms that are joined with pairs, the cheapest
_LEAST_SHOWN = 0.03  # of the positions, at which each side of `max(t, u)` is the larger one


class Change(Record):
    """A function of one term: of its values at the chosen positions of the sample, and of the term."""

    of: Callable[[Column, Column], Column]  # the values, and which positions they belong to
    make: Callable[[Term], Term]


class Composed(Record):
    """Terms of the bank and pairs of them, changed, and joined with one more."""

    bank: Bank

    def guesses(self, wanted: Column) -> Iterator[Iterator[Term]]:
        """Those with the wanted values on the sample; the later of these groups are larger and take longer."""
        if self._count:
            yield self._changed(self._changes(), wanted)
            yield self._larger(self._changes(), wanted)
            yield self._multiplied(wanted)
            yield self._parts(wanted)
            yield self._larger(self._beside(), wanted)
            yield self._larger_beside(wanted)
            yield self._changed(self._beside(), wanted)

    def _changed(self, changes: Iterable[Change], wanted: Column) -> Iterator[Term]:
        for change in changes:
            yield from self._added(change, self._known(change), wanted)

    def _multiplied(self, wanted: Column) -> Iterator[Term]:
        """Multiples of others, alone or beside one of the cheapest terms."""
        for column, make in zip(*self._left(wanted, _MOST_JOINED), strict=True):
            for factor in self.bank.moduli if column.any() else ():
                by = np.maximum(factor.at(self.bank.rows), 1)
                if not (column % by).any():
                    part = column // by
                    for found in (self._added(_SAME, self._few_values, part), self._larger((_SAME,), part)):
                        yield from (make(TIMES(factor, term)) for term in found)

    def _parts(self, wanted: Column) -> Iterator[Term]:
        """Terms whose half has the wanted values."""
        yield from (exact_part(term, 2) for term in self._changed(self._changes(), 2 * wanted))

    def _larger_beside(self, wanted: Column) -> Iterator[Term]:
        """What is left of the wanted values beside one of the cheapest terms is the larger or smaller of two."""
        left, makers = self._left(wanted, _MOST_JOINED)
        for column, make in zip(left[1:], makers[1:], strict=True):
            if (column != wanted).any() and (column >= 0).all():
                yield from map(make, self._larger((_SAME,), column))

    def _known(self, change: Change) -> NDArray[np.int64]:
        """The changed values of all terms and pairs at the few positions."""
        self.bank.offered += self._count
        found: NDArray[np.int64] = change.of(self._few_values, self._few)
        return found

    # -- sums, differences and nim-sums

    def _added(self, change: Change, known: Column, wanted: Column) -> Iterator[Term]:
        """What is left of the wanted values beside a cheap term is a changed one."""
        left, makers = self._left(wanted)
        rest = sums(left[:, self._few], self._marks)
        order = np.argsort(rest)
        rest, found = rest[order], sums(known, self._marks)
        at = np.minimum(np.searchsorted(rest, found), len(rest) - 1)
        for index in np.flatnonzero(rest[at] == found)[:_MOST_HITS]:
            row = int(order[at[index]])
            if np.array_equal(change.of(self._values(int(index)), self._everywhere), left[row]):
                yield makers[row](change.make(self.bank.term(int(index))))

    def _left(self, wanted: Column, most: int = _MOST_BESIDE) -> tuple[NDArray[np.int64], list[Callable[[Term], Term]]]:
        """The wanted values, and what is left of them beside each cheap term, with the way back."""
        rows = [wanted]
        makers: list[Callable[[Term], Term]] = [itself]
        for term, column in self._cheapest(most):
            rows += [wanted - column, column - wanted, wanted + column, nim_sums(wanted, column)]
            makers += [
                partial(ADDED, term), partial(TAKEN, term), partial(_less, term), partial(NIM_ADDED, term)
            ]  # fmt: skip
        return np.array(rows), makers

    # -- the larger and the smaller of two

    def _larger(self, changes: Iterable[Change], wanted: Column) -> Iterator[Term]:
        """The larger or smaller of a cheap term and a changed one."""
        sides = list(self._sides(wanted))
        for change in changes if sides else ():
            known = self._known(change)
            for side in sides:
                for index in self._alike(known, wanted, side.is_open):
                    values = change.of(self._values(index), self._everywhere)
                    if np.array_equal(side.operator.join(side.column, values), wanted):
                        yield side.operator(side.term, change.make(self.bank.term(index)))

    def _alike(self, known: NDArray[np.int64], wanted: Column, where: NDArray[np.bool_]) -> list[int]:
        """The first terms with the wanted values at those of the few positions."""
        alive = np.arange(self._count)
        for place in np.flatnonzero(where[self._few]):
            alive = alive[known[alive, place] == wanted[self._few[place]]]
        return [int(index) for index in alive[:_MOST_HITS]]

    def _sides(self, wanted: Column) -> "Iterator[_Side]":
        """Terms that are nowhere beyond the wanted values, and equal to them at some positions."""
        for operator, is_within in ((GREATER, np.less_equal), (LESS, np.greater_equal)):
            table = self.bank.table
            share = (table == wanted).mean(axis=1)
            is_side = is_within(table, wanted).all(axis=1) & (share >= _LEAST_SHOWN) & (share <= 1 - _LEAST_SHOWN)
            for index in np.flatnonzero(is_side & self.bank.is_defined)[:_MOST_SIDES]:
                yield _Side(operator, self.bank.terms[index], table[index], table[index] != wanted)

    # -- terms of the bank, then pairs

    def _changes(self) -> Iterator[Change]:
        yield _SAME
        for modulus in self.bank.moduli:
            by = modulus.at(self.bank.rows)
            yield Change(partial(_joined_with, REMAINDER, by), partial(_second, REMAINDER, modulus))
            yield Change(partial(_joined_with, QUOTIENT, by), partial(_second, quotient, modulus))
        for name in DIGITS:
            yield Change(lambda values, _, name=name: digits_of(name, values), partial(of_digits, name))  # type: ignore[misc]

    def _beside(self) -> Iterator[Change]:
        """Joined with one of the cheapest terms."""
        for term, column in self._cheapest(_MOST_JOINED):
            for operator in (ADDED, NIM_ADDED, GREATER, LESS):
                yield Change(partial(_joined_with, operator, column), partial(_second, operator, term))

    def _cheapest(self, most: int) -> list[tuple[Term, Column]]:
        """Terms with a value everywhere, but 0."""
        chosen = [i for i in np.flatnonzero(self.bank.is_defined)[: most + 1] if self.bank.table[i].any()]
        return [(self.bank.terms[i], self.bank.table[i]) for i in chosen[:most]]

    @cached_property
    def _count(self) -> int:
        return len(self.bank) + len(self.bank.joined.pairs)

    @cached_property
    def _everywhere(self) -> NDArray[np.intp]:
        return np.arange(len(self.bank.rows))

    @cached_property
    def _few(self) -> NDArray[np.intp]:
        """Which positions of the sample are looked at first."""
        return np.sort(np.random.default_rng(2).permutation(len(self.bank.rows))[:_FEW])

    @cached_property
    def _marks(self) -> NDArray[np.uint64]:
        return self.bank.joined.marks[self._few]

    @cached_property
    def _few_values(self) -> NDArray[np.int64]:
        """Of all terms and pairs at these positions; a row each."""
        pairs = self.bank.joined.values(np.arange(len(self.bank.joined.pairs)), self._few)
        return np.vstack((self.bank.table[:, self._few], pairs))

    def _values(self, index: int) -> Column:
        """Of a term or a pair everywhere."""
        if index < len(self.bank):
            found: Column = self.bank.table[index]
            return found
        pair: Column = self.bank.joined.values(np.array([index - len(self.bank)]))[0]
        return pair


class _Side(Record):
    """A term that has the wanted values at some positions, and is less, or greater, at the open ones."""

    operator: Operator
    term: Term
    column: Column
    is_open: NDArray[np.bool_]


_SAME = Change(lambda values, _: values, itself)


def _joined_with(operator: Operator, by: Column, values: Column, chosen: NDArray[np.intp]) -> Column:
    return operator.join(values, by[chosen])


def _second(made: Callable[[Term, Term], Term], second: Term, first: Term) -> Term:
    return made(first, second)


def _less(taken: Term, term: Term) -> Term:
    return TAKEN(term, taken)
