"""Terms over all components: their sum, nim-sum, greatest ..., of the components themselves or of a part of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from heapwise.find.formulas import digits
from heapwise.find.formulas.term import UNDEFINED, Column, Rows, Term, call, infix
from heapwise.lang import nodes
from heapwise.rules.game import Game

_INDEX = nodes.Name("i")

Part = tuple[int, Callable[[nodes.Expr], nodes.Expr], Callable[[Rows], Rows]]  # cost, how it is written, what it is


def _of_digits(ufunc: np.ufunc) -> Callable[[Rows], Column]:
    """A function of binary digits, which negative numbers do not have."""

    def fold(rows: Rows) -> Column:
        found: Column = ufunc.reduce(rows, axis=1)
        found[rows.min(axis=1) < 0] = UNDEFINED
        return found

    return fold


_FOLDS: dict[str, Callable[[Rows], Column]] = {
    "nimsum": _of_digits(np.bitwise_xor),
    "sum": lambda rows: rows.sum(axis=1),
    "max": lambda rows: rows.max(axis=1),
    "min": lambda rows: rows.min(axis=1),
    "bitor": _of_digits(np.bitwise_or),
    "bitand": _of_digits(np.bitwise_and),
}


@dataclass(frozen=True)
class Components:
    """The components of a game of numbers, as a text names them: `a, b`, or a vector `x` of some length."""

    names: tuple[str, ...]
    length: int  # of the vector; 0 where there is none

    @property
    def size(self) -> int:
        """How many there are."""
        return self.length or len(self.names)

    def single(self) -> Iterator[Term]:
        """Each component by itself."""
        for i in range(self.size):
            node = nodes.Name(self.names[i]) if not self.length else self._entry(nodes.Int(i + 1))
            yield Term(1 + bool(self.length), node, _column(i))

    def fold(self, name: str) -> Term:
        """One function of all components."""
        return Term(1, self._whole(name), _FOLDS[name])

    def folds(self) -> Iterator[Term]:
        """All functions of all components."""
        yield from map(self.fold, _FOLDS)
        for modulus in range(3, self.size + 2):
            last = (nodes.Int(modulus),)
            arguments: list[nodes.Expr] = [nodes.Name(name) for name in self.names]
            if not self.length:
                arguments = [nodes.Tuple(tuple(arguments))]
            yield Term(3, call("nimsum", *arguments, last=last), _digit_sums(modulus))

    def folds_of_parts(self) -> Iterator[Term]:
        """The same of a part of each component, such as its half."""
        for part in _parts():
            for name, fold in _FOLDS.items():
                yield self._of_parts(name, fold, part)

    def _of_parts(self, name: str, fold: Callable[[Rows], Column], part: Part) -> Term:
        cost, written, of_rows = part
        return Term(1 + cost, self._written(name, written), lambda rows: fold(of_rows(rows)))

    def _written(self, name: str, written: Callable[[nodes.Expr], nodes.Expr]) -> nodes.Expr:
        if not self.length:
            return _joined(name, [written(nodes.Name(one)) for one in self.names])
        range_ = nodes.Range(nodes.Int(1), nodes.Int(self.length))
        binders = nodes.Binders((nodes.Binding((nodes.Choose((_INDEX,), range_),), ()),))
        return nodes.Big(nodes.Name(name), written(self._entry(_INDEX)), binders)

    def _whole(self, name: str) -> nodes.Expr:
        return (
            _joined(name, [nodes.Name(one) for one in self.names])
            if not self.length
            else call(name, nodes.Name(self.names[0]))
        )

    def _entry(self, index: nodes.Expr) -> nodes.Expr:
        return nodes.Index(nodes.Name(self.names[0]), (index,))


def components_of(game: Game) -> Components | None:
    """The components that terms speak of: numbers by name, or one vector; None for rows and games inside."""
    variables = game.layout.variables
    if game.layout.has_positions:
        return None
    if all(variable.shape is None for variable in variables):
        return Components(tuple(variable.name for variable in variables), 0)
    if len(variables) == 1 and isinstance(variables[0].shape, int):
        return Components((variables[0].name,), variables[0].shape)
    return None


def _joined(name: str, parts: list[nodes.Expr]) -> nodes.Expr:
    """A sum is written with its sign."""
    if len(parts) == 1:
        return parts[0]
    sign = {"sum": "+", "nimsum": "(+)"}.get(name) if len(parts) == 2 or name == "sum" else None
    return call(name, *parts) if sign is None else infix(sign, *parts)


def _parts() -> Iterator[Part]:
    """Halves, remainders and the like of a component."""
    for divisor in range(2, 6):
        yield 3, _floor_of(divisor), _over(divisor)
        yield 2, _remainder_by(divisor), _modulo(divisor)
    yield 2, lambda z: infix("-", z, nodes.Int(1)), lambda rows: rows - 1
    yield 2, lambda z: infix("+", z, nodes.Int(1)), lambda rows: rows + 1
    yield 1, lambda z: call("popcount", z), digits.ones


def _floor_of(divisor: int) -> Callable[[nodes.Expr], nodes.Expr]:
    return lambda z: call("floor", infix("/", z, nodes.Int(divisor)))


def _remainder_by(divisor: int) -> Callable[[nodes.Expr], nodes.Expr]:
    return lambda z: infix("mod", z, nodes.Int(divisor))


def _over(divisor: int) -> Callable[[Rows], Rows]:
    return lambda rows: rows // divisor


def _modulo(divisor: int) -> Callable[[Rows], Rows]:
    return lambda rows: rows % divisor


def _column(index: int) -> Callable[[Rows], Column]:
    return lambda rows: rows[:, index]


def _digit_sums(modulus: int) -> Callable[[Rows], Column]:
    return lambda rows: digits.digit_sums(rows, modulus)
