"""Order, equality and membership of values of which some are known only as quantities."""

from collections.abc import Callable

from heapwise.formulas import ir
from heapwise.formulas import quantities as q
from heapwise.formulas.logic import LoweredCondition, conjunction, disjunction, equivalence, negation
from heapwise.formulas.lower_values import (
    Between,
    CombinedMembers,
    ListedMembers,
    Lowered,
    is_endless,
    is_number,
    whole,
)
from heapwise.formulas.problems import NotExpressible
from heapwise.formulas.quantities import Quantity, quantity
from heapwise.terms.values import FiniteSet, Upward, VectorBox, Without

MOST_MEMBERS = 2_000
_MOST_COMPARED = 2_000  # pairs of members

Member = tuple[LoweredCondition, Lowered]


def relation(sign: str) -> Callable[[Lowered, Lowered], LoweredCondition]:
    """`<`, `<=`, `>`, `>=` of numbers."""
    if sign in (">", ">="):
        turned = relation("<" if sign == ">" else "<=")
        return lambda a, b: turned(b, a)
    return lambda a, b: q.compare(sign, quantity(a), quantity(b))


def equal(a: Lowered, b: Lowered) -> LoweredCondition:
    """Equality of numbers, conditions, vectors, tuples and sets."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        if len(a) != len(b):
            return False
        return conjunction([equal(u, v) for u, v in zip(a, b, strict=True)])
    if is_number(a) and is_number(b):
        if not isinstance(a, Quantity) and not isinstance(b, Quantity):
            return bool(a == b)
        return q.compare("=", quantity(a), quantity(b))
    if isinstance(a, bool | ir.Node) and isinstance(b, bool | ir.Node):
        return equivalence(a, b)
    return _same_members(a, b)


def _same_members(a: Lowered, b: Lowered) -> LoweredCondition:
    """Equality of sets with listed members: each of either set is in the other, under the condition that it is one."""
    left, right = members(a), members(b)
    if len(left) * len(right) > _MOST_COMPARED:
        raise NotExpressible("equality of large sets")
    found = [(c, contains(b, m)) for c, m in left] + [(c, contains(a, m)) for c, m in right]
    return conjunction([disjunction([negation(is_one), is_found]) for is_one, is_found in found])


def members(value: Lowered) -> tuple[Member, ...]:
    """The members of a set one by one, each with the condition under which it is one."""
    match value:
        case ListedMembers():
            return value.members
        case FiniteSet() | range() if len(value) <= MOST_MEMBERS:
            return tuple((True, item) for item in value)
        case CombinedMembers("|", left, right):
            return (*members(left), *members(right))
        case CombinedMembers(name, left, right):
            kept = (lambda c: c) if name == "&" else negation
            return tuple((conjunction([c, kept(contains(right, m))]), m) for c, m in members(left))
    raise NotExpressible("equality of sets or positions that depend on the position")


def contains(whole_set: Lowered, item: Lowered) -> LoweredCondition:
    """Is a value a member of a set?"""
    match whole_set:
        case range() | Upward() | Between():
            return _is_between(whole_set, item)
        case ListedMembers():
            return disjunction([conjunction([c, equal(item, m)]) for c, m in whole_set.members])
        case Without():
            return conjunction([contains(whole_set.whole, item), negation(contains(whole_set.removed, item))])
        case CombinedMembers():
            return _in_combined(whole_set, item)
        case VectorBox():
            if not isinstance(item, tuple) or len(item) != len(whole_set.sides):
                return False
            return conjunction([contains(side, v) for side, v in zip(whole_set.sides, item, strict=True)])
        case FiniteSet():
            if len(whole_set) > MOST_MEMBERS:
                raise NotExpressible("membership in a very large set")
            return disjunction([equal(item, member) for member in whole_set])
    raise NotExpressible("membership in this set")


def _in_combined(whole_set: CombinedMembers, item: Lowered) -> LoweredCondition:
    if whole_set.name == "|" and (is_endless(whole_set.left) or is_endless(whole_set.right)):
        return ir.Undefined("the union with a set that has no end")
    left, right = contains(whole_set.left, item), contains(whole_set.right, item)
    for side in (left, right):
        if isinstance(side, ir.Undefined):  # a set has a value where its parts have one, whatever is asked of it
            return side
    if whole_set.name == "|":
        return disjunction([left, right])
    return conjunction([left, right if whole_set.name == "&" else negation(right)])


def _is_between(ends: range | Upward | Between, item: Lowered) -> LoweredCondition:
    low, high = (ends.start, ends.stop - 1) if isinstance(ends, range) else (ends.low, getattr(ends, "high", None))
    if isinstance(item, tuple):
        lows = low if isinstance(low, tuple) else (low,) * len(item)
        highs = high if isinstance(high, tuple) else (high,) * len(item)
        if len(lows) != len(highs):
            return ir.Undefined("the ends of a range of vectors have different lengths")
        if len(item) != len(highs):
            return False
        return conjunction([_is_between(Between(a, b), v) for a, b, v in zip(lows, highs, item, strict=True)])
    ends_found = [Quantity(whole(low)), *(() if high is None else (Quantity(whole(high)),))]
    number = quantity(item)
    is_whole = equal(0, _remainder(number)) if number.root is not None or number.bottom != ir.ONE else True
    sides = [q.compare("<=", ends_found[0], number), *(q.compare("<=", number, end) for end in ends_found[1:])]
    return conjunction([is_whole, *sides])


def _remainder(number: Quantity) -> Quantity:
    return q.mod(number, quantity(1))
