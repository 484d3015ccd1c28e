"""What terms are on their way to the integer form, sets among them, and what the visitors ask about such values.

A set whose members depend on the position can be asked for members, and some can be walked.
"""

from fractions import Fraction
from typing import Any

from heapwise.formulas import ir
from heapwise.formulas import quantities as q
from heapwise.formulas.logic import LoweredCondition, conjunction, disjunction, negation
from heapwise.formulas.problems import NotExpressible
from heapwise.formulas.quantities import Quantity, quantity
from heapwise.numbers import Surd
from heapwise.records import Record
from heapwise.terms.values import FiniteSet, Upward, Without, made_endless

Lowered = Any


class Between(Record):
    """`low..high`, or `low..` without an end; the ends are numbers or vectors.

    `is_open` marks an end that nobody wrote, behind which nothing changes any more.
    """

    low: Any
    high: Any | None
    is_open: bool = False


class ListedMembers(Record):
    """Members one by one, each with the condition under which it is one."""

    members: tuple[tuple[Any, Any], ...]


class CombinedMembers(Record):
    """`A | B`, `A & B` or `A \\\\ B`."""

    name: str
    left: Any
    right: Any


def is_endless(members: Any) -> bool:
    """Has a set no last member?"""
    match members:
        case Between(high=high):
            return high is None
        case CombinedMembers(name=sign, left=left, right=right):
            return made_endless(sign, is_endless(left), is_endless(right))
    return isinstance(members, Upward | Without)


SymbolicSet = Between | ListedMembers | CombinedMembers


class PositionValue(Record):
    """A disjunctive sum: games with the components of their states."""

    games: tuple[Any, ...] = ()
    arguments: tuple[tuple[ir.Node, ...], ...] = ()


def is_number(value: Lowered) -> bool:
    """A number, known or not."""
    return isinstance(value, int | Fraction | Surd | Quantity) and not isinstance(value, bool)


def whole(value: Lowered) -> ir.Node:
    """A number as a whole number."""
    return q.whole(quantity(value))


def chosen(condition: LoweredCondition, yes: Lowered, no: Lowered, always: bool = False) -> Lowered:
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


def defined(value: Lowered) -> list[LoweredCondition]:
    """Conditions that always hold, and are undefined where the value, or a part of it, is."""
    match value:
        case tuple():
            return [condition for entry in value for condition in defined(entry)]
        case Quantity():
            nodes = (value.top, value.bottom, value.root, value.radicand)
            return [ir.Compare("=", part, part) for part in nodes if part is not None and not part.is_total]
        case ir.Node():
            return [] if value.is_total else [ir.Iff(value, value)]
        case Between():
            ends = [_whole_end(end) for end in (value.low, value.high)]
            return [*_ends_fit(value.low, value.high), *(condition for end in ends for condition in defined(end))]
        case CombinedMembers(name="|") if is_endless(value.left) or is_endless(value.right):
            return [ir.Undefined("the union with a set that has no end")]
        case CombinedMembers():
            _ask_for_order(value)
            return [*defined(value.left), *defined(value.right)]
        case ListedMembers():
            _ask_for_order(value)
            return [condition for member in value.members for condition in _defined_member(*member)]
    return []


def _whole_end(end: Lowered) -> Lowered:
    """The end of a range, or of one for each entry, which has a value where it is whole."""
    if isinstance(end, tuple):
        return tuple(map(_whole_end, end))
    return Quantity(whole(end)) if is_number(end) else end


def _ends_fit(low: Lowered, high: Lowered) -> list[LoweredCondition]:
    """A range of vectors has ends of one length, in rows as well; a range from a vector ends in a vector."""
    if isinstance(low, tuple) and isinstance(high, tuple) and len(low) == len(high):
        return [condition for a, b in zip(low, high, strict=True) for condition in _ends_fit(a, b)]
    fits = not isinstance(low, tuple)
    return [] if fits else [ir.Undefined("the ends of a range of vectors have different lengths")]


def _ask_for_order(members: SymbolicSet) -> None:
    """The members of a set stand in order, which two different square roots have not."""
    if len(_roots_of(members)) > 1:
        raise NotExpressible("a set with two different square roots")


def _roots_of(value: Lowered) -> set[ir.Node]:
    """The square roots that the numbers in a value need."""
    match value:
        case Surd():
            return {ir.Const(value.d)}
        case Quantity():
            return set() if value.radicand is None else {value.radicand}
        case tuple() | FiniteSet():
            return {root for entry in value for root in _roots_of(entry)}
        case ListedMembers():
            return {root for _, member in value.members for root in _roots_of(member)}
        case CombinedMembers():
            return _roots_of(value.left) | _roots_of(value.right)
    return set()


def _defined_member(condition: LoweredCondition, member: Lowered) -> list[LoweredCondition]:
    """A member has to be defined where it is one."""
    return [*defined(condition), *(disjunction([negation(condition), check]) for check in defined(member))]
