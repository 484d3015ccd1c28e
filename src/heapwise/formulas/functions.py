"""The functions of the field as sympy functions: value on exact numbers, and assumptions.

Values come from `heapwise.numbers`. Where a function has no value it stays as it is, and the exact evaluator says so.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, ClassVar

import sympy
from sympy.logic.boolalg import Boolean, BooleanFunction

from heapwise import numbers
from heapwise.formulas.printing import OnPaper
from heapwise.numbers import Number, Surd, UndefinedValue


def number_of(value: Any) -> Number | None:
    """The exact number that a sympy object is, if it is a whole number or a fraction."""
    if isinstance(value, sympy.Integer):
        return int(value)
    if isinstance(value, sympy.Rational):
        return Fraction(int(value.p), int(value.q))
    return None


def object_of(value: Number | bool) -> Any:
    """An exact number or a truth value as a sympy object."""
    if isinstance(value, bool):
        return sympy.true if value else sympy.false
    if isinstance(value, int):
        return sympy.Integer(value)
    if isinstance(value, Surd):
        return _surd(value)
    return sympy.Rational(value.numerator, value.denominator)


def _surd(value: Surd) -> Any:
    """(p + r sqrt(d)) / q, as one would write it."""
    found = sympy.Pow(sympy.Integer(value.d), sympy.Rational(1, 2), evaluate=False)
    if value.r != 1:
        found = sympy.Mul(sympy.Integer(value.r), found, evaluate=False)
    if value.p:
        found = sympy.Add(sympy.Integer(value.p), found, evaluate=False)
    if value.q == 1:
        return found
    return sympy.Mul(found, sympy.Pow(sympy.Integer(value.q), sympy.Integer(-1), evaluate=False), evaluate=False)


def _computed(compute: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """The value as an object; None where an argument is no exact number, or there is no value."""
    found = [number_of(a) for a in arguments]
    if any(value is None for value in found):
        return None
    try:
        return object_of(compute(*found))
    except UndefinedValue:
        return None


class Exact(OnPaper, sympy.Function):  # type: ignore[misc]
    """A function that is computed where all its arguments are exact numbers. `compute` takes the numbers one by one."""

    compute: ClassVar[Callable[..., Any]]

    @classmethod
    def eval(cls, *arguments: Any) -> Any:
        """The value, where it is known and defined."""
        return _computed(cls.compute, arguments) if arguments else None


class Natural(Exact):
    """A function of whole numbers; the value is a whole number from 0 up."""

    is_integer = True
    is_nonnegative = True


class NimSum(Natural):
    """Binary digits added without carry.

    >>> NimSum(sympy.Integer(5), sympy.Integer(3))
    6
    """

    compute = staticmethod(lambda *values: numbers.nim_sum(values))


class NimProduct(Natural):
    """The product of nim arithmetic."""

    compute = staticmethod(numbers.nim_product)


class DigitSum(Natural):
    """`DigitSum(a, b, ..., m)`: binary digits added modulo m and read in base m."""

    compute = staticmethod(lambda *values: numbers.digit_sum(values[:-1], values[-1]))


class KNimSum(Natural):
    """`KNimSum(a, b, ..., k)`: the sum of 2^k-balanced Nimhoff."""

    compute = staticmethod(lambda *values: numbers.k_nim_sum(values[:-1], values[-1]))


class BitAnd(Natural):
    """The binary digits that all numbers share."""

    compute = staticmethod(lambda *values: numbers.bit_and(values))


class BitOr(Natural):
    """The binary digits that some number has."""

    compute = staticmethod(lambda *values: numbers.bit_or(values))


class Bit(Natural):
    """`Bit(z, k)`: binary digit number k of z, counted from 0."""

    compute = staticmethod(numbers.bit)


class TrailingOnes(Natural):
    """How many ones end the binary digits."""

    compute = staticmethod(numbers.tail1)


class V2(Natural):
    """The exponent of 2 in a number."""

    compute = staticmethod(numbers.v2)


class Popcount(Natural):
    """How many binary digits are 1."""

    compute = staticmethod(numbers.popcount)


class Mating(Natural):
    """Welter's mating function 2^(v2(u - v) + 1) - 1."""

    compute = staticmethod(numbers.mating)


class Mex(Natural):
    """The least natural number that is not among the arguments."""

    compute = staticmethod(lambda *values: numbers.mex(values))


class Gcd(Natural):
    """The greatest common divisor."""

    compute = staticmethod(numbers.gcd)


class Relation(OnPaper, BooleanFunction):  # type: ignore[misc]
    """A relation of numbers that sympy has no class for."""

    compute: ClassVar[Callable[..., bool]]

    @classmethod
    def eval(cls, *arguments: Any) -> Any:
        """True or false, where all arguments are exact numbers."""
        return _computed(cls.compute, arguments)


class Divides(Relation):
    """`Divides(d, n)`: n is a multiple of d."""

    compute = staticmethod(numbers.divides)


class Congruent(Relation):
    """`Congruent(a, b, m)`: a and b leave the same remainder."""

    compute = staticmethod(numbers.congruent)


# -------------------------------------------------------------------------------------- values of positions


class _Asked(OnPaper):
    """`(question, position, ...)`: a question about a position, of this game or of another one."""

    args: tuple[Any, ...]


class Value(_Asked, sympy.Expr):  # type: ignore[misc]
    """`G`, `W` or `R` of a position: a number that only the game knows."""

    is_integer = True
    is_nonnegative = True
    is_commutative = True


class Outcome(_Asked, Boolean):  # type: ignore[misc]
    """`P`, `N`, `legal` or `terminal` of a position: a condition that only the game decides."""


class PositionOf(OnPaper, sympy.Basic):  # type: ignore[misc]
    """`(game, component, ...)`: a position; the game is a symbol, its own game the symbol `this`."""


class SumOfPositions(OnPaper, sympy.Basic):  # type: ignore[misc]
    """The disjunctive sum of positions."""


class GameOf(OnPaper, sympy.Basic):  # type: ignore[misc]
    """`(name, argument, ...)`: a game with its arguments; the name is a symbol."""


def components_of(position: Any) -> tuple[Any, ...]:
    """The components; a single vector needs no parentheses of its own."""
    components: tuple[Any, ...] = position.args[1:]
    is_vector = len(components) == 1 and type(components[0]).__name__ == "Row"
    return tuple(components[0].args) if is_vector else components


def is_own(game: Any) -> bool:
    """Is this the game that the text speaks of?"""
    return isinstance(game, GameOf) and game.args[0].name == "this"
