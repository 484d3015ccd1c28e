"""Sketches: formulas with holes, `G(a, b) = ?c * (floor(a / ?d) (+) floor(b / ?d)) + ?f(a, b)`.

`?c` stands for a number or a parameter, `?f(a, b)` for a term in the components. For each choice of numbers the term is
what is missing: where it is added, by a look at what is left; elsewhere all terms of the bank are tried.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice, product

import numpy as np

from heapwise.fitting.bank import bank_for
from heapwise.fitting.components import Components
from heapwise.fitting.leaves import NumberTerms
from heapwise.fitting.rows import Column, Rows
from heapwise.fitting.sample import Sample
from heapwise.fitting.term import UNDEFINED, ColumnOf, Term, nim_sums
from heapwise.fitting.trees import NotATerm, meaning, replaced
from heapwise.fitting.values import Lookup
from heapwise.lang import nodes
from heapwise.records import Record

_MOST_CHOICES = 20_000  # of numbers for the holes
_MOST_TRIED = 40  # choices for which all terms of the bank are tried
_MOST_FOUND = 20


class Sketch(Record):
    """The right side of `G(x) = ...`, its holes for numbers, and the one for a term, if there is one."""

    tree: nodes.Expr
    numbers: tuple[nodes.Hole, ...]
    term: nodes.Call | None

    @classmethod
    def of(cls, tree: nodes.Expr) -> "Sketch | None":
        """The holes of a tree; None where there is none, or two that are terms."""
        called = {
            one for one in nodes.walk(tree) if isinstance(one, nodes.Call) and isinstance(one.function, nodes.Hole)
        }
        inside = {call.function for call in called}
        numbers = [one for one in nodes.walk(tree) if isinstance(one, nodes.Hole) and one not in inside]
        if len(called) > 1 or not (called or numbers):
            return None
        return cls(tree, tuple(dict.fromkeys(numbers)), next(iter(called), None))

    def choices(self, leaves: NumberTerms) -> int:
        """How many choices of numbers there are for its holes."""
        return min(_MOST_CHOICES, int(len(_numbers(leaves)) ** len(self.numbers)))


def _numbers(leaves: NumberTerms) -> list[Term]:
    """What may stand in a hole for a number, small ones first."""
    known = {term.node: term for term in (*leaves.numbers, *leaves.moduli)}
    return sorted(known.values(), key=lambda term: term.cost)


def fill(sketch: Sketch, components: Components, leaves: NumberTerms, sample: Sample) -> list[Term]:
    """The ways to fill the holes that are right wherever one looks, the cheapest first; none where the sketch speaks of
    parameters that have values here, or of components that there are not."""
    filling = _Filling(sketch, components, leaves, sample)
    with suppress(NotATerm):
        fitting = islice((term for term in filling.terms() if term.is_right(sample.fitted)), _MOST_FOUND)
        return sorted(sample.right(fitting), key=lambda term: term.cost)
    return []


class _Filling(Record):
    sketch: Sketch
    components: Components
    leaves: NumberTerms
    sample: Sample

    def terms(self) -> Iterator[Term]:
        """What has the wanted values on the sample."""
        rows, wanted = self.sample.rows, self.sample.wanted
        lookup = None if self.sketch.term is None else Lookup(bank_for(self.components, rows, self.leaves))
        for count, chosen in enumerate(self._choices()):
            if lookup is None:
                whole = self._term(chosen, None)
                if np.array_equal(whole.at(rows), wanted):
                    yield whole
            else:
                for part in self._missing(chosen, lookup, is_thorough=count < _MOST_TRIED):
                    yield self._term(chosen, part)

    def _choices(self) -> Iterator[tuple[Term, ...]]:
        """Numbers for the holes, small ones first."""
        return islice(product(_numbers(self.leaves), repeat=len(self.sketch.numbers)), _MOST_CHOICES)

    def _missing(self, chosen: tuple[Term, ...], lookup: Lookup, *, is_thorough: bool) -> Iterator[Term]:
        """The terms that have to stand in the hole."""
        rows, wanted = self.sample.rows, self.sample.wanted
        zero, one, two = (self._with(chosen, lambda rows, n=n: np.full(len(rows), n, np.int64)) for n in (0, 1, 2))  # type: ignore[misc]
        none = zero(rows)
        if np.array_equal(one(rows), none + 1) and np.array_equal(two(rows), none + 2):
            yield from lookup.terms((wanted - none)[None, :], lambda found, _: found)
        elif all(np.array_equal(of(rows), nim_sums(none, np.full_like(none, n))) for n, of in ((1, one), (2, two))):
            yield from lookup.terms(nim_sums(wanted, none)[None, :], lambda found, _: found)
        elif is_thorough:
            for term, column in zip(lookup.bank.terms, lookup.bank.columns, strict=True):
                if np.array_equal(self._with(chosen, _always(column))(rows), wanted):
                    yield term

    def _with(self, chosen: Sequence[Term], part: ColumnOf | None) -> ColumnOf:
        """The values of the sketch with numbers in its holes."""
        holes: dict[nodes.Expr, ColumnOf] = {
            hole: term.at for hole, term in zip(self.sketch.numbers, chosen, strict=True)
        }
        if part is not None and self.sketch.term is not None:
            holes[self.sketch.term] = part
        return meaning(self.sketch.tree, self.components, self.sample.rows.parameters, holes)

    def _term(self, chosen: Sequence[Term], part: Term | None) -> Term:
        known: dict[nodes.Expr, nodes.Expr] = {
            hole: term.node for hole, term in zip(self.sketch.numbers, chosen, strict=True)
        }
        if part is not None and self.sketch.term is not None:
            known[self.sketch.term] = part.node
        cost = sum(term.cost for term in chosen) + (part.cost if part else 0)
        return Term(cost, replaced(self.sketch.tree, known), self._with(chosen, None if part is None else part.at))


def _always(column: Column) -> ColumnOf:
    def at(rows: Rows) -> Column:
        return np.where(np.abs(column) < UNDEFINED, column, 0)

    return at
