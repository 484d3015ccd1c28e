"""The functions of the field as sympy functions: value on exact numbers, assumptions and LaTeX.

Values come from `heapwise.numbers`. Where a function has no value it stays as it is, and the exact evaluator says so.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, ClassVar

import sympy
from sympy.logic.boolalg import Boolean, BooleanFunction

from heapwise import numbers
from heapwise.formulas.printing import (
    PRECEDENCE_CALL,
    PRECEDENCE_PRODUCT,
    PRECEDENCE_RELATION,
    PRECEDENCE_SUM,
    Call,
    Infix,
)
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


class Exact(sympy.Function):  # type: ignore[misc]
    """A function that is computed where all its arguments are exact numbers. `compute` takes the numbers one by one."""

    compute: ClassVar[Callable[..., Any]]

    @classmethod
    def eval(cls, *arguments: Any) -> Any:
        """The value, where it is known and defined."""
        return _computed(cls.compute, arguments) if arguments else None


class NaturalInfix(Infix, Exact):
    """A sign between whole numbers; the value is a whole number from 0 up."""

    inside = PRECEDENCE_SUM
    is_integer = True
    is_nonnegative = True


class NaturalCall(Call, Exact):
    """A name before whole numbers; the value is a whole number from 0 up."""

    is_integer = True
    is_nonnegative = True


class NimSum(NaturalInfix):
    """Binary digits added without carry.

    >>> NimSum(sympy.Integer(5), sympy.Integer(3))
    6
    """

    sign = r"\oplus"
    compute = staticmethod(lambda *values: numbers.nim_sum(values))


class NimProduct(NaturalInfix):
    """The product of nim arithmetic."""

    sign = r"\otimes"
    precedence, inside = PRECEDENCE_PRODUCT - 2, PRECEDENCE_PRODUCT
    compute = staticmethod(numbers.nim_product)


class DigitSum(NaturalInfix):
    """`DigitSum(a, b, ..., m)`: binary digits added modulo m and read in base m."""

    sign, operands = r"\oplus", slice(0, -1)
    compute = staticmethod(lambda *values: numbers.digit_sum(values[:-1], values[-1]))

    def sign_latex(self, printer: Any) -> str:
        """The sign with its modulus."""
        return rf"\oplus_{{{printer._print(self.args[-1])}}}"


class KNimSum(NaturalInfix):
    """`KNimSum(a, b, ..., k)`: the sum of 2^k-balanced Nimhoff."""

    sign, operands = r"\oplus", slice(0, -1)
    compute = staticmethod(lambda *values: numbers.k_nim_sum(values[:-1], values[-1]))

    def sign_latex(self, printer: Any) -> str:
        """The sign with its k in a circle's place."""
        return rf"\oplus^{{({printer._print(self.args[-1])})}}"


class BitAnd(NaturalInfix):
    """The binary digits that all numbers share."""

    sign = r"\mathbin{\&}"
    compute = staticmethod(lambda *values: numbers.bit_and(values))


class BitOr(NaturalInfix):
    """The binary digits that some number has."""

    sign = r"\mathbin{|}"
    compute = staticmethod(lambda *values: numbers.bit_or(values))


class Bit(NaturalCall):
    """`Bit(z, k)`: binary digit number k of z, counted from 0."""

    compute = staticmethod(numbers.bit)

    def _latex(self, printer: Any) -> str:
        z, k = (printer._print(a) for a in self.args)
        return rf"\operatorname{{bit}}_{{{k}}}\left({z}\right)"


class TrailingOnes(NaturalCall):
    """How many ones end the binary digits."""

    head = r"\operatorname{tail}_{1}"
    compute = staticmethod(numbers.tail1)


class V2(NaturalCall):
    """The exponent of 2 in a number."""

    head = r"v_{2}"
    compute = staticmethod(numbers.v2)


class Popcount(NaturalCall):
    """How many binary digits are 1."""

    head = r"\operatorname{popcount}"
    compute = staticmethod(numbers.popcount)


class Mating(NaturalCall):
    """Welter's mating function 2^(v2(u - v) + 1) - 1."""

    compute = staticmethod(numbers.mating)

    def _latex(self, printer: Any) -> str:
        u, v = (printer._print(a) for a in self.args)
        return rf"\left({u} \mid {v}\right)"


