"""`all(... for i in d..)` over digit positions: from some position on, all digits are 0 and nothing changes any more.

A condition is *settled* in a variable once the variable is past the digits it is used to look at and past the numbers
it is compared with. So going through one value more than these is going through all.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from heapwise.numbers import ceil, whole
from heapwise.terms import term as t
from heapwise.terms.types import NUMBER, Set

OPERATION = "digits from"  # a range without a written end: its low end, a margin, and the terms that end it
LENGTH = "digits of"  # how many binary digits a number has
_RELATIONS = ("<", "<=", ">", ">=", "=", "!=")


class _Unsettled(Exception):
    """A term that may go on changing for ever."""


def with_ends(gather: t.Gather) -> t.Gather | None:
    """The same quantifier with an end for every open range, or None if an open range has no such end."""
    steps = list(gather.steps)
    for i, step in enumerate(steps):
        if not (isinstance(step, t.Choose) and is_open(step.domain) and isinstance(step.target, int)):
            continue
        assert isinstance(step.domain, t.Operation)
        analysis = _Analysis(step.target)
        try:
            for later in steps[i + 1 :]:
                analysis.visit(t.step_term(later), {})
            analysis.visit(gather.body, {})
        except _Unsettled:
            return None
        bound = {slot for s in steps[i:] for slot in t.bound_slots(s)} | _bound_inside(steps[i + 1 :], gather.body)
        if any(t.free_slots(term) & bound for term in analysis.terms):
            return None
        margin = t.Constant(analysis.margin, type=NUMBER)
        arguments = (step.domain.arguments[0], margin, *analysis.terms)
        steps[i] = replace(step, domain=t.Operation(OPERATION, arguments, type=Set(NUMBER), span=step.domain.span))
    return replace(gather, steps=tuple(steps))


def _bound_inside(steps: Iterable[t.Step], body: t.AnyTerm) -> set[int]:
    """The slots that quantifiers and definitions inside of a quantifier bind."""
    inside = (part for term in (*map(t.step_term, steps), body) for part in t.walk(term))
    found = (step for part in inside if isinstance(part, t.Gather | t.With) for step in part.steps)
    return {slot for step in found for slot in t.bound_slots(step)}


def is_open(term: t.AnyTerm) -> bool:
    """`a..`"""
    return isinstance(term, t.Operation) and term.name == ".." and len(term.arguments) == 1


def positions(low: Any, margin: int, *ends: Any) -> range:
    """The digit positions from `low` to one behind which nothing changes; what one is compared with may be a fraction
    or a root."""
    return range(whole(low), max(map(ceil, (low, *ends))) + margin + 2)


class _Analysis:
    """Finds the terms whose values end the changes that one variable makes."""

    def __init__(self, slot: int) -> None:
        self.slot = slot
        self.terms: list[t.AnyTerm] = []
        self.margin = 1

    def visit(self, term: t.AnyTerm, shifts: Mapping[int, int]) -> None:
        """Collect what ends the changes in a term. `shifts` are slots known to be the variable plus a number."""
        shifts = {self.slot: 0, **shifts}
        if not t.free_slots(term) & shifts.keys():
            return
        match term:
            case t.Operation(name="bit", arguments=(number, position)):
                self._digit(number, position, shifts)
            case t.Operation(
                name="floor",
                arguments=(
                    t.Operation(name="/", arguments=(number, t.Operation(name="^", arguments=(base, position)))),
                ),
            ) if isinstance(base, t.Constant) and isinstance(base.value, int) and base.value >= 2:
                self._digit(number, position, shifts)
            case t.Operation(name=name, arguments=(left, right)) if name in _RELATIONS and self._compares(
                left, right, shifts
            ):
                pass
            case t.With():
                self._with(term, shifts)
            case t.Gather():
                self._gather(term, shifts)
            case t.Local() | t.Ask() | t.Recursive() | t.PositionOf():
                raise _Unsettled
            case _:
                for part in t.parts(term):
                    self.visit(part, shifts)

    def _digit(self, number: t.AnyTerm, position: t.AnyTerm, shifts: Mapping[int, int]) -> None:
        if t.free_slots(number) & shifts.keys() or shift_of(position, shifts) is None:
            raise _Unsettled
        self._ends(t.Operation(LENGTH, (number,), type=NUMBER, span=number.span), position, shifts)

    def _compares(self, left: t.AnyTerm, right: t.AnyTerm, shifts: Mapping[int, int]) -> bool:
        for one, other in ((left, right), (right, left)):
            if shift_of(one, shifts) is not None and not t.free_slots(other) & shifts.keys():
                self._ends(other, one, shifts)
                return True
        return False

    def _ends(self, term: t.AnyTerm, position: t.AnyTerm, shifts: Mapping[int, int]) -> None:
        self.terms.append(term)
        self.margin = max(self.margin, abs(shift_of(position, shifts) or 0) + 1)

    def _with(self, term: t.With, shifts: Mapping[int, int]) -> None:
        known = dict(shifts)
        for step in term.steps:
            shift = shift_of(step.value, known)
            if shift is not None:
                known[step.slot] = shift
            else:
                self.visit(step.value, known)
        self.visit(term.body, known)

    def _gather(self, term: t.Gather, shifts: Mapping[int, int]) -> None:
        """An inner quantifier up to the variable is settled if what it says is settled in its own variable."""
        if term.name not in ("all", "any"):
            raise _Unsettled
        for i, step in enumerate(term.steps):
            if isinstance(step, t.Choose):
                self._inner_range(step, term.steps[i + 1 :], term.body, shifts)
            else:
                self.visit(t.step_term(step), shifts)
        self.visit(term.body, shifts)

    def _inner_range(
        self, step: t.Choose, later: Sequence[t.Step], body: t.AnyTerm, shifts: Mapping[int, int]
    ) -> None:  # fmt: skip
        domain = step.domain
        if not t.free_slots(domain) & shifts.keys():
            return
        is_range = isinstance(domain, t.Operation) and domain.name == ".." and len(domain.arguments) == 2
        if not (is_range and isinstance(step.target, int) and isinstance(domain, t.Operation)):
            raise _Unsettled
        for end in domain.arguments:
            if shift_of(end, shifts) is None and t.free_slots(end) & shifts.keys():
                raise _Unsettled
            if not t.free_slots(end) & shifts.keys():
                self.terms.append(end)
            else:
                self.margin = max(self.margin, abs(shift_of(end, shifts) or 0) + 1)
        inner = _Analysis(step.target)
        for condition in later:
            if not isinstance(condition, t.Guard):
                raise _Unsettled  # what is chosen or defined from the inner variable may go on changing
            inner.visit(condition.condition, {})
        inner.visit(body, {})
        self.terms += inner.terms
        self.margin += inner.margin


def shift_of(term: t.AnyTerm, shifts: Mapping[int, int]) -> int | None:
    """The number c if a term is the variable plus c."""
    match term:
        case t.Local(slot=slot):
            return shifts.get(slot)
        case (
            t.Operation(name="+", arguments=(left, t.Constant(value=c)))
            | t.Operation(name="+", arguments=(t.Constant(value=c), left))
        ):
            inner = shift_of(left, shifts)
            return None if inner is None else inner + c
        case t.Operation(name="-", arguments=(left, t.Constant(value=c))):
            inner = shift_of(left, shifts)
            return None if inner is None else inner - c
    return None
