"""Truth values of the integer form, where a part may already be known as true or false."""

from collections.abc import Iterable

from heapwise.formulas import ir

LoweredCondition = bool | ir.Node


def node(condition: LoweredCondition) -> ir.Node:
    """A condition as a node."""
    return ir.Truth(condition) if isinstance(condition, bool) else condition


def negation(condition: LoweredCondition) -> LoweredCondition:
    """Not the condition."""
    if isinstance(condition, bool):
        return not condition
    return condition.condition if isinstance(condition, ir.Not) else ir.Not(condition)


def conjunction(conditions: Iterable[LoweredCondition]) -> LoweredCondition:
    """All of them, from left to right, and no further than the first that is known to fail."""
    kept: list[ir.Node] = []
    for condition in conditions:
        if condition is False:
            return ir.And((*kept, ir.FALSE)) if not all(k.is_total for k in kept) else False
        if condition is not True:
            kept += condition.conditions if isinstance(condition, ir.And) else (condition,)
    return True if not kept else kept[0] if len(kept) == 1 else ir.And(tuple(kept))


def disjunction(conditions: Iterable[LoweredCondition]) -> LoweredCondition:
    """One of them, from left to right."""
    kept: list[ir.Node] = []
    for condition in conditions:
        if condition is True:
            return ir.Or((*kept, ir.TRUE)) if not all(k.is_total for k in kept) else True
        if condition is not False:
            kept += condition.conditions if isinstance(condition, ir.Or) else (condition,)
    return False if not kept else kept[0] if len(kept) == 1 else ir.Or(tuple(kept))


def equivalence(left: LoweredCondition, right: LoweredCondition) -> LoweredCondition:
    """Both or neither."""
    if isinstance(left, bool):
        return right if left else negation(right)
    if isinstance(right, bool):
        return left if right else negation(left)
    return ir.Iff(left, right)


def indicator(condition: LoweredCondition) -> ir.Node:
    """1 or 0."""
    return ir.Const(int(condition)) if isinstance(condition, bool) else ir.Indicator(condition)
