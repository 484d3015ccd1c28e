"""Expressions of the language as pieces of notation."""

from collections.abc import Callable, Iterable
from typing import Any

from heapwise.lang import nodes
from heapwise.lang.spell import spelled
from heapwise.records import Record, field
from heapwise.typeset import operators, sets
from heapwise.typeset.names import QUESTIONS, Vocabulary
from heapwise.typeset.pieces import (
    FunctionName,
    Glyph,
    Notation,
    Numeral,
    Sign,
    Subscript,
    Typed,
    Words,
    in_parentheses,
    line,
    separated,
)
from heapwise.typeset.strength import Held, Strength, held

_BRACKETS = {"floor": ("⌊", "⌋"), "ceil": ("⌈", "⌉"), "abs": ("|", "|"), "sqrt": ("√", ""), "len": ("|", "|")}
_SPREAD = {"sum": "+", "nimsum": "⊕"}  # of all heaps of a vector
_MOST_SPELLED = 4  # components that are written one by one
_LARGE = {"sum": "∑", "nimsum": "⨁", "min": "min", "max": "max", "mex": "mex", "all": "∀", "any": "∃"}


class Typesetter(Record):
    """Sets expressions."""

    names: Vocabulary = field(default_factory=Vocabulary)

    def set(self, node: nodes.Expr) -> Notation:
        """An expression as it stands alone."""
        return self.hold(node).piece

    def hold(self, node: nodes.Expr) -> Held:
        """An expression, with how strongly its notation holds together."""
        return _SETTERS[type(node)](self, node)

    def side(self, node: nodes.Expr, is_last: bool = False) -> Held:
        """One side of a relation."""
        return self.hold(node).asked(Strength.SETS, is_last)

    def parts(self, items: Iterable[nodes.Expr]) -> Notation:
        """Parts with commas, which end what a quantifier speaks of."""
        return separated(self.hold(item).asked(Strength.CASES).piece for item in items)

    # -- names and calls

    def name(self, node: nodes.Name) -> Held:
        """A name; digits at its end stand below it, unless one would take them for an index."""
        base = node.name.rstrip("0123456789")
        digits = node.name[len(base) :]
        if not digits or "_" in base or base in self.names.indexed:
            return held(Glyph(node.name), Strength.CLOSED)
        return held(Subscript(Glyph(base), Numeral(digits)), Strength.ATOM)

    def index(self, node: nodes.Index) -> Held:
        """`x_i`"""
        base = self.hold(node.base).asked(Strength.CLOSED)
        return held(Subscript(base.piece, self.parts(node.indices)), Strength.ATOM)

    def field(self, node: nodes.Field) -> Held:
        """`p.x`"""
        base = self.hold(node.base).asked(Strength.ATOM)
        return held(line(base.piece, Sign(".", tight=True), Glyph(node.name)), Strength.CLOSED)

    def call(self, node: nodes.Call) -> Held:
        """A function of its arguments; some have brackets or signs of their own."""
        name = node.function.name if isinstance(node.function, nodes.Name) else ""
        sizes = [len(group) for group in node.groups]
        if name in _BRACKETS and sizes == [1]:
            left, right = _BRACKETS[name]
            enclosed = operators.in_brackets(left, self.set(node.arguments[0]), right)
            if enclosed is not None:
                return enclosed
        if (name in _SPREAD and sizes == [1]) or (name == "nimsum" and sizes == [1, 1]):
            vector, *base = node.arguments
            if isinstance(vector, nodes.Name) and vector.name in self.names.vectors:
                return self._spread(_SPREAD[name], vector.name, *base)
        return self._applied(node.function, separated(map(self.parts, node.groups), ";"))

    def _applied(self, function: nodes.Expr, inside: Notation) -> Held:
        """A function before its parentheses."""
        name = function.name if isinstance(function, nodes.Name) else ""
        head = self._head(name) if name else self.hold(function).asked(Strength.ATOM).piece
        return held(line(head, in_parentheses(inside)), Strength.CLOSED)

    def _head(self, name: str) -> Notation:
        if name in QUESTIONS:
            return Glyph(QUESTIONS[name])
        if name == "v2":
            return Subscript(Glyph("v"), Numeral("2"))
        return FunctionName(name) if len(name) > 1 else Glyph(name)

    def _spread(self, sign: str, vector: str, *base: nodes.Expr) -> Held:
        """`x_1 ⊕ ⋯ ⊕ x_n`; the base of the digits stands below the sign."""
        joined = Subscript(Sign(sign, tight=True), self.set(base[0])) if base else Sign(sign)
        first, *others = self.spelled_out(vector, Sign("⋯", tight=True))
        strength = Strength.LARGE if base else Strength.SUM if sign == "+" else Strength.NIMSUM
        whole = line(first, *(piece for other in others for piece in (joined, other)))
        return held(whole, strength if others else Strength.ATOM)

    def spelled_out(self, name: str, dots: Notation) -> list[Notation]:
        """`x_1, x_2, x_3`, or `x_1, …, x_n`."""
        letter, length = Glyph(name), self.names.vectors[name]
        if isinstance(length, Numeral) and 1 <= int(length.text) <= _MOST_SPELLED:
            return [Subscript(letter, Numeral(str(i + 1))) for i in range(int(length.text))]
        return [Subscript(letter, Numeral("1")), dots, Subscript(letter, length)]

    def big(self, node: nodes.Big) -> Held:
        """A large sign with what it runs over below it."""
        name = node.function.name if isinstance(node.function, nodes.Name) else ""
        below, body = separated(sets.conditions(self, node.binders)), self.hold(node.body)
        if name in ("all", "any"):
            return operators.quantified(_LARGE[name], below, body)
        if name == "count":
            return operators.counted(below, body)
        if name in _LARGE:
            return operators.large(_LARGE[name], below, body)
        return self._applied(node.function, line(body.piece, Words(" for "), below))

    # -- choices

    def conditional(self, node: nodes.Conditional) -> Held:
        """Cases, one below the other."""
        rows: list[tuple[Notation, Notation | None]] = []
        rest: nodes.Expr = node
        while isinstance(rest, nodes.Conditional):
            rows.append((self.set(rest.yes), self.set(rest.condition)))
            rest = rest.no
        return operators.cases(*rows, (self.set(rest), None))


_SETTERS: dict[type, Callable[[Typesetter, Any], Held]] = {
    nodes.Int: lambda setter, node: held(Numeral(str(node.value)), Strength.CLOSED),
    nodes.Code: lambda setter, node: held(Numeral(node.text), Strength.CLOSED),
    nodes.Name: Typesetter.name,
    nodes.Hole: lambda setter, node: held(Typed(spelled(node)), Strength.CLOSED),
    nodes.Index: Typesetter.index,
    nodes.Field: Typesetter.field,
    nodes.Call: Typesetter.call,
    nodes.Big: Typesetter.big,
    nodes.SetLiteral: lambda setter, node: sets.items(setter, "{", node.items, "}"),
    nodes.SetOf: sets.built,
    nodes.ListLiteral: lambda setter, node: sets.items(setter, "[", node.items, "]"),
    nodes.ListOf: sets.built,
    nodes.Tuple: lambda setter, node: sets.items(setter, "(", node.items, ")"),
    nodes.Range: sets.from_to,
    nodes.Infix: operators.infix,
    nodes.Prefix: operators.prefix,
    nodes.Chain: operators.chain,
    nodes.Conditional: Typesetter.conditional,
}
