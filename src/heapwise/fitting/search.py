"""One search for words: a bank over some positions, what fits them, in normal form, the shortest first."""

from collections.abc import Callable, Sequence

import numpy as np

from heapwise.fitting.bank import bank_for
from heapwise.fitting.components import Components
from heapwise.fitting.conditions import conditions, usual_splits
from heapwise.fitting.formula import SetFormula, comparison
from heapwise.fitting.leaves import NumberTerms
from heapwise.fitting.normal import normal, symbols
from heapwise.fitting.rows import Column, Rows, Truths
from heapwise.fitting.sample import Positions, Sample
from heapwise.fitting.sketch import Sketch, fill
from heapwise.fitting.term import Term, number
from heapwise.fitting.values import values
from heapwise.lang import nodes
from heapwise.records import Record, field

_MOST_REWRITTEN = 30  # formulas, the cheapest


class Fit(Record):
    """A formula that was right wherever it was looked at, and how many symbols it has."""

    node: nodes.Expr
    symbols: int
    at: Callable[[Rows], Column | Truths] = field(compare=False, repr=False)

    def as_set(self) -> SetFormula:
        """A formula that is true or false."""
        return SetFormula(self.symbols, self.node, lambda rows: self.at(rows) == 1)

    def is_right(self, positions: Positions) -> bool:
        """Does it say what is wanted at all of these positions?"""
        return bool(np.array_equal(self.at(positions.rows), positions.wanted))


class Near(Record):
    """A formula that fitted, and the first position at which it failed."""

    node: nodes.Expr
    position: tuple[int, ...]
    is_value: object  # what is true there
    value: object  # what the formula says


class Fits(Record):
    """What came of a search: formulas that say the same, the shortest first, and how many terms were tried."""

    fits: tuple[Fit, ...]
    near: Near | None
    tried: int


def search(
    components: Components, leaves: NumberTerms, sample: Sample, is_p: bool, joined_terms: int | None = None,
    suggested: Sequence[Term] = (), sketch: Sketch | None = None, similar: Fit | None = None,
) -> Fits:  # fmt: skip
    """Formulas for a set, or for values: those of a sketch, or else all.

    `suggested` are terms that the values may have, or that are 0 at the positions of a set; `similar` is a formula for
    nearly the same set.
    """
    if sketch is not None:
        return Fits(_shortest(fill(sketch, components, leaves, sample)), None, sketch.choices(leaves))
    bank = bank_for(components, sample.rows, leaves, joined_terms)
    found: Sequence[SetFormula | Term]
    near: Sequence[SetFormula | Term]
    if is_p:
        sets: list[SetFormula] = []
        splits = usual_splits(components.fold("max"), components.fold("min"))
        found = conditions(
            components, leaves, bank, sample, splits, sets, None if similar is None else similar.as_set()
        )
        zeros = sample.right(comparison(term, "=", number(0)) for term in suggested)
        found, near = [*zeros, *found], sets
    else:
        terms: list[Term] = []
        found, near = [*sample.right(suggested), *values(bank, sample, terms)], terms
    return Fits(_shortest(found), None if found or not near else _first_failure(near, sample), bank.offered)


def _shortest(found: Sequence[SetFormula | Term]) -> tuple[Fit, ...]:
    """In normal form, each once."""
    trees: dict[nodes.Expr, Callable[[Rows], Column | Truths]] = {}
    for one in sorted(found, key=lambda one: one.cost)[:_MOST_REWRITTEN]:
        trees.setdefault(normal(one.node), one.at)
    return tuple(sorted((Fit(tree, symbols(tree), at) for tree, at in trees.items()), key=lambda fit: fit.symbols))


def _first_failure(near: Sequence[SetFormula | Term], sample: Sample) -> Near | None:
    """The shortest of those that nearly fit, and the smallest unseen position at which it is wrong."""
    assert sample.unseen is not None
    best = min(near, key=lambda one: one.cost)
    wrong = np.flatnonzero(best.at(sample.unseen.rows) != sample.unseen.wanted)
    if not len(wrong):
        return None
    heaps = sample.unseen.rows.heaps[wrong]
    at = int(wrong[np.lexsort((*heaps.T[::-1], heaps.sum(axis=1)))[0]])
    said, kind = best.at(sample.unseen.rows)[at], bool if isinstance(best, SetFormula) else int
    position = tuple(map(int, sample.unseen.rows.heaps[at]))
    return Near(normal(best.node), position, kind(sample.unseen.wanted[at]), kind(said))
