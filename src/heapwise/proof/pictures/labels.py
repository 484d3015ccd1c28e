"""What stands on an arrow: the columns of digits that lead along it, in few words.

A column has one digit of every number. `1*0` stands for `100` and `110`; where only the number of ones matters, that
number is enough.
"""

from collections.abc import Collection
from itertools import product
from math import comb

LetterColumn = tuple[int, ...]
_ANY = -1


def label(columns: Collection[LetterColumn], base: int) -> str:
    """The words for a set of columns."""
    length = len(next(iter(columns)))
    if len(columns) == base**length:
        return "any"
    patterns = ", ".join("".join("*" if d == _ANY else str(d) for d in pattern) for pattern in cover(columns, base))
    counted = _ones(columns) if base == 2 else None
    return counted if counted is not None and len(counted) < len(patterns) else patterns


def _ones(columns: Collection[LetterColumn]) -> str | None:
    """The numbers of ones, if these are all the columns that have so many."""
    length, counts = len(next(iter(columns))), sorted({sum(column) for column in columns})
    if len(set(columns)) != sum(comb(length, count) for count in counts):
        return None
    return f"{' or '.join(map(str, counts))} {'one' if counts == [1] else 'ones'}"


def cover(columns: Collection[LetterColumn], base: int) -> list[LetterColumn]:
    """Few patterns whose columns are just the given ones, the largest patterns first."""
    found, length = set(columns), len(next(iter(columns)))
    patterns = product((_ANY, *range(base)), repeat=length)
    inside = [(p, members) for p in patterns if (members := _members(p, base)) <= found]
    chosen: list[LetterColumn] = []
    while found:
        pattern, members = max(inside, key=lambda entry: len(entry[1] & found))
        chosen.append(pattern)
        found -= members
    return sorted(chosen, key=lambda pattern: (-pattern.count(_ANY), pattern))


def _members(pattern: LetterColumn, base: int) -> set[LetterColumn]:
    return set(product(*(range(base) if d == _ANY else (d,) for d in pattern)))
