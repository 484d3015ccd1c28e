"""Conditions on each component: `all(1 <= x[i] mod 6 <= 2 for i in 1..n)`, with bounds that a set shows."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from heapwise.fitting.components import Components, HeapPart
from heapwise.fitting.covers import Necessary
from heapwise.fitting.formula import SetFormula
from heapwise.fitting.leaves import NumberTerms
from heapwise.fitting.parts import parts_of
from heapwise.fitting.rows import Matrix, Rows, Truths
from heapwise.fitting.sample import Sample
from heapwise.fitting.term import UNDEFINED, Term, infix
from heapwise.lang import nodes
from heapwise.records import Record

_I = nodes.Name("i")


class Between(Record):
    """Something made of each component lies between two numbers, either of which may be missing."""

    components: Components
    part: HeapPart
    low: Term | None
    high: Term | None

    @property
    def cost(self) -> int:
        """About a symbol for each name, number and sign."""
        return 2 + self.part.cost + sum(1 + end.cost for end in (self.low, self.high) if end is not None)

    def formula(self, *, is_opposite: bool) -> SetFormula:
        """`all(... for i in 1..n)`, or that it is not so."""
        return SetFormula(
            self.cost + is_opposite,
            nodes.Prefix("not", self._node()) if is_opposite else self._node(),
            lambda rows: self.at(rows) != is_opposite,
        )

    def at(self, rows: Rows) -> Truths:
        """Where it holds for all components."""
        made = self.part.of(rows)
        is_inside = made < UNDEFINED
        if self.low is not None:
            is_inside &= made >= self.low.at(rows)[:, None]
        if self.high is not None:
            is_inside &= made <= self.high.at(rows)[:, None]
        found: Truths = np.logical_and.reduce(is_inside | ~rows.there, axis=1)
        return found

    def _node(self) -> nodes.Expr:
        if self.components.is_vector:
            return self.components.for_each("all", self._of(self.components.entry(_I)))
        parts = tuple(self._of(self.components.component(i)) for i in range(self.components.size))
        return parts[0] if len(parts) == 1 else infix("and", *parts)

    def _of(self, entry: nodes.Expr) -> nodes.Expr:
        made = self.part.written(entry)
        ends = [None if end is None else end.node for end in (self.low, self.high)]
        if ends[0] is not None and ends[0] == ends[1]:
            return nodes.Chain(("=",), (made, ends[0]))
        operands = [end for end in (ends[0], made, ends[1]) if end is not None]
        return nodes.Chain(("<=",) * (len(operands) - 1), tuple(operands))


def of_each(components: Components, leaves: NumberTerms, sample: Sample) -> Iterator[Necessary]:
    """The tightest bounds that hold for all components of all wanted positions of the sample, one for each part."""
    if components.lengths:
        return
    rows = sample.rows
    is_wanted = sample.wanted == 1
    ends = [(term, term.at(rows)[:, None]) for term in leaves.numbers]
    for part in (HeapPart(1, lambda z: z, lambda r: r.heaps), *parts_of(leaves.moduli, leaves.nested)):
        if part.is_indexed:
            continue
        made = part.of(rows)
        shown = rows.there & is_wanted[:, None]
        if (made[shown] >= UNDEFINED).any():
            continue
        low = _tightest(ends, partial(np.greater_equal, made), shown, rows.there, is_wanted)
        high = _tightest(ends, partial(np.less_equal, made), shown, rows.there, is_wanted)
        for one, other in {(low, None), (None, high), (low, high)}:
            if one is not None or other is not None:
                between = Between(components, part, one, other)
                yield Necessary(between.cost, between.at(rows)[~is_wanted], between.formula)


def _tightest(
    ends: list[tuple[Term, Matrix]], holds: Callable[[Matrix], Truths], shown: Truths, there: Truths, wanted: Truths
) -> Term | None:
    """The number that bounds all components of wanted positions and refuses most others; the shortest of these."""
    best: tuple[int, int, Term] | None = None
    for term, values in ends:
        inside: Truths = np.array(holds(values), dtype=bool)
        if inside[shown].all():
            refused = int(np.count_nonzero((~inside & there).any(axis=1) & ~wanted))
            if refused and (best is None or (-refused, term.cost) < best[:2]):
                best = (-refused, term.cost, term)
    return None if best is None else best[2]
