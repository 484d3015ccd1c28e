"""Polynomials in one parameter n with whole coefficients, lowest power first, and what is known of their signs."""

from itertools import zip_longest

from heapwise.proof.outside import Outside
from heapwise.terms import term as t

Polynomial = tuple[int, ...]
_MOST_DEGREE = 4


def tidy(coefficients: list[int]) -> Polynomial:
    """Without zeros behind the highest power."""
    while coefficients and coefficients[-1] == 0:
        coefficients.pop()
    return tuple(coefficients)


def added(one: Polynomial, two: Polynomial, factor: int = 1) -> Polynomial:
    """one + factor * two"""
    return tidy([a + factor * b for a, b in zip_longest(one, two, fillvalue=0)])


def multiplied(one: Polynomial, two: Polynomial) -> Polynomial:
    """The product."""
    found = [0] * max(len(one) + len(two) - 1, 0)
    for i, a in enumerate(one):
        for j, b in enumerate(two):
            found[i + j] += a * b
    return tidy(found)


def from_least(polynomial: Polynomial, least: int) -> Polynomial:
    """The polynomial in u, where n = least + u."""
    found: Polynomial = ()
    for coefficient in reversed(polynomial):
        found = added(multiplied(found, (least, 1)), (coefficient,))
    return found


def is_at_least(one: Polynomial, two: Polynomial, least: int) -> bool:
    """Is one >= two for all n from least on? Only seen where no coefficient of the difference in u is negative."""
    return all(c >= 0 for c in from_least(added(one, two, -1), least))


def value(polynomial: Polynomial, n: int) -> int:
    """The value for a number."""
    return sum(c * n**power for power, c in enumerate(polynomial))


def polynomial_of(term: t.AnyTerm, slot: int) -> Polynomial:
    """The polynomial that a term is in the parameter of a slot."""
    match term:
        case t.Constant(value=int(number)):
            return tidy([number])
        case t.Local(slot=found) if found == slot:
            return (0, 1)
        case t.Operation(name="+" | "-" as name, arguments=(left, right)):
            return added(polynomial_of(left, slot), polynomial_of(right, slot), 1 if name == "+" else -1)
        case t.Operation(name="*", arguments=(left, right)):
            product = multiplied(polynomial_of(left, slot), polynomial_of(right, slot))
            if len(product) <= _MOST_DEGREE:
                return product
        case t.Operation(name="^", arguments=(base, t.Constant(value=int(exponent)))) if 0 <= exponent < _MOST_DEGREE:
            power: Polynomial = (1,)
            for _ in range(exponent):
                power = multiplied(power, polynomial_of(base, slot))
            if len(power) <= _MOST_DEGREE:
                return power
    raise Outside("a number that is no polynomial of low degree in n")
