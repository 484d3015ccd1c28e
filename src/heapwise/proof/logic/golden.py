"""The golden section: `floor(n phi)` as an atom, which only Fibonacci digits can read."""

from dataclasses import dataclass
from math import isqrt
from typing import Any

from heapwise.proof.automata import Machine, Numeration
from heapwise.proof.logic.formulas import Atom


@dataclass(frozen=True, slots=True)
class GoldenFloor(Atom):
    """The first number is the second times the golden section, rounded down."""

    def holds(self, values: tuple[int, ...], base: int) -> bool:
        """Is it true of these numbers?"""
        floor, n = values
        return floor == golden_floor(n)

    def machine(self, numeration: Numeration) -> Machine[Any, Any]:
        """There is none: in a base no automaton reads it, so it is coded before anything is compiled."""
        raise ValueError("floor(n phi) is read in Fibonacci digits, not in a base")


def golden_floor(n: int) -> int:
    """`floor(n phi)`, exactly.

    >>> [golden_floor(n) for n in range(6)]
    [0, 1, 3, 4, 6, 8]
    """
    return (n + isqrt(5 * n * n)) // 2
