"""Formulas on concrete numbers: slow and obvious, to test the automata by."""

from collections.abc import Iterator, Mapping
from itertools import product

from heapwise.proof.logic.formulas import (
    And,
    At,
    Atom,
    Exists,
    Forall,
    Formula,
    Given,
    Iff,
    Implies,
    Named,
    Not,
    Or,
    children,
)


def evaluate(formula: Formula, values: Mapping[str, int], bound: int, base: int = 2) -> bool:
    """Is the formula true of these values, if quantifiers range from 0 to the bound?

    >>> from heapwise.proof.logic import Exists, Linear
    >>> evaluate(Exists(("y",), Linear(("x", "y"), (1, -2), 0, "=")), {"x": 6}, bound=6)
    True
    """

    match formula:
        case Atom(variables):
            return formula.holds(tuple(values[v] for v in variables), base)
        case Given(automaton, variables):
            return automaton.accepts(dict(zip(automaton.tracks, (values[v] for v in variables), strict=True)))
        case Exists(variables, body):
            return _some(variables, body, True, values, bound, base)
        case Forall(variables, body):
            return not _some(variables, body, False, values, bound, base)
        case At(names, body):
            moved = {old: values[new] for old, new in names if new in values}
            return evaluate(body, {**values, **moved}, bound, base)
    # Lazily, so that the rest of a conjunction is not asked once a part is false.
    return _connective(formula, (evaluate(part, values, bound, base) for part in children(formula)))


def _connective(formula: Formula, truths: Iterator[bool]) -> bool:
    match formula:
        case And():
            return all(truths)
        case Or():
            return any(truths)
        case Not():
            return not next(truths)
        case Named():
            return next(truths)
        case Implies():
            return not next(truths) or next(truths)
        case Iff():
            return next(truths) == next(truths)
    raise TypeError(f"not a formula: {formula!r}")


def _some(
    variables: tuple[str, ...], body: Formula, wanted: bool, values: Mapping[str, int], bound: int, base: int
) -> bool:
    """Is there a choice for which the body has the truth value that is wanted?"""
    choices = product(range(bound + 1), repeat=len(variables))
    return any(
        evaluate(body, {**values, **dict(zip(variables, choice, strict=True))}, bound, base) == wanted
        for choice in choices
    )
