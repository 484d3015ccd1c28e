"""Operators and relations on paper: each asks of its operands that a reader sees where they end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from heapwise.lang import nodes
from heapwise.typeset.pieces import (
    Beside,
    CaseRows,
    Enclosed,
    Fraction,
    LargeSign,
    Notation,
    Numeral,
    Sign,
    Subscript,
    Superscript,
    Words,
    has_strokes,
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
# Operators of one kind, which are read from the left and go on without parentheses.
_GO_ON = ({"iff"}, {"or"}, {"and"}, {"|"}, {"&"}, {"(+)"}, {"+", "-"}, {"(*)"}, {"*"})


def infix(setter: Typesetter, node: nodes.Infix) -> Held:
    """Operands from the left; quotients stand over one another, exponents above."""
    if node.operators == ("^",):
        base, exponent = map(setter.hold, node.operands)
        return held(Superscript(base.asked(_S.ATOM).piece, exponent.piece), _S.POWER)
    first, *others = node.operands
    parts = []
    for sign, operand in zip(node.operators, others, strict=True):
        part = setter.hold(operand)
        parts.append((sign, part.as_part() if _spread_sign(setter, operand) == sign else part))
    return run(setter.hold(first), parts, _spread_sign(setter, first))


def run(found: Held, others: Sequence[tuple[str, Held]], before: str = "") -> Held:
    """Operands from the left, each with the operator before it; what is of one kind goes on without parentheses."""
    for place, (sign, right) in enumerate(others, 1):
        left = found.as_part() if any({before, sign} <= kind for kind in _GO_ON) else found
        found = _joined(left, sign, right, is_last=place == len(others))
        before = sign
    return found


def _spread_sign(setter: Typesetter, node: nodes.Expr) -> str:
    """`x_1 + ⋯ + x_n` is a part of the line that has its sign."""
    if isinstance(node, nodes.Call):
        return {_S.SUM: "+", _S.NIMSUM: "(+)"}.get(setter.hold(node).behind, "")
    return ""


def _joined(left: Held, sign: str, right: Held, is_last: bool) -> Held:
    """Two operands, in the parentheses that the operator between them asks for."""
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
    if isinstance(after, Numeral) or (is_number and isinstance(after, Fraction)):
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
    return negated(setter.hold(node.operand)) if node.operator == "not" else negative(setter.hold(node.operand))


def negated(operand: Held) -> Held:
    """`¬a`"""
    operand = operand.asked(_S.NOT, is_last=True)
    return held(line(Sign("¬", tight=True), operand.piece), _S.NOT, operand)


def negative(operand: Held, least: Strength = _S.FRACTION) -> Held:
    """`−a`"""
    operand = operand.asked(least, is_last=True)
    return held(line(Sign("−", tight=True), operand.piece), _S.SIGNED, operand)


def chain(setter: Typesetter, node: nodes.Chain) -> Held:
    """Relations one after another; a congruence has its modulus behind it."""
    if node.modulus is not None:
        return congruence(map(setter.hold, node.operands), setter.set(node.modulus))
    first, *others = node.operands
    if node.operators == ("in",) and isinstance(others[0], nodes.Range) and setter.names.is_whole(first):
        return held(between(setter, setter.side(first).piece, others[0]), _S.RELATION)
    return related(node.operators, map(setter.hold, node.operands))


def congruence(sides: Iterable[Held], modulus: Notation) -> Held:
    """`a ≡ b (mod m)`"""
    told = separated((side.asked(_S.SETS).piece for side in sides), "≡")
    behind = in_parentheses(line(Sign("mod", tight=True), Words(" "), modulus))
    return held(line(told, Words(" "), behind), _S.RELATION)


def related(signs: Iterable[str], sides: Iterable[Held]) -> Held:
    """Sides with relations between them."""
    *others, last = sides
    last = last.asked(_S.SETS, is_last=True)
    pairs = zip((side.asked(_S.SETS).piece for side in others), signs, strict=True)
    parts = [piece for side, sign in pairs for piece in (side, Sign(_SIGNS.get(sign, sign)))]
    return held(line(*parts, last.piece), _S.RELATION, last)


def quantified(sign: str, below: Notation, body: Held) -> Held:
    """`∀ i : a`, which has no end of its own."""
    body = body.asked(_S.RELATION, is_last=True)
    spoken = line(Sign(sign, tight=True), Sign("\N{THIN SPACE}", tight=True), below)
    return Held(line(spoken, Sign(":"), body.piece), _S.NOT, _S.QUANTIFIED)


def large(sign: str, below: Notation, body: Held) -> Held:
    """A large sign, which takes products and what begins with such a sign."""
    body = body.asked(_S.PRODUCT, is_last=True)
    return Held(LargeSign(sign, below, body.piece), _S.FRACTION, min(_S.LARGE, body.behind))


def in_brackets(left: str, inside: Notation, right: str) -> Held | None:
    """`⌊a⌋`, `|a|`; nothing where strokes would stand inside strokes."""
    return None if left == "|" and has_strokes(inside) else held(Enclosed(left, inside, right), _S.CLOSED)


def counted(below: Notation, body: Held) -> Held:
    """`#{i : a}`"""
    return held(line(Sign("#", tight=True), Enclosed("{", line(below, Sign(":"), body.piece), "}")), _S.ATOM)


def cases(*rows: tuple[Notation, Notation | None]) -> Held:
    """Cases, one below the other, which have a brace on their left alone."""
    return Held(CaseRows(rows), _S.ATOM, _S.CASES)
