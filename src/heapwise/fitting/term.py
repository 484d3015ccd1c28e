"""Terms: a tree of the language, what it costs to read, and its values at many positions at once."""

from collections.abc import Callable, Sequence

import numpy as np

from heapwise import digit_arrays
from heapwise.fitting.rows import Column, Matrix, Rows
from heapwise.fitting.sample import Positions
from heapwise.lang import nodes
from heapwise.records import Record

UNDEFINED = 1 << 41  # where a term has no value; larger than all values that are kept
ColumnOf = Callable[[Rows], Column]


class Term(Record):
    """A term over the components of a game and its parameters; it costs about one for each of its symbols."""

    cost: int
    node: nodes.Expr
    at: ColumnOf
    is_number: bool = False  # which no position changes

    def is_right(self, positions: Positions) -> bool:
        """Does it have the wanted values at all these positions?"""
        return bool(np.array_equal(self.at(positions.rows), positions.wanted))


class Operator(Record):
    """What joins two terms."""

    sign: str
    join: Callable[[Column, Column], Column]
    is_symmetric: bool = True

    def __call__(self, one: Term, other: Term) -> Term:
        """The joined term."""
        node = call(self.sign, one.node, other.node) if self.sign.isalpha() and self.sign != "mod" else None
        return Term(
            one.cost + other.cost + 1,
            node or infix(self.sign, one.node, other.node),
            lambda rows: self.join(one.at(rows), other.at(rows)),
            one.is_number and other.is_number,
        )


def nim_sums(one: Column, other: Column) -> Column:
    """Nim-sums of natural numbers; others have none."""
    return np.where((one < 0) | (other < 0), UNDEFINED, one ^ other)


def _products(one: Column, other: Column) -> Column:
    return np.where(np.abs(one) < UNDEFINED, one * other, UNDEFINED)


def _remainders(one: Column, other: Column) -> Column:
    return np.where((other > 0) & (np.abs(one) < UNDEFINED), one % np.maximum(other, 1), UNDEFINED)


