"""Several conditions at once: each holds at all wanted positions, and together they leave no other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Protocol

import numpy as np

from heapwise.fitting.formula import SetFormula, together
from heapwise.fitting.rows import Truths
from heapwise.records import dataclass

_MOST = 500
_MOST_TRIPLES = 90  # conditions of which three are tried together
_MOST_LEFT = 0.95  # of the other positions, that a condition may hold at


class Written(Protocol):
    """How a condition, or its opposite, is written."""

    def __call__(self, *, is_opposite: bool) -> SetFormula:
        """The formula."""


@dataclass(frozen=True)
class Necessary:
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
