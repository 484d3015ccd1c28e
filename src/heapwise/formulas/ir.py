"""The integer form of formulas: what kernels and automata are made from.

Whole numbers and truth values only, no names of the user, no types to look up. A node knows its hash, its depth and
which bound variables it leaves open, so that shared parts are found and walked once.
"""

from collections.abc import Iterator
from typing import Any, ClassVar

from heapwise.numbers import Acceptor
from heapwise.records import Record, fields


def _nodes_in(value: Any) -> "Iterator[Node]":
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _nodes_in(item)


class Node(Record, eq=False):
    """What all nodes share: they are equal if they are written alike."""

    def __post_init__(self) -> None:
        parts = tuple(getattr(self, f.name) for f in fields(self))
        below = tuple(_nodes_in(parts))
        loose = frozenset[int]().union(*(node.loose for node in below))
        settle = object.__setattr__
        settle(self, "parts", parts)
        settle(self, "below", below)
        settle(self, "depth", 1 + max((node.depth for node in below), default=0))
        settle(self, "loose", self._own_loose(loose))
        settle(self, "is_total", self._own_totality())
        settle(self, "_hash", hash((type(self).__name__, parts)))

    parts: ClassVar[tuple[Any, ...]] = ()
    below: "ClassVar[tuple[Node, ...]]" = ()
    depth: ClassVar[int] = 1
    loose: ClassVar[frozenset[int]] = frozenset()
    is_total: ClassVar[bool] = False  # whether it is plain that the node is defined everywhere
    _hash: ClassVar[int] = 0

    def _own_totality(self) -> bool:
        return all(node.is_total for node in self.below)

    def _own_loose(self, below: frozenset[int]) -> frozenset[int]:
        return below

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        same_kind = type(self) is type(other) and self._hash == hash(other)
        return same_kind and isinstance(other, Node) and self.parts == other.parts

    def __hash__(self) -> int:
        return self._hash


# ------------------------------------------------------------------------------------------- whole numbers


class Const(Node, eq=False):
    """A whole number."""

    value: int


class Var(Node, eq=False):
    """A number of the frame: a slot, and below it the indices into a vector or rows, counted from 0."""

    slot: int
    path: tuple[int, ...] = ()


class Bound(Node, eq=False):
    """The variable of an `Over` or `Every` around it."""

    number: int

    def _own_loose(self, below: frozenset[int]) -> frozenset[int]:
        return frozenset((self.number,))


class Hole(Node, eq=False):
    """A value that somebody else knows: `G(x)`, `P(a, b)` (1 if true), a recursive `let`. See `holes.py`."""

    number: int
    arguments: tuple[Node, ...] = ()

    def _own_totality(self) -> bool:
        return False


class Undefined(Node, eq=False):
    """A place that has no value, with the reason; it may stand for a number or for a truth value."""

    reason: str

    def _own_totality(self) -> bool:
        return False


class Linear(Node, eq=False):
    """constant + the sum of coefficient times term. A coefficient 0 stays where the term may be undefined."""

    constant: int
    terms: tuple[tuple[int, Node], ...]


class Apply(Node, eq=False):
    """An operation of `operations.py` applied to whole numbers."""

    name: str
    arguments: tuple[Node, ...]

    def _own_totality(self) -> bool:
        divides = self.name in ("floor/", "mod") and _is_positive_constant(self.arguments[1])
        return (divides or self.name in _TOTAL) and super()._own_totality()


class Select(Node, eq=False):
    """One number or the other; only the chosen one has to be defined."""

    condition: Node
    yes: Node
    no: Node


class Indicator(Node, eq=False):
    """1 where the condition holds, else 0."""

    condition: Node


class Over(Node, eq=False):
    """The sum (`+`), nim-sum (`xor`) or bitwise or (`or`) of the body for all values of a variable from low to high."""

    name: str
    variable: int
    low: Node
    high: Node
    body: Node

    def _own_loose(self, below: frozenset[int]) -> frozenset[int]:
        return below - {self.variable} | self.low.loose | self.high.loose


# -------------------------------------------------------------------------------------------- truth values


class Truth(Node, eq=False):
    """True or false."""

    value: bool


class Compare(Node, eq=False):
    """A relation between whole numbers: `=`, `<` or `<=`."""

    sign: str
    left: Node
    right: Node


class Accepts(Node, eq=False):
    """Is a tuple of whole numbers in the set of an automaton? Undefined of negative numbers."""

    acceptor: Acceptor
    arguments: tuple[Node, ...]

    def _own_totality(self) -> bool:
        return False


class Not(Node, eq=False):
    """The opposite."""

    condition: Node


class And(Node, eq=False):
    """All hold. From left to right: behind one that fails nothing has to be defined."""

    conditions: tuple[Node, ...]


class Or(Node, eq=False):
    """One holds. From left to right: behind one that holds nothing has to be defined."""

    conditions: tuple[Node, ...]


class Iff(Node, eq=False):
    """Both or neither."""

    left: Node
    right: Node


class Every(Node, eq=False):
    """The body holds for all values of a variable from low to high; upwards, and no further than the first failure."""

    variable: int
    low: Node
    high: Node
    body: Node
    is_open: bool = False  # behind the high end nothing changes any more: all values from low on are meant

    def _own_loose(self, below: frozenset[int]) -> frozenset[int]:
        return below - {self.variable} | self.low.loose | self.high.loose


# Operations that have a value for all whole numbers; the others may be undefined somewhere.
_TOTAL = frozenset({"*", "min", "max", "abs", "gcd", "mex", "length"})


def _is_positive_constant(node: Node) -> bool:
    return isinstance(node, Const) and node.value > 0


TRUTHS = (Truth, Compare, Accepts, Not, And, Or, Iff, Every)
ZERO, ONE = Const(0), Const(1)
TRUE, FALSE = Truth(True), Truth(False)


def walk(root: Node) -> Iterator[Node]:
    """All nodes of a formula, each once, those below before those above."""
    seen: set[Node] = set()
    stack: list[tuple[Node, bool]] = [(root, False)]
    while stack:
        node, is_done = stack.pop()
        if is_done:
            yield node
        elif node not in seen:
            seen.add(node)
            stack.append((node, True))
            stack += [(child, False) for child in node.below if child not in seen]
