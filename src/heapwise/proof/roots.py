"""Floors of multiples of the root of 5, by way of the golden section: the root is `2 phi - 1`."""

from collections.abc import Callable
from math import gcd, isqrt

from heapwise.proof.conditions import relate
from heapwise.proof.logic import And, Form, Formula, Or, Terms
from heapwise.proof.outside import Outside


class Golden:
    """`floor((rest + factor phi) / divisor)`, in lowest terms."""

    def __init__(self, top: Form, root: Form, radicand: Form, divisor: int) -> None:
        """The same as `floor((top + root sqrt(radicand)) / divisor)`, where the radicand is 5 times a square."""
        scale = isqrt(max(radicand.constant, 0) // 5)
        if radicand != Form(constant=5 * scale * scale) or not scale:
            raise Outside("a root" if radicand.coefficients else f"a root of {radicand.constant}")
        factor, rest = root * (2 * scale), top - root * scale
        common = gcd(
            divisor, *(c for form in (factor, rest) for c in (form.constant, *dict(form.coefficients).values()))
        )
        self.factor, self.rest, self.divisor = _part(factor, common), _part(rest, common), divisor // common

    def is_floor(self, value: Form, terms: Callable[[], Terms]) -> Formula:
        """The value is the floor; below zero that of an irrational number is one further down."""
        below = And((relate(self.factor, "<"), self._between(value, terms(), -1, 1)))
        return Or((self._between(value, terms(), 1, 0), below))

    def _between(self, value: Form, terms: Terms, sign: int, shift: int) -> Formula:
        over = self.rest + terms.golden(self.factor * sign) * sign - shift - value * self.divisor
        return terms.close(And((relate(over, ">="), relate(over - self.divisor, "<"))))


def _part(form: Form, divisor: int) -> Form:
    return Form(tuple((name, c // divisor) for name, c in form.coefficients), form.constant // divisor)
