"""Formulas for sets: two terms that are equal at just the positions of the set, several such equations, or a case for
each of two regions."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice

import numpy as np

from heapwise.fitting.bank import Bank, sums
from heapwise.fitting.components import Components
from heapwise.fitting.covers import Necessary, clauses, covers
from heapwise.fitting.each import of_each
from heapwise.fitting.formula import AtMost, ComparedTerms, SetFormula, divided
from heapwise.fitting.leaves import NumberTerms
from heapwise.fitting.members import bounds, members
from heapwise.fitting.repaired import repaired
from heapwise.fitting.rows import Rows, Truths
from heapwise.fitting.sample import Sample
from heapwise.fitting.standpoints import linear
from heapwise.fitting.term import UNDEFINED, Term

_MOST_IN_GROUP = 250
_MOST_LOOKED_AT = 120  # guesses that are compared with the whole table
_MOST_COMPARED = 60  # terms that are compared with one another
_AT_ONCE = 20_000
_SHORT = 6  # the cost of an equation that nobody looks for another way to say


def conditions(
    components: Components, leaves: NumberTerms, bank: Bank, sample: Sample, splits: Sequence[AtMost] = (),
    near: list[SetFormula] | None = None, similar: SetFormula | None = None,
) -> list[SetFormula]:  # fmt: skip
    """The conditions that hold at just the wanted positions, cheapest first: an equation; where there is no short one,
    several, or one for each side of a bound. What fits and is wrong at positions unseen goes to `near`; `similar` is a
    formula that may be right at all but small positions."""
    found: list[SetFormula] = []
    for guesses in (_equal_or_bounded, _unequal, members):
        found += _right(guesses(bank, sample), sample, near)
        if found and found[0].cost <= _SHORT:
            return found
    found += _right(linear(components, sample.fitted), sample, near)
    for is_either in (False, True):
        found += _right(_together(components, leaves, bank, sample, is_either=is_either), sample, near)
    if similar is not None:
        inside = partial(_part, components, leaves, bank, sample)
        found += _right(repaired(similar, components, bank, sample, inside), sample)
    found += _right(_cases(components, leaves, bank, sample, splits), sample)
    if not found:
        for is_either in (False, True):
            found += _right(_with_clauses(bank, sample, is_either=is_either), sample, near)
    return sorted(found, key=lambda one: one.cost)


def _right(guesses: Iterator[SetFormula], sample: Sample, near: list[SetFormula] | None = None) -> list[SetFormula]:
    """Those of the first few that are right, the cheapest first."""
    return sorted(sample.right(islice(guesses, _MOST_LOOKED_AT), near), key=lambda one: one.cost)


def _equal_or_bounded(bank: Bank, sample: Sample) -> Iterator[SetFormula]:
    """Terms that agree at all wanted positions of the sample and at no other, and bounds of one term; the cheapest
    first."""
    equations = (pair.formula() for pair in sorted(_apart(bank, sample), key=lambda pair: pair.cost))
    yield from sorted(chain(equations, bounds(bank, sample)), key=lambda one: one.cost)


def _unequal(bank: Bank, sample: Sample) -> Iterator[SetFormula]:
    """Terms that agree at all other positions, and at no wanted one."""
    return (
        pair.formula(is_opposite=True) for pair in sorted(_apart(bank, sample.opposite()), key=lambda pair: pair.cost)
    )


def _together(
    components: Components, leaves: NumberTerms, bank: Bank, sample: Sample, *, is_either: bool
) -> Iterator[SetFormula]:
    """Few conditions that together leave no other position; or few of which each suffices, and one holds everywhere."""
    seen = sample.opposite() if is_either else sample
    if (seen.wanted == 1).any() and (seen.wanted != 1).any():
        known = [*_necessary(bank, seen), *of_each(components, leaves, seen)]
        yield from covers(known, "or" if is_either else "and")


def _with_clauses(bank: Bank, sample: Sample, *, is_either: bool) -> Iterator[SetFormula]:
    """The same, where a condition may also be that one of two holds."""
    seen = sample.opposite() if is_either else sample
    if (seen.wanted == 1).any() and (seen.wanted != 1).any():
        yield from covers([*_necessary(bank, seen), *clauses(bank, seen)], "or" if is_either else "and")


# --------------------------------------------------------------------------------------- terms that agree


def _apart(bank: Bank, sample: Sample) -> Iterator[ComparedTerms]:
    """Pairs of terms that agree at all wanted positions and at no others: of those in the bank all, and of two joined
    each with the cheapest term that agrees with it."""
    is_wanted = sample.wanted == 1
    if not is_wanted.any() or is_wanted.all():
        return
    groups = _groups(bank, is_wanted)
    for group in groups:
        kept = group[:_MOST_IN_GROUP]
        others = bank.table[kept][:, ~is_wanted]
        for at, i in enumerate(kept):
            for later in np.flatnonzero((others[at + 1 :] != others[at]).all(axis=1)):
                yield ComparedTerms(bank.terms[i], "=", bank.terms[kept[at + 1 + later]])
    yield from _joined(bank, is_wanted, groups)


def _groups(bank: Bank, is_wanted: Truths) -> list[list[int]]:
    """Terms by their values at the wanted positions, the cheapest of each group first."""
    groups: dict[bytes, list[int]] = {}
    parts = np.ascontiguousarray(bank.table[:, is_wanted])
    for i in np.flatnonzero(bank.is_defined):
        groups.setdefault(parts[i].tobytes(), []).append(int(i))
    return list(groups.values())


def _joined(bank: Bank, is_wanted: Truths, groups: list[list[int]]) -> Iterator[ComparedTerms]:
    """Two joined terms that agree with a term of the bank at the wanted positions, and nowhere else."""
    joined = bank.joined
    if not len(joined.pairs) or not groups:
        return
    marks = joined.marks[is_wanted]
    cheapest = np.array([group[0] for group in groups])
    known = sums(bank.table[cheapest][:, is_wanted], marks)
    order = np.argsort(known)
    known, cheapest = known[order], cheapest[order]
    for start in range(0, len(joined.pairs), _AT_ONCE):
        values = joined.values(np.arange(start, min(start + _AT_ONCE, len(joined.pairs))))
        hashes = sums(values[:, is_wanted], marks)
        at = np.minimum(np.searchsorted(known, hashes), len(known) - 1)
        for row in np.flatnonzero((known[at] == hashes) & (values.max(axis=1, initial=0) < UNDEFINED)):
            if np.array_equal(values[row] == bank.table[cheapest[at[row]]], is_wanted):
                yield ComparedTerms(joined.term(start + int(row)), "=", bank.terms[int(cheapest[at[row]])])


def _necessary(bank: Bank, sample: Sample) -> Iterator[Necessary]:
    """Equations, and comparisons of the cheapest terms, that hold at all wanted positions of the sample."""
    is_wanted = sample.wanted == 1
    for group in _groups(bank, is_wanted):
        for i in group[1:_MOST_IN_GROUP]:
            also = (bank.table[i] == bank.table[group[0]])[~is_wanted]
            pair = ComparedTerms(bank.terms[group[0]], "=", bank.terms[i])
            yield Necessary(pair.cost, also, pair.formula)
    few = np.flatnonzero(bank.is_defined)[:_MOST_COMPARED]
    part, rest = bank.table[few][:, is_wanted], bank.table[few][:, ~is_wanted]
    for at, i in enumerate(few):
        for other in np.flatnonzero((part[at] <= part).all(axis=1)):
            if other != at:
                pair = ComparedTerms(bank.terms[i], "<=", bank.terms[few[other]])
                yield Necessary(pair.cost, rest[at] <= rest[other], pair.formula)


# ------------------------------------------------------------------------------------------------ regions


def _cases(
    components: Components, leaves: NumberTerms, bank: Bank, sample: Sample, splits: Sequence[AtMost]
) -> Iterator[SetFormula]:
    """A condition for each side of a bound."""
    for region in splits:
        wanted = sample.fitted.wanted[region.at(sample.fitted.rows)] == 1
        if len(wanted):
            is_mixed = wanted.any() and not wanted.all()
            low = _part(components, leaves, bank, sample, region.at) if is_mixed else []
            high = _part(components, leaves, bank, sample, region.beyond) if low or not is_mixed else []
            found = divided(region, wanted, low, high[0]) if high else None
            if found is not None:
                yield found


def _part(
    components: Components, leaves: NumberTerms, bank: Bank, sample: Sample, region: Callable[[Rows], Truths]
) -> list[SetFormula]:
    """The conditions of one side, the cheapest first."""
    part, chosen = sample.within(region), region(sample.rows)
    if not len(part.rows):
        return []
    columns = [column[chosen] for column in bank.columns]
    inside = Bank(part.rows, bank.terms, columns, joined_terms=bank.joined_terms // 4)
    for guesses in (_equal_or_bounded, _unequal, members):
        found = _right(guesses(inside, part), part)
        if found:
            return found
    for is_either in (False, True):
        found = _right(_together(components, leaves, inside, part, is_either=is_either), part)
        if found:
            return found
    return []


def usual_splits(largest: Term, least: Term) -> list[AtMost]:
    """Where the rule for small positions often ends."""
    return [AtMost(largest, 1), AtMost(largest, 2), AtMost(least, 0)]
