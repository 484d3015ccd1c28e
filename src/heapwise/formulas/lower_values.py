"""What terms are on their way to the integer form, and what the visitors ask about such values."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from heapwise.formulas import ir
from heapwise.formulas import quantities as q
from heapwise.formulas.logic import Condition, conjunction, disjunction, negation
from heapwise.formulas.lower_sets import SymbolicSet
from heapwise.formulas.problems import NotExpressible
from heapwise.formulas.quantities import Quantity, quantity
from heapwise.numbers import Surd

Lowered = Any


@dataclass(frozen=True)
class PositionValue:
    """A disjunctive sum: games with the components of their states."""

    games: tuple[Any, ...] = ()
    arguments: tuple[tuple[ir.Node, ...], ...] = ()


def is_number(value: Lowered) -> bool:
    """A number, known or not."""
    return isinstance(value, int | Fraction | Surd | Quantity) and not isinstance(value, bool)


def whole(value: Lowered) -> ir.Node:
    """A number as a whole number."""
    return q.whole(quantity(value))


def chosen(condition: Condition, yes: Lowered, no: Lowered, always: bool = False) -> Lowered:
    """One value or the other, under a condition that is a node; `always`: both are the same."""
    if isinstance(condition, bool):
        return yes if condition else no
    if is_number(yes) and is_number(no):
        return q.select(condition, quantity(yes), quantity(no))
    if isinstance(yes, tuple) and isinstance(no, tuple) and len(yes) == len(no):
        return tuple(chosen(condition, a, b, always) for a, b in zip(yes, no, strict=True))
    if isinstance(yes, bool | ir.Node) and isinstance(no, bool | ir.Node):
        here = conjunction([condition, yes])
        return here if always else disjunction([here, conjunction([negation(condition), no])])
    raise NotExpressible("a set, a vector or a position that depends on a condition")


def is_known(value: Lowered) -> bool:
    """Is a value known completely?"""
    if isinstance(value, tuple):
        return all(map(is_known, value))
    return not isinstance(value, Quantity | ir.Node | PositionValue | SymbolicSet)


def joined(positions: tuple[PositionValue, ...]) -> PositionValue:
    """The disjunctive sum of positions."""
    games = tuple(game for position in positions for game in position.games)
    return PositionValue(games, tuple(state for position in positions for state in position.arguments))
