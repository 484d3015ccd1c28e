"""Linear forms in k: how a term is one, of k or of several parameters, and their values."""

from __future__ import annotations

from collections.abc import Mapping

from heapwise.proof.logic import Form
from heapwise.proof.outside import Outside
from heapwise.terms import term as t

K = Form.variable("k")


def value(form: Form, k: int) -> int:
    """The value of a form in k alone."""
    return form.constant + slope(form) * k


def slope(form: Form) -> int:
    """The coefficient of k."""
    return dict(form.coefficients).get("k", 0)


def form_of(term: t.AnyTerm, forms: Mapping[int, Form]) -> Form:
    """The linear form that a term is, with forms for the parameters in its slots."""
    match term:
        case t.Constant(value=int(number)):
            return Form(constant=number)
        case t.Local(slot=slot) if slot in forms:
            return forms[slot]
        case t.Operation(name="+" | "-" as name, arguments=(left, right)):
            return form_of(left, forms) + form_of(right, forms) * (1 if name == "+" else -1)
        case t.Operation(name="*", arguments=(left, right)):
            one, two = form_of(left, forms), form_of(right, forms)
            for factor, other in ((one, two), (two, one)):
                if not factor.coefficients:
                    return other * factor.constant
    raise Outside("a number that is not linear in its parameters")
