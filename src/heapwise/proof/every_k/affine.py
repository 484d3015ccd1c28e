"""Linear forms in k and other numbers, and their comparisons as formulas."""

from __future__ import annotations

from collections.abc import Mapping

from heapwise.proof.logic import LinearComparison
from heapwise.proof.logic.formulas import Relation
from heapwise.proof.outside import Outside
from heapwise.terms import term as t

Affine = Mapping[str, int]  # coefficients by name; the constant under the empty name
ZERO: Affine = {}
ONE: Affine = {"": 1}


def variable(name: str) -> Affine:
    """A number by its name."""
    return {name: 1}


def added(one: Affine, two: Affine, factor: int = 1) -> Affine:
    """one + factor * two"""
    found = {name: one.get(name, 0) + factor * two.get(name, 0) for name in {**one, **two}}
    return {name: coefficient for name, coefficient in found.items() if coefficient}


def compare(one: Affine, relation: Relation, two: Affine) -> LinearComparison:
    """A comparison of two forms."""
    difference = added(one, two, -1)
    names = tuple(sorted(name for name in difference if name))
    return LinearComparison(names, tuple(difference[name] for name in names), difference.get("", 0), relation)


def value(form: Affine, k: int) -> int:
    """The value of a form in k alone."""
    return sum(c * (k if name == "k" else 1) for name, c in form.items())


def form_of(term: t.AnyTerm, slot: int) -> Affine:
    """The linear form that a term is in the parameter of a slot, which is called k here."""
    match term:
        case t.Constant(value=int(number)):
            return {"": number} if number else {}
        case t.Local(slot=found) if found == slot:
            return {"k": 1}
        case t.Operation(name="+" | "-" as name, arguments=(left, right)):
            return added(form_of(left, slot), form_of(right, slot), 1 if name == "+" else -1)
        case t.Operation(name="*", arguments=(left, right)):
            one, two = form_of(left, slot), form_of(right, slot)
            for factor, other in ((one, two), (two, one)):
                if set(factor) <= {""}:
                    return added({}, other, factor.get("", 0))
    raise Outside("a number that is not linear in k")
