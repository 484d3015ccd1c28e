"""Where forms and conditions hold: arrays instead of numbers."""

from collections.abc import Callable, Sequence
from functools import lru_cache, reduce

import numpy as np

from heapwise.arrays import Array
from heapwise.model.conditions import AllOf, AnyOf, AtLeastZero, Condition, HasRemainder, InSet, IsZero, NotAllZero
from heapwise.model.linear import Linear


def form_on(form: Linear, columns: Sequence[Array]) -> Array:
    """The values of a form; arrays of different shapes meet as numpy has it."""
    values: Array = np.array(form.constant, dtype=np.int64)
    for v, factor in form.terms:
        values = values + factor * columns[v]
    return values


def holds_on(condition: Condition, columns: Sequence[Array]) -> Array:
    """Where a condition holds."""
    match condition:
        case AtLeastZero(form=form):
            return np.asarray(form_on(form, columns) >= 0)
        case IsZero(form=form):
            return np.asarray(form_on(form, columns) == 0)
        case NotAllZero(differences=forms):
            return _joined(np.logical_or, False, [form_on(form, columns) != 0 for form in forms])
        case HasRemainder(form=form, modulus=modulus, residues=residues):
            return np.isin(form_on(form, columns) % modulus, sorted(residues))
        case InSet(form=form, members=members, inside=inside):
            return np.isin(form_on(form, columns), _in_order(members), invert=not inside)
        case AllOf(parts=parts):
            return _joined(np.logical_and, True, [holds_on(part, columns) for part in parts])
        case AnyOf(parts=parts):
            return _joined(np.logical_or, False, [holds_on(part, columns) for part in parts])
    raise AssertionError(condition)


@lru_cache(maxsize=64)
def _in_order(members: frozenset[int]) -> Array:
    return np.array(sorted(members), dtype=np.int64)


def _joined(join: Callable[[Array, Array], Array], start: bool, masks: list[Array]) -> Array:
    return reduce(join, masks, np.array(start))
