"""Formulas made fit for elimination: negations one step further in, conjunctions and disjunctions flat."""

from heapwise.proof.logic.formulas import And, At, Exists, Forall, Formula, Iff, Implies, Named, Not, Or, Sealed
from heapwise.proof.logic.substitute import pushed


def opened(formula: Formula) -> Formula:
    """An equivalent formula whose outermost sign is And, Or, Exists, or else none that elimination could use.

    >>> from heapwise.proof.logic import TRUE, FALSE
    >>> opened(Not(Implies(TRUE, FALSE)))
    And(parts=(And(parts=()), Not(body=Or(parts=()))))
    """
    return _opened(formula, False)


def _opened(formula: Formula, is_denied: bool) -> Formula:
    match formula:
        case Sealed() | At(_, Sealed()):
            pass
        case Named(_, body):
            return _opened(body, is_denied)
        case At(names, body):
            return _opened(pushed(names, body), is_denied)
        case Not(body):
            return _opened(body, not is_denied)
        case Implies(one, two):
            return And((one, Not(two))) if is_denied else Or((Not(one), two))
        case And(parts) | Or(parts) if is_denied:
            return (Or if isinstance(formula, And) else And)(tuple(map(Not, parts)))
        case Iff(one, two) if is_denied:
            return Iff(one, Not(two))
        case Forall(variables, body) if is_denied:
            return Exists(variables, Not(body))
    return Not(formula) if is_denied else formula


def conjuncts(formula: Formula) -> list[Formula]:
    """The parts of a conjunction, with those of conjunctions inside it."""
    flat = opened(formula)
    if isinstance(flat, And):
        return [found for part in flat.parts for found in conjuncts(part)]
    return [formula if isinstance(formula, Named) else flat]


def disjuncts(formula: Formula) -> list[Formula]:
    """The parts of a disjunction, with those of disjunctions inside it.

    To ask whether `S & (A | B)` has a solution it is cheaper to ask `S & A` and `S & B`: no union has to be built.
    """
    flat = opened(formula)
    if isinstance(flat, Or):
        return [found for part in flat.parts for found in disjuncts(part)]
    return [formula if isinstance(formula, Named) else flat]
