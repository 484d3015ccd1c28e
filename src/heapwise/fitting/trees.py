"""Trees of the language as terms over positions: how a formula that somebody wrote is evaluated at many at once."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

import numpy as np

from heapwise.fitting.components import Components
from heapwise.fitting.folds import FOLDS
from heapwise.fitting.normal import with_parts
from heapwise.fitting.rows import Column, Rows
from heapwise.fitting.term import (
    ADDED,
    DIGITS,
    NIM_ADDED,
    QUOTIENT,
    REMAINDER,
    TAKEN,
    TIMES,
    UNDEFINED,
    ColumnOf,
    Operator,
    digits_of,
)
from heapwise.lang import nodes
from heapwise.lang.spell import spelled

HoleColumns = Mapping[nodes.Expr, ColumnOf]  # what stands for a hole, by its node


def _whole_quotients(one: Column, other: Column) -> Column:
    """Quotients that are integers; others are none of the values of a term."""
    is_whole = (other != 0) & (one % np.where(other == 0, 1, other) == 0)
    return np.where(is_whole, one // np.where(other == 0, 1, other), UNDEFINED)


_DIVIDED = Operator("/", _whole_quotients, is_symmetric=False)
_OPERATORS: dict[str, Operator] = {one.sign: one for one in (ADDED, TAKEN, NIM_ADDED, TIMES, REMAINDER, _DIVIDED)}
_CHANGES: dict[str, Callable[[Column], Column]] = {"abs": np.abs}


class NotATerm(Exception):
    """A part of a formula that is not evaluated here."""

    def __init__(self, node: nodes.Expr) -> None:
        super().__init__(type(node).__name__)
        self.node = node


def meaning(node: nodes.Expr, components: Components, parameters: Collection[str], holes: HoleColumns) -> ColumnOf:
    """The values of a tree at positions; raises `NotATerm` where it has others than sums, quotients and the like, and
    at names that are neither components nor parameters here."""

    def of(part: nodes.Expr) -> ColumnOf:
        return meaning(part, components, parameters, holes)

    if node in holes:
        return holes[node]
    for i in range(0 if components.lengths else components.size):
        if node == components.component(i):
            return lambda rows: rows.heaps[:, i]
    match node:
        case nodes.Int(value=value):
            return lambda rows: np.full(len(rows), value, dtype=np.int64)
        case nodes.Name(name=name) if name in parameters:
            return lambda rows: rows.parameters[name]
        case nodes.Chain(operators=("=",), operands=(one, other), modulus=None):
            left, right = of(one), of(other)
            return lambda rows: np.equal(left(rows), right(rows)).astype(np.int64)
        case nodes.Infix(operators=signs, operands=operands) if set(signs) <= set(_OPERATORS):
            return _folded(signs, [of(operand) for operand in operands])
        case nodes.Call(function=nodes.Name(name=name), groups=(parts,)):
            return _called(node, name, parts, components, of)
    raise NotATerm(node)


def _called(
    node: nodes.Expr, name: str, parts: Sequence[nodes.Expr], components: Components,
    of: Callable[[nodes.Expr], ColumnOf],
) -> ColumnOf:  # fmt: skip
    """The values of a function."""
    match name, parts:
        case "floor", (nodes.Infix(("/",), (one, other)),):
            return _both(QUOTIENT, of(one), of(other))
        case _, (part,) if part in components.place and name in FOLDS:
            return components.fold(name).at
        case _, _ if name in FOLDS:
            known = [of(part) for part in parts]
            return lambda rows: FOLDS[name](np.column_stack([one(rows) for one in known]), None)
        case _, (part,) if name in DIGITS:
            inner = of(part)
            return lambda rows: digits_of(name, inner(rows))
        case _, (part,) if name in _CHANGES:
            whole = of(part)
            return lambda rows: _CHANGES[name](whole(rows))
    raise NotATerm(node)


def _both(operator: Operator, one: ColumnOf, other: ColumnOf) -> ColumnOf:
    return lambda rows: operator.join(one(rows), other(rows))


def _folded(signs: Sequence[str], parts: Sequence[ColumnOf]) -> ColumnOf:
    """`a + b - c`, from the left."""

    def at(rows: Rows) -> Column:
        found = parts[0](rows)
        for sign, part in zip(signs, parts[1:], strict=True):
            found = _OPERATORS[sign].join(found, part(rows))
        return found

    return at


def replaced(tree: nodes.Expr, known: Mapping[nodes.Expr, nodes.Expr]) -> nodes.Expr:
    """The tree with something else in the place of some of its parts."""
    found: nodes.Expr = known[tree] if tree in known else with_parts(tree, lambda part: replaced(part, known))
    return found


def first_strange(tree: nodes.Expr) -> str | None:
    """How the first part is spelled that no term has; holes are none."""
    match tree:
        case nodes.Hole() | nodes.Int() | nodes.Name() | nodes.Index():
            return None
        case nodes.Infix(operators=signs, operands=parts) if set(signs) <= set(_OPERATORS):
            return _first(parts)
        case nodes.Chain(operators=("=",), operands=parts, modulus=None):
            return _first(parts)
        case nodes.Call(function=nodes.Hole()):
            return None
        case nodes.Call(function=nodes.Name(name=name), groups=(parts,)) if name in _KNOWN:
            return _first(parts)
    return spelled(tree)


def names_in(tree: nodes.Expr) -> Iterator[str]:
    """The names that stand for numbers or vectors; functions are none, nor is what stands in a hole."""
    match tree:
        case nodes.Name(name=name):
            yield name
        case nodes.Call(function=nodes.Name(), groups=groups):
            yield from (name for parts in groups for part in parts for name in names_in(part))
        case nodes.Infix(operands=parts) | nodes.Chain(operands=parts):
            yield from (name for part in parts for name in names_in(part))
        case nodes.Index(base=base):
            yield from names_in(base)


def _first(parts: Sequence[nodes.Expr]) -> str | None:
    return next((found for part in parts if (found := first_strange(part)) is not None), None)


_KNOWN = {*FOLDS, *DIGITS, *_CHANGES, "floor"}
