"""Ways to look at the components of a position before relations of them are asked for: as they stand, the gaps between
them, or on a circle from a greatest or a least one on; and formulas by linear relations in each of these ways."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Protocol

import numpy as np

from heapwise.fitting.components import Components, over
from heapwise.fitting.formula import SetFormula
from heapwise.fitting.relations import HeapRelation, digit_relations, linear_relations
from heapwise.fitting.rows import Matrix, Rows, Truths
from heapwise.fitting.sample import Positions
from heapwise.fitting.term import infix
from heapwise.lang import nodes
from heapwise.records import Record

_R = nodes.Name("r")


class Standpoint(Protocol):
    """Components in an order and a form; of several places to begin at, some may be meant."""

    def seen(self, rows: Rows) -> list[Matrix]:
        """The components as they are seen from each place."""

    def starts(self, rows: Rows) -> Truths:
        """Which places are meant: positions down, places across."""

    def learned_from(self, rows: Rows) -> Matrix:
        """Positions for which one place alone is meant, as they are seen from there."""

    def formula(self, relations: Sequence[HeapRelation], is_anchored: bool) -> SetFormula:
        """All relations at once; `is_anchored` says whether the place has to be one that is meant."""


class Plain(Record):
    """The components as they stand, or the gaps between them: `x[2] - x[1] - 1`."""

    components: Components
    has_gaps: bool = False

    def seen(self, rows: Rows) -> list[Matrix]:
        heaps = rows.heaps
        return [np.diff(heaps, axis=1, prepend=-1) - 1] if self.has_gaps else [heaps]

    def starts(self, rows: Rows) -> Truths:
        return np.ones((len(rows), 1), dtype=bool)

    def learned_from(self, rows: Rows) -> Matrix:
        return self.seen(rows)[0]

    def formula(self, relations: Sequence[HeapRelation], is_anchored: bool) -> SetFormula:
        entries = self._entries()
        return SetFormula(
            sum(relation.cost for relation in relations) + len(relations) - 1,
            joined([relation.node(entries) for relation in relations]),
            lambda rows: np.logical_and.reduce([relation.at(self.seen(rows)[0]) for relation in relations]),
        )

    def _entries(self) -> list[nodes.Expr]:
        entries = [self.components.component(i) for i in range(self.components.size)]
        if not self.has_gaps:
            return entries
        return [entries[0], *(infix("-", b, a, nodes.Int(1)) for a, b in pairwise(entries))]


class Around(Record):
    """The components on a circle, from a greatest or a least one on: `any(x[r] = max(x) and ... for r in 1..n)`."""

    components: Components
    name: str  # of the function that says where to begin: `max` or `min`

    def seen(self, rows: Rows) -> list[Matrix]:
        return [np.roll(rows.heaps, -r, axis=1) for r in range(self.components.size)]

    def starts(self, rows: Rows) -> Truths:
        best = rows.heaps.max(axis=1) if self.name == "max" else rows.heaps.min(axis=1)
        found: Truths = rows.heaps == best[:, None]
        return found

    def learned_from(self, rows: Rows) -> Matrix:
        starts = self.starts(rows)
        alone = starts.sum(axis=1) == 1
        around = (np.argmax(starts[alone], axis=1)[:, None] + np.arange(self.components.size)) % self.components.size
        return np.take_along_axis(rows.heaps[alone], around, axis=1)

    def formula(self, relations: Sequence[HeapRelation], is_anchored: bool) -> SetFormula:
        size = self.components.size
        entries = [self.components.entry(infix("+", _R, nodes.Int(j)) if j else _R) for j in range(size)]
        parts = [relation.node(entries) for relation in relations]
        if is_anchored:
            parts.insert(0, nodes.Chain(("=",), (entries[0], self.components.fold(self.name).node)))

        def at(rows: Rows) -> Truths:
            found = np.column_stack([np.logical_and.reduce([r.at(m) for r in relations]) for m in self.seen(rows)])
            meant: Truths = np.logical_or.reduce(found & self.starts(rows) if is_anchored else found, axis=1)
            return meant

        whole = nodes.Range(nodes.Int(1), nodes.Int(size))
        cost = sum(relation.cost for relation in relations) + len(relations) + 2 + 3 * is_anchored
        return SetFormula(cost, over("any", joined(parts), (_R, whole)), at)


def standpoints(components: Components, rows: Rows) -> Iterator[Standpoint]:
    """The ways to look at the positions of one game."""
    if components.lengths or components.size < 2 or rows.present is not None:
        return
    yield Plain(components)
    if (np.diff(rows.heaps, axis=1) > 0).all():
        yield Plain(components, has_gaps=True)
    if components.is_cyclic:
        yield from (Around(components, name) for name in ("max", "min"))


def joined(parts: Sequence[nodes.Expr]) -> nodes.Expr:
    """`c and d`"""
    return parts[0] if len(parts) == 1 else infix("and", *parts)


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
