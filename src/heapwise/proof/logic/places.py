"""Atoms about places of digits: valuations, trailing ones, powers.

A place is carried as the power of the base that it weighs; so the order of places is the order of the powers, and a
quantifier over places is a quantifier over powers.
"""

from heapwise.proof.automata import Machine, Numeration
from heapwise.proof.logic.digitwise import Digitwise, digitwise
from heapwise.proof.logic.formulas import COMPARE, Atom, Relation
from heapwise.records import dataclass

# How far a machine has come: the place it looks for is still ahead, or behind it.
_AHEAD, _NEAR, _BEHIND = 0, 1, 2


@dataclass(frozen=True, slots=True)
class CompareValuations(Atom):
    """The valuation of the first variable compared with that of the second; 0 has an infinite one."""

    relation: Relation

    def machine(self, numeration: Numeration) -> Machine[tuple[int, bool], tuple[bool, bool]]:
        """The machine that reads the variables: the comparison, and whether it is final."""
        compare = COMPARE[self.relation]

        def step(state: tuple[int, bool], nonzero: tuple[bool, bool]) -> tuple[int, bool]:
            if state[1] or not any(nonzero):
                return state
            return nonzero[1] - nonzero[0], numeration.is_lsd

        return Machine((0, False), lambda d: (d[0] > 0, d[1] > 0), step, lambda state: compare(state[0], 0))


@dataclass(frozen=True, slots=True)
class ValuationPower(Atom):
    """The first variable is the base to the valuation of the second; 0 if that is 0."""

    def machine(self, numeration: Numeration) -> Machine[int, tuple[int, bool]]:
        """The machine that reads the variables."""
        upward = {_AHEAD: {(0, False): _AHEAD, (1, True): _BEHIND}, _BEHIND: {(0, False): _BEHIND, (0, True): _BEHIND}}
        downward = {
            _AHEAD: {(0, False): _AHEAD, (0, True): _NEAR, (1, True): _BEHIND},
            _NEAR: {(0, False): _NEAR, (0, True): _NEAR, (1, True): _BEHIND},
            _BEHIND: {(0, False): _BEHIND},
        }
        moves = upward if numeration.is_lsd else downward
        return Machine(_AHEAD, lambda d: (d[0], d[1] > 0), lambda s, d: moves[s].get(d), lambda s: s != _NEAR)


@dataclass(frozen=True, slots=True)
class TrailingPower(Atom):
    """The first variable is the base to the number of trailing highest digits (ones, in base 2) of the second."""

    def machine(self, numeration: Numeration) -> Machine[int, tuple[int, bool]]:
        """The machine that reads the variables."""
        top = numeration.base - 1
        upward = {_AHEAD: {(0, True): _AHEAD, (1, False): _BEHIND}, _BEHIND: {(0, False): _BEHIND, (0, True): _BEHIND}}
        downward = {_AHEAD: {(0, True): _AHEAD, (0, False): _AHEAD, (1, False): _BEHIND}, _BEHIND: {(0, True): _BEHIND}}
        moves = upward if numeration.is_lsd else downward
        return Machine(_AHEAD, lambda d: (d[0], d[1] == top), lambda s, d: moves[s].get(d), lambda s: s == _BEHIND)


@dataclass(frozen=True, slots=True)
class Power(Atom):
    """The variable is a power of the base, 1 among them: the name of a place."""

    def machine(self, numeration: Numeration) -> Machine[int, int]:
        """The machine that reads the variable."""
        moves = {(_AHEAD, 0): _AHEAD, (_AHEAD, 1): _BEHIND, (_BEHIND, 0): _BEHIND}
        return Machine(_AHEAD, lambda d: d[0], lambda s, d: moves.get((s, d)), lambda s: s == _BEHIND)


def digits_at(place: str, variables: tuple[str, ...], allowed: Digitwise) -> Digitwise:
    """At the place named by a power, the digits of the variables are allowed ones; nothing is asked elsewhere.

    Only the digits in `allowed` are used, not the names in it.
    """
    base = 1 + max((digit for digits in allowed.allowed for digit in digits), default=1)
    return digitwise((place, *variables), lambda p, *digits: not p or digits in allowed.allowed, max(2, base))
