"""Terms: a tree of the language, what it costs to read, and its values at many positions at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from heapwise.lang import nodes

Rows = NDArray[np.int64]  # positions down, components across
Column = NDArray[np.int64]  # a value for each position
UNDEFINED = 1 << 41  # where a term has no value; larger than all values that are kept
Meaning = Callable[[Rows], Column]


@dataclass(frozen=True)
class Term:
    """A term over the components of a game; it costs about one for each of its symbols."""

    cost: int
    node: nodes.Expr
    at: Meaning


def number(value: int) -> Term:
    """A constant."""
    return Term(1, nodes.Int(value), lambda rows: np.full(len(rows), value, dtype=np.int64))


def call(name: str, *arguments: nodes.Expr, last: Sequence[nodes.Expr] = ()) -> nodes.Call:
    """`name(a, b)`, and `name(a; b)` with arguments behind a semicolon."""
    return nodes.Call(nodes.Name(name), (arguments, tuple(last)) if last else (arguments,))


def infix(operator: str, *operands: nodes.Expr) -> nodes.Infix:
    """`a + b + c`"""
    return nodes.Infix((operator,) * (len(operands) - 1), operands)


def added(one: Term, other: Term) -> Term:
    """`a + b`"""
    return _joined("+", one, other, np.add)


def taken(one: Term, other: Term) -> Term:
    """`a - b`"""
    return _joined("-", one, other, np.subtract)


def nim_added(one: Term, other: Term) -> Term:
    """`a (+) b`"""
    return _joined("(+)", one, other, nim_sums)


def nim_sums(one: Column, other: Column) -> Column:
    """Nim-sums of natural numbers; others have none."""
    return np.where((one < 0) | (other < 0), UNDEFINED, one ^ other)


def _joined(sign: str, one: Term, other: Term, join: Callable[[Column, Column], Column]) -> Term:
    return Term(
        one.cost + other.cost + 1, infix(sign, one.node, other.node), lambda rows: join(one.at(rows), other.at(rows))
    )


def times(factor: int, term: Term) -> Term:
    """`3 * a`"""
    return Term(term.cost + 2, infix("*", nodes.Int(factor), term.node), lambda rows: factor * term.at(rows))


def remainder(term: Term, modulus: int) -> Term:
    """`a mod 3`"""
    return Term(term.cost + 2, infix("mod", term.node, nodes.Int(modulus)), lambda rows: term.at(rows) % modulus)


def quotient(term: Term, divisor: int) -> Term:
    """`floor(a / 3)`"""
    node = call("floor", infix("/", term.node, nodes.Int(divisor)))
    return Term(term.cost + 3, node, lambda rows: term.at(rows) // divisor)
