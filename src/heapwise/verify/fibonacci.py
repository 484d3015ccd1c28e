"""The readers of Fibonacci digits: arithmetic on sums of the weights 1, 2, 3, 5, ..., no two of them neighbours.

A code is a word of such digits, so one without two ones side by side. What the readers rest on:

* Let `up` be the number whose code has all digits one place higher, and `down` the sum with all weights one lower (1
  for 1, 1 for 2, 2 for 3, ...). A digit d behind a code makes x + down(x) + d of x, and x + d of down(x).
* After m more digits, which by themselves are a number r, a form with the values v and down(v) so far has become
  F(m + 1) v + F(m) down(v) plus the form of r, where F(1) = F(2) = 1, up(r) <= 2 r and r < F(m + 2).
* n phi = up(n) - (the sum of psi^(p + 2) over the places p of ones in the code of n), where psi = 1 - phi is about
  -0.618. That sum lies between -1 and 1 and has the sign of its largest term, that of the lowest one. So floor(n phi)
  is up(n) if the lowest one is at an odd place, and up(n) - 1 if it is at an even one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

from heapwise.verify.readers import DEAD, RELATIONS, DigitReader, Digits, ReaderState
from heapwise.verify.untrusted import too_large

MOST_WAYS = 1 << 16


@dataclass(frozen=True)
class _Form:
    """A sum of multiples of numbers, and of multiples of their `up`, to be compared with a constant."""

    plain: tuple[int, ...]
    raised: tuple[int, ...]
    constant: int

    @property
    def bound(self) -> int:
        """Times a number that is larger than all r, this bounds the form of them."""
        return sum(map(abs, self.plain)) + 2 * sum(map(abs, self.raised))

    def after(self, state: ReaderState, digits: Digits) -> tuple[int, int]:
        """The values of the form and of its `down`, once more digits are read."""
        value, below = state
        plain, raised = (sum(c * d for c, d in zip(own, digits, strict=True)) for own in (self.plain, self.raised))
        return value + below + plain + 2 * raised, value + plain + raised

    def settled(self, state: tuple[int, int]) -> tuple[int, int]:
        """The same, or one state for all after which no digits change the sign, even with the constant.

        With v >= bound + |constant| + 1 and down(v) >= bound, F(m + 1) v + F(m) down(v) - bound F(m + 2) > |constant|.
        """
        value, below = state
        least = self.bound + abs(self.constant) + 1
        for sign in (1, -1):
            if sign * value >= least and sign * below >= self.bound:
                far = sign * (self.bound + least)  # far enough to stay settled
                return far, far
        return state

    def go(self, state: ReaderState, digits: Digits) -> ReaderState:
        """The state after more digits."""
        return self.settled(self.after(state, digits))


def _codes(
    size: int, start: ReaderState, go: Callable[[ReaderState, Digits], ReaderState],
    is_true: Callable[[ReaderState], bool],
) -> DigitReader:  # fmt: skip
    """A reader of codes, for which two ones side by side are the end."""

    def step(state: ReaderState, digits: Digits) -> ReaderState:
        last, inner = state
        return DEAD if any(a and b for a, b in zip(last, digits, strict=True)) else (digits, go(inner, digits))

    return DigitReader(((0,) * size, start), step, lambda state: is_true(state[1]))


def number(base: int) -> DigitReader:
    """It is a code."""
    return _codes(1, True, lambda state, digits: state, bool)


def linear(base: int, coefficients: tuple[int, ...], constant: int, relation: str) -> DigitReader:
    """Of the numbers with these codes the form is compared with 0."""
    size = len(coefficients)
    form = _Form(coefficients, (0,) * size, constant)
    return _codes(size, (0, 0), form.go, lambda state: RELATIONS[relation](state[0], -constant))


def congruent(base: int, coefficients: tuple[int, ...], constant: int, modulus: int) -> DigitReader:
    """Of the numbers with these codes the form is divisible."""
    size = len(coefficients)
    form = _Form(coefficients, (0,) * size, constant)

    def go(state: ReaderState, digits: Digits) -> ReaderState:
        value, below = form.after(state, digits)
        return value % modulus, below % modulus

    return _codes(size, (0, 0), go, lambda state: (state[0] + constant) % modulus == 0)


def golden(base: int) -> DigitReader:
    """The first number is floor(n phi), where n is the second one."""
    form = _Form((1, 0), (0, -1), 1)

    def go(state: ReaderState, digits: Digits) -> ReaderState:
        pair, place = state  # of the lowest one of n, modulo 2
        return form.go(pair, digits), 0 if digits[1] else place if place is None else 1 - place

    def is_true(state: ReaderState) -> bool:
        (value, _), place = state
        return bool(value == (-1 if place == 0 else 0))

    return _codes(2, ((0, 0), None), go, is_true)


def backwards(down: Callable[..., DigitReader]) -> Callable[..., DigitReader]:
    """The same, units first: a state is the set of states from which the digits so far make it true."""

    def up(base: int, *parameters: Any) -> DigitReader:
        reader = down(base, *parameters)
        ways = _ways(reader)
        start = frozenset(state for state in ways if reader.is_true(state))

        def go(good: ReaderState, digits: Digits) -> ReaderState:
            return frozenset(state for state, after in ways.items() if after[digits] in good)

        return DigitReader(start, go, lambda good: reader.start in good)

    return up


def _ways(reader: DigitReader) -> dict[ReaderState, dict[Digits, ReaderState]]:
    """Where all digits lead from every state that can be reached."""
    ways: dict[ReaderState, dict[Digits, ReaderState]] = {}
    queue, size = [reader.start], len(reader.start[0])
    for state in queue:
        if state is not DEAD and state not in ways:
            if (len(ways) + 1) << size > MOST_WAYS:
                raise too_large("an atom needs too many states")
            ways[state] = {digits: reader.go(state, digits) for digits in product((0, 1), repeat=size)}
            queue += ways[state].values()
    return ways
