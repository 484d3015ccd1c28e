"""A formula of a similar set, such as that of normal play, with another one where it is wrong: in a region of small
positions, `if max(x) <= 1 then ... else ...`."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import numpy as np

from heapwise.fitting.bank import Bank
from heapwise.fitting.components import Components
from heapwise.fitting.formula import AtMost, SetFormula, divided
from heapwise.fitting.rows import Rows, Truths
from heapwise.fitting.sample import Positions, Sample
from heapwise.fitting.term import GREATER, UNDEFINED, Term

_MOST_REGIONS = 5
_LARGEST_BOUND = 3
_DEAREST = 3  # the cost of a term that bounds a region
_MOST_INSIDE = 0.5  # of all positions

Inside = Callable[[Callable[[Rows], Truths]], Sequence[SetFormula]]  # the formulas of a region


def repaired(
    known: SetFormula, components: Components, bank: Bank, sample: Sample, inside: Inside
) -> Iterator[SetFormula]:
    """The formula itself, or one with another formula in a region that holds all positions at which it is wrong."""
    circles = [of for of in (sample.fitted, sample.unseen) if of is not None]
    wrong = [of.rows.take(known.at(of.rows) != (of.wanted == 1)) for of in circles]
    if not any(map(len, wrong)):
        yield known
        return
    for region in _regions(components, bank, wrong, sample.fitted):
        wanted = sample.fitted.wanted[region.at(sample.fitted.rows)] == 1
        found = divided(region, wanted, inside(region.at), known) if len(wanted) else None
        if found is not None:
            yield found


def _regions(components: Components, bank: Bank, wrong: Sequence[Rows], all_of: Positions) -> list[AtMost]:
    """Where a cheap term is at most as large as at all these positions."""
    found = [region for term in _terms(components, bank) if (region := _region(term, wrong)) is not None]
    small = [one for one in found if one.at(all_of.rows).mean() <= _MOST_INSIDE]
    return sorted(small, key=lambda one: (one.term.cost, one.bound))[:_MOST_REGIONS]


def _region(term: Term, wrong: Sequence[Rows]) -> AtMost | None:
    columns = np.concatenate([term.at(rows) for rows in wrong if len(rows)])
    if np.abs(columns).max() >= UNDEFINED or not 0 <= columns.max() <= _LARGEST_BOUND:
        return None
    return AtMost(term, int(columns.max()))


def _terms(components: Components, bank: Bank) -> Iterator[Term]:
    yield from (term for term in bank.terms if term.cost <= _DEAREST and not term.is_number)
    yield from (GREATER(one, other) for one, other in combinations(components.single(), 2))
