"""The integer form of a formula without what parameters of known sign make superfluous.

`floor(a / p)` is written for p of any sign; where p is a number from 1 up, its sign, its absolute value and whether it
is 0 are settled.
"""

from typing import Any

from heapwise.formulas import ir


class Simpler:
    """Settles signs: all variables are natural, `positive` ones at least 1."""

    def __init__(self, positive: frozenset[ir.Var]) -> None:
        self.positive = positive
        self._known: dict[ir.Node, ir.Node] = {}

    def __call__(self, value: Any) -> Any:
        """The node, or the tuple of nodes and other things, made simpler."""
        if isinstance(value, tuple):
            return tuple(map(self, value))
        if not isinstance(value, ir.Node):
            return value
        if value not in self._known:
            self._known[value] = self._settled(type(value)(*map(self, value.parts)))
        return self._known[value]

    def _settled(self, node: ir.Node) -> ir.Node:
        match node:
            case ir.Compare():
                return self._compared(node)
            case ir.Select(ir.Truth(value), yes, no):
                return yes if value else no
            case ir.Indicator(ir.Truth(value)):
                return ir.ONE if value else ir.ZERO
            case ir.Apply():
                return self._applied(node)
        return node

    def _compared(self, node: ir.Compare) -> ir.Node:
        match node:
            case ir.Compare("<", left, ir.Const(0)) if self._least(left) is not None:
                return ir.FALSE
            case ir.Compare("=", left, ir.Const(0)) if (self._least(left) or 0) > 0:
                return ir.FALSE
            case ir.Compare("=", ir.Indicator(condition), ir.Const(1)):
                return condition
        return node

    def _applied(self, node: ir.Apply) -> ir.Node:
        match node.name, node.arguments:
            case "abs", (number,) if self._least(number) is not None:
                return number
            case "nonzero", (number,) if (self._least(number) or 0) > 0:
                return number
            case "*", (number, ir.Const(1)) | (ir.Const(1), number):
                return number
        return node

    def _least(self, node: ir.Node) -> int | None:
        """A number that the node is never below; None if it may be negative, or may have no value."""
        match node:
            case ir.Const(value) if value >= 0:
                return value
            case ir.Var():
                return int(node in self.positive)
            case ir.Linear(constant, terms) if all(factor >= 0 for factor, _ in terms):
                least = [self._least(term) for _, term in terms]
                if None not in least:
                    total = constant + sum(f * (low or 0) for (f, _), low in zip(terms, least, strict=True))
                    return total if total >= 0 else None
        return None
