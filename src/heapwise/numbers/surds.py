"""Exact numbers (p + r sqrt(d)) / q: what sqrt gives, and enough arithmetic to floor, compare and combine them.

A number is always in its simplest type: an int if it is whole, a Fraction if it is rational, a Surd only if it is not.
No floating point anywhere: order and floor come from integer square roots.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, isqrt

from heapwise.numbers.errors import MOST_BITS, UndefinedValue, in_full, show, too_large, undefined

_SMALL_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31)


class Surd:
    """The irrational number (p + r sqrt(d)) / q with q > 0, r != 0, d > 0 no square, and no common factor of p, q, r.

    Build one with `sqrt`, and do not change it.  Two surds can be combined when their roots are of one kind,
    as those of 2 and 8 are; otherwise the result would need two roots, and UndefinedValue is raised.
    """

    __slots__ = ("d", "p", "q", "r")

    def __init__(self, p: int, r: int, q: int, d: int) -> None:
        _check_size(p, r, q, d)
        if r == 0 or q == 0 or d <= 0 or isqrt(d) ** 2 == d:
            raise undefined("Surd", p, r, q, d, why="it is not an irrational number")
        shared = gcd(p, r, q) if q > 0 else -gcd(p, r, q)
        self.p, self.r, self.q, self.d = p // shared, r // shared, q // shared, d

    @property
    def a(self) -> Rational:
        """The rational part a of a + b sqrt(d)."""
        return rational(self.p, self.q)

    @property
    def b(self) -> Rational:
        """The factor b of the root in a + b sqrt(d)."""
        return rational(self.r, self.q)

    def __add__(self, other: Number) -> Number:
        p, r, q = self._aligned(other)
        return _simplest(self.p * q + p * self.q, self.r * q + r * self.q, self.q * q, self.d)

    __radd__ = __add__

    def __neg__(self) -> Surd:
        return Surd(-self.p, -self.r, self.q, self.d)

    def __sub__(self, other: Number) -> Number:
        p, r, q = self._aligned(other)
        return _simplest(self.p * q - p * self.q, self.r * q - r * self.q, self.q * q, self.d)

    def __rsub__(self, other: Rational) -> Number:
        return -self + other

    def __mul__(self, other: Number) -> Number:
        p, r, q = self._aligned(other)
        return _simplest(self.p * p + self.r * r * self.d, self.p * r + self.r * p, self.q * q, self.d)

    __rmul__ = __mul__

    def __truediv__(self, other: Number) -> Number:
        p, r, q = self._aligned(other)
        # 1 / (p + r sqrt d) = (p - r sqrt d) / (p p - r r d), and the last is 0 for 0 only because d is no square.
        norm = p * p - r * r * self.d
        if not norm:
            raise UndefinedValue(f"{self} / 0 is not defined")
        return self * _simplest(q * p, -q * r, norm, self.d)

    def __rtruediv__(self, other: Rational) -> Number:
        norm = self.p**2 - self.r**2 * self.d
        return Surd(self.q * self.p, -self.q * self.r, norm, self.d) * other

    def __abs__(self) -> Surd:
        return self if self > 0 else -self

    def __floor__(self) -> int:
        root = isqrt(self.r**2 * self.d)
        # The floor of a negative irrational is one further down.
        return (self.p + (root if self.r > 0 else -root - 1)) // self.q

    def __ceil__(self) -> int:
        return self.__floor__() + 1

    def __lt__(self, other: Number) -> bool:
        return self._order(other) < 0

    def __le__(self, other: Number) -> bool:
        return self._order(other) <= 0

    def __gt__(self, other: Number) -> bool:
        return self._order(other) > 0

    def __ge__(self, other: Number) -> bool:
        return self._order(other) >= 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Surd) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __str__(self) -> str:
        factor = "" if abs(self.r) == 1 else f"{in_full(abs(self.r))}*"
        root, over = f"{factor}sqrt({in_full(self.d)})", f"/{in_full(self.q)}" if self.q > 1 else ""
        if not self.p:
            return f"{'-' if self.r < 0 else ''}{root}{over}"
        text = f"{in_full(self.p)} {'-' if self.r < 0 else '+'} {root}"
        return f"({text}){over}" if over else text

    def __repr__(self) -> str:
        return f"Surd({self.p}, {self.r}, {self.q}, {self.d})" if self.size() < MOST_BITS // 100 else f"Surd({self})"

    def size(self) -> int:
        """The binary digits of all its parts together."""
        return sum(part.bit_length() for part in (self.p, self.r, self.q, self.d))

    def _aligned(self, other: Number) -> tuple[int, int, int]:
        """The other number as p, r, q with the root of this one."""
        if isinstance(other, Surd):
            return (other.p, other.r, other.q) if other.d == self.d else self._same_root(other)
        if not isinstance(other, int | Fraction):
            raise UndefinedValue(f"{show(other)} is not an exact number")
        _check_size(other.numerator, other.denominator)
        return other.numerator, 0, other.denominator

    def _same_root(self, other: Surd) -> tuple[int, int, int]:
        # sqrt(e) = sqrt(d e) / d * sqrt(d), so the roots are of one kind exactly if d e is a square; no factoring.
        root = isqrt(self.d * other.d)
        if root * root != self.d * other.d:
            raise UndefinedValue(f"{self} and {other} cannot be combined: they need two different square roots")
        return other.p * self.d, other.r * root, other.q * self.d

    def _order(self, other: Number) -> int:
        """-1, 0 or 1 as this number is less than, equal to or greater than the other."""
        p, r, q = self._aligned(other)
        p, r = self.p * q - p * self.q, self.r * q - r * self.q
        # The sign of p + r sqrt(d) is that of the larger term, whether or not the two agree.
        larger = p if p * p > r * r * self.d else r
        return (larger > 0) - (larger < 0)

    def _key(self) -> tuple[Fraction, Fraction, bool]:
        # The square of the irrational part is the same for sqrt(8) and 2 sqrt(2).  It may be longer than the limit.
        return Fraction(self.p, self.q), Fraction(self.r**2 * self.d, self.q**2), self.r > 0


Rational = int | Fraction
Number = int | Fraction | Surd


def rational(p: int, q: int) -> Rational:
    """The number p / q for q != 0: an int if it is whole, else a Fraction."""
    _check_size(p, q)
    return p // q if p % q == 0 else Fraction(p, q)


def sqrt(x: Number) -> Number:
    """The exact square root of a rational number from 0 up.

    >>> sqrt(9), str(sqrt(12)), str((1 + sqrt(5)) / 2)
    (3, '2*sqrt(3)', '(1 + sqrt(5))/2')
    """
    if not isinstance(x, int | Fraction):
        raise undefined("sqrt", x, why="square roots are taken of rational numbers")
    if x < 0:
        raise undefined("sqrt", x)
    p, q = x.numerator, x.denominator
    _check_size(p, q)
    root = isqrt(p * q)
    return rational(root, q) if root * root == p * q else _tidy_root(p * q, q)


def _tidy_root(d: int, q: int) -> Surd:
    """sqrt(d) / q with the small squares taken out of d; for the reader only, since any d is right."""
    r = 1
    for prime in _SMALL_PRIMES:
        while d % prime**2 == 0:
            d, r = d // prime**2, r * prime
    return Surd(0, r, q, d)


def _simplest(p: int, r: int, q: int, d: int) -> Number:
    return Surd(p, r, q, d) if r else rational(p, q)


def _check_size(*parts: int) -> None:
    for part in parts:
        if part.bit_length() > MOST_BITS:
            raise too_large("a number")
