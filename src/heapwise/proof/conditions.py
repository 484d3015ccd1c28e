"""Conditions of the model as formulas: guards, ranges, legality."""

from collections.abc import Callable

from heapwise.model import conditions as c
from heapwise.model.linear import Linear
from heapwise.proof.logic import FALSE, TRUE, And, Form, Formula, Or, Relation, compare, congruent
from heapwise.proof.logic.formulas import COMPARE
from heapwise.proof.outside import Outside

Names = Callable[[int], str]


def relate(form: Form, relation: Relation) -> Formula:
    """A form compared with 0; settled at once where it has no variables."""
    if form.coefficients:
        return compare(form, relation)
    return TRUE if COMPARE[relation](form.constant, 0) else FALSE


def form_of(linear: Linear, names: Names) -> Form:
    """A linear form of the model, in named variables."""
    return Form(tuple((names(v), k) for v, k in linear.terms), linear.constant)


def formula_of(condition: c.Condition, names: Names) -> Formula:
    """The condition as a formula; raises `Outside` where a part of it is opaque."""

    def related(linear: Linear, relation: Relation) -> Formula:
        return relate(form_of(linear, names), relation)

    match condition:
        case c.AtLeastZero(form):
            return related(form, ">=")
        case c.IsZero(form):
            return related(form, "=")
        case c.NotAllZero(differences):
            return Or(tuple(related(form, "!=") for form in differences))
        case c.HasRemainder(form, modulus, residues):
            return Or(tuple(congruent(form_of(form, names), modulus, r) for r in sorted(residues)))
        case c.InSet(form, members, inside):
            sign: Relation = "=" if inside else "!="
            return (Or if inside else And)(tuple(related(form - m, sign) for m in sorted(members)))
        case c.AllOf(parts):
            return And(tuple(formula_of(part, names) for part in parts))
        case c.AnyOf(parts):
            return Or(tuple(formula_of(part, names) for part in parts))
    raise Outside("a condition of the rules that is not linear")
