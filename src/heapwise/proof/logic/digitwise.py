"""Atoms that look at the digits of one place at a time: relations of digits, and column sums modulo m."""

from collections.abc import Callable
from itertools import product
from typing import Any

from heapwise.proof.automata import Machine, Numeration
from heapwise.proof.logic.formulas import COMPARE, Atom, Relation
from heapwise.records import dataclass


@dataclass(frozen=True, slots=True)
class Digitwise(Atom):
    """At every place the digits are among the allowed ones.

    All numbers have zeros above their highest digit, so if zeros are not allowed nothing is.
    """

    allowed: frozenset[tuple[int, ...]]

    def machine(self, numeration: Numeration) -> Machine[bool, bool]:
        """The machine that reads the variables: one state, and a dead one."""
        possible = (0,) * len(self.variables) in self.allowed
        return Machine(
            start=possible,
            symbol=lambda digits: digits in self.allowed,
            step=lambda fine, allowed: True if fine and allowed else None,
            accepts=lambda fine: fine,
        )


def digitwise(variables: tuple[str, ...], test: Callable[..., bool], base: int = 2) -> Digitwise:
    """The relation that asks the test of the digits of every place.

    >>> sorted(digitwise(("x", "y"), lambda x, y: x <= y).allowed)
    [(0, 0), (0, 1), (1, 1)]
    """
    every = product(range(base), repeat=len(variables))
    return Digitwise(variables, frozenset(digits for digits in every if test(*digits)))


@dataclass(frozen=True, slots=True)
class ColumnSums(Atom):
    """Digit sums modulo m of the first variables, read as a number in base m, compared with those of the rest."""

    left: int
    modulus: int
    relation: Relation

    def machine(self, numeration: Numeration) -> Machine[int, int]:
        """The machine that reads the variables: how the highest place that differs compares."""
        left, modulus, compare = self.left, self.modulus, COMPARE[self.relation]

        def symbol(digits: tuple[int, ...]) -> int:
            return _sign(sum(digits[:left]) % modulus - sum(digits[left:]) % modulus)

        def step(state: int, sign: int) -> int:
            return sign or state if numeration.is_lsd else state or sign

        return Machine(0, symbol, step, lambda state: compare(state, 0))


@dataclass(frozen=True, slots=True)
class ColumnSumIs(Atom):
    """Digit sums modulo m, read as a number in base m, compared with a constant."""

    modulus: int
    relation: Relation
    constant: int

    def machine(self, numeration: Numeration) -> Machine[tuple[int, int], int]:
        """The machine that reads the variables: the value so far, or the digits left and how those before compare."""
        modulus, constant, compare = self.modulus, self.constant, COMPARE[self.relation]

        def symbol(digits: tuple[int, ...]) -> int:
            return sum(digits) % modulus

        def downward(state: tuple[int, int], digit: int) -> tuple[int, int]:
            return min(modulus * state[0] + digit, constant + 1), 0

        def upward(state: tuple[int, int], digit: int) -> tuple[int, int]:
            rest, wanted = divmod(state[0], modulus)
            return rest, _sign(digit - wanted) or state[1]

        if not numeration.is_lsd:
            return Machine((0, 0), symbol, downward, lambda state: compare(state[0], constant))
        return Machine((constant, 0), symbol, upward, lambda state: compare(-1 if state[0] else state[1], 0))


@dataclass(frozen=True, slots=True)
class DigitAt(Atom):
    """The digit at a fixed place, units being place 0, is the given one."""

    place: int
    digit: int = 1

    def machine(self, numeration: Numeration) -> Machine[Any, bool]:
        """The machine that reads the variable."""
        same = self.digit

        def symbol(digits: tuple[int, ...]) -> bool:
            return digits[0] == same

        return self._counting(symbol) if numeration.is_lsd else self._looking_back(symbol)

    def _counting(self, symbol: Callable[[tuple[int, ...]], bool]) -> Machine[tuple[int, bool], bool]:
        """Units first: count up to the place."""

        def step(state: tuple[int, bool], same: bool) -> tuple[int, bool]:
            at, known = state
            return (at + 1, same if at == self.place else known) if at <= self.place else state

        return Machine((0, self.digit == 0), symbol, step, lambda state: state[1])

    def _looking_back(self, symbol: Callable[[tuple[int, ...]], bool]) -> Machine[tuple[bool, ...], bool]:
        """Units last: which digit was the one is known only at the end, and all that it may be are kept."""

        def step(state: tuple[bool, ...], same: bool) -> tuple[bool, ...]:
            return (*state[1:], same)

        return Machine((self.digit == 0,) * (self.place + 1), symbol, step, lambda state: state[0])


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
