"""Atoms that are no relation of digits place by place: mating, k-nim-sum, `floor(n phi)`."""

from itertools import combinations
from typing import Any

from heapwise.proof.automata import Machine, Numeration
from heapwise.proof.logic.formulas import Atom
from heapwise.records import dataclass


@dataclass(frozen=True, slots=True)
class Mating(Atom):
    """The first variable is `2^(e+1) - 1` where e is the valuation of the difference of the other two.

    There is no such number where those two are equal.
    """

    def machine(self, numeration: Numeration) -> Machine[bool, tuple[int, bool]]:
        """The machine that reads the variables; the state says whether the value has begun, or ended."""
        _binary(numeration.base)
        apart, alike = (1, True), (1, False)

        def upward(ended: bool, symbol: tuple[int, bool]) -> bool | None:
            if ended:
                return None if symbol[0] else True
            return {apart: True, alike: False}.get(symbol)

        def downward(begun: bool, symbol: tuple[int, bool]) -> bool | None:
            if begun:
                return True if symbol == alike else None
            return True if symbol == apart else None if symbol[0] else False

        step = upward if numeration.is_lsd else downward
        return Machine(False, lambda d: (d[0], d[1] != d[2]), step, lambda over: over)


@dataclass(frozen=True, slots=True)
class BalancedNimSum(Atom):
    """The first variable is the k-nim-sum of the others, k >= 1.

    That is their xor with the lowest bit flipped once for every two of them that have bit k.
    """

    k: int

    def __post_init__(self) -> None:
        if self.k < 1:
            raise ValueError("the k-nim-sum is defined for k >= 1")

    def machine(self, numeration: Numeration) -> Machine[tuple[int, ...], tuple[int, int]]:
        """The machine that reads the variables: is bit 0 flipped, and does bit k say that it should be?"""
        _binary(numeration.base)
        return self._upward() if numeration.is_lsd else self._downward()

    def _upward(self) -> Machine[tuple[int, ...], tuple[int, int]]:
        k = self.k

        def step(state: tuple[int, ...], symbol: tuple[int, int]) -> tuple[int, ...] | None:
            place, flipped = state
            odd, pairs = symbol
            if place == 0:
                return 1, odd
            if odd or (place == k and pairs != flipped):
                return None
            return (place + 1, flipped) if place < k else (k + 1, 0)

        return Machine((0, 0), _parity, step, lambda state: not state[1])

    def _downward(self) -> Machine[tuple[int, ...], tuple[int, int]]:
        """The state is the last k + 1 parities of pairs, and whether the last place was flipped."""

        def step(state: tuple[int, ...], symbol: tuple[int, int]) -> tuple[int, ...] | None:
            *window, flipped = state
            odd, pairs = symbol
            return None if flipped else (*window[1:], pairs, odd)

        return Machine((0,) * (self.k + 2), _parity, step, lambda state: state[0] == state[-1])


@dataclass(frozen=True, slots=True)
class GoldenFloor(Atom):
    """The first number is the second times the golden section, rounded down."""

    def machine(self, numeration: Numeration) -> Machine[Any, Any]:
        """There is none: in a base no automaton reads it, so it is coded before anything is compiled."""
        raise ValueError("floor(n phi) is read in Fibonacci digits, not in a base")


def _parity(digits: tuple[int, ...]) -> tuple[int, int]:
    """Is the xor of a place wrong, and is the number of pairs of ones among the summands odd?"""
    return sum(digits) % 2, sum(a & b for a, b in combinations(digits[1:], 2)) % 2


def _binary(base: int) -> None:
    if base != 2:
        raise ValueError(f"mating function and k-nim-sum are defined on binary digits, not in base {base}")
