"""Several conditions at once: each holds at all wanted positions, and together they leave no other.

A condition may be that one or the other of two holds: `b mod 2 = 1 or floor(a / 2) mod 2 = 0`.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from heapwise.fitting.bank import Bank
from heapwise.fitting.formula import ComparedTerms, SetFormula, together
from heapwise.fitting.rows import Truths
from heapwise.fitting.sample import Sample
from heapwise.fitting.term import GOLDEN, number
from heapwise.records import Record

_MOST = 500
_MOST_TRIPLES = 90  # conditions of which three are tried together
_MOST_LEFT = 0.95  # of the other positions, that a condition may hold at


class Written(Protocol):
    """How a condition, or its opposite, is written."""

    def __call__(self, *, is_opposite: bool) -> SetFormula:
        """The formula."""


class Necessary(Record):
    """What holds at all wanted positions; `also` says at which others it does."""

    cost: int
    also: Truths
    formula: Written


def covers(conditions: Sequence[Necessary], word: str = "and") -> Iterator[SetFormula]:
    """One, two or three of them that together leave no other position, the cheapest first; of the opposites, which are
    joined by `or`, one holds everywhere else."""
    is_opposite = word == "or"
    for chosen in _enough(_useful(conditions)):
        yield together([one.formula(is_opposite=is_opposite) for one in chosen], word)


def _useful(conditions: Sequence[Necessary]) -> list[Necessary]:
    """The cheap ones, and those that leave few others; one for each set of others."""
    best: dict[bytes, Necessary] = {}
    for one in conditions:
        known = best.get(one.also.tobytes())
        if one.also.mean() < _MOST_LEFT and (known is None or one.cost < known.cost):
            best[one.also.tobytes()] = one
    by_cost = sorted(best.values(), key=lambda one: (one.cost, int(one.also.sum())))
    by_rest = sorted(best.values(), key=lambda one: (int(one.also.sum()), one.cost))
    chosen = {id(one): one for one in (*by_cost[: _MOST // 2], *by_rest[: _MOST // 2])}
    return list(chosen.values())


def _enough(known: list[Necessary]) -> Iterator[tuple[Necessary, ...]]:
    if not known:
        return
    left = np.array([one.also for one in known], dtype=np.uint8).reshape(len(known), -1)
    for at in np.flatnonzero(~left.any(axis=1)):
        yield (known[at],)
    both = left.astype(np.float32) @ left.T.astype(np.float32)
    one, other = np.nonzero(np.triu(both == 0, 1))
    costs = np.array([condition.cost for condition in known])
    for at in np.argsort(costs[one] + costs[other], kind="stable") if len(one) else ():
        yield known[one[at]], known[other[at]]
    few = np.lexsort((np.arange(len(costs)), costs))[:_MOST_TRIPLES]
    found: list[tuple[int, tuple[int, ...]]] = []
    for i, j in combinations(range(len(few)), 2):
        if both[few[i], few[j]] > 0:
            rest = left[few[j + 1 :]] & left[few[i]] & left[few[j]]
            thirds = few[j + 1 :][~rest.any(axis=1)]
            found += [(int(costs[few[i]] + costs[few[j]] + costs[k]), (few[i], few[j], k)) for k in thirds]
    for _, chosen in sorted(found, key=lambda one: one[0]):
        yield tuple(known[i] for i in chosen)


_LARGEST = 2  # number that a term is compared with
_MOST_TERMS = 400  # with few values
_MOST_COMPARED = 24  # terms that are compared with one another
_MOST_CLAUSES = 600


def clauses(bank: Bank, sample: Sample) -> Iterator[Necessary]:
    """Two comparisons of which one holds at each wanted position, the strongest and the cheapest; and such as hold at
    all of them alone."""
    is_wanted = sample.wanted == 1
    literals, holds = _literals(bank, is_wanted)
    if not literals:
        return
    is_alone: Truths = np.logical_and.reduce(holds[:, is_wanted], axis=1)
    for at in np.flatnonzero(is_alone):
        yield Necessary(literals[at].cost, holds[at][~is_wanted], literals[at].formula)
    missed = (~holds & ~is_alone[:, None]).astype(np.float32)
    is_open = ~is_alone[:, None] & ~is_alone
    is_necessary = np.triu(missed[:, is_wanted] @ missed[:, is_wanted].T < 0.5, 1) & is_open
    excluded = missed[:, ~is_wanted] @ missed[:, ~is_wanted].T
    one, other = np.nonzero(is_necessary & (excluded > 0.5))
    costs = np.array([literal.cost for literal in literals])
    of_pairs = costs[one] + costs[other]
    for order in (np.lexsort((of_pairs, -excluded[one, other])), np.lexsort((-excluded[one, other], of_pairs))):
        for at in order[:_MOST_CLAUSES]:
            pair = literals[one[at]], literals[other[at]]
            also = (holds[one[at]] | holds[other[at]])[~is_wanted]
            yield Necessary(int(of_pairs[at]) + 1, also, partial(_either, pair))


def _either(pair: tuple[ComparedTerms, ComparedTerms], *, is_opposite: bool) -> SetFormula:
    return together([one.formula(is_opposite=is_opposite) for one in pair], "and" if is_opposite else "or")


def _literals(bank: Bank, is_wanted: Truths) -> tuple[list[ComparedTerms], NDArray[np.bool_]]:
    """Comparisons that hold at some wanted positions, the cheapest for each set of positions."""
    best: dict[bytes, tuple[ComparedTerms, Truths]] = {}
    for literal, holds in sorted(_comparisons(bank), key=lambda one: one[0].cost):
        if holds[is_wanted].any() and not holds.all():
            best.setdefault(holds.tobytes(), (literal, holds))
    return [one for one, _ in best.values()], np.array([holds for _, holds in best.values()], dtype=bool)


def _comparisons(bank: Bank) -> Iterator[tuple[ComparedTerms, Truths]]:
    """Terms that have few values with each of these, and the cheapest terms with one another and with golden parts."""
    table = bank.table
    few = np.flatnonzero(bank.is_defined & (table.min(axis=1) >= 0) & (table.max(axis=1) <= _LARGEST))[:_MOST_TERMS]
    for i in few:
        for value in range(_LARGEST + 1):
            yield ComparedTerms(bank.terms[i], "=", number(value)), table[i] == value
    cheapest = np.flatnonzero(bank.is_defined)[:_MOST_COMPARED]
    for at, i in enumerate(cheapest):
        for j in cheapest[at + 1 :]:
            for sign, holds in (("=", table[i] == table[j]), ("<", table[i] < table[j]), (">", table[i] > table[j])):
                yield ComparedTerms(bank.terms[i], sign, bank.terms[j]), holds
    for i in (i for i in cheapest if not bank.terms[i].is_number):
        golden = GOLDEN.of(table[i])
        for j in (j for j in cheapest if i != j and not bank.terms[j].is_number):
            yield ComparedTerms(bank.terms[j], ">", GOLDEN.part(bank.terms[i])), table[j] > golden
