"""The positions of a box at which a condition holds, slab by slab: P-positions of four heaps up to 20, for example.

Formulas and tables decide a slab at once; what they leave open is asked of the condition, one position after another.
"""

from collections.abc import Iterator

from heapwise.arrays import Array, np
from heapwise.checks.compiled_check import REFUSALS
from heapwise.checks.table_lookup import TableLookup
from heapwise.claims.column_batches import Slab, has_slabs, slabs
from heapwise.claims.position_values import Values
from heapwise.claims.region import Region
from heapwise.formulas import NotExpressible, PositionFormula, compile_formula, shapes_of
from heapwise.questions.statements import PositionCondition
from heapwise.records import dataclass, field
from heapwise.reference.conventions import Play
from heapwise.terms.position import State


@dataclass
class Matching:
    """Positions at which a condition holds. `looked_at` counts the legal positions of the regions so far."""

    condition: PositionCondition
    values: Values
    play: Play
    looked_at: int = field(default=0, init=False)

    def states(self, region: Region) -> list[State]:
        """Those of a region, smaller totals first; raises `NotExpressible` where the region has no columns."""
        if not has_slabs(region):
            raise NotExpressible("positions that are no plain numbers")
        self.values.prepare(self.condition.game, region.highs, sorted(self.condition.asks), self.play)
        certain, unclear = list[State](), list[State]()
        for slab, is_true, is_unclear in self._looks(region):
            self.looked_at += slab.rows
            certain += _states(slab, is_true & ~is_unclear)
            unclear += _states(slab, is_unclear)
        unclear.sort(key=_by_total)  # the first mistake is that of the smallest position
        return sorted((*certain, *filter(self.condition, unclear)), key=_by_total)

    def _looks(self, region: Region) -> Iterator[tuple[Slab, Array, Array]]:
        """The slabs, each with marks of the rows at which the condition holds, and of those where that is open."""
        formula, fill = self._formula(), TableLookup(self.values, self.play)
        slots = tuple(place.slot for place in self.condition.game.schema.places)
        for slab in slabs(region):
            nowhere = np.zeros(slab.rows, np.bool_)
            try:
                found = formula.computed(slab.by_slot(slots, self.condition.game.layout), fill)
                yield slab, found.values, nowhere if found.undefined is None else found.undefined
            except REFUSALS:
                yield slab, nowhere, ~nowhere

    def _formula(self) -> PositionFormula:
        condition = self.condition
        return compile_formula(condition.term, condition.compiler, shapes_of(condition.game))


def _states(slab: Slab, marks: Array) -> list[State]:
    """The marked positions of a slab."""
    return list(zip(*(column.tolist() for column in slab.take(marks).columns), strict=True))


def _by_total(state: State) -> tuple[int, State]:
    return sum(state), state