class Mex(NaturalCall):
    """The least natural number that is not among the arguments."""

    compute = staticmethod(lambda *values: numbers.mex(values))

    def _latex(self, printer: Any) -> str:
        return rf"\operatorname{{mex}}\left\{{{', '.join(printer._print(a) for a in self.args)}\right\}}"


class Gcd(NaturalCall):
    """The greatest common divisor."""

    head = r"\gcd"
    compute = staticmethod(numbers.gcd)


class Relation(BooleanFunction):  # type: ignore[misc]
    """A relation of numbers that sympy has no class for."""

    compute: ClassVar[Callable[..., bool]]

    @classmethod
    def eval(cls, *arguments: Any) -> Any:
        """True or false, where all arguments are exact numbers."""
        return _computed(cls.compute, arguments)


class Divides(Infix, Relation):
    """`Divides(d, n)`: n is a multiple of d."""

    sign, precedence = r"\mid", PRECEDENCE_RELATION
    compute = staticmethod(numbers.divides)


class Congruent(Infix, Relation):
    """`Congruent(a, b, m)`: a and b leave the same remainder."""

    precedence = PRECEDENCE_RELATION
    compute = staticmethod(numbers.congruent)

    def _latex(self, printer: Any) -> str:
        a, b, m = (printer._print(x) for x in self.args)
        return rf"{a} \equiv {b} \pmod{{{m}}}"


# -------------------------------------------------------------------------------------- values of positions


class _Asked:
    """`(question, position, ...)`: prints as the value's letter before the position, with the game if it is another."""

    precedence = PRECEDENCE_CALL
    args: tuple[Any, ...]

    def _latex(self, printer: Any) -> str:
        question, position, *player = self.args
        head = rf"\mathcal{{{question.name}}}"
        if len(question.name) > 1:
            head = rf"\operatorname{{{question.name}}}"
        inside = ", ".join([_position_latex(position, printer), *map(printer._print, player)])
        return rf"{head}\left({inside}\right)"


class Value(_Asked, sympy.Expr):  # type: ignore[misc]
    """`G`, `W` or `R` of a position: a number that only the game knows."""

    is_integer = True
    is_nonnegative = True
    is_commutative = True


class Outcome(_Asked, Boolean):  # type: ignore[misc]
    """`P`, `N`, `legal` or `terminal` of a position: a condition that only the game decides."""


class PositionOf(Call, sympy.Basic):  # type: ignore[misc]
    """`(game, component, ...)`: a position; the game is a symbol, its own game the symbol `this`."""

    def _latex(self, printer: Any) -> str:
        return rf"{printer._print(self.args[0])}\left({_components_latex(self, printer)}\right)"


class SumOfPositions(Infix, sympy.Basic):  # type: ignore[misc]
    """The disjunctive sum of positions."""

    sign = "+"


class GameOf(Call, sympy.Basic):  # type: ignore[misc]
    """`(name, argument, ...)`: a game with its arguments; the name is a symbol."""

    def _latex(self, printer: Any) -> str:
        name, *arguments = self.args
        words = name.name.replace("_", r"\_")
        head = rf"\text{{{words}}}"
        return head + (rf"\left({', '.join(map(printer._print, arguments))}\right)" if arguments else "")


def _position_latex(position: Any, printer: Any) -> str:
    """A position inside a value: its own game is not named."""
    if isinstance(position, PositionOf) and is_own(position.args[0]):
        return _components_latex(position, printer)
    shown: str = printer._print(position)
    return shown


def components_of(position: Any) -> tuple[Any, ...]:
    """The components; a single vector needs no parentheses of its own."""
    components: tuple[Any, ...] = position.args[1:]
    is_vector = len(components) == 1 and type(components[0]).__name__ == "Row"
    return tuple(components[0].args) if is_vector else components


def _components_latex(position: Any, printer: Any) -> str:
    return ", ".join(printer._print(c) for c in components_of(position))


def is_own(game: Any) -> bool:
    """Is this the game that the text speaks of?"""
    return isinstance(game, GameOf) and game.args[0].name == "this"
