"""Places of digits in formulas: valuations, numbers of trailing ones, lengths, and the digits that stand at places."""

from collections.abc import Iterator, Mapping
from typing import Any

from heapwise.formulas import ir
from heapwise.proof.outside import Outside
from heapwise.records import Record

_PLACES = frozenset({"v2", "tail1", "length"})
_MOST_PLACE = 4_000  # the power is written out, in formulas and certificates


def power_of_two(place: int) -> int:
    """What a digit weighs; raises `Outside` where that would be a number of thousands of digits."""
    if place > _MOST_PLACE:
        raise Outside(f"a place of a digit beyond {_MOST_PLACE:,}")
    return 1 << place


def place_variable(number: int) -> str:
    """The variable of a quantifier over places."""
    return f"k{number}"


def has_place(node: ir.Node) -> bool:
    """Is a number, or what it is made of by sums and choices, a place of a digit?"""
    match node:
        case ir.Bound():
            return True
        case ir.Apply(name, arguments):
            return name in _PLACES or (name in ("min", "max") and any(map(has_place, arguments)))
        case ir.Linear(_, terms):
            return any(has_place(term) for _, term in terms)
        case ir.Select(_, yes, no):
            return has_place(yes) or has_place(no)
    return False


def is_named_place(node: ir.Node) -> bool:
    """Is a number a place of a digit, or one that far above or below?"""
    match node:
        case ir.Bound():
            return True
        case ir.Apply(name, arguments):
            return name in _PLACES or (name in ("min", "max") and all(map(is_named_place, arguments)))
        case ir.Linear(_, ((1, term),)):
            return is_named_place(term)
    return False


class PlacedDigit(Record):
    """A digit of a number at a place."""

    number: ir.Node
    place: ir.Node


def bit_of(node: ir.Node) -> PlacedDigit | None:
    """`bit(z, k)`, also written `floor(z / 2^k) mod 2`."""
    match node:
        case ir.Apply("bit", (number, place)):
            return PlacedDigit(number, place)
        case ir.Apply("mod", (ir.Apply("floor/", (number, ir.Apply("^", (ir.Const(2), place)))), ir.Const(2))):
            return PlacedDigit(number, place)
    return None


def unshifted(node: ir.Every) -> ir.Every:
    """The same quantifier with its variable counted from another place, if its body always speaks of that one."""
    variable = ir.Bound(node.variable)
    shifts = set(_shifts(node.body, variable))
    if len(shifts) != 1 or shifts == {0}:
        return node
    shift = shifts.pop()
    if isinstance(node.low, ir.Const) and node.low.value + shift < 0:
        return node  # there is no place behind the units to start from
    body = replaced(node.body, {ir.Linear(shift, ((1, variable),)): variable})
    return ir.Every(node.variable, _moved(node.low, shift), _moved(node.high, shift), body, node.is_open)


def _shifts(node: ir.Node, variable: ir.Bound) -> Iterator[int]:
    """How far from its variable a body looks."""
    if node == variable:
        yield 0
    elif isinstance(node, ir.Linear) and node.terms == ((1, variable),):
        yield node.constant
    else:
        for below in node.below:
            yield from _shifts(below, variable)


def _moved(node: ir.Node, shift: int) -> ir.Node:
    match node:
        case ir.Const(value):
            return ir.Const(value + shift)
        case ir.Linear(constant, ((1, term),)):
            return ir.Linear(constant + shift, ((1, term),)) if constant + shift else term
    return ir.Linear(shift, ((1, node),))


def replaced(value: Any, changes: Mapping[ir.Node, ir.Node]) -> Any:
    """A node, or a tuple of nodes and other things, with some parts replaced."""
    if isinstance(value, tuple):
        return tuple(replaced(part, changes) for part in value)
    if not isinstance(value, ir.Node):
        return value
    return changes[value] if value in changes else type(value)(*(replaced(part, changes) for part in value.parts))


def is_digit(node: ir.Node) -> bool:
    """Is a number plainly 0 or 1?"""
    match node:
        case ir.Apply("mod", (_, ir.Const(2))) | ir.Indicator() | ir.Const(0 | 1):
            return True
        case ir.Apply("*", arguments):
            return all(map(is_digit, arguments))
    return bit_of(node) is not None


class PlacedDigits(Record):
    """`constant` + the sum of factors times digits at one place."""

    place: ir.Node
    numbers: tuple[ir.Node, ...]
    factors: tuple[int, ...]
    constant: int


def bits_at_one_place(left: ir.Node, right: ir.Node) -> PlacedDigits | None:
    """The difference of two numbers, if it is a sum of digits at one and the same place."""
    terms: list[tuple[int, PlacedDigit]] = []
    constant = 0
    for sign, node in ((1, left), (-1, right)):
        shift, parts = (node.constant, node.terms) if isinstance(node, ir.Linear) else (0, ((1, node),))
        constant += sign * shift
        for factor, part in parts:
            if isinstance(part, ir.Const):
                constant += sign * factor * part.value
                continue
            bit = bit_of(part)
            if bit is None:
                return None
            terms.append((sign * factor, bit))
    if len({bit.place for _, bit in terms}) != 1:
        return None
    return PlacedDigits(terms[0][1].place, tuple(b.number for _, b in terms), tuple(f for f, _ in terms), constant)
