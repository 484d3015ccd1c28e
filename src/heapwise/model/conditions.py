"""Conditions on numbered variables: what guards, `legal` and `ends when` become.

They are made by the functions at the end, which settle what is already decided; `TRUE` is the empty `AllOf`, `FALSE`
the empty `AnyOf`. There is no negation: the negation of every condition is again a condition.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from math import comb, gcd

from heapwise.model.linear import Linear
from heapwise.records import Record

Map = Callable[[Linear], Linear]


class Condition(Record, ABC):
    """Something that holds or not, once all variables have values."""

    @abstractmethod
    def holds(self, values: Sequence[int]) -> bool:
        """Is it true of these values?"""

    @abstractmethod
    def negated(self) -> "Condition":
        """The opposite."""

    @abstractmethod
    def map(self, change: Map) -> "Condition":
        """The same of changed forms."""

    @abstractmethod
    def forms(self) -> Iterator[Linear]:
        """The linear forms that it speaks of."""

    @property
    def key(self) -> Hashable:
        """Equal keys, equal conditions, whatever the order of their parts."""
        return self

    @property
    def is_linear(self) -> bool:
        """Is no part of it opaque?"""
        return True


class OfForm(Condition):
    """Something about one linear form."""

    form: Linear

    def forms(self) -> Iterator[Linear]:
        yield self.form


class AtLeastZero(OfForm):
    """`form >= 0`"""

    def holds(self, values: Sequence[int]) -> bool:
        return self.form.evaluate(values) >= 0

    def negated(self) -> Condition:
        return at_least_zero(-self.form - 1)

    def map(self, change: Map) -> Condition:
        return at_least_zero(change(self.form))


class IsZero(OfForm):
    """`form = 0`"""

    def holds(self, values: Sequence[int]) -> bool:
        return self.form.evaluate(values) == 0

    def negated(self) -> Condition:
        return NotAllZero((self.form,))

    def map(self, change: Map) -> Condition:
        return is_zero(change(self.form))


class NotAllZero(Condition):
    """Two vectors differ: at least one of the forms is not 0."""

    differences: tuple[Linear, ...]

    def holds(self, values: Sequence[int]) -> bool:
        return any(form.evaluate(values) for form in self.differences)

    def negated(self) -> Condition:
        return conjunction(map(is_zero, self.differences))

    def map(self, change: Map) -> Condition:
        return not_all_zero(map(change, self.differences))

    def forms(self) -> Iterator[Linear]:
        yield from self.differences

    @property
    def key(self) -> Hashable:
        return frozenset(self.differences)


class HasRemainder(OfForm):
    """`form mod modulus` is one of the residues."""

    modulus: int
    residues: frozenset[int]

    def holds(self, values: Sequence[int]) -> bool:
        return self.form.evaluate(values) % self.modulus in self.residues

    def negated(self) -> Condition:
        return congruent(self.form, self.modulus, set(range(self.modulus)) - self.residues)

    def map(self, change: Map) -> Condition:
        return congruent(change(self.form), self.modulus, self.residues)


class InSet(OfForm):
    """The form is among finitely many numbers, or (`inside` false) it is not."""

    members: frozenset[int]
    inside: bool

    def holds(self, values: Sequence[int]) -> bool:
        return (self.form.evaluate(values) in self.members) == self.inside

    def negated(self) -> Condition:
        return InSet(self.form, self.members, not self.inside)

    def map(self, change: Map) -> Condition:
        return in_set(change(self.form), self.members, self.inside)


class Compound(Condition):
    """Something about other conditions, which are looked at in order and no further than needed."""

    parts: tuple[Condition, ...]

    def forms(self) -> Iterator[Linear]:
        for part in self.parts:
            yield from part.forms()

    @cached_property
    def key(self) -> Hashable:
        return type(self), frozenset(part.key for part in self.parts)

    @cached_property
    def is_linear(self) -> bool:
        return all(part.is_linear for part in self.parts)


class AllOf(Compound):
    """All of the parts."""

    def holds(self, values: Sequence[int]) -> bool:
        return all(part.holds(values) for part in self.parts)

    def negated(self) -> Condition:
        return disjunction(part.negated() for part in self.parts)

    def map(self, change: Map) -> Condition:
        return conjunction(part.map(change) for part in self.parts)


class AnyOf(Compound):
    """At least one of the parts."""

    def holds(self, values: Sequence[int]) -> bool:
        return any(part.holds(values) for part in self.parts)

    def negated(self) -> Condition:
        return conjunction(part.negated() for part in self.parts)

    def map(self, change: Map) -> Condition:
        return disjunction(part.map(change) for part in self.parts)


TRUE: Condition = AllOf(())
FALSE: Condition = AnyOf(())

_MOST_RESIDUES = 4_096
_MOST_CASES = 5_000


class TooWide(Exception):
    """A condition has too many cases to be written down."""


def leaves_of(condition: Condition) -> Iterator[Condition]:
    """The conditions that a condition is put together from by `AllOf` and `AnyOf`."""
    if isinstance(condition, Compound):
        for part in condition.parts:
            yield from leaves_of(part)
    else:
        yield condition


def truth(value: bool) -> Condition:
    """The condition that always holds, or never."""
    return TRUE if value else FALSE


def at_least_zero(form: Linear) -> Condition:
    """`form >= 0`, in lowest terms."""
    if form.is_constant:
        return truth(form.constant >= 0)
    divisor = gcd(*(c for _, c in form.terms))
    if divisor > 1:
        form = Linear(form.constant // divisor, tuple((v, c // divisor) for v, c in form.terms))
    return AtLeastZero(form)


def is_zero(form: Linear) -> Condition:
    """`form = 0`, in lowest terms and with a positive first coefficient."""
    if form.is_constant:
        return truth(form.constant == 0)
    reduced = _reduced(form)
    return FALSE if reduced is None else IsZero(reduced)


def _reduced(form: Linear) -> Linear | None:
    """The same zeros in lowest terms; None if there are none."""
    divisor = gcd(*(c for _, c in form.terms))
    if form.constant % divisor:
        return None
    divisor = -divisor if form.terms[0][1] < 0 else divisor
    return Linear(form.constant // divisor, tuple((v, c // divisor) for v, c in form.terms))


def not_all_zero(forms: Iterable[Linear]) -> Condition:
    """Some form is not 0."""
    kept: list[Linear] = []
    for form in forms:
        reduced = form if form.is_constant else _reduced(form)
        if reduced is None or (reduced.is_constant and reduced.constant):
            return TRUE
        if not reduced.is_constant and reduced not in kept:
            kept.append(reduced)
    return NotAllZero(tuple(kept)) if kept else FALSE


def congruent(form: Linear, modulus: int, residues: Iterable[int]) -> Condition:
    """`form mod modulus` is one of the residues; the coefficients are reduced, too."""
    if modulus > _MOST_RESIDUES:
        raise TooWide
    reduced = Linear(0, tuple((v, c % modulus) for v, c in form.terms if c % modulus))
    found = frozenset((r - form.constant) % modulus for r in residues)
    if reduced.is_constant:
        return truth(0 in found)
    return truth(bool(found)) if len(found) in (0, modulus) else HasRemainder(reduced, modulus, found)


def in_set(form: Linear, members: frozenset[int], inside: bool = True) -> Condition:
    """The form is among the members, or is not."""
    if form.is_constant:
        return truth((form.constant in members) == inside)
    return InSet(form, members, inside) if members else truth(not inside)


def conjunction(parts: Iterable[Condition]) -> Condition:
    """All of the parts."""
    kept: dict[Condition, None] = {}
    for part in parts:
        if part == FALSE:
            return FALSE
        kept.update(dict.fromkeys(part.parts if isinstance(part, AllOf) else (part,)))
    return next(iter(kept)) if len(kept) == 1 else AllOf(tuple(kept))


def disjunction(parts: Iterable[Condition]) -> Condition:
    """At least one of the parts."""
    kept: dict[Condition, None] = {}
    for part in parts:
        if part == TRUE:
            return TRUE
        kept.update(dict.fromkeys(part.parts if isinstance(part, AnyOf) else (part,)))
    settled = _with_one_difference(tuple(kept))
    return settled[0] if len(settled) == 1 else AnyOf(settled)


def _with_one_difference(parts: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """Several vectors of which one is not 0 are one vector that is not 0; it stands where the first of them stood."""
    forms = [form for part in parts if isinstance(part, NotAllZero) for form in part.differences]
    first = next((i for i, part in enumerate(parts) if isinstance(part, NotAllZero)), len(parts))
    others = [part for part in parts[first:] if not isinstance(part, NotAllZero)]
    return (*parts[:first], *([not_all_zero(forms)] if forms else []), *others)


def at_least(wanted: int, parts: Sequence[Condition]) -> Condition:
    """At least so many of the parts hold."""
    sure = sum(part == TRUE for part in parts)
    open_parts = [part for part in parts if part not in (TRUE, FALSE)]
    wanted -= sure
    if wanted <= 0:
        return TRUE
    if wanted > len(open_parts):
        return FALSE
    if wanted == 1:
        return disjunction(open_parts)
    if comb(len(open_parts), wanted) > _MOST_CASES:
        raise TooWide
    return disjunction(conjunction(chosen) for chosen in combinations(open_parts, wanted))
