"""The readers of digits in a base: each does the arithmetic of one relation between numbers itself.

A reader starts somewhere, goes on with the digits that the variables have at one place, and can say at any moment
whether the relation is true of the numbers read so far. `up` reads the units first, `down` the highest digits.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne
from typing import Any

RELATIONS: Mapping[str, Callable[[int, int], bool]] = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}

ReaderState = Any
Digits = tuple[int, ...]
DEAD: ReaderState = None


@dataclass(frozen=True)
class DigitReader:
    """Where to start, how to go on (`DEAD` where nothing can become true any more), and what is true now."""

    start: ReaderState
    go: Callable[[ReaderState, Digits], ReaderState]
    is_true: Callable[[ReaderState], bool]


# ------------------------------------------------------------------------------------------------ linear forms


def _sum(coefficients: tuple[int, ...], digits: Digits) -> int:
    return sum(c * d for c, d in zip(coefficients, digits, strict=True))


def linear_up(base: int, coefficients: tuple[int, ...], constant: int, relation: str) -> DigitReader:
    """The value of the digits so far is carry * weight + rest, 0 <= rest < weight; is the rest 0?"""

    def go(state: ReaderState, digits: Digits) -> ReaderState:
        carry, is_exact = state
        carry, rest = divmod(carry + _sum(coefficients, digits), base)
        return carry, is_exact and rest == 0

    def is_true(state: ReaderState) -> bool:
        carry, is_exact = state
        return RELATIONS[relation](-1 if carry < 0 else int(carry > 0 or not is_exact), 0)

    return DigitReader((constant, True), go, is_true)


def linear_down(base: int, coefficients: tuple[int, ...], constant: int, relation: str) -> DigitReader:
    """The value of the digits so far. Once it is larger than all that later digits can add, its sign is settled."""
    most = max((base - 1) * sum(map(abs, coefficients)), abs(constant)) + 1

    def go(value: ReaderState, digits: Digits) -> ReaderState:
        return value if abs(value) >= most else max(-most, min(most, base * value + _sum(coefficients, digits)))

    return DigitReader(0, go, lambda value: RELATIONS[relation](value, -constant))


def congruent_up(base: int, coefficients: tuple[int, ...], constant: int, modulus: int) -> DigitReader:
    def go(state: ReaderState, digits: Digits) -> ReaderState:
        rest, weight = state
        return (rest + weight * _sum(coefficients, digits)) % modulus, weight * base % modulus

    return DigitReader((constant % modulus, 1 % modulus), go, lambda state: state[0] == 0)


def congruent_down(base: int, coefficients: tuple[int, ...], constant: int, modulus: int) -> DigitReader:
    def go(rest: ReaderState, digits: Digits) -> ReaderState:
        return (base * rest + _sum(coefficients, digits)) % modulus

    return DigitReader(0, go, lambda rest: (rest + constant) % modulus == 0)


# ------------------------------------------------------------------------------------------------ digit by digit


def digits(base: int, allowed: frozenset[Digits]) -> DigitReader:
    """All places; those above the highest digit have zeros."""
    size = len(next(iter(allowed), ()))
    start = True if (0,) * size in allowed else DEAD
    return DigitReader(start, lambda state, digits: True if digits in allowed else DEAD, bool)


def column_sums(base: int, left: int, modulus: int, relation: str, *, is_lsd: bool) -> DigitReader:
    """The highest place at which the digit sums differ decides: the first one read, or the last one."""

    def go(state: ReaderState, digits: Digits) -> ReaderState:
        difference = sum(digits[:left]) % modulus - sum(digits[left:]) % modulus
        return difference or state if is_lsd else state or difference

    return DigitReader(0, go, lambda state: RELATIONS[relation](state, 0))


def column_sum_up(base: int, modulus: int, relation: str, constant: int) -> DigitReader:
    def go(state: ReaderState, digits: Digits) -> ReaderState:
        left, difference = state
        left, wanted = divmod(left, modulus)
        here = sum(digits) % modulus - wanted
        return left, here or difference

    def is_true(state: ReaderState) -> bool:
        left, difference = state
        return RELATIONS[relation](-1 if left else difference, 0)

    return DigitReader((constant, 0), go, is_true)


def column_sum_down(base: int, modulus: int, relation: str, constant: int) -> DigitReader:
    def go(value: ReaderState, digits: Digits) -> ReaderState:
        return min(constant + 1, modulus * value + sum(digits) % modulus)

    return DigitReader(0, go, lambda value: RELATIONS[relation](value, constant))


def digit_at_up(base: int, place: int, digit: int) -> DigitReader:
    def go(state: ReaderState, digits: Digits) -> ReaderState:
        at, is_it = state
        return (at + 1, digits[0] == digit if at == place else is_it) if at <= place else state

    return DigitReader((0, digit == 0), go, lambda state: state[1])


def digit_at_down(base: int, place: int, digit: int) -> DigitReader:
    def go(window: ReaderState, digits: Digits) -> ReaderState:
        return (*window[1:], digits[0] == digit)

    return DigitReader((digit == 0,) * (place + 1), go, lambda window: window[0])


# ------------------------------------------------------------------------------------------------ places


def valuations(base: int, relation: str, *, is_lsd: bool) -> DigitReader:
    """The lowest place at which one of the two has a digit: the first one read, or the last one."""

    def go(state: ReaderState, digits: Digits) -> ReaderState:
        one, two = digits
        if not (one or two) or (is_lsd and state[1]):
            return state
        return (not one) - (not two), True

    return DigitReader((0, False), go, lambda state: RELATIONS[relation](state[0], 0))


_BEFORE, _AFTER = "before", "after"


def _in_turn(
    before: Callable[[Digits], bool], at: Callable[[Digits], bool], after: Callable[[Digits], bool]
) -> DigitReader:
    """There is one special place; the digits read before it, at it, and after it are of three kinds."""

    def go(state: ReaderState, digits: Digits) -> ReaderState:
        if state == _AFTER:
            return _AFTER if after(digits) else DEAD
        if state == _BEFORE and at(digits):
            return _AFTER
        return _BEFORE if state == _BEFORE and before(digits) else DEAD

    return DigitReader(_BEFORE, go, lambda state: state == _AFTER)


def power(base: int) -> DigitReader:
    return _in_turn(lambda d: d == (0,), lambda d: d == (1,), lambda d: d == (0,))


def trailing_up(base: int) -> DigitReader:
    top = base - 1
    return _in_turn(lambda d: d == (0, top), lambda d: d[0] == 1 and d[1] != top, lambda d: d[0] == 0)


def trailing_down(base: int) -> DigitReader:
    top = base - 1
    return _in_turn(lambda d: d[0] == 0, lambda d: d[0] == 1 and d[1] != top, lambda d: d == (0, top))


def mating_up(base: int) -> DigitReader:
    """Ones up to the lowest place at which the others differ, zeros above it."""
    return _in_turn(lambda d: d[0] == 1 and d[1] == d[2], lambda d: d[0] == 1 and d[1] != d[2], lambda d: d[0] == 0)


def mating_down(base: int) -> DigitReader:
    return _in_turn(lambda d: d[0] == 0, lambda d: d[0] == 1 and d[1] != d[2], lambda d: d[0] == 1 and d[1] == d[2])


def valuation_up(base: int) -> DigitReader:
    """As above, or both numbers are 0."""
    found = _in_turn(lambda d: d == (0, 0), lambda d: d[0] == 1 and d[1] > 0, lambda d: d[0] == 0)
    return DigitReader(found.start, found.go, lambda state: state in (_BEFORE, _AFTER))


def valuation_down(base: int) -> DigitReader:
    zero = "zero"
    found = _in_turn(lambda d: d[0] == 0, lambda d: d[0] == 1 and d[1] > 0, lambda d: d == (0, 0))

    def go(state: ReaderState, digits: Digits) -> ReaderState:
        if state == zero:
            return zero if digits == (0, 0) else found.go(_BEFORE, digits)
        return found.go(state, digits)

    return DigitReader(zero, go, lambda state: state in (zero, _AFTER))


# ------------------------------------------------------------------------------------------------ the k-nim-sum


def _odd(digits: Digits) -> bool:
    """Is the first digit not the xor of the others?"""
    return sum(digits) % 2 == 1


def _carries(digits: Digits) -> bool:
    """Is the number of pairs of ones among the others odd? That is bit 1 of the number of ones."""
    return sum(digits[1:]) & 2 > 0


def balanced_up(base: int, k: int) -> DigitReader:
    """The xor with bit 0 wrong exactly if the bits at place k make an odd number of pairs."""

    def go(state: ReaderState, digits: Digits) -> ReaderState:
        place, is_owed = state
        if place == 0:
            return 1, _odd(digits)
        if _odd(digits) or (place == k and _carries(digits) != is_owed):
            return DEAD
        return (place + 1, is_owed and place < k) if place <= k else state

    return DigitReader((0, False), go, lambda state: not state[1])


def balanced_down(base: int, k: int) -> DigitReader:
    def go(state: ReaderState, digits: Digits) -> ReaderState:
        carries, was_odd = state
        return DEAD if was_odd else ((*carries[1:], _carries(digits)), _odd(digits))

    return DigitReader(((False,) * (k + 1), False), go, lambda state: state[0][0] == state[1])