def _quotients(one: Column, other: Column) -> Column:
    return np.where((other > 0) & (np.abs(one) < UNDEFINED), one // np.maximum(other, 1), UNDEFINED)


ADDED = Operator("+", np.add)
TAKEN = Operator("-", np.subtract, is_symmetric=False)
NIM_ADDED = Operator("(+)", nim_sums)
GREATER = Operator("max", np.maximum)
LESS = Operator("min", np.minimum)
TIMES = Operator("*", _products)
REMAINDER = Operator("mod", _remainders, is_symmetric=False)
QUOTIENT = Operator("/", _quotients, is_symmetric=False)  # of which the integer part is taken
ODD = "odd part"  # `t / 2^v2(t)`, which has no name of its own
DIGITS = {"v2": 2, "tail1": 2, "popcount": 4, ODD: 5}  # with what they cost; no proof knows how many ones a number has


def quotient(term: Term, divisor: Term) -> Term:
    """`floor(a / 3)`"""
    node = call("floor", infix("/", term.node, divisor.node))
    return Term(term.cost + divisor.cost + 2, node, lambda rows: _quotients(term.at(rows), divisor.at(rows)))


def exact_part(term: Term, divisor: int) -> Term:
    """`t / 2`, where it is an integer."""
    node = infix("/", term.node, nodes.Int(divisor))

    def at(rows: Rows) -> Column:
        whole = term.at(rows)
        return np.where(whole % divisor == 0, whole // divisor, UNDEFINED)

    return Term(term.cost + 2, node, at)


def number(value: int) -> Term:
    """A constant."""
    return Term(1, nodes.Int(value), lambda rows: np.full(len(rows), value, dtype=np.int64), is_number=True)


def parameter(name: str) -> Term:
    """A parameter of a family, by its name."""
    return Term(1, nodes.Name(name), lambda rows: rows.parameters[name], is_number=True)


def power_of_two(exponent: Term) -> Term:
    """`2^k`"""
    node = nodes.Infix(("^",), (nodes.Int(2), exponent.node))
    return Term(exponent.cost + 1, node, lambda rows: 1 << np.clip(exponent.at(rows), 0, 40), is_number=True)


def of_digits(name: str, term: Term) -> Term:
    """`v2(t)`, `tail1(t)`, `popcount(t)`, `t / 2^v2(t)`"""
    node = odd_part(term.node) if name == ODD else call(name, term.node)
    return Term(term.cost + DIGITS[name], node, lambda rows: digits_of(name, term.at(rows)))


def odd_part(node: nodes.Expr) -> nodes.Expr:
    """`t / 2^v2(t)`"""
    return infix("/", node, nodes.Infix(("^",), (nodes.Int(2), call("v2", node))))


def odd_parts(numbers: Matrix) -> Matrix:
    """What is left of numbers that are not 0 without their factors 2.

    >>> odd_parts(np.array([1, 6, 8])).tolist()
    [1, 3, 1]
    """
    found: Matrix = numbers // np.maximum(numbers & -numbers, 1)
    return found


def digits_of(name: str, numbers: Column) -> Column:
    """A function of the binary digits of natural numbers; 0 has no exponent of 2, and no odd part."""
    known = _OF_DIGITS[name]
    is_meant = ((numbers > 0) if name in ("v2", ODD) else (numbers >= 0)) & (numbers < UNDEFINED)
    return np.where(is_meant, known(np.where(is_meant, numbers, 1)), UNDEFINED)


_OF_DIGITS = {
    "v2": digit_arrays.exponents_of_two, "tail1": digit_arrays.last_ones, "popcount": digit_arrays.ones, ODD: odd_parts,
}  # fmt: skip


class Slope(Record):
    """`(rational + sqrt(radicand)) / divisor`: the slope of a Beatty sequence."""

    rational: int
    radicand: int
    divisor: int

    def part(self, term: Term) -> Term:
        """`floor(t * (1 + sqrt(5)) / 2)`"""
        root: nodes.Expr = call("sqrt", nodes.Int(self.radicand))
        if self.rational:
            signed = (nodes.Int(abs(self.rational)), root) if self.rational > 0 else (root, nodes.Int(-self.rational))
            root = infix("+" if self.rational > 0 else "-", *signed)
        node = call("floor", nodes.Infix(("*", "/"), (term.node, root, nodes.Int(self.divisor))))
        return Term(term.cost + 4, node, lambda rows: self.of(term.at(rows)))

    def of(self, numbers: Column) -> Column:
        """The same of numbers, in integers; only natural numbers below 2^24 have one here.

        >>> GOLDEN.of(np.array([0, 1, 2, 3, 4])).tolist()
        [0, 1, 3, 4, 6]
        """
        is_meant = (numbers >= 0) & (numbers < 1 << 24)
        known = np.where(is_meant, numbers, 0)
        square = self.radicand * known * known
        root = np.sqrt(square.astype(np.float64)).astype(np.int64)
        root = root - (root * root > square) + ((root + 1) * (root + 1) <= square)
        return np.where(is_meant, (self.rational * known + root) // self.divisor, UNDEFINED)


GOLDEN = Slope(1, 5, 2)
SLOPES = (GOLDEN, Slope(0, 2, 2), Slope(-1, 13, 6))  # of Wythoff's game, and where diagonals are 2 and 3 wide


def call(name: str, *arguments: nodes.Expr, last: Sequence[nodes.Expr] = ()) -> nodes.Call:
    """`name(a, b)`, and `name(a; b)` with arguments behind a semicolon."""
    return nodes.Call(nodes.Name(name), (arguments, tuple(last)) if last else (arguments,))


def infix(operator: str, *operands: nodes.Expr) -> nodes.Infix:
    """`a + b + c`"""
    return nodes.Infix((operator,) * (len(operands) - 1), operands)
