"""Expressions of the language as pieces of notation."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from heapwise.lang import nodes
from heapwise.lang.spell import needs_parentheses, spelled
from heapwise.records import Record, field
from heapwise.typeset.pieces import (
    CaseRows,
    Enclosed,
    Fraction,
    FunctionName,
    Glyph,
    LargeSign,
    Notation,
    Numeral,
    Sign,
    Subscript,
    Superscript,
    Typed,
    Words,
    in_parentheses,
    line,
    separated,
)

_SIGNS = {
    "(+)": "⊕", "(*)": "⊗", "-": "−", "and": "∧", "or": "∨", "not": "¬", "iff": "⇔", "implies": "⇒", "<=": "≤",
    ">=": "≥", "!=": "≠", "in": "∈", "divides": "∣", "|": "∪", "&": "∩", "\\": "∖", "->": "→",
}  # fmt: skip
_QUESTIONS = {"G": "𝒢", "P": "𝒫", "N": "𝒩", "W": "𝒲", "R": "ℛ"}
_BRACKETS = {"floor": ("⌊", "⌋"), "ceil": ("⌈", "⌉"), "abs": ("|", "|"), "sqrt": ("√", ""), "len": ("|", "|")}
_SPREAD = {"sum": "+", "nimsum": "⊕"}  # of all heaps of a vector
_MOST_SPELLED = 4  # components that are written one by one
_LARGE = {"sum": "∑", "nimsum": "⨁", "min": "min", "max": "max", "mex": "mex", "all": "∀", "any": "∃", "count": "#"}


class Typesetter(Record):
    """Sets expressions. `vectors` are the names of vectors with their lengths."""

    vectors: Mapping[str, Notation] = field(default_factory=dict)

    def set(self, node: nodes.Expr) -> Notation:
        """An expression as it stands alone."""
        return _SETTERS[type(node)](self, node)

    def inside(self, node: nodes.Expr, around: nodes.Expr) -> Notation:
        """An operand, in parentheses where the formatter of the language would write them."""
        piece = self.set(node)
        is_plain = isinstance(node, nodes.Conditional) or not needs_parentheses(node, around)  # cases have a brace
        return piece if is_plain else in_parentheses(piece)

    # -- names and calls

    def name(self, node: nodes.Name) -> Notation:
        """A name; digits at its end stand below it."""
        base = node.name.rstrip("0123456789_")
        digits = node.name[len(base) :].strip("_")
        return Subscript(Glyph(base), Numeral(digits)) if base and digits else Glyph(node.name)

    def index(self, node: nodes.Index) -> Notation:
        """`x_i`"""
        return Subscript(self.set(node.base), separated(map(self.set, node.indices)))

    def call(self, node: nodes.Call) -> Notation:
        """A function of its arguments; some have brackets or signs of their own."""
        name = node.function.name if isinstance(node.function, nodes.Name) else ""
        if name in _BRACKETS and len(node.arguments) == 1:
            left, right = _BRACKETS[name]
            return Enclosed(left, self.set(node.arguments[0]), right)
        if name in _SPREAD and self._is_vector(node.arguments[0]):
            return self._spread(_SPREAD[name], node)
        head = self._head(name) if name else self.set(node.function)
        groups = [separated(map(self.set, group)) for group in node.groups]
        return line(head, in_parentheses(separated(groups, ";")))

    def _head(self, name: str) -> Notation:
        if name in _QUESTIONS:
            return Glyph(_QUESTIONS[name])
        if name == "v2":
            return Subscript(Glyph("v"), Numeral("2"))
        return FunctionName(name) if len(name) > 1 else Glyph(name)

    def _is_vector(self, node: nodes.Expr) -> bool:
        return isinstance(node, nodes.Name) and node.name in self.vectors

    def _spread(self, sign: str, node: nodes.Call) -> Notation:
        """`x_1 ⊕ ⋯ ⊕ x_n`; the base of the digits stands below the sign."""
        vector = node.arguments[0]
        assert isinstance(vector, nodes.Name)
        base = node.arguments[1:]
        joined = Subscript(Sign(sign, tight=True), self.set(base[0])) if base else Sign(sign)
        first, *others = self.spelled_out(vector.name, Sign("⋯", tight=True))
        return line(first, *(piece for other in others for piece in (joined, other)))

    def spelled_out(self, name: str, dots: Notation) -> list[Notation]:
        """`x_1, x_2, x_3`, or `x_1, …, x_n`."""
        letter, length = Glyph(name), self.vectors[name]
        if isinstance(length, Numeral) and 1 <= int(length.text) <= _MOST_SPELLED:
            return [Subscript(letter, Numeral(str(i + 1))) for i in range(int(length.text))]
        return [Subscript(letter, Numeral("1")), dots, Subscript(letter, length)]

    def big(self, node: nodes.Big) -> Notation:
        """A large sign with what it runs over below it."""
        name = node.function.name if isinstance(node.function, nodes.Name) else ""
        below = separated(self.conditions(node.binders))
        if name in ("all", "any"):
            spoken = line(Sign(_LARGE[name], tight=True), Sign("\N{THIN SPACE}", tight=True), below)
            return line(spoken, Sign(":"), self.set(node.body))
        if name == "count":
            return line(Sign("#", tight=True), Enclosed("{", line(below, Sign(":"), self.set(node.body)), "}"))
        if name not in _LARGE:
            return line(self.set(node.function), in_parentheses(line(self.set(node.body), Words(" for "), below)))
        body = self.set(node.body)
        return LargeSign(_LARGE[name], below, in_parentheses(body) if _is_sum(node.body) else body)

    # -- operators

    def infix(self, node: nodes.Infix) -> Notation:
        """Operands with their signs; quotients stand over one another, a number stands before a name without a sign."""
        if node.operators == ("^",):
            base, exponent = node.operands
            return Superscript(self.inside(base, node), self.set(exponent))
        parts: list[Notation] = [self.inside(node.operands[0], node)]
        for sign, before, operand in zip(node.operators, node.operands, node.operands[1:], strict=False):
            piece = self.inside(operand, node)
            if sign == "/":
                parts = [Fraction(line(*parts) if len(parts) > 1 else self.set(before), self.set(operand))]
            else:
                parts += [*_between(sign, before, operand), piece]
        return line(*parts)

    def prefix(self, node: nodes.Prefix) -> Notation:
        """`−a`, `¬a`"""
        return line(Sign(_SIGNS[node.operator], tight=True), self.inside(node.operand, node))

    def chain(self, node: nodes.Chain) -> Notation:
        """Relations one after another; a congruence has its modulus behind it."""
        if node.modulus is not None:
            sides = separated((self.set(o) for o in node.operands), "≡")
            modulus = line(Sign("mod", tight=True), Words(" "), self.set(node.modulus))
            return line(sides, Words(" "), in_parentheses(modulus))
        if node.operators == ("in",) and isinstance(node.operands[1], nodes.Range):
            return self.between(self.set(node.operands[0]), node.operands[1])
        parts: list[Notation] = [self.inside(node.operands[0], node)]
        for sign, operand in zip(node.operators, node.operands[1:], strict=True):
            parts += [Sign(_SIGNS.get(sign, sign)), self.inside(operand, node)]
        return line(*parts)

    def conditional(self, node: nodes.Conditional) -> Notation:
        """CaseRows, one below the other."""
        rows: list[tuple[Notation, Notation | None]] = []
        rest: nodes.Expr = node
        while isinstance(rest, nodes.Conditional):
            rows.append((self.set(rest.yes), self.set(rest.condition)))
            rest = rest.no
        return CaseRows((*rows, (self.set(rest), None)))

    # -- sets, lists, ranges

    def between(self, subject: Notation, bounds: nodes.Range) -> Notation:
        """`low ≤ v ≤ high`; `..e - 1` is read as `< e`."""
        low = (self.set(bounds.low), Sign("≤"))
        if bounds.high is None:
            return line(subject, Sign("≥"), self.set(bounds.low))
        match bounds.high:
            case nodes.Infix(operators=(*_, "-"), operands=(*before, nodes.Int(value=1))):
                top = before[0] if len(before) == 1 else nodes.Infix(bounds.high.operators[:-1], tuple(before))
                return line(*low, subject, Sign("<"), self.set(top))
        return line(*low, subject, Sign("≤"), self.set(bounds.high))

    def range(self, node: nodes.Range) -> Notation:
        """`{1, 2, 3}`, `{1, …, n}`"""
        match node:
            case nodes.Range(nodes.Int(low), nodes.Int(high)) if low <= high < low + _MOST_SPELLED:
                return Enclosed("{", separated(Numeral(str(i)) for i in range(low, high + 1)), "}")
        ends = [] if node.high is None else [self.set(node.high)]
        return Enclosed("{", separated([self.set(node.low), Sign("…", tight=True), *ends]), "}")

    def conditions(self, binders: nodes.Binders) -> Iterator[Notation]:
        """What is bound and supposed, one after another."""
        for binding in binders.bindings:
            yield from map(self._binder, binding.binders)
            yield from map(self.set, binding.guards)

    def _binder(self, binder: nodes.Choose | nodes.Define) -> Notation:
        if isinstance(binder, nodes.Define):
            return line(self.set(binder.name), Sign("="), self.set(binder.value))
        targets = separated(map(self.set, binder.targets))
        if isinstance(binder.domain, nodes.Range):
            return self.between(targets, binder.domain)
        match binder:
            case nodes.Choose((target,), nodes.Call(nodes.Name("subsets"), ((whole, *sizes),))):
                return self._subset(target, whole, sizes)
        return line(targets, Sign("∈"), self.set(binder.domain))

    def _subset(self, target: nodes.Expr, whole: nodes.Expr, sizes: Sequence[nodes.Expr]) -> Notation:
        """`S ⊆ A, 1 ≤ |S| ≤ k`"""
        found = [line(self.set(target), Sign("⊆"), self.set(whole))]
        size = Enclosed("|", self.set(target), "|")
        for wanted in sizes:
            if isinstance(wanted, nodes.Range):
                found.append(self.between(size, wanted))
            else:
                found.append(line(size, Sign("="), self.set(wanted)))
        return separated(found)

    def built(self, node: nodes.SetOf | nodes.ListOf) -> Notation:
        """`{e : i ∈ A}`"""
        left, right = "{}" if isinstance(node, nodes.SetOf) else "[]"
        return Enclosed(left, line(self.set(node.body), Sign(":"), separated(self.conditions(node.binders))), right)

    def items(self, left: str, parts: Sequence[nodes.Expr], right: str) -> Notation:
        """Parts with commas, in brackets."""
        return Enclosed(left, separated(map(self.set, parts)), right) if parts else Glyph("∅")


def _between(sign: str, before: nodes.Expr, after: nodes.Expr) -> list[Notation]:
    if sign != "*":
        return [Sign(_SIGNS.get(sign, sign))]
    is_plain = isinstance(before, nodes.Int) and not isinstance(after, nodes.Int)
    return [] if is_plain else [Sign("⋅") if isinstance(after, nodes.Int) else Sign("\N{THIN SPACE}", tight=True)]


def _is_sum(node: nodes.Expr) -> bool:
    is_loose = isinstance(node, nodes.Infix) and bool({"+", "-", "(+)"} & {*node.operators})
    return is_loose or isinstance(node, nodes.Chain)


_SETTERS: dict[type, Callable[[Typesetter, Any], Notation]] = {
    nodes.Int: lambda setter, node: Numeral(str(node.value)),
    nodes.Code: lambda setter, node: Numeral(node.text),
    nodes.Name: Typesetter.name,
    nodes.Hole: lambda setter, node: Typed(spelled(node)),
    nodes.Index: Typesetter.index,
    nodes.Field: lambda setter, node: line(setter.set(node.base), Sign(".", tight=True), Glyph(node.name)),
    nodes.Call: Typesetter.call,
    nodes.Big: Typesetter.big,
    nodes.SetLiteral: lambda setter, node: setter.items("{", node.items, "}"),
    nodes.SetOf: Typesetter.built,
    nodes.ListLiteral: lambda setter, node: setter.items("[", node.items, "]"),
    nodes.ListOf: Typesetter.built,
    nodes.Tuple: lambda setter, node: setter.items("(", node.items, ")"),
    nodes.Range: Typesetter.range,
    nodes.Infix: Typesetter.infix,
    nodes.Prefix: Typesetter.prefix,
    nodes.Chain: Typesetter.chain,
    nodes.Conditional: Typesetter.conditional,
}
