"""A statement at whole slabs of positions at once: the formulas of a claim compiled, values of positions looked up.

This is the fast way to judge, beside `Judge`, which stays the meaning. What it has no integer form for, what is
undefined and what no table knows is marked as unclear, and is looked at by `Judge`, one position after another.
"""

from collections.abc import Iterator

from heapwise.arrays import Array, np
from heapwise.checks.table_lookup import TableLookup
from heapwise.claims.column_batches import Slab, has_slabs
from heapwise.claims.instances import Instance
from heapwise.claims.position_values import Values
from heapwise.errors import HeapwiseError
from heapwise.formulas import NotExpressible, Outgrows, PositionFormula, compile_formula, shapes_of
from heapwise.formulas.kernel import Computed, Index
from heapwise.numbers import UndefinedValue
from heapwise.records import Record
from heapwise.terms import term as t
from heapwise.terms.evaluate import Ask
from heapwise.terms.types import TRUTH

REFUSALS = (NotExpressible, Outgrows, UndefinedValue, HeapwiseError)


class ColumnFindings(Record):
    """What the positions of a slab show: marks by row. Where `unclear`, the others say nothing."""

    premise: Array
    is_true: Array
    left: Array | None  # of an `iff`: its left side
    unclear: Array


def formula_of(instance: Instance, term: t.AnyTerm, ask: Ask | None = None) -> PositionFormula:
    """A term of the claim of an instance as a formula; `ask` knows the values of positions."""
    claim, game = instance.claim, instance.game
    shapes = {c.slot: None for c in claim.components} if game is None else shapes_of(game, claim.schema)
    return compile_formula(term, instance.compiler(ask), shapes)


class Columns:
    """The formulas of an instance, compiled for columns. Raises `NotExpressible` where one has no integer form."""

    def __init__(self, instance: Instance, values: Values) -> None:
        claim, self.instance = instance.claim, instance
        if not has_slabs(instance.region) or claim.strategy is not None:
            raise NotExpressible("positions that are no plain numbers, or a strategy")
        self._fill = TableLookup(values, claim.play)
        self._slots = tuple(c.slot for c in claim.components)
        self._premise = self.formula(t.Connective("and", claim.premises, type=TRUTH)) if claim.premises else None
        sides = claim.sides
        is_iff = sides is not None and sides.relation == "iff"
        parts = (sides.left, sides.right) if sides is not None and is_iff else (claim.statement,)
        self._parts = tuple(self.formula(part) for part in parts)

    def formula(self, term: t.AnyTerm) -> PositionFormula:
        """A term of the claim, compiled; raises `NotExpressible`."""
        found = formula_of(self.instance, term)
        found.kernel  # noqa: B018 - refuses now rather than in the middle of the region
        return found

    def values(self, formula: PositionFormula, slab: Slab) -> tuple[Array, Array]:
        """The values of a formula at the rows of a slab, and marks where it has none; raises one of `REFUSALS`."""
        layout = None if self.instance.game is None else self.instance.game.layout
        found = formula.computed(slab.by_slot(self._slots, layout), self._fill)
        nowhere = np.zeros(slab.rows, np.bool_)
        return found.values, nowhere if found.undefined is None else found.undefined

    def over_box(
        self, formula: PositionFormula, axes: Slab, sides: tuple[int, ...]
    ) -> Iterator[tuple[Index, Computed]]:
        """The values of a formula in a box, piece by piece; `axes` has every component along an axis of its own."""
        layout = None if self.instance.game is None else self.instance.game.layout
        return formula.over_box(axes.by_slot(self._slots, layout), sides)

    def look(self, slab: Slab) -> ColumnFindings:
        """What the positions of a slab show."""
        try:
            return self._look(slab)
        except REFUSALS:
            unclear = np.ones(slab.rows, np.bool_)
            return ColumnFindings(~unclear, ~unclear, None, unclear)

    def _look(self, slab: Slab) -> ColumnFindings:
        if self._premise is None:
            return self._judged(slab)
        premise, unclear = self.values(self._premise, slab)
        speaks = np.flatnonzero(premise & ~unclear)
        found, is_true, left = self._judged(slab.take(speaks)), np.zeros(slab.rows, np.bool_), None
        premise = premise & ~unclear
        is_true[speaks] = found.is_true
        unclear[speaks] = found.unclear
        if found.left is not None:
            left = np.zeros(slab.rows, np.bool_)
            left[speaks] = found.left
        return ColumnFindings(premise, is_true, left, unclear)

    def _judged(self, slab: Slab) -> ColumnFindings:
        """The statement at positions where the premise holds."""
        found = [self.values(part, slab) for part in self._parts]
        always = np.ones(slab.rows, np.bool_)
        if len(found) == 1:
            ((truth, unclear),) = found
            return ColumnFindings(always, truth, None, unclear)
        (left, missing), (right, lacking) = found
        return ColumnFindings(always, left == right, left, missing | lacking)
