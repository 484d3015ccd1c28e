"""The integer form computed on arrays of positions, exactly or not at all.

Bounds of all nodes come first (`ranges.py`); then each shared part of the formula is computed once for a piece of the
columns. Undefined rows are carried along as marks, and `and`, `or` and choices drop the marks of what they do not need.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from heapwise.arrays import Array, np
from heapwise.formulas import ir
from heapwise.formulas.accepting import accepted
from heapwise.formulas.holes import Fill, HoleOf
from heapwise.formulas.operations import OPERATIONS, Interval, Undefined, either
from heapwise.formulas.problems import Outgrows
from heapwise.formulas.ranges import HOLE_BOUNDS, ranges
from heapwise.records import Record

Columns = Mapping[ir.Var, Array]

_CELLS = 1 << 22  # numbers kept at a time; pieces that fit the cache are fastest
_LEAST_ROWS, _MOST_ROWS = 256, 1 << 15


class Computed(Record):
    """The values of a formula at all rows, and where it has none (None: it has one everywhere)."""

    values: Array
    undefined: Undefined


class FormulaKernel(Record):
    """A formula ready for arrays."""

    root: ir.Node
    holes: tuple[HoleOf, ...] = ()

    @cached_property
    def nodes(self) -> tuple[ir.Node, ...]:
        """All nodes, each once."""
        return tuple(ir.walk(self.root))

    @cached_property
    def variables(self) -> frozenset[ir.Var]:
        """The numbers of the frame that the formula reads."""
        return frozenset(node for node in self.nodes if isinstance(node, ir.Var))

    def run(self, columns: Columns, rows: int, fill: Fill | None = None) -> Computed:
        """The values at all rows of the columns."""
        box = {v: (int(columns[v].min()), int(columns[v].max())) if rows else (0, 0) for v in self.variables}
        bounds = ranges(self.root, box)
        piece = min(_MOST_ROWS, max(_LEAST_ROWS, _CELLS // max(1, len(self.nodes))))
        parts = [slice(start, min(start + piece, rows)) for start in range(0, rows, piece)]
        pieces = [self._piece(columns, part, bounds, fill) for part in parts]
        kind = np.bool_ if isinstance(self.root, ir.TRUTHS) else np.int64
        values: Array = np.concatenate([found.values for found in pieces] or [np.zeros(0)]).astype(kind, copy=False)
        if all(found.undefined is None for found in pieces):
            return Computed(values, None)
        marks = [np.zeros(len(f.values), np.bool_) if f.undefined is None else f.undefined for f in pieces]
        return Computed(values, np.concatenate(marks))

    def over_box(self, columns: Columns, shape: tuple[int, ...]) -> "Iterator[tuple[Index, Computed]]":
        """The values at all places of a box, piece by piece, of a formula without holes.

        Every column has the box's axes and is as long as the box along one of them alone, 1 along the others: so what
        depends on a few of the variables is computed for these alone.
        """
        if not prod(shape):
            return
        bounds = ranges(self.root, {v: (int(columns[v].min()), int(columns[v].max())) for v in self.variables})
        for index in _pieces(shape):
            here = {v: columns[v][_cut(index, columns[v].shape)] for v in self.variables}
            sides = tuple(part.stop - part.start for part in index)
            with np.errstate(all="ignore"):
                values, undefined = Evaluation(here, prod(sides), bounds).of(self.root)
            marks = None if undefined is None else np.broadcast_to(undefined, sides)
            yield index, Computed(np.broadcast_to(values, sides), marks)

    def _piece(self, columns: Columns, part: slice, bounds: dict[ir.Node, Interval], fill: Fill | None) -> Computed:
        here = {variable: columns[variable][part] for variable in self.variables}
        rows = part.stop - part.start
        with np.errstate(all="ignore"):
            values, undefined = Evaluation(here, rows, bounds, self.holes, fill).of(self.root)
        whole_piece = np.broadcast_to(values, (rows,))
        return Computed(whole_piece, None if undefined is None else np.broadcast_to(undefined, (rows,)))


Index = tuple[slice, ...]


def _pieces(shape: tuple[int, ...]) -> Iterator[Index]:
    """A box in pieces of at most so many places, where one row of it is not more."""
    inner = next(i for i in range(1, len(shape) + 1) if prod(shape[i:]) <= _MOST_ROWS)
    step = max(1, _MOST_ROWS // prod(shape[inner:]))
    whole = tuple(slice(0, side) for side in shape[inner:])
    for prefix in product(*map(range, shape[: inner - 1])):
        for start in range(0, shape[inner - 1], step):
            cut = slice(start, min(start + step, shape[inner - 1]))
            yield (*(slice(i, i + 1) for i in prefix), cut, *whole)


def _cut(index: Index, shape: tuple[int, ...]) -> Index:
    """The same piece of a column, which may be as good as constant along an axis."""
    return tuple(part if side > 1 else slice(None) for part, side in zip(index, shape, strict=True))


Value = tuple[Array, Undefined]


class Evaluation:
    """One walk over a formula for one piece of the columns."""

    def __init__(
        self, columns: Columns, rows: int, bounds: Mapping[ir.Node, Interval], holes: Sequence[HoleOf] = (),
        fill: Fill | None = None,
    ) -> None:  # fmt: skip
        self.columns, self.rows, self.bounds, self.holes, self.fill = columns, rows, bounds, holes, fill
        self.known: dict[ir.Node, Value] = {}

    def of(self, node: ir.Node) -> Value:
        """The values of a node and the rows where it has none."""
        value = self.known.get(node)
        if value is None:
            value = self.known[node] = getattr(self, f"_{type(node).__name__.lower()}")(node)
        return value

    # -- whole numbers

    def _const(self, node: ir.Const) -> Value:
        return np.asarray(node.value, np.int64), None

    def _var(self, node: ir.Var) -> Value:
        return self.columns[node], None

    def _undefined(self, node: ir.Undefined) -> Value:
        return np.asarray(0, np.int64), np.asarray(True)

    def _hole(self, node: ir.Hole) -> Value:
        hole = self.holes[node.number]
        if self.fill is None:
            raise Outgrows(f"nobody knows the value of {hole.question} here")
        found = [[self.of(part) for part in state] for state in hole.arguments]
        marks: Undefined = None
        for _, undefined in (value for state in found for value in state):
            marks = either(marks, undefined)
        columns = [[self._whole_column(values) for values, _ in state] for state in found]
        player = None if hole.player is None else self._whole_column(self.of(hole.player)[0])
        values, undefined = self.fill(hole, columns, player)
        return self._in_bounds(values, either(marks, undefined)), either(marks, undefined)

    def _whole_column(self, values: Array) -> Array:
        return np.broadcast_to(values, (self.rows,))

    def _in_bounds(self, values: Array, undefined: Undefined) -> Array:
        """The values that came in, which have to keep the promise that bounds were computed from."""
        found = values.astype(np.int64)
        if undefined is not None:
            found = np.where(undefined, 0, found)
        low, high = HOLE_BOUNDS
        if found.size and (found.min() < low or found.max() > high):
            raise Outgrows("the value of a position is too large for arrays of whole numbers")
        return found

    def _linear(self, node: ir.Linear) -> Value:
        total: Array = np.asarray(node.constant, np.int64)
        undefined: Undefined = None
        for factor, term in node.terms:
            values, marks = self.of(term)
            total = total + (values if factor == 1 else factor * values)
            undefined = either(undefined, marks)
        return total, undefined

    def _apply(self, node: ir.Apply) -> Value:
        found = [self.of(a) for a in node.arguments]
        bounds = tuple(self.bounds[a] for a in node.arguments)
        values, undefined = OPERATIONS[node.name].compute(bounds, tuple(v for v, _ in found))
        for _, marks in found:
            undefined = either(undefined, marks)
        return values, undefined

    def _select(self, node: ir.Select) -> Value:
        condition, undefined = self._condition(node.condition)
        yes, marks_yes = self.of(node.yes)
        no, marks_no = self.of(node.no)
        undefined = either(undefined, _both(condition, marks_yes))
        return np.where(condition, yes, no), either(undefined, _both(~condition, marks_no))

    def _indicator(self, node: ir.Indicator) -> Value:
        values, undefined = self._condition(node.condition)
        return values.astype(np.int64), undefined

    # -- truth

    def _truth(self, node: ir.Truth) -> Value:
        return np.asarray(node.value), None

    def _compare(self, node: ir.Compare) -> Value:
        (left, marks_left), (right, marks_right) = self.of(node.left), self.of(node.right)
        holds = left == right if node.sign == "=" else left < right if node.sign == "<" else left <= right
        return np.asarray(holds), either(marks_left, marks_right)

    def _accepts(self, node: ir.Accepts) -> Value:
        found = [self.of(a) for a in node.arguments]
        bounds = tuple(self.bounds[a] for a in node.arguments)
        values, undefined = accepted(node.acceptor, bounds, tuple(v for v, _ in found))
        for _, marks in found:
            undefined = either(undefined, marks)
        return values, undefined

    def _not(self, node: ir.Not) -> Value:
        values, undefined = self._condition(node.condition)
        return ~values, undefined

    def _condition(self, node: ir.Node) -> Value:
        values, undefined = self.of(node)
        return (values if values.dtype == np.bool_ else values.astype(np.bool_)), undefined

    def _and(self, node: ir.And) -> Value:
        return self._chain(node.conditions, True)

    def _or(self, node: ir.Or) -> Value:
        return self._chain(node.conditions, False)

    def _chain(self, conditions: tuple[ir.Node, ...], goes_on: bool) -> Value:
        """From left to right: a row goes on to the next condition as long as all were `goes_on`."""
        going: Array = np.asarray(True)
        undefined: Undefined = None
        for condition in conditions:
            values, marks = self._condition(condition)
            undefined = either(undefined, _both(going, marks))
            going = going & values if goes_on else going & ~values
        return (going if goes_on else ~going), undefined

    def _iff(self, node: ir.Iff) -> Value:
        (left, marks_left), (right, marks_right) = self._condition(node.left), self._condition(node.right)
        return left == right, either(marks_left, marks_right)

    # -- loops over ranges that depend on the position

    def _every(self, node: ir.Every) -> Value:
        going: Array = np.asarray(True)
        undefined = either(self.of(node.low)[1], self.of(node.high)[1])
        for inside in self._steps(node):
            values, marks = self._condition(node.body)
            undefined = either(undefined, _both(going & inside, marks))
            going = going & (values | ~inside)
            if not going.any():
                break
        self._forget(node)
        return going, undefined

    def _over(self, node: ir.Over) -> Value:
        total: Array = np.zeros((), np.int64)
        undefined = either(self.of(node.low)[1], self.of(node.high)[1])
        for inside in self._steps(node):
            values, marks = self.of(node.body)
            undefined = either(undefined, _both(inside, marks))
            total = _joined(node.name)(total, np.where(inside, values, 0))
        self._forget(node)
        return total, undefined

    def _steps(self, node: ir.Every | ir.Over) -> Any:
        """The variable takes every value that it has at some row; the rows where it has this one."""
        low, high = self.of(node.low)[0], self.of(node.high)[0]
        for value in range(int(low.min()), int(high.max()) + 1):
            self._forget(node)
            self.known[ir.Bound(node.variable)] = (np.asarray(value, np.int64), None)
            inside = (low <= value) & (high >= value)
            if inside.any():
                yield inside

    def _forget(self, node: ir.Every | ir.Over) -> None:
        """Drop what was computed for another value of the variable."""
        for part in [part for part in self.known if node.variable in part.loose]:
            del self.known[part]


def _joined(name: str) -> Any:
    """What puts the values of `sum`, `xor` and `or` together."""
    return {"+": np.add, "xor": np.bitwise_xor, "or": np.bitwise_or}[name]


def _both(rows: Array, marks: Undefined) -> Undefined:
    return None if marks is None else rows & marks
