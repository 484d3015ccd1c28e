"""Numbers of heaps that are known in part: each below `low` by itself, from there on by its remainder.

A class is named by its least number. Adding up respects classes: the class of a sum, in a division of numbers that is
no finer, is told by the classes of its parts. All that is counted here rests on this.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import lcm

from heapwise.verify.untrusted import not_one, whole

_MOST = 1 << 9


@dataclass(frozen=True)
class CountClasses:
    """One division of the natural numbers into classes."""

    low: int = 0
    period: int = 1

    def of(self, number: int) -> int:
        """The class of a number, or of a class of a finer division."""
        return number if number < self.low else self.low + (number - self.low) % self.period

    @property
    def all(self) -> range:
        """Every class."""
        return range(self.low + self.period)

    def is_one_number(self, name: int) -> bool:
        """Has a class one number only?"""
        return name < self.low

    def without(self, name: int, taken: int) -> set[int] | None:
        """The classes of c - taken, for all c of a class; None if some c is too small for that."""
        if taken > name:
            return None
        if self.is_one_number(name):
            return {self.of(name - taken)}
        return {self.of(name - taken + self.period * i) for i in range(taken // self.period + 2)}

    def refines(self, other: "CountClasses") -> bool:
        """Does a class here tell the class there?"""
        return self.low >= other.low and self.period % other.period == 0


def together(*divisions: CountClasses) -> CountClasses:
    """The division that tells the classes of all of them."""
    low, period = max((d.low for d in divisions), default=0), lcm(*(d.period for d in divisions))
    if low + period > _MOST:
        raise not_one(f"more than {_MOST} classes of counts")
    return CountClasses(low, period)


@cache
def summands(division: CountClasses, name: int, number: int) -> tuple[tuple[int, ...], ...]:
    """All ways to write a class as a sum of so many classes of the same division."""
    if number == 1:
        return ((name,),)
    firsts = ((a, b) for a in division.all for b in division.all if division.of(a + b) == name)
    return tuple((a, *rest) for a, b in firsts for rest in summands(division, b, number - 1))


def pairs(name: int, of: CountClasses, zeros: CountClasses, ones: CountClasses) -> Iterator[tuple[int, int]]:
    """All classes of (i, j) with i + j in a class, of divisions that are no coarser."""
    assert zeros.refines(of)
    assert ones.refines(of)
    return ((a, b) for a in zeros.all for b in ones.all if of.of(a + b) == name)


def read_classes(period: object, low: object, chosen: object) -> tuple[CountClasses, frozenset[int]]:
    """A division with some of its classes, from plain data."""
    division = CountClasses(whole(low, "a threshold", below=_MOST), whole(period, "a period", 1, _MOST))
    if type(chosen) is not list:
        raise not_one("classes of counts are not a list")
    return division, frozenset(whole(c, "a class", below=len(division.all)) for c in chosen)
