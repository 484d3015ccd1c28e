"""One search for words: a bank over some positions, what fits them, in normal form, the shortest first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from heapwise.find.formulas.bank import bank_for
from heapwise.find.formulas.components import Components
from heapwise.find.formulas.conditions import conditions, usual_splits
from heapwise.find.formulas.formula import SetFormula
from heapwise.find.formulas.leaves import NumberTerms
from heapwise.find.formulas.normal import normal, symbols
from heapwise.find.formulas.rows import Column, Rows, Truths
from heapwise.find.formulas.sample import Positions, Sample
from heapwise.find.formulas.term import Term
from heapwise.find.formulas.values import values
from heapwise.lang import nodes


@dataclass(frozen=True)
class Fit:
    """A formula that was right wherever it was looked at, and how many symbols it has."""

    node: nodes.Expr
    symbols: int
    at: Callable[[Rows], Column | Truths] = field(compare=False, repr=False)

    def is_right(self, positions: Positions) -> bool:
        """Does it say what is wanted at all of these positions?"""
        return bool(np.array_equal(self.at(positions.rows), positions.wanted))


@dataclass(frozen=True)
class Near:
    """A formula that fitted, and the first position at which it failed."""

    node: nodes.Expr
    position: tuple[int, ...]


@dataclass(frozen=True)
class Fits:
    """What came of a search: formulas that say the same, the shortest first, and how many terms were tried."""

    fits: tuple[Fit, ...]
    near: Near | None
    tried: int


def search(components: Components, leaves: NumberTerms, sample: Sample, is_p: bool) -> Fits:
    """Formulas for a set, or for values."""
    bank = bank_for(components, sample.rows, leaves)
    near: list[SetFormula | Term] = []
    found: list[SetFormula] | list[Term]
    if is_p:
        splits = usual_splits(components.fold("max"), components.fold("min"))
        found = conditions(bank, sample, splits, near)  # type: ignore[arg-type]
    else:
        found = values(bank, sample, near)  # type: ignore[arg-type]
    return Fits(_shortest(found), None if found or not near else _first_failure(near, sample), bank.offered)


def _shortest(found: list[SetFormula] | list[Term]) -> tuple[Fit, ...]:
    """In normal form, each once."""
    trees = {normal(one.node): one.at for one in reversed(found)}
    return tuple(sorted((Fit(tree, symbols(tree), at) for tree, at in trees.items()), key=lambda fit: fit.symbols))


def _first_failure(near: list[SetFormula | Term], sample: Sample) -> Near | None:
    """The shortest of those that nearly fit, and the smallest unseen position at which it is wrong."""
    assert sample.unseen is not None
    best = min(near, key=lambda one: one.cost)
    wrong = np.flatnonzero(best.at(sample.unseen.rows) != sample.unseen.wanted)
    if not len(wrong):
        return None
    heaps = sample.unseen.rows.heaps[wrong]
    first = heaps[np.lexsort((*heaps.T[::-1], heaps.sum(axis=1)))[0]]
    return Near(normal(best.node), tuple(map(int, first)))
