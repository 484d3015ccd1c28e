"""Formulas made fit for elimination: negations one step further in, conjunctions and disjunctions flat."""

from heapwise.proof.logic.formulas import And, At, Exists, Forall, Formula, Iff, Implies, Named, Not, Or, Sealed
from heapwise.proof.logic.substitute import pushed


def opened(formula: Formula) -> Formula:
    """An equivalent formula whose outermost sign is And, Or, Exists, or else none that elimination could use.

    >>> from heapwise.proof.logic import TRUE, FALSE
    >>> opened(Not(Implies(TRUE, FALSE)))
    And(parts=(And(parts=()), Not(body=Or(parts=()))))
    """
    match formula:
        case Sealed() | At(_, Sealed()):
            return formula
        case Named(_, body):
            return opened(body)
        case Implies(one, two):
            return Or((Not(one), two))
        case At(names, body):
            return opened(pushed(names, body))
        case Not(body):
            return _denied(body)
    return formula


def _denied(formula: Formula) -> Formula:
    match formula:
        case Sealed() | At(_, Sealed()):
            return Not(formula)
        case Named(_, body):
            return _denied(body)
        case Not(body):
            return opened(body)
        case At(names, body):
            return _denied(pushed(names, body))
        case And(parts):
            return Or(tuple(Not(part) for part in parts))
        case Or(parts):
            return And(tuple(Not(part) for part in parts))
        case Implies(one, two):
            return And((one, Not(two)))
        case Iff(one, two):
            return Iff(one, Not(two))
        case Forall(variables, body):
            return Exists(variables, Not(body))
    return Not(formula)


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
