"""Formulas for sets: two terms that are equal at just the positions of the set, several such equations, or a case for
each of two regions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

import numpy as np

from heapwise.fitting.bank import Bank, sums
from heapwise.fitting.formula import AtMost, SetFormula, cases, comparison, together
from heapwise.fitting.rows import Rows, Truths
from heapwise.fitting.sample import Positions, Sample
from heapwise.fitting.term import UNDEFINED, Term

_MOST_IN_GROUP = 250
_MOST_LOOKED_AT = 120  # guesses that are compared with the whole table
_MOST_NECESSARY = 500
_MOST_TRIPLES = 90  # necessary conditions of which three are tried together
_AT_ONCE = 20_000
_SHORT = 6  # the cost of an equation that nobody looks for another way to say


def conditions(
    bank: Bank, sample: Sample, splits: Sequence[AtMost] = (), near: list[SetFormula] | None = None
) -> list[SetFormula]:
    """The conditions that hold at just the wanted positions, cheapest first: an equation; where there is no short one,
    several, or one for each side of a bound. What fits and is wrong at positions unseen goes to `near`."""
    found: list[SetFormula] = []
    for guesses in (_equations, _unequal):
        found += _right(guesses(bank, sample), sample, near)
        if found and found[0].cost <= _SHORT:
            return found
    for guesses in (_covers, _either):
        found += _right(guesses(bank, sample), sample, near)
    found += _right(_cases(bank, sample, splits), sample)
    return sorted(found, key=lambda one: one.cost)


def _right(guesses: Iterator[SetFormula], sample: Sample, near: list[SetFormula] | None = None) -> list[SetFormula]:
    """Those of the first few that are right wherever one looks; what fits, and fails at unseen positions, is `near`."""
    found = []
    for guess in islice(guesses, _MOST_LOOKED_AT):
        if _is_right(guess, sample.fitted):
            if sample.unseen is None or _is_right(guess, sample.unseen):
                found.append(guess)
            elif near is not None:
                near.append(guess)
    return sorted(found, key=lambda one: one.cost)


def _is_right(guess: SetFormula, positions: Positions) -> bool:
    return bool(np.array_equal(guess.at(positions.rows), positions.wanted == 1))


def _equations(bank: Bank, sample: Sample) -> Iterator[SetFormula]:
    """Terms that agree at all wanted positions of the sample, and at no other; the cheapest first."""
    return (pair.formula() for pair in sorted(_apart(bank, sample), key=lambda pair: pair.cost))


def _unequal(bank: Bank, sample: Sample) -> Iterator[SetFormula]:
    """Terms that agree at all other positions, and at no wanted one."""
    return (pair.formula("!=") for pair in sorted(_apart(bank, sample.opposite()), key=lambda pair: pair.cost))


def _covers(bank: Bank, sample: Sample) -> Iterator[SetFormula]:
    """Few necessary conditions that together leave no other position."""
    return (together([pair.formula() for pair in chosen]) for chosen in _enough(bank, sample))


def _either(bank: Bank, sample: Sample) -> Iterator[SetFormula]:
    """Few conditions of which each suffices, and one holds at every wanted position."""
    chosen_ones = _enough(bank, sample.opposite())
    return (together([pair.formula("!=") for pair in chosen], "or") for chosen in chosen_ones)


# --------------------------------------------------------------------------------------- terms that agree


@dataclass(frozen=True)
class Pair:
    """Two terms that agree at all wanted positions."""

    one: Term
    other: Term

    @property
    def cost(self) -> int:
        """That of both."""
        return self.one.cost + self.other.cost + 1

    def formula(self, sign: str = "=") -> SetFormula:
        """Their equation."""
        return comparison(self.one, sign, self.other)


def _apart(bank: Bank, sample: Sample) -> Iterator[Pair]:
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
                yield Pair(bank.terms[i], bank.terms[kept[at + 1 + later]])
    yield from _joined(bank, is_wanted, groups)


def _groups(bank: Bank, is_wanted: Truths) -> list[list[int]]:
    """Terms by their values at the wanted positions, the cheapest of each group first."""
    groups: dict[bytes, list[int]] = {}
    parts = np.ascontiguousarray(bank.table[:, is_wanted])
    for i in np.flatnonzero(bank.is_defined):
        groups.setdefault(parts[i].tobytes(), []).append(int(i))
    return list(groups.values())


def _joined(bank: Bank, is_wanted: Truths, groups: list[list[int]]) -> Iterator[Pair]:
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
                yield Pair(joined.term(start + int(row)), bank.terms[int(cheapest[at[row]])])


@dataclass(frozen=True)
class Necessary(Pair):
    """Two terms that agree at all wanted positions; `also` says at which others they do."""

    also: Truths


def _enough(bank: Bank, sample: Sample) -> Iterator[tuple[Necessary, ...]]:
    """Two or three conditions that hold at all wanted positions, and together at no other; the cheapest first."""
    necessary = _necessary(bank, sample)
    if not necessary:
        return
    left = np.array([pair.also for pair in necessary], dtype=np.uint8).reshape(len(necessary), -1)
    both = left.astype(np.float32) @ left.T.astype(np.float32)
    one, other = np.nonzero(np.triu(both == 0, 1))
    costs = np.array([pair.cost for pair in necessary])
    for at in np.argsort(costs[one] + costs[other], kind="stable") if len(one) else ():
        yield necessary[one[at]], necessary[other[at]]
    few = np.lexsort((np.arange(len(costs)), costs))[:_MOST_TRIPLES]
    found: list[tuple[int, tuple[int, ...]]] = []
    for i, j in combinations(range(len(few)), 2):
        if both[few[i], few[j]] > 0:
            rest = left[few[j + 1 :]] & left[few[i]] & left[few[j]]
            thirds = few[j + 1 :][~rest.any(axis=1)]
            found += [(int(costs[few[i]] + costs[few[j]] + costs[k]), (few[i], few[j], k)) for k in thirds]
    for _, chosen in sorted(found, key=lambda one: one[0]):
        yield tuple(necessary[i] for i in chosen)


def _necessary(bank: Bank, sample: Sample) -> list[Necessary]:
    """Conditions that hold at all wanted positions and leave few others; one for each set of others."""
    is_wanted = sample.wanted == 1
    if not is_wanted.any() or is_wanted.all():
        return []
    best: dict[bytes, Necessary] = {}
    others = int((~is_wanted).sum())
    for group in _groups(bank, is_wanted):
        for i in group[1:]:
            also = (bank.table[i] == bank.table[group[0]])[~is_wanted]
            pair = Necessary(bank.terms[group[0]], bank.terms[i], also)
            known = best.get(also.tobytes())
            if also.sum() < 0.95 * others and (known is None or pair.cost < known.cost):
                best[also.tobytes()] = pair
    by_cost = sorted(best.values(), key=lambda pair: (pair.cost, int(pair.also.sum())))
    by_rest = sorted(best.values(), key=lambda pair: (int(pair.also.sum()), pair.cost))
    chosen = {id(pair): pair for pair in (*by_cost[: _MOST_NECESSARY // 2], *by_rest[: _MOST_NECESSARY // 2])}
    return list(chosen.values())


# ------------------------------------------------------------------------------------------------ regions


def _cases(bank: Bank, sample: Sample, splits: Sequence[AtMost]) -> Iterator[SetFormula]:
    """A condition for each side of a bound."""
    for region in splits:
        low = _part(bank, sample, region.at)
        high = _part(bank, sample, region.beyond) if low else []
        if low and high:
            yield cases(region, low[0], high[0])


def _part(bank: Bank, sample: Sample, region: Callable[[Rows], Truths]) -> list[SetFormula]:
    """The conditions of one side, the cheapest first."""
    part, chosen = sample.within(region), region(sample.rows)
    if not len(part.rows):
        return []
    columns = [column[chosen] for column in bank.columns]
    inside = Bank(part.rows, bank.terms, columns, joined_terms=bank.joined_terms // 4)
    for guesses in (_equations, _unequal):
        found = _right(guesses(inside, part), part)
        if found:
            return found
    return []


def usual_splits(largest: Term, least: Term) -> list[AtMost]:
    """Where the rule for small positions often ends."""
    return [AtMost(largest, 1), AtMost(largest, 2), AtMost(least, 0)]


__all__ = ["SetFormula", "conditions", "usual_splits"]
