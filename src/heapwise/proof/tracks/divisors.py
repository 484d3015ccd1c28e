"""What formulas divide by: parameters, and numbers near them."""

from __future__ import annotations

from collections.abc import Iterator

from heapwise.formulas import ir


def divisors_in(node: ir.Node) -> Iterator[tuple[int, int]]:
    """The parameters by which a formula divides, by slot, each with the constant that is added to it."""
    for part in ir.walk(node):
        if isinstance(part, ir.Apply) and part.name in ("floor/", "mod"):
            match bare(part.arguments[1]):
                case ir.Var(slot=slot):
                    yield slot, 0
                case ir.Linear(constant, ((1, ir.Var(slot=slot)),)):
                    yield slot, constant
                case ir.Linear(0, ((_, ir.Var(slot=slot)),)):
                    yield slot, 0


def bare(node: ir.Node) -> ir.Node:
    """A divisor without the marks that it must not be 0 and that its sign does not matter."""
    while isinstance(node, ir.Apply) and node.name in ("abs", "nonzero"):
        node = node.arguments[0]
    return node
