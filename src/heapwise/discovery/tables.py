"""Tables for formulas: one that they are fitted to, and a larger one that judges them."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from heapwise.discovery.facts import Facts, Truths
from heapwise.discovery.questions import Question
from heapwise.errors import HeapwiseError
from heapwise.fitting.rows import pooled
from heapwise.fitting.sample import Positions, Sample, joined, positions_of, sample_of, some_of

_MOST_FITTED = 5_000  # positions
_MOST_JUDGING = 1 << 20  # positions of the table that judges
_MOST_LOOKED_AT = 40_000  # of these, chosen at random
_FURTHER = (4, 2)  # times the side
_FEW_MEMBERS = 60  # of a set in the table that formulas are fitted to; then half of the others takes part


def sides(facts: Facts, most_fitted: int = _MOST_FITTED) -> tuple[int, int] | None:
    """The sides of the table that formulas are fitted to and of the one that judges them: powers of two."""
    most = min(_MOST_JUDGING, facts.most_cells)
    for further in _FURTHER:
        side = 2
        while (2 * side) ** facts.size <= most_fitted and (2 * further * side) ** facts.size <= most:
            side *= 2
        if side >= 4 and (further * side) ** facts.size <= most:
            return side, further * side
    return None


def sampled(facts: Facts, question: Question, seed: int = 0) -> tuple[Sample, int] | None:
    """Positions to fit formulas to and to judge them by, and the side of the first; None where tables are too large."""
    found = sides(facts)
    if found is None:
        return None
    side, further = found
    table = question.wanted(facts.values(further, question.want))
    box = (slice(side),) * table.ndim
    fitted, beyond = positions_of(table[box]), table.copy()
    beyond[box] = -1
    unseen = some_of(positions_of(beyond), _MOST_LOOKED_AT, seed)
    if question.is_set and int((fitted.wanted == 1).sum()) < _FEW_MEMBERS:
        fitted, unseen = joined(fitted, unseen.take(_every_other(unseen))), unseen.take(~_every_other(unseen))
    return sample_of(fitted, unseen, seed, is_p=question.is_set), side


def _every_other(positions: Positions) -> Truths:
    """Half of the positions: a small box of many components has few members of a set, which suggest too much."""
    found: Truths = np.arange(len(positions)) % 2 == 0
    return found


def pooled_positions(
    instances: list[tuple[Facts, Mapping[str, Any]]], question: Question, most: int, *, is_far: bool = False
) -> Positions | None:
    """Positions of several instances of a family, so many of each, with the parameters beside them; `is_far` takes them
    from larger tables."""
    parts = []
    for facts, known in instances:
        found = sides(facts)
        if found is None:
            return None
        try:
            table = question.wanted(facts.values(found[is_far], question.want))
        except HeapwiseError:
            return None
        parts.append((some_of(positions_of(table), most), known))
    if not parts:
        return None
    rows = pooled([(positions.rows.heaps, known) for positions, known in parts])
    return Positions(rows, np.concatenate([positions.wanted for positions, _ in parts]))
