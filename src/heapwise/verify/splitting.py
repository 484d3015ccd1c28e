"""Certificates of splitting: when are the positions whose heaps all have remainders low..high the P-positions?

A position is p >= 2 heaps, at least 1 each; a move keeps one heap and splits it into p parts. Call v good if v mod N
lies in low..high, with 1 <= low <= high < N. The sums of p good numbers are the numbers s + N q with p low <= s <=
p high and q >= 0. No good number is to be such a sum, and every other v >= 1 is to be one.

Let low = 1, p = high + 1 and N = p high. Then the sums are p..p high, that is high + 1..N, and these numbers moved by
multiples of N: none of them is good, and all that is not good, and at least 1, is among them.

No other numbers will do. What is not good lies in blocks: 1..low - 1, and N j + high + 1..N (j + 1) + low - 1 for j >=
0. By the first demand p low..p high lies within one block, and moved by N q within the one q places on; by the second
it fills all of them. So it is the first block that is not empty. That is not 1..low - 1, since p low > low - 1. So
low = 1, p = high + 1, and p high = N. These three equations are all that has to be seen.
"""

from collections.abc import Mapping
from typing import Any

from heapwise.verify.untrusted import not_one, of, record, whole, wholes, wrong

_MOST = 1 << 20
_MOST_DEGREE = 8


def check_splitting(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Refuse numbers for which the lemma does not hold, for every n from the least one on."""
    given = record(of(data, "splits"), "a claim about splitting", keys=("parts", "low", "high", "modulus", "least"))
    parts, low, high, modulus = (_polynomial(of(given, name)) for name in ("parts", "low", "high", "modulus"))
    least = whole(of(given, "least"), "the least n", 0, _MOST)
    if low != (1,) or parts != _sum(high, (1,)) or modulus != _product(parts, high):
        raise wrong("the sums of good remainders are not all numbers that are not good")
    if not _is_never_negative(_sum(parts, (-2,)), least):
        raise wrong("there may be fewer than two parts")
    return ("a good number that is a sum", "another number that is no sum")


def _polynomial(value: Any) -> tuple[int, ...]:
    """Coefficients, lowest power first, without zeros behind the last."""
    found = wholes(value, "a coefficient", -_MOST, _MOST)
    if len(found) > _MOST_DEGREE or (found and not found[-1]):
        raise not_one("a polynomial has a degree that is not its own")
    return found


def _sum(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    size = max(len(one), len(two))
    return _tidy([sum(p[i] for p in (one, two) if i < len(p)) for i in range(size)])


def _product(one: tuple[int, ...], two: tuple[int, ...]) -> tuple[int, ...]:
    found = [0] * (len(one) + len(two))
    for i, a in enumerate(one):
        for j, b in enumerate(two):
            found[i + j] += a * b
    return _tidy(found)


def _tidy(coefficients: list[int]) -> tuple[int, ...]:
    while coefficients and not coefficients[-1]:
        coefficients.pop()
    return tuple(coefficients)


def _is_never_negative(polynomial: tuple[int, ...], least: int) -> bool:
    """For all n from the least one on: seen where the polynomial in n - least has no negative coefficient."""
    moved: tuple[int, ...] = ()
    for coefficient in reversed(polynomial):
        moved = _sum(_product(moved, (least, 1)), (coefficient,))
    return all(c >= 0 for c in moved)
