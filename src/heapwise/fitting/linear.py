"""Formulas for sets by linear relations: what all positions of a set have in common, where no others have it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from heapwise.fitting.components import Components
from heapwise.fitting.formula import SetFormula
from heapwise.fitting.relations import HeapRelation, digit_relations, linear_relations
from heapwise.fitting.sample import Positions
from heapwise.fitting.standpoints import Standpoint, standpoints

_LEAST = 3  # times as many positions as components


def linear(components: Components, positions: Positions) -> Iterator[SetFormula]:
    """Relations that hold at all wanted positions and together at no other, in each way to look at components."""
    for frame in standpoints(components, positions.rows):
        wanted = frame.learned_from(positions.rows.take(positions.wanted == 1))
        if len(wanted) >= _LEAST * components.size:
            relations: list[HeapRelation] = [*linear_relations(wanted), *digit_relations(wanted)]
            yield from _formula(frame, sorted(relations, key=lambda one: one.cost), positions)


def _formula(frame: Standpoint, relations: Sequence[HeapRelation], positions: Positions) -> Iterator[SetFormula]:
    others = positions.rows.take(positions.wanted != 1)
    matrices, meant = frame.seen(others), frame.starts(others)
    chosen: list[HeapRelation] = []
    left = meant
    for relation in relations:
        fewer = left & np.column_stack([relation.at(matrix) for matrix in matrices])
        if fewer.any(axis=1).sum() < left.any(axis=1).sum():
            chosen, left = [*chosen, relation], fewer
    if chosen and not left.any():
        yield _shortest(frame, chosen, positions)


def _shortest(frame: Standpoint, chosen: list[HeapRelation], positions: Positions) -> SetFormula:
    """Without what the others say already: the last relations are the longest. What is no formula for these positions
    is refused by whoever asked."""
    kept, is_anchored = list(chosen), True
    for one in reversed(chosen):
        fewer = [other for other in kept if other is not one]
        if fewer and frame.formula(fewer, is_anchored).is_right(positions):
            kept = fewer
    is_anchored = not frame.formula(kept, False).is_right(positions)
    return frame.formula(kept, is_anchored)
