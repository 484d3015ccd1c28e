"""One search for words: a bank over some positions, what fits them, in normal form, the shortest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from heapwise.fitting.bank import bank_for
from heapwise.fitting.components import Components
from heapwise.fitting.conditions import conditions, usual_splits
from heapwise.fitting.formula import SetFormula
from heapwise.fitting.leaves import NumberTerms
from heapwise.fitting.normal import normal, symbols
from heapwise.fitting.rows import Column, Rows, Truths
from heapwise.fitting.sample import Positions, Sample
from heapwise.fitting.term import Term
from heapwise.fitting.values import values
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
    is_value: object  # what is true there
    value: object  # what the formula says


@dataclass(frozen=True)
class Fits:
    """What came of a search: formulas that say the same, the shortest first, and how many terms were tried."""

    fits: tuple[Fit, ...]
    near: Near | None
    tried: int


def search(
    components: Components, leaves: NumberTerms, sample: Sample, is_p: bool, joined_terms: int | None = None
) -> Fits:
    """Formulas for a set, or for values."""
    bank = bank_for(components, sample.rows, leaves, joined_terms)
    near: list[SetFormula | Term] = []
    found: Sequence[SetFormula | Term]
    if is_p:
        splits = usual_splits(components.fold("max"), components.fold("min"))
        found = conditions(bank, sample, splits, near)  # type: ignore[arg-type]
    else:
        found = values(bank, sample, near)  # type: ignore[arg-type]
    return Fits(_shortest(found), None if found or not near else _first_failure(near, sample), bank.offered)


def _shortest(found: Sequence[SetFormula | Term]) -> tuple[Fit, ...]:
    """In normal form, each once."""
    trees: dict[nodes.Expr, Callable[[Rows], Column | Truths]] = {}
    for one in found:
        trees.setdefault(normal(one.node), one.at)
    return tuple(sorted((Fit(tree, symbols(tree), at) for tree, at in trees.items()), key=lambda fit: fit.symbols))


def _first_failure(near: list[SetFormula | Term], sample: Sample) -> Near | None:
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
