"""Counts that are known in part: the finite quotients of the natural numbers under addition.

A count below the threshold is kept as it is; from there on only its remainder modulo the period is kept. A class is
named by its least number, so that with threshold 3 and period 2 the classes are 0, 1, 2, {3, 5, 7, ...}, {4, 6, ...}.
"""

from dataclasses import dataclass
from functools import cache, reduce
from math import lcm


@dataclass(frozen=True, order=True)
class CountQuotient:
    """Numbers kept exactly below the threshold, and modulo the period from there on."""

    period: int = 1
    threshold: int = 0

    def __call__(self, count: int) -> int:
        """The class of a number; of a class of a finer quotient, its class here."""
        low = self.threshold
        return count if count < low else low + (count - low) % self.period

    @property
    def classes(self) -> range:
        """All classes, by their least numbers."""
        return range(self.threshold + self.period)

    @property
    def knows_zero(self) -> bool:
        """Is the class of 0 the number 0 alone?"""
        return self.threshold > 0

    def join(self, other: "CountQuotient") -> "CountQuotient":
        """The coarsest quotient that knows what both know."""
        return CountQuotient(lcm(self.period, other.period), max(self.threshold, other.threshold))

    def decides_at_least(self, bound: int) -> bool:
        """Do all numbers of a class agree whether they are at least a bound?"""
        return bound <= self.threshold

    def decides_at_most(self, bound: int) -> bool:
        """Do all numbers of a class agree whether they are at most a bound?"""
        return bound < self.threshold or bound < 0


NOTHING = CountQuotient()
IS_ZERO = CountQuotient(1, 1)


def joined(*quotients: CountQuotient) -> CountQuotient:
    """What all of them know."""
    return reduce(CountQuotient.join, quotients, NOTHING)


@cache
def less(quotient: CountQuotient, of: int, number: int) -> tuple[int, ...]:
    """All classes of c - number, for the c of a class that are at least that number."""
    steps = range(number // quotient.period + 2)
    members = (of + quotient.period * s for s in steps) if of >= quotient.threshold else (of,)
    return tuple(sorted({quotient(c - number) for c in members if c >= number}))


@cache
def splits(of: int, whole: CountQuotient, zeros: CountQuotient, ones: CountQuotient) -> tuple[tuple[int, int], ...]:
    """All (class of i, class of j) with i + j in a class.

    Beyond threshold plus period i and j may be lowered by the common period, so small numbers show all pairs.
    """
    top = max(whole.threshold, zeros.threshold, ones.threshold) + lcm(whole.period, zeros.period, ones.period)
    found = {(zeros(i), ones(j)) for i in range(top) for j in range(top) if whole(i + j) == of}
    return tuple(sorted(found))


@cache
def parts(of: int, quotient: CountQuotient, number: int) -> tuple[tuple[int, ...], ...]:
    """All ways to write a class as a sum of so many classes."""
    if number == 1:
        return ((of,),)
    pairs = [(a, b) for a in quotient.classes for b in quotient.classes if quotient(a + b) == of]
    return tuple((a, *rest) for a, b in pairs for rest in parts(b, quotient, number - 1))
