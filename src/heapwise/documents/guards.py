"""Guards that say nothing new: what `legal`, or the ranges and guards before them, already say where they are tested.

Only what is shown is reported. Conditions are read as linear inequalities `form >= 0`, and a guard says nothing new if
it is another one, or the sum of two others, up to a constant. Above 0 is from 1 on for whole numbers alone.
"""

from collections.abc import Iterator

from heapwise.documents.library import Document
from heapwise.errors import Diagnostic
from heapwise.records import Record
from heapwise.rules.body import Move
from heapwise.rules.heading import Places
from heapwise.rules.schema import Schema
from heapwise.source import Place
from heapwise.terms import term as t
from heapwise.terms.defined import KnownNumbers
from heapwise.terms.types import NUMBER

Form = dict[t.AnyTerm | None, int]  # a linear form: coefficients of terms, and the constant under None
_MINUS_1: Form = {None: -1}


class _Facts(Record):
    """What is known where a guard is looked at: terms that hold, and forms that are not negative."""

    terms: tuple[t.AnyTerm, ...]
    forms: tuple[Form, ...]
    places: dict[int, Places]
    known: KnownNumbers

    def imply(self, condition: t.AnyTerm) -> bool:
        """Is the condition one of the facts, or a consequence that can be seen?"""
        if condition in self.terms:
            return True
        wanted = _forms_of(condition, self.known)
        return bool(wanted) and all(any(_is_constant_from_0(_plus(w, f, -1)) for f in self._sums(w)) for w in wanted)

    def _sums(self, wanted: Form) -> Iterator[Form]:
        known = [*self.forms, *(f for atom in wanted for f in self._range_of(atom))]
        yield {}
        for i, first in enumerate(known):
            yield first
            yield from (_plus(first, second) for second in known[i + 1 :])

    def _range_of(self, atom: t.AnyTerm | None) -> list[Form]:
        """The range of `x[i]`."""
        match atom:
            case t.Operation(name="index", arguments=(t.Local(slot=slot), *_)) if slot in self.places:
                return _range_of_place({atom: 1}, self.places[slot])
        return []


def check_guards(document: Document) -> Iterator[Diagnostic]:
    """W204: a guard that always holds where it is tested."""
    for schema in document.schemas.values():
        for move in () if schema.is_alias else schema.body.moves:
            yield from _of_move(move, schema)


def _of_move(move: Move, schema: Schema) -> Iterator[Diagnostic]:
    for i, step in enumerate(move.steps):
        if isinstance(step, t.Guard):
            known = _facts(move.steps[:i], schema)
            if all(known.imply(part) for part in _parts(step.condition)):
                place = Place(schema.source, step.condition.span)
                yield Diagnostic("W204", place, {"guard": schema.source.words(step.condition.span)})


def _facts(earlier: tuple[t.Step, ...], schema: Schema) -> _Facts:
    """What holds behind these steps of a move. Choices that are made later say nothing yet: a guard in front of them
    may be what they, or a definition between, are protected by."""
    guards = (step.condition for step in earlier if isinstance(step, t.Guard))
    terms = tuple(part for condition in (*schema.body.legal, *guards) for part in _parts(condition))
    whole = _whole_numbers(earlier, schema)
    forms = [form for term in terms for form in _forms_of(term, whole)]
    for step in earlier:
        if isinstance(step, t.Choose) and isinstance(step.target, int):
            forms += _between({_variable(step.target): 1}, step.domain)
    for parameter in schema.parameters:
        if parameter.domain is not None and parameter.type == NUMBER:
            forms += _between({_variable(parameter.slot): 1}, parameter.domain)
    for place in schema.places:
        forms += _range_of_place({_variable(place.slot): 1}, place)
    return _Facts(terms, tuple(map(_nameless, forms)), {p.slot: p for p in schema.places}, whole)


def _whole_numbers(earlier: tuple[t.Step, ...], schema: Schema) -> KnownNumbers:
    """What is seen to be whole behind these steps."""
    found = {place.slot for place in schema.places if place.game is None}
    for parameter in schema.parameters:
        if parameter.domain is not None and KnownNumbers(frozenset(), frozenset()).are_whole(parameter.domain):
            found.add(parameter.slot)
    for step in earlier:
        known = KnownNumbers(frozenset(), frozenset(found))
        match step:
            case t.Choose(target=int(slot), domain=domain) if known.are_whole(domain):
                found.add(slot)
            case t.Define(slot=slot, value=value) if known.is_whole(value):
                found.add(slot)
    return KnownNumbers(frozenset(), frozenset(found))


def _range_of_place(form: Form, place: Places) -> list[Form]:
    """What is known of a value that stands at a place."""
    if place.game is not None:
        return []
    return [form] if place.domain is None else _between(form, place.domain)


def _variable(slot: int) -> t.AnyTerm:
    """A variable as an atom of forms: its slot alone decides."""
    return t.Local(slot, "", type=NUMBER)


# -------------------------------------------------------------------------------------------------- forms


def _parts(condition: t.AnyTerm) -> tuple[t.AnyTerm, ...]:
    """The sides of an `and`."""
    if isinstance(condition, t.Connective) and condition.name == "and":
        return tuple(part for side in condition.arguments for part in _parts(side))
    return (condition,)


def _forms_of(condition: t.AnyTerm, known: KnownNumbers) -> list[Form]:
    """The forms that are not negative if and only if the condition holds; none if it is not linear, or is about more
    and less of numbers that may be fractions."""
    if not isinstance(condition, t.Operation) or len(condition.arguments) != 2:
        return []
    left, right = map(_linear, condition.arguments)
    if left is None or right is None:
        return []
    at_most, at_least = _plus(right, left, -1), _plus(left, right, -1)
    if condition.name in ("<", ">") and not all(map(known.is_whole, condition.arguments)):
        return []
    forms = {"<=": at_most, "<": _plus(at_most, _MINUS_1), ">=": at_least, ">": _plus(at_least, _MINUS_1)}
    return [_nameless(forms[condition.name])] if condition.name in forms else []


def _linear(term: t.AnyTerm) -> Form | None:
    """A term as a linear form over the terms that are not sums themselves."""
    if term.type != NUMBER:
        return None
    if isinstance(term, t.Constant):
        return {None: term.value}
    if isinstance(term, t.Operation) and term.name in ("+", "-"):
        left, right = map(_linear, term.arguments)
        return None if left is None or right is None else _plus(left, right, 1 if term.name == "+" else -1)
    return {term: 1}


def _between(form: Form, domain: t.AnyTerm) -> list[Form]:
    """What `low..high` says about its members."""
    if not (isinstance(domain, t.Operation) and domain.name == ".."):
        return []
    low, *high = (_linear(end) for end in domain.arguments)
    known = [] if low is None else [_plus(form, low, -1)]
    return [*known, *(_plus(end, form, -1) for end in high if end is not None)]


def _plus(a: Form, b: Form, factor: int = 1) -> Form:
    keys = dict.fromkeys((*a, *b))
    total = {key: a.get(key, 0) + factor * b.get(key, 0) for key in keys}
    return {key: value for key, value in total.items() if value}


def _is_constant_from_0(form: Form) -> bool:
    return set(form) <= {None} and form.get(None, 0) >= 0


def _nameless(form: Form) -> Form:
    """Slots alone decide which variable is meant."""
    return {_without_name(key): value for key, value in form.items()}


def _without_name(term: t.AnyTerm | None) -> t.AnyTerm | None:
    return t.Local(term.slot, "", type=term.type) if isinstance(term, t.Local) else term
