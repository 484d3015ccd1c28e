"""The atoms of formulas: what each of them says of numbers, as a reader of digits with arithmetic of its own.

A reader starts somewhere, goes on with the digits that the variables have at one place, and can say at any moment
whether the atom is true of the numbers read so far. An automaton is an atom's if it always agrees with the reader.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from heapwise.verify.untrusted import not_one, sequence, text, whole, wholes

RELATIONS: Mapping[str, Callable[[int, int], bool]] = {"=": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
MOST_CONSTANT = 1 << 40
MOST_PLACE = 60

State = Any
Digits = tuple[int, ...]
DEAD: State = None


@dataclass(frozen=True)
class Reader:
    """Where to start, how to go on (`DEAD` where nothing can become true any more), and what is true now."""

    start: State
    go: Callable[[State, Digits], State]
    is_true: Callable[[State], bool]


@dataclass(frozen=True)
class Atom:
    """What an atom says, by its kind and its parameters."""

    kind: str
    parameters: Hashable

    def reader(self, base: int, is_lsd: bool) -> Reader:
        """The reader, for one base and one order of digits."""
        up, down = _READERS[self.kind]
        if base != 2 and self.kind in _BINARY:
            raise not_one(f"a formula of the kind `{self.kind}` is about binary digits")
        return (up if is_lsd else down)(base, *self.parameters)  # type: ignore[misc]


def atom(kind: str, size: int, parameters: list[Any]) -> Atom:
    """An atom over so many variables, from plain data."""
    if kind not in _PARAMETERS:
        raise not_one(f"`{kind[:40]}` is no kind of formula")
    wanted, variables = _PARAMETERS[kind]
    if len(parameters) != len(wanted) or size < variables[0] or (len(variables) > 1 and size > variables[1]):
        raise not_one(f"a formula of the kind `{kind}` has other parts")
    return Atom(kind, tuple(read(value, size) for read, value in zip(wanted, parameters, strict=True)))


# ------------------------------------------------------------------------------------------------ parameters


def _constant(value: Any, size: int) -> int:
    return whole(value, "a constant", -MOST_CONSTANT, MOST_CONSTANT)


def _natural(value: Any, size: int) -> int:
    return whole(value, "a constant", below=MOST_CONSTANT)


def _modulus(value: Any, size: int) -> int:
    return whole(value, "a modulus", 1, MOST_CONSTANT)


def _base(value: Any, size: int) -> int:
    return whole(value, "the base of column sums", 2, MOST_CONSTANT)


def _place(value: Any, size: int) -> int:
    return whole(value, "a place", below=MOST_PLACE)


def _near(value: Any, size: int) -> int:
    return whole(value, "a place", 1, MOST_PLACE)


def _coefficients(value: Any, size: int) -> tuple[int, ...]:
    found = wholes(value, "a coefficient", -MOST_CONSTANT, MOST_CONSTANT)
    if len(found) != size:
        raise not_one("a linear form has not a coefficient for every variable")
    return found


def _relation(value: Any, size: int) -> str:
    if text(value, "a relation") not in RELATIONS:
        raise not_one("a relation is not known")
    return str(value)


def _columns(value: Any, size: int) -> frozenset[Digits]:
    found = frozenset(wholes(digits, "a digit") for digits in sequence(value, "digits"))
    if any(len(digits) != size for digits in found):
        raise not_one("digits are not one for every variable")
    return found


_BINARY = ("mating", "balanced nim-sum")
# For every kind its parameters, and how many variables it has at least and at most.
_PARAMETERS: Mapping[str, tuple[tuple[Callable[[Any, int], Any], ...], tuple[int, ...]]] = {
    "linear": ((_coefficients, _constant, _relation), (0,)),
    "congruent": ((_coefficients, _constant, _modulus), (0,)),
    "digits": ((_columns,), (0,)),
    "column sums": ((_natural, _base, _relation), (0,)),
    "column sum": ((_base, _relation, _natural), (0,)),
    "digit at": ((_place, _natural), (1, 1)),
    "valuations": ((_relation,), (2, 2)),
    "valuation power": ((), (2, 2)),
    "trailing power": ((), (2, 2)),
    "power": ((), (1, 1)),
    "mating": ((), (3, 3)),
    "balanced nim-sum": ((_near,), (1,)),
}


# ------------------------------------------------------------------------------------------------ linear forms


def _sum(coefficients: tuple[int, ...], digits: Digits) -> int:
    return sum(c * d for c, d in zip(coefficients, digits, strict=True))


def _linear_up(base: int, coefficients: tuple[int, ...], constant: int, relation: str) -> Reader:
    """The value of the digits so far is carry * weight + rest, 0 <= rest < weight; is the rest 0?"""

    def go(state: State, digits: Digits) -> State:
        carry, is_exact = state
        carry, rest = divmod(carry + _sum(coefficients, digits), base)
        return carry, is_exact and rest == 0

    def is_true(state: State) -> bool:
        carry, is_exact = state
        return RELATIONS[relation](-1 if carry < 0 else int(carry > 0 or not is_exact), 0)

    return Reader((constant, True), go, is_true)


def _linear_down(base: int, coefficients: tuple[int, ...], constant: int, relation: str) -> Reader:
    """The value of the digits so far. Once it is larger than all that later digits can add, its sign is settled."""
    most = max((base - 1) * sum(map(abs, coefficients)), abs(constant)) + 1

    def go(value: State, digits: Digits) -> State:
        return value if abs(value) >= most else max(-most, min(most, base * value + _sum(coefficients, digits)))

    return Reader(0, go, lambda value: RELATIONS[relation](value, -constant))


def _congruent_up(base: int, coefficients: tuple[int, ...], constant: int, modulus: int) -> Reader:
    def go(state: State, digits: Digits) -> State:
        rest, weight = state
        return (rest + weight * _sum(coefficients, digits)) % modulus, weight * base % modulus

    return Reader((constant % modulus, 1 % modulus), go, lambda state: state[0] == 0)


def _congruent_down(base: int, coefficients: tuple[int, ...], constant: int, modulus: int) -> Reader:
    def go(rest: State, digits: Digits) -> State:
        return (base * rest + _sum(coefficients, digits)) % modulus

    return Reader(0, go, lambda rest: (rest + constant) % modulus == 0)


# ------------------------------------------------------------------------------------------------ digit by digit


def _digits(base: int, allowed: frozenset[Digits]) -> Reader:
    """All places; those above the highest digit have zeros."""
    size = len(next(iter(allowed), ()))
    start = True if (0,) * size in allowed else DEAD
    return Reader(start, lambda state, digits: True if digits in allowed else DEAD, bool)


def _column_sums(base: int, left: int, modulus: int, relation: str, *, is_lsd: bool) -> Reader:
    """The highest place at which the digit sums differ decides: the first one read, or the last one."""

    def go(state: State, digits: Digits) -> State:
        difference = sum(digits[:left]) % modulus - sum(digits[left:]) % modulus
        return difference or state if is_lsd else state or difference

    return Reader(0, go, lambda state: RELATIONS[relation](state, 0))


def _column_sum_up(base: int, modulus: int, relation: str, constant: int) -> Reader:
    def go(state: State, digits: Digits) -> State:
        left, difference = state
        left, wanted = divmod(left, modulus)
        here = sum(digits) % modulus - wanted
        return left, here or difference

    def is_true(state: State) -> bool:
        left, difference = state
        return RELATIONS[relation](-1 if left else difference, 0)

    return Reader((constant, 0), go, is_true)


def _column_sum_down(base: int, modulus: int, relation: str, constant: int) -> Reader:
    def go(value: State, digits: Digits) -> State:
        return min(constant + 1, modulus * value + sum(digits) % modulus)

    return Reader(0, go, lambda value: RELATIONS[relation](value, constant))


def _digit_at_up(base: int, place: int, digit: int) -> Reader:
    def go(state: State, digits: Digits) -> State:
        at, is_it = state
        return (at + 1, digits[0] == digit if at == place else is_it) if at <= place else state

    return Reader((0, digit == 0), go, lambda state: state[1])


def _digit_at_down(base: int, place: int, digit: int) -> Reader:
    def go(window: State, digits: Digits) -> State:
        return (*window[1:], digits[0] == digit)

    return Reader((digit == 0,) * (place + 1), go, lambda window: window[0])


# ------------------------------------------------------------------------------------------------ places


def _valuations(base: int, relation: str, *, is_lsd: bool) -> Reader:
    """The lowest place at which one of the two has a digit: the first one read, or the last one."""

    def go(state: State, digits: Digits) -> State:
        one, two = digits
        if not (one or two) or (is_lsd and state[1]):
            return state
        return (not one) - (not two), True

    return Reader((0, False), go, lambda state: RELATIONS[relation](state[0], 0))


_BEFORE, _AFTER = "before", "after"


def _in_turn(before: Callable[[Digits], bool], at: Callable[[Digits], bool], after: Callable[[Digits], bool]) -> Reader:
    """There is one special place; the digits read before it, at it, and after it are of three kinds."""

    def go(state: State, digits: Digits) -> State:
        if state == _AFTER:
            return _AFTER if after(digits) else DEAD
        if state == _BEFORE and at(digits):
            return _AFTER
        return _BEFORE if state == _BEFORE and before(digits) else DEAD

    return Reader(_BEFORE, go, lambda state: state == _AFTER)


def _power(base: int) -> Reader:
    return _in_turn(lambda d: d == (0,), lambda d: d == (1,), lambda d: d == (0,))


def _trailing_up(base: int) -> Reader:
    top = base - 1
    return _in_turn(lambda d: d == (0, top), lambda d: d[0] == 1 and d[1] != top, lambda d: d[0] == 0)


def _trailing_down(base: int) -> Reader:
    top = base - 1
    return _in_turn(lambda d: d[0] == 0, lambda d: d[0] == 1 and d[1] != top, lambda d: d == (0, top))


def _mating_up(base: int) -> Reader:
    """Ones up to the lowest place at which the others differ, zeros above it."""
    return _in_turn(lambda d: d[0] == 1 and d[1] == d[2], lambda d: d[0] == 1 and d[1] != d[2], lambda d: d[0] == 0)


def _mating_down(base: int) -> Reader:
    return _in_turn(lambda d: d[0] == 0, lambda d: d[0] == 1 and d[1] != d[2], lambda d: d[0] == 1 and d[1] == d[2])


def _valuation_up(base: int) -> Reader:
    """As above, or both numbers are 0."""
    found = _in_turn(lambda d: d == (0, 0), lambda d: d[0] == 1 and d[1] > 0, lambda d: d[0] == 0)
    return Reader(found.start, found.go, lambda state: state in (_BEFORE, _AFTER))


def _valuation_down(base: int) -> Reader:
    zero = "zero"
    found = _in_turn(lambda d: d[0] == 0, lambda d: d[0] == 1 and d[1] > 0, lambda d: d == (0, 0))

    def go(state: State, digits: Digits) -> State:
        if state == zero:
            return zero if digits == (0, 0) else found.go(_BEFORE, digits)
        return found.go(state, digits)

    return Reader(zero, go, lambda state: state in (zero, _AFTER))


# ------------------------------------------------------------------------------------------------ the k-nim-sum


def _odd(digits: Digits) -> bool:
    """Is the first digit not the xor of the others?"""
    return sum(digits) % 2 == 1


def _carries(digits: Digits) -> bool:
    """Is the number of pairs of ones among the others odd? That is bit 1 of the number of ones."""
    return sum(digits[1:]) & 2 > 0


def _balanced_up(base: int, k: int) -> Reader:
    """The xor with bit 0 wrong exactly if the bits at place k make an odd number of pairs."""

    def go(state: State, digits: Digits) -> State:
        place, is_owed = state
        if place == 0:
            return 1, _odd(digits)
        if _odd(digits) or (place == k and _carries(digits) != is_owed):
            return DEAD
        return (place + 1, is_owed and place < k) if place <= k else state

    return Reader((0, False), go, lambda state: not state[1])


def _balanced_down(base: int, k: int) -> Reader:
    def go(state: State, digits: Digits) -> State:
        carries, was_odd = state
        return DEAD if was_odd else ((*carries[1:], _carries(digits)), _odd(digits))

    return Reader(((False,) * (k + 1), False), go, lambda state: state[0][0] == state[1])


_READERS: Mapping[str, tuple[Callable[..., Reader], Callable[..., Reader]]] = {
    "linear": (_linear_up, _linear_down),
    "congruent": (_congruent_up, _congruent_down),
    "digits": (_digits, _digits),
    "column sums": (partial(_column_sums, is_lsd=True), partial(_column_sums, is_lsd=False)),
    "column sum": (_column_sum_up, _column_sum_down),
    "digit at": (_digit_at_up, _digit_at_down),
    "valuations": (partial(_valuations, is_lsd=True), partial(_valuations, is_lsd=False)),
    "valuation power": (_valuation_up, _valuation_down),
    "trailing power": (_trailing_up, _trailing_down),
    "power": (_power, _power),
    "mating": (_mating_up, _mating_down),
    "balanced nim-sum": (_balanced_up, _balanced_down),
}
