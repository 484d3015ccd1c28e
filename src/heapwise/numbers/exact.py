"""Exact arithmetic of formulas: whole numbers, fractions and surds in, the same out, in their simplest type.

`/` is exact division, `mod` the remainder from 0 up to the modulus, and whatever has no value says so.  Whole numbers
of ordinary length are dealt with at the top of each function; everything else is looked at by `settled` first.
"""

import math
from fractions import Fraction

from heapwise.numbers.errors import MOST_BITS, UndefinedValue, not_whole, show, too_large, undefined, undefined_text
from heapwise.numbers.surds import Number, Surd, rational


def settled(a: Number) -> Number:
    """The same number in its simplest type; refused if it is no exact number, or longer than MOST_BITS.

    >>> settled(Fraction(4, 2))
    2
    """
    if isinstance(a, int | Fraction):
        found = rational(a.numerator, a.denominator)
        return found if isinstance(found, int) else a
    if isinstance(a, Surd):
        return a
    raise UndefinedValue(f"{show(a)} is not an exact number")


def whole(a: Number) -> int:
    """The number as an int, for functions of whole numbers; undefined if it is not whole."""
    found = a if isinstance(a, int) else settled(a)
    if isinstance(found, int):
        return found
    raise UndefinedValue(f"{show(a)} is not a whole number")


def add(a: Number, b: Number) -> Number:
    """a + b."""
    if isinstance(a, int) and isinstance(b, int):
        return a + b
    return settled(settled(a) + settled(b))


def subtract(a: Number, b: Number) -> Number:
    """a - b."""
    if isinstance(a, int) and isinstance(b, int):
        return a - b
    return settled(settled(a) - settled(b))


def multiply(a: Number, b: Number) -> Number:
    """a b; refused if the result is longer than MOST_BITS."""
    if isinstance(a, int) and isinstance(b, int) and a.bit_length() + b.bit_length() <= MOST_BITS:
        return a * b
    return settled(settled(a) * settled(b))


def divide(a: Number, b: Number) -> Number:
    """a / b exactly; undefined for b = 0.

    >>> divide(6, 3), divide(1, 2)
    (2, Fraction(1, 2))
    """
    if b == 0:
        raise undefined_text(f"{show(a)} / 0")
    if isinstance(a, int) and isinstance(b, int):
        return rational(a, b)
    upper = settled(a)
    # Python's `/` between two ints would not be exact.
    return settled((Fraction(upper) if isinstance(upper, int) else upper) / settled(b))


def power(a: Number, n: Number) -> Number:
    """a^n for whole n, also negative ones; 0^0 is 1.  Refused, before it is computed, if longer than MOST_BITS.

    >>> power(2, 10), power(2, -1)
    (1024, Fraction(1, 2))
    """
    if isinstance(a, int) and isinstance(n, int) and n >= 0 and a.bit_length() * n <= MOST_BITS:
        return int(a**n)
    base, exponent = settled(a), n if isinstance(n, int) else settled(n)
    if not isinstance(exponent, int):
        raise undefined_text(f"{show(a)} ^ {show(n)}", "exponents are whole numbers")
    if exponent < 0:
        if base == 0:
            raise undefined_text(f"0 ^ {show(n)}")
        return power(divide(1, base), -exponent)
    return _surd_power(base, exponent) if isinstance(base, Surd) else _rational_power(base, exponent)


def _rational_power(a: int | Fraction, n: int) -> Number:
    longest = max(a.numerator.bit_length(), a.denominator.bit_length())
    # A number of b digits is at least 2^(b - 1), so this is a lower bound; the exact length is looked at afterwards.
    if (longest - 1) * n > MOST_BITS:
        raise too_large(f"{show(a)} ^ {show(n)}")
    return settled(a**n)


def _surd_power(a: Surd, n: int) -> Number:
    # From the highest digit of n, so that nothing longer than the result is computed: it is refused on the way.
    found: Number = 1
    for digit in f"{n:b}":
        found = multiply(found, found)
        if digit == "1":
            found = multiply(found, a)
    return found


def floor(a: Number) -> int:
    """The greatest whole number <= a.

    >>> floor(Fraction(-7, 2))
    -4
    """
    return a if isinstance(a, int) else math.floor(settled(a))


def ceil(a: Number) -> int:
    """The least whole number >= a."""
    return a if isinstance(a, int) else math.ceil(settled(a))


def absolute(a: Number) -> Number:
    """a without its sign."""
    if isinstance(a, int):
        return abs(a)
    found = settled(a)
    return -found if found < 0 else found


def mod(a: Number, m: Number) -> Number:
    """The remainder a - m floor(a / m), from 0 up and below m; undefined unless m > 0.

    >>> mod(-7, 3), mod(Fraction(7, 2), 1)
    (2, Fraction(1, 2))
    """
    if isinstance(a, int) and isinstance(m, int) and m > 0 and a.bit_length() <= MOST_BITS:
        return a % m
    if settled(m) <= 0:
        raise undefined_text(f"{show(a)} mod {show(m)}", "a modulus is greater than 0")
    return subtract(a, multiply(m, floor(divide(a, m))))


def congruent(a: Number, b: Number, m: Number) -> bool:
    """Whether a = b (mod m), for m > 0."""
    return mod(subtract(a, b), m) == 0


def divides(d: int, n: int) -> bool:
    """Whether n is a multiple of d, so that 0 divides 0 only.

    >>> divides(3, 12), divides(0, 12), divides(0, 0)
    (True, False, True)
    """
    if not isinstance(d, int) or not isinstance(n, int):
        raise not_whole("divides", d, n)
    return mod(n, abs(d)) == 0 if d else n == 0


def gcd(a: int, b: int) -> int:
    """The greatest common divisor, never negative; gcd(0, 0) = 0."""
    if not isinstance(a, int) or not isinstance(b, int):
        raise not_whole("gcd", a, b)
    if max(a.bit_length(), b.bit_length()) > MOST_BITS:
        raise too_large("an argument of gcd")
    return math.gcd(a, b)


def isqrt(n: int) -> int:
    """The greatest whole number whose square is at most n; undefined for n < 0."""
    if not isinstance(n, int):
        raise not_whole("isqrt", n)
    if n < 0:
        raise undefined("isqrt", n)
    if n.bit_length() > MOST_BITS:
        raise too_large("the argument of isqrt")
    return math.isqrt(n)
