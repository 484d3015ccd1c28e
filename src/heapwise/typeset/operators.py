"""Operators and relations on paper: each asks of its operands that a reader sees where they end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heapwise.lang import nodes
from heapwise.typeset.pieces import (
    Beside,
    Enclosed,
    Fraction,
    Notation,
    Numeral,
    Sign,
    Subscript,
    Superscript,
    Words,
    in_parentheses,
    line,
    separated,
)
from heapwise.typeset.sets import between
from heapwise.typeset.strength import Held, Strength, held

if TYPE_CHECKING:
    from heapwise.typeset.expressions import Typesetter

_SIGNS = {
    "(+)": "⊕", "(*)": "⊗", "-": "−", "and": "∧", "or": "∨", "not": "¬", "iff": "⇔", "implies": "⇒", "<=": "≤",
    ">=": "≥", "!=": "≠", "in": "∈", "not in": "∉", "divides": "∣", "|": "∪", "&": "∩", "\\": "∖",
}  # fmt: skip
_S = Strength

# How strongly each operator holds, and what it asks of its first operand and of the others.
_ASKS = {
    "iff": (_S.IFF, _S.OR, _S.OR), "implies": (_S.IMPLIES, _S.OR, _S.OR),
    "or": (_S.OR, _S.RELATION, _S.RELATION), "and": (_S.AND, _S.RELATION, _S.RELATION),
    "|": (_S.SETS, _S.LARGE, _S.LARGE), "&": (_S.SETS, _S.LARGE, _S.LARGE), "\\": (_S.SETS, _S.LARGE, _S.LARGE),
    "(+)": (_S.NIMSUM, _S.SIGNED, _S.NIMPRODUCT),
    "+": (_S.SUM, _S.SIGNED, _S.NIMPRODUCT), "-": (_S.SUM, _S.SIGNED, _S.NIMPRODUCT),
    "(*)": (_S.NIMPRODUCT, _S.FRACTION, _S.FRACTION), "mod": (_S.REMAINDER, _S.PRODUCT, _S.FRACTION),
    "*": (_S.PRODUCT, _S.PRODUCT, _S.FRACTION),
}  # fmt: skip
_GO_ON = ({"or"}, {"and"}, {"|"}, {"&"}, {"(+)"}, {"+", "-"}, {"(*)"}, {"*"})  # of one kind, read from the left


def infix(setter: Typesetter, node: nodes.Infix) -> Held:
    """Operands from the left; quotients stand over one another, exponents above."""
    if node.operators == ("^",):
        base, exponent = map(setter.hold, node.operands)
        return held(Superscript(base.asked(_S.ATOM).piece, exponent.piece), _S.POWER)
    found, before = setter.hold(node.operands[0]), _spread_sign(setter, node.operands[0])
    for place, (sign, operand) in enumerate(zip(node.operators, node.operands[1:], strict=True), 1):
        if any({before, sign} <= kind for kind in _GO_ON):
            found = Held(found.piece, _S.CLOSED, _S.CLOSED)
        right = setter.hold(operand)
        if _spread_sign(setter, operand) == sign:
            right = Held(right.piece, _S.CLOSED, _S.CLOSED)
        found = _joined(found, sign, right, is_last=place == len(node.operators))
        before = sign
    return found


def _spread_sign(setter: Typesetter, node: nodes.Expr) -> str:
    """`x_1 + ⋯ + x_n` is a part of the line that has its sign."""
    if isinstance(node, nodes.Call):
        return {_S.SUM: "+", _S.NIMSUM: "(+)"}.get(setter.hold(node).behind, "")
    return ""


def _joined(left: Held, sign: str, right: Held, is_last: bool) -> Held:
    if sign == "/":
        return held(Fraction(left.piece, right.piece), _S.FRACTION)
    strength, first, other = _ASKS[sign]
    left, right = left.asked(first), right.asked(other, is_last)
    between = _times(left.piece, right.piece) if sign == "*" else [Sign(_SIGNS.get(sign, sign))]
    return held(line(left.piece, *between, right.piece), strength, right)


def _times(left: Notation, right: Notation) -> list[Notation]:
    """A number stands before a name without a sign. A dot keeps digits apart, and a name from being a function."""
    before, after = _end(left, -1), _end(right, 0)
    is_number, is_call = isinstance(before, Numeral), isinstance(after, Enclosed) and after.left == "("
    if isinstance(right, Numeral) or (is_number and isinstance(after, Numeral | Fraction)):
        return [Sign("⋅")]
    if is_call and not (is_number or isinstance(before, Enclosed | Fraction | Superscript)):
        return [Sign("⋅")]
    return [] if is_number else [Sign("\N{THIN SPACE}", tight=True)]


def _end(piece: Notation, place: int) -> Notation:
    """The piece at the left end, for 0, or at the right end, for -1."""
    while True:
        match piece:
            case Beside(parts=(_, *_)):
                piece = piece.parts[place]
            case Superscript() | Subscript() if place == 0:
                piece = piece.base
            case _:
                return piece


def prefix(setter: Typesetter, node: nodes.Prefix) -> Held:
    """`−a`, `¬a`"""
    strength, least = (_S.NOT, _S.NOT) if node.operator == "not" else (_S.SIGNED, _S.FRACTION)
    operand = setter.hold(node.operand).asked(least, is_last=True)
    return held(line(Sign(_SIGNS[node.operator], tight=True), operand.piece), strength, operand)


def chain(setter: Typesetter, node: nodes.Chain) -> Held:
    """Relations one after another; a congruence has its modulus behind it."""
    if node.modulus is not None:
        sides = separated((setter.side(o).piece for o in node.operands), "≡")
        modulus = line(Sign("mod", tight=True), Words(" "), setter.set(node.modulus))
        return held(line(sides, Words(" "), in_parentheses(modulus)), _S.RELATION)
    first, *others = node.operands
    if node.operators == ("in",) and isinstance(others[0], nodes.Range) and setter.names.is_whole(first):
        return held(between(setter, setter.side(first).piece, others[0]), _S.RELATION)
    last = setter.side(others.pop(), is_last=True)
    signs = [Sign(_SIGNS.get(sign, sign)) for sign in node.operators]
    parts = [piece for o, sign in zip((first, *others), signs, strict=True) for piece in (setter.side(o).piece, sign)]
    return held(line(*parts, last.piece), _S.RELATION, last)
