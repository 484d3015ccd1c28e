"""Sequences that come back in themselves: `f(2 * n) = n` and `f(2 * n + 1) = f(n)`, which say all of them.

Each class of remainders goes by a line, or as the sequence itself does at smaller numbers.
"""

from collections.abc import Iterator

import numpy as np

from heapwise.fitting.rows import Column
from heapwise.records import Record

_STRETCHES = range(2, 7)
_LEAST_SEEN = 12  # terms of a class of remainders


class Growth(Record):
    """`slope * n + first`"""

    slope: int
    first: int

    def at(self, n: Column) -> Column:
        """Its values."""
        return self.slope * n + self.first


class Class(Record):
    """What the sequence is at the numbers of a class: a line; or, `added` to that, what it is at smaller numbers."""

    at: Growth
    added: Growth
    earlier: Growth | None = None


class SelfSimilar(Record):
    """The first terms, one by one, and the classes of all later numbers."""

    first: tuple[int, ...]
    classes: tuple[Class, ...]


def self_similar(sequence: Column) -> SelfSimilar | None:
    """The fewest classes that give all terms, at least one of them by others; fitted to the first half."""
    fitted = sequence[: len(sequence) // 2]
    for stretch in _STRETCHES:
        for start in range(stretch + 1):
            known = [_class(fitted, Growth(stretch, start + i)) for i in range(stretch)]
            if None not in known and any(one is not None and one.earlier for one in known):
                found = SelfSimilar(tuple(map(int, sequence[:start])), tuple(one for one in known if one is not None))
                if _is_right(found, sequence):
                    return found
    return None


def _class(sequence: Column, at: Growth) -> Class | None:
    """The first of the ways that fits."""
    n = np.arange((len(sequence) - 1 - at.first) // at.slope + 1)
    if len(n) < _LEAST_SEEN:
        return None
    return next(
        (one for one in _ways(sequence, at) if np.array_equal(_values(one, n, sequence), sequence[at.at(n)])), None
    )


def _ways(sequence: Column, at: Growth) -> Iterator[Class]:
    one, two = sequence[at.first], sequence[at.first + at.slope]
    yield Class(at, Growth(int(two - one), int(one)))
    for slope in range(1, at.slope):
        for first in range(at.first):
            yield Class(at, Growth(0, int(one - sequence[first])), Growth(slope, first))


def _values(one: Class, n: Column, sequence: Column) -> Column:
    return one.added.at(n) if one.earlier is None else sequence[one.earlier.at(n)] + one.added.at(n)


def _is_right(found: SelfSimilar, sequence: Column) -> bool:
    """At all terms, also those that had no part in the guess?"""
    for one in found.classes:
        n = np.arange((len(sequence) - 1 - one.at.first) // one.at.slope + 1)
        if not np.array_equal(_values(one, n, sequence), sequence[one.at.at(n)]):
            return False
    return True


__all__ = ["Class", "Growth", "SelfSimilar", "self_similar"]
