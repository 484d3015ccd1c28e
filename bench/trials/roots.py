"""Numbers p + r sqrt(d) in plain Python, for an evaluator that knows nothing of heapwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from math import isqrt
from typing import Any

_MOST_BITS = 3_000


class NoValue(Exception):
    """What the text asks for has no value."""


class Unsure(Exception):
    """It may have one, and is not looked for here: too much, or what the language does not say."""


@dataclass(frozen=True)
class Root:
    """p + r sqrt(d): r is not 0, and d has no square in it."""

    p: Fraction
    r: Fraction
    d: int


Number = int | Fraction | Root


def simple(a: Fraction | int) -> int | Fraction:
    """The same number, as an int if it is whole."""
    found = Fraction(a)
    if max(found.numerator.bit_length(), found.denominator.bit_length()) > _MOST_BITS:
        raise Unsure("a long number")
    return found.numerator if found.denominator == 1 else found


def _made(p: Fraction, r: Fraction, d: int) -> Number:
    return Root(Fraction(simple(p)), Fraction(simple(r)), d) if r else simple(p)


def _aligned(a: Number, b: Number) -> tuple[Fraction, Fraction, Fraction, Fraction, int]:
    """Both numbers over one root."""
    roots = {x.d for x in (a, b) if isinstance(x, Root)}
    if len(roots) > 1:
        raise Unsure("two different roots")
    parts = [(x.p, x.r) if isinstance(x, Root) else (Fraction(x), Fraction(0)) for x in (a, b)]
    return *parts[0], *parts[1], max(roots, default=1)


def add(a: Number, b: Number) -> Number:
    """a + b"""
    p, r, q, s, d = _aligned(a, b)
    return _made(p + q, r + s, d)


def opposite(a: Number) -> Number:
    """-a"""
    return _made(-a.p, -a.r, a.d) if isinstance(a, Root) else -a


def subtract(a: Number, b: Number) -> Number:
    """a - b"""
    return add(a, opposite(b))


def multiply(a: Number, b: Number) -> Number:
    """a b"""
    p, r, q, s, d = _aligned(a, b)
    return _made(p * q + r * s * d, p * s + r * q, d)


def divide(a: Number, b: Number) -> Number:
    """a / b"""
    if b == 0:
        raise NoValue("/ 0")
    if not isinstance(b, Root):
        return multiply(a, 1 / Fraction(b))
    norm = b.p * b.p - b.r * b.r * b.d
    return multiply(a, _made(b.p / norm, -b.r / norm, b.d))


def power(a: Number, n: Number) -> Number:
    """a ^ n"""
    if not isinstance(n, int):
        raise NoValue("an exponent")
    if n < 0:
        if a == 0:
            raise NoValue("0 ^ -1")
        return power(divide(1, a), -n)
    if n > 400 and a not in (0, 1, -1):
        raise Unsure("a high power")
    found: Number = 1
    for _ in range(n if a not in (0, 1, -1) else min(n, 2 + n % 2)):
        found = multiply(found, a)
    return found


def sign(a: Number) -> int:
    """-1, 0 or 1."""
    if not isinstance(a, Root):
        return (a > 0) - (a < 0)
    larger = a.p if a.p * a.p > a.r * a.r * a.d else a.r
    return (larger > 0) - (larger < 0)


def floor(a: Number) -> int:
    """The greatest integer that is not above a."""
    if not isinstance(a, Root):
        return a.numerator // a.denominator
    under = a.r.denominator * a.p.denominator
    square = (a.r * under) ** 2 * a.d  # a = (p under + sqrt(square)) / under, but for a sign
    root = isqrt(square.numerator)
    return ((a.p * under).numerator + (root if a.r > 0 else -root - 1)) // under


def ceil(a: Number) -> int:
    """The least integer that is not below a."""
    return -floor(opposite(a))


def mod(a: Number, m: Number) -> Number:
    """The remainder."""
    if sign(m) <= 0:
        raise NoValue("a modulus")
    return subtract(a, multiply(m, floor(divide(a, m))))


def sqrt(a: Number) -> Number:
    """The square root."""
    if isinstance(a, Root) or a < 0:
        raise NoValue("a root")
    under = a.denominator
    inside, outside = a.numerator * under, 1
    if inside > 10**8:
        raise Unsure("the root of a long number")
    root = isqrt(inside)
    if root * root == inside:
        return simple(Fraction(root, under))
    for k in range(2, root + 1):
        while inside % (k * k) == 0:
            inside, outside = inside // (k * k), outside * k
        if k * k > inside:
            break
    return _made(Fraction(0), Fraction(outside, under), inside)


def order(a: Any, b: Any) -> int:
    """Numbers by size, vectors by their first difference, sets by how many members they have and then by these."""
    if not isinstance(a, tuple | frozenset | Root) and not isinstance(b, Root):
        return int(a > b) - int(a < b)
    if isinstance(a, tuple):
        found = next((o for o in map(order, a, b) if o), 0)
        return found or (len(a) > len(b)) - (len(a) < len(b))
    if isinstance(a, frozenset):
        return order(len(a), len(b)) or order(tuple(ordered(a)), tuple(ordered(b)))
    return sign(subtract(a, b))


def ordered(members: Any) -> list[Any]:
    """In increasing order."""
    if all(type(member) is int for member in members):
        return sorted(members)
    key: Callable[[Any], Any] = cmp_to_key(order)
    return sorted(members, key=key)
