"""The components of a game as terms speak of them: their names, what is made of each, and what of all together."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import numpy as np

from heapwise import digit_arrays
from heapwise.fitting.folds import FOLDS, Reduction
from heapwise.fitting.rows import Column, Matrix, Rows, Truths, remembered
from heapwise.fitting.term import GREATER, REMAINDER, UNDEFINED, Term, call, infix, number, quotient
from heapwise.lang import nodes
from heapwise.records import Record, replace
from heapwise.rules.game import Game
from heapwise.terms.types import Vector

_I, _J = nodes.Name("i"), nodes.Name("j")

Written = Callable[[nodes.Expr], nodes.Expr]


class HeapPart(Record):
    """Something made of each component, such as its half."""

    cost: int
    written: Written
    of: Callable[[Rows], Matrix]
    is_indexed: bool = False  # does it speak of the place of the component?


class Components(Record):
    """Matrix by name, `a, b`; a vector `x`, whose length may be a parameter; or rows `x[1]`, `x[2]`."""

    names: tuple[str, ...]
    length: nodes.Expr | None = None
    size: int = 0
    lengths: tuple[int, ...] = ()
    is_cyclic: bool = False
    is_measured: bool = False  # do the rules take one component from another, or divide by one?
    written: tuple[nodes.Expr, ...] = ()  # how components are written, where they have no names of their own

    @property
    def is_vector(self) -> bool:
        """Is there one vector?"""
        return self.length is not None

    @property
    def place(self) -> tuple[nodes.Name, ...]:
        """A position, as `P(a, b)` or `P(x)` has it."""
        return tuple(map(nodes.Name, self.names))

    # -- terms

    def single(self) -> Iterator[Term]:
        """Each component by itself, where all positions have it."""
        for i in range(0 if self.lengths else self.size):
            yield Term(1 + self.is_vector, self.component(i), _column(i))

    def fold(self, name: str) -> Term:
        """One function of all components, as they are."""
        if self.lengths:
            return self._over_rows(FOLDS[name], FOLDS[name])
        return self._whole(FOLDS[name])

    def ratios(self) -> Iterator[Term]:
        """How often one of two components goes into the other, and what is left: `floor(a / max(b, 1))`."""
        if not self.is_measured or self.size != 2 or self.lengths:
            return
        one, other = self.single()
        for whole, part in ((one, other), (other, one), (self.fold("max"), self.fold("min"))):
            divisor = GREATER(part, number(1))  # nothing goes into 0, and once is as good as ever
            yield replace(quotient(whole, divisor), cost=4)
            yield replace(REMAINDER(whole, divisor), cost=4)

    def counts(self) -> Iterator[Term]:
        """How many components are greatest, least, 0 or 1: `count(x[i] = max(x) for i in 1..n)`."""
        if self.is_vector:
            ends = [self.fold("max"), self.fold("min"), number(0), number(1)]
            yield from (self._counted(end) for end in ends)

    def _counted(self, end: Term) -> Term:
        node = self.for_each("count", nodes.Chain(("=",), (self.entry(_I), end.node)))
        return Term(4, node, lambda rows: ((rows.heaps == end.at(rows)[:, None]) & rows.there).sum(axis=1))

    def folds(self) -> Iterator[Term]:
        """All functions of all components; of the rows, and of what they make of each row."""
        for fold in FOLDS.values():
            if self.lengths:
                yield from (self._over_rows(fold, inner) for inner in FOLDS.values())
            else:
                yield self._whole(fold)

    def digit_sums(self, modulus: Term) -> Iterator[Term]:
        """`nimsum(x; m)`, of the components, or of the sums of the rows."""
        if not self.lengths:
            node = call("nimsum", self._vector(), last=(modulus.node,))
            yield Term(1 + modulus.cost, node, lambda rows: _digit_sums(rows.heaps, modulus.at(rows)))
            return
        starts = np.cumsum((0, *self.lengths[:-1]))
        sums = call("sums", nodes.Name(self.names[0]))
        yield Term(
            2 + modulus.cost,
            call("nimsum", sums, last=(modulus.node,)),
            lambda rows: _digit_sums(np.add.reduceat(rows.heaps, starts, axis=1), modulus.at(rows)),
        )

    def k_nim_sum(self, low: Term) -> Iterator[Term]:
        """`knimsum(x; k)`"""
        if not self.lengths:
            node = call("knimsum", self._vector(), last=(low.node,))
            yield Term(1 + low.cost, node, lambda rows: _k_nim_sums(rows.heaps, low.at(rows)))

    def folds_of(self, part: HeapPart) -> Iterator[Term]:
        """All functions of something made of each component."""
        if not self.lengths and (self.is_vector or not part.is_indexed):
            yield from (self._of_parts(fold, part) for fold in FOLDS.values())

    def folds_of_pairs(self) -> Iterator[Term]:
        """Functions of what two different components make together."""
        if self.lengths:
            return
        if self.is_vector or self.size > 2:
            for cost, name, of in _PAIRS:
                yield from (self._of_pairs(FOLDS[fold], cost, name, of) for fold in ("nimsum", "sum", "max", "min"))
        elif self.size == 2:
            apart = call("abs", infix("-", *self._all))
            yield Term(2, apart, lambda rows: np.abs(rows.heaps[:, 0] - rows.heaps[:, 1]))
            for cost, name, of in _PAIRS:
                yield Term(cost, _named(name, *self._all), _pair_of_two(of))

    # -- how they are written

    def component(self, index: int) -> nodes.Expr:
        """`b`, or `x[2]`"""
        if self.written:
            return self.written[index]
        return self.entry(nodes.Int(index + 1)) if self.is_vector else nodes.Name(self.names[index])

    def alone(self, index: int) -> "Components":
        """One of the components, as if there were no others."""
        return Components((), None, 1, written=(self.component(index),))

    @property
    def _all(self) -> tuple[nodes.Expr, ...]:
        return tuple(map(self.component, range(self.size)))

    def entry(self, index: nodes.Expr) -> nodes.Expr:
        """`x[i]`"""
        return nodes.Index(nodes.Name(self.names[0]), (index,))

    def for_each(self, name: str, body: nodes.Expr) -> nodes.Expr:
        """`sum(body for i in 1..n)`, of a vector; the body speaks of `x[i]`."""
        assert self.length is not None
        return over(name, body, (_I, nodes.Range(nodes.Int(1), self.length)))

    def _vector(self) -> nodes.Expr:
        return self.place[0] if self.is_vector else nodes.ListLiteral(self._all)

    def _whole(self, fold: Reduction) -> Term:
        node = call(fold.name, self.place[0]) if self.is_vector else _joined(fold.name, self._all)
        return Term(1, node, remembered(lambda rows: fold(rows.heaps, rows.present)))

    def _of_parts(self, fold: Reduction, part: HeapPart) -> Term:
        if not self.is_vector:
            node = _joined(fold.name, tuple(map(part.written, self._all)))
        else:
            node = self.for_each(fold.name, part.written(self.entry(_I)))
        at = remembered(lambda rows: fold(part.of(rows), rows.present))
        return Term(1 + self.is_vector + part.cost, node, at)

    def _of_pairs(self, fold: Reduction, cost: int, name: str, of: Callable[[Matrix, Matrix], Matrix]) -> Term:
        one, other = (self.entry(_I), self.entry(_J)) if self.is_vector else (None, None)
        if one is None or other is None or self.length is None:
            pairs = tuple(_named(name, a, b) for a, b in combinations(self._all, 2))
            node = _joined(fold.name, pairs)
        else:
            after = nodes.Range(infix("+", _I, nodes.Int(1)), self.length)
            node = over(fold.name, _named(name, one, other), (_I, nodes.Range(nodes.Int(1), self.length)), (_J, after))
        return Term(2 + cost, node, remembered(lambda rows: fold(*_pairs(rows, of))))

    def _over_rows(self, fold: Reduction, inner: Reduction) -> Term:
        starts = np.cumsum((0, *self.lengths[:-1]))
        stops = np.cumsum(self.lengths)
        rows_of = (_I, nodes.Range(nodes.Int(1), nodes.Int(len(self.lengths))))
        sums = call("sums", nodes.Name(self.names[0]))
        each = call(inner.name, self.entry(_I))
        node = call(fold.name, sums) if inner.name == "sum" else over(fold.name, each, rows_of)

        def at(rows: Rows) -> Column:
            inside = [inner(rows.heaps[:, i:j], None) for i, j in zip(starts, stops, strict=True)]
            return fold(np.column_stack(inside), None)

        return Term(2 if inner.name == "sum" else 3, node, at)


def components_of(game: Game) -> Components | None:
    """The components that terms speak of; None for positions of other games."""
    variables = game.layout.variables
    if game.layout.has_positions or not variables:
        return None
    if all(variable.shape is None for variable in variables):
        names = tuple(variable.name for variable in variables)
        return Components(names, None, len(names), is_measured=_is_measured(game))
    if len(variables) > 1:
        written = [_entries(variable.name, variable.shape) for variable in variables]
        return None if None in written else Components(
            tuple(variable.name for variable in variables), None, game.layout.size,
            written=tuple(entry for entries in written if entries is not None for entry in entries),
        )  # fmt: skip
    shape, names = variables[0].shape, (variables[0].name,)
    if isinstance(shape, int):
        return Components(names, nodes.Int(shape), shape, is_cyclic=_is_cyclic(game), is_measured=_is_measured(game))
    assert shape is not None
    return Components(names, None, sum(shape), shape) if all(shape) else None


def _entries(name: str, shape: int | Sequence[int] | None) -> list[nodes.Expr] | None:
    """The components of a variable, as they are written; None for rows."""
    if shape is None:
        return [nodes.Name(name)]
    return (
        [nodes.Index(nodes.Name(name), (nodes.Int(i + 1),)) for i in range(shape)] if isinstance(shape, int) else None
    )


def _is_measured(game: Game) -> bool:
    """Is a component taken from another one in a move, or does one divide or multiply?"""
    names = {variable.name for variable in game.layout.variables}
    steps = [step for clause in game.schema.node.clauses if isinstance(clause, nodes.Move) for step in clause.steps]
    return any(_measures(part, names) for step in steps for part in nodes.walk(step.new))


def _measures(part: nodes.Node, names: set[str]) -> bool:
    """Is a component taken away, or does one stand behind the first place of a product, a quotient or a remainder?"""
    match part:
        case nodes.Infix(operators=signs, operands=(_, *later)):
            rest = [operand for sign, operand in zip(signs, later, strict=True) if sign in ("-", "*", "/", "mod")]
            return any(
                isinstance(inner, nodes.Name) and inner.name in names for one in rest for inner in nodes.walk(one)
            )
    return False


def _is_cyclic(game: Game) -> bool:
    """Do the components stand on a circle?"""
    (place,) = game.schema.places
    return isinstance(place.type, Vector) and place.type.cyclic


def opened_length(components: Components, game: Game) -> Components:
    """The same with the length as the rules write it, which may be a parameter."""
    places = [clause for clause in game.schema.node.clauses if isinstance(clause, nodes.Places)]
    sizes = [variable.sizes for clause in places for variable in clause.variables]
    if not components.is_vector or len(sizes) != 1 or len(sizes[0]) != 1:
        return components
    return replace(components, length=sizes[0][0])


def _joined(name: str, parts: tuple[nodes.Expr, ...]) -> nodes.Expr:
    """A sum is written with its sign."""
    if len(parts) == 1:
        return parts[0]
    sign = {"sum": "+", "nimsum": "(+)"}.get(name) if len(parts) == 2 or name == "sum" else None
    return call(name, *parts) if sign is None else infix(sign, *parts)


def over(name: str, body: nodes.Expr, *ranges: tuple[nodes.Expr, nodes.Expr]) -> nodes.Expr:
    """`sum(body for i in 1..n)`"""
    chosen = tuple(nodes.Choose((index,), domain) for index, domain in ranges)
    return nodes.Big(nodes.Name(name), body, nodes.Binders((nodes.Binding(chosen, ()),)))


def _column(index: int) -> Callable[[Rows], Column]:
    return lambda rows: rows.heaps[:, index]


def _digit_sums(heaps: Matrix, modulus: Column) -> Column:
    places = max(1, int(heaps.max(initial=0)).bit_length())
    found = digit_arrays.digit_sums(np.maximum(heaps, 0).T, np.maximum(modulus, 1), places)
    return np.where((modulus >= 1) & _are_natural(heaps), found, UNDEFINED)


def _k_nim_sums(heaps: Matrix, low: Column) -> Column:
    return np.where(_are_natural(heaps), digit_arrays.k_nim_sums(np.maximum(heaps, 0).T, low), UNDEFINED)


def _are_natural(heaps: Matrix) -> Truths:
    """Where no component is negative: only natural numbers have binary digits."""
    return np.asarray((heaps >= 0).all(axis=1))


# ------------------------------------------------------------------------------------- pairs of components


def _mated(one: Matrix, other: Matrix) -> Matrix:
    """2^(v2(a - b) + 1) - 1; equal numbers have none."""
    apart = one - other
    return np.where(apart == 0, UNDEFINED, apart ^ apart - 1)


def _nim_multiplied(one: Matrix, other: Matrix) -> Matrix:
    is_meant = (np.minimum(one, other) >= 0) & (np.maximum(one, other) < _MOST_MULTIPLIED)
    return np.where(is_meant, digit_arrays.nim_products(one * is_meant, other * is_meant, 16), UNDEFINED)


def _digit_by_digit(join: Callable[[Matrix, Matrix], Matrix]) -> Callable[[Matrix, Matrix], Matrix]:
    return lambda one, other: np.where(np.minimum(one, other) >= 0, join(one, other), UNDEFINED)


_MOST_MULTIPLIED = 1 << 16
_PAIRS: tuple[tuple[int, str, Callable[[Matrix, Matrix], Matrix]], ...] = (
    (2, "mating", _mated), (2, "nimsum", _digit_by_digit(np.bitwise_xor)),
    (2, "bitand", _digit_by_digit(np.bitwise_and)), (2, "(*)", _nim_multiplied),
)  # fmt: skip


def _named(name: str, one: nodes.Expr, other: nodes.Expr) -> nodes.Expr:
    """A function of two components, or their product."""
    return call(name, one, other) if name.isalpha() else infix(name, one, other)


def _pairs(rows: Rows, of: Callable[[Matrix, Matrix], Matrix]) -> tuple[Matrix, Truths | None]:
    """What all pairs make, and which positions have both."""
    chosen = list(combinations(range(rows.heaps.shape[1]), 2))
    one, other = [i for i, _ in chosen], [j for _, j in chosen]
    present = rows.present
    is_there = None if present is None else present[:, one] & present[:, other]
    made = of(rows.heaps[:, one], rows.heaps[:, other])
    return (made, None) if is_there is None else (np.where(is_there, made, 0), is_there)


def _pair_of_two(of: Callable[[Matrix, Matrix], Matrix]) -> Callable[[Rows], Column]:
    return lambda rows: of(rows.heaps[:, 0], rows.heaps[:, 1])
