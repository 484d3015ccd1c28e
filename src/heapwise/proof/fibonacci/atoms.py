"""Atoms that read numbers by their codes: linear relations, and the golden section.

Let v be the number of a code and w the sum with all weights one lower: 1 for 1, 1 for 2, 2 for 3. A digit d behind the
code makes v + w + d of v, and v + d of w. So of a linear form two whole numbers are carried. The code moved by one
place is v + w; the digit weighs 2 there, and 1 in the sum one lower.

After m more digits the form is F(m + 1) v + F(m) w plus the form of the new digits by themselves, which are numbers
below F(m + 2), and moved by one place less than twice as much. If S is the sum of the coefficients without their signs,
those of moved numbers doubled, then v >= S + |c| + 1 and w >= S keep the form above c for good, and the same below: the
states beyond are one. A test shows with automata that this is addition, by induction, and the golden section.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any

from heapwise.proof.automata import AutomatonBudget, DigitOrder, Machine, Numeration, Workshop
from heapwise.proof.logic import Atom, GoldenFloor, LinearComparison, LinearCongruence
from heapwise.proof.logic.formulas import COMPARE
from heapwise.records import Record, dataclass

_BUDGET = AutomatonBudget(states=60_000)
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class IsCode(Atom):
    """The number is a code."""

    def machine(self, numeration: Numeration) -> Machine[Any, Any]:
        """The machine that remembers the last digit, in either order."""
        return _of_codes(1, None, lambda state, digits: None, lambda state: True)


@dataclass(frozen=True, slots=True)
class CodedComparison(LinearComparison):
    """The same of numbers that are given by their codes."""

    def machine(self, numeration: Numeration) -> Machine[Any, Any]:
        """The machine that carries the form and the sum one lower."""
        if numeration.is_lsd:
            return _turned(self)
        form, compare = CodeForm(self.coefficients, (1,) * len(self.variables), self.constant), COMPARE[self.relation]
        return _of_codes(len(self.variables), (0, 0), form.go, lambda state: compare(state[0], -self.constant))


@dataclass(frozen=True, slots=True)
class CodedCongruence(LinearCongruence):
    """The same of numbers that are given by their codes."""

    def machine(self, numeration: Numeration) -> Machine[Any, Any]:
        """The machine that carries the remainders of both."""
        if numeration.is_lsd:
            return _turned(self)
        form, modulus, constant = CodeForm(self.coefficients, (1,) * len(self.variables)), self.modulus, self.constant

        def go(state: Pair, digits: Sequence[int]) -> Pair:
            v, w = form.after(state, digits)
            return v % modulus, w % modulus

        return _of_codes(len(self.variables), (0, 0), go, lambda state: (state[0] + constant) % modulus == 0)


@dataclass(frozen=True, slots=True)
class CodedGolden(GoldenFloor):
    """The same of numbers that are given by their codes.

    `floor(n phi)` is the code of n moved by one place, less 1 where the lowest one of n is at an even place: the moved
    number is n phi and a sum of powers of phi - 1 with changing signs, which lies between -1 and 1 and has the sign of
    its largest term, that of the lowest one.
    """

    def machine(self, numeration: Numeration) -> Machine[Any, Any]:
        """The machine that carries the difference and the place of the lowest one, modulo 2."""
        if numeration.is_lsd:
            return _turned(self)
        form = CodeForm((1, -1), (1, 2), 1)

        def go(state: tuple[Pair, int | None], digits: Sequence[int]) -> tuple[Pair, int | None]:
            pair, place = state
            return form.go(pair, digits), 0 if digits[1] else None if place is None else 1 - place

        return _of_codes(2, ((0, 0), None), go, lambda state: state[0][0] == (-1 if state[1] == 0 else 0))


class CodeForm(Record):
    """A linear form of numbers; a last digit weighs 1, and that of a number that is moved by one place 2."""

    factors: tuple[int, ...]
    weights: tuple[int, ...]
    constant: int = 0

    @cached_property
    def bounds(self) -> Pair:
        """S, and the least v beyond which it matters that w is at least that."""
        most = _product(map(abs, self.factors), self.weights)
        return most, most + abs(self.constant) + 1

    def after(self, state: Pair, digits: Sequence[int]) -> Pair:
        """The form and the sum one lower, behind one more digit."""
        v, w = state
        added = [c * d for c, d in zip(self.factors, digits, strict=True)]
        return v + w + _product(added, self.weights), v + sum(added)

    def go(self, state: Pair, digits: Sequence[int]) -> Pair:
        """The same, with one state for all from which nothing changes how the form compares with the constant."""
        v, w = self.after(state, digits)
        most, far = self.bounds
        for sign in (1, -1):
            if sign * v >= far and sign * w >= most:
                return sign * (far + most), sign * (far + most)
        return v, w


def _product(one: Iterable[int], two: Iterable[int]) -> int:
    return sum(a * b for a, b in zip(one, two, strict=True))


def _of_codes(
    size: int, start: Any, go: Callable[[Any, Sequence[int]], Any], accepts: Callable[[Any], bool]
) -> Machine[Any, tuple[int, ...]]:
    """A machine that reads codes, and gives up where two ones stand side by side."""

    def step(state: Any, digits: tuple[int, ...]) -> Any:
        last, inner = state
        return None if any(a and b for a, b in zip(last, digits, strict=True)) else (digits, go(inner, digits))

    return Machine(((0,) * size, start), lambda digits: digits, step, lambda state: accepts(state[1]))


@lru_cache(maxsize=64)
def _turned(atom: Atom) -> Machine[int, int]:
    """The machine of an atom, units first: its automaton, read from the other end."""
    names = tuple(f"t{i:02}" for i in range(len(atom.variables)))
    down, up = (Workshop(Numeration(order), _BUDGET) for order in (DigitOrder.MSD, DigitOrder.LSD))
    turned = up.reverse(down.from_machine(atom.over(names).machine(down.numeration), names))
    shape, places = turned.shape, [names.index(track) for track in turned.tracks]
    return Machine(
        0, lambda digits: shape.numeration.letter(digits[i] for i in places), shape.step, shape.accepting.__getitem__
    )
