"""Claims with a parameter k: what is said, and the digit game for one value of k, which is finite.

Let some heap be 2 or more: then all digit sums modulo M are to be 0. Let all heaps be 0 or 1: then the number of ones
modulo M is to be (or not to be) a given number. M and the most heaps that may be lowered are linear forms in k.

A *control* says of the digits above the units, for the position and for the option: was there a one, and were all digit
sums 0? With it goes r, how many heaps were lowered so far. A count of ones among the unchanged heaps is known as
rho + d, rho < M its remainder, d = 0 or d >= M.
"""

from collections.abc import Collection, Iterator
from itertools import product
from typing import NamedTuple

from heapwise.proof.every_k.affine import value
from heapwise.proof.logic import Form
from heapwise.records import Record


class Control(NamedTuple):
    """Above the units: some one (f) and all sums 0 (z), for the position x and the option y."""

    fx: int
    zx: int
    fy: int
    zy: int


START = Control(0, 1, 0, 1)
CONTROLS = tuple(Control(*bits) for bits in product((0, 1), repeat=4))


class GameFamily(Record):
    """The claim: `modulus`, `bound` on lowered heaps, and for heaps of 0 and 1 the remainder `single`, or not it.

    `to_end` is how many heaps may be lowered on the way to the end of play, where that counts as a goal too;
    `is_exempt` if the end itself needs no move.
    """

    modulus: Form
    bound: Form
    single: Form
    is_denied: bool
    to_end: Form
    is_exempt: bool
    least: int
    slot: int = 0  # of k
    moves: int = 1  # of which `bound` and `modulus` are about so many together


class FamilyNumbers(NamedTuple):
    """A family for one value of k."""

    modulus: int
    bound: int
    single: int
    to_end: int


def numbers(family: GameFamily, k: int) -> FamilyNumbers:
    """The forms with k put in."""
    return FamilyNumbers(*(value(form, k) for form in (family.modulus, family.bound, family.single, family.to_end)))


class GameForK(Record):
    """The digit game of a family for one value of k."""

    family: GameFamily
    at: FamilyNumbers

    def says(self, some: int, zero: int, ones: int) -> bool:
        """Is a position in the set, with so many ones in its units?"""
        if some:
            return bool(zero) and ones % self.at.modulus == 0
        return (ones % self.at.modulus == self.at.single) != self.family.is_denied

    def layers(self, r: int) -> Iterator[tuple[int, int]]:
        """Ones among unchanged heaps, with d = 0 and d = M for all larger d, and among lowered ones."""
        return product(range(2 * self.at.modulus), range(r + 1))

    def answers(self, r: int, ones: int) -> Iterator[tuple[int, int]]:
        """How many heaps begin to be lowered, and how many ones the lowered ones get."""
        return product(range(min(ones, self.at.bound - r) + 1), range(r + 1))

    def after(self, q: Control, old: int, new: int) -> Control:
        """The control behind a layer with so many ones."""
        return Control(*self._seen(q.fx, q.zx, old), *self._seen(q.fy, q.zy, new))

    def _seen(self, some: int, zero: int, ones: int) -> tuple[int, int]:
        """The half of a control that is about one of the two positions, behind a layer with so many ones."""
        return int(some or ones > 0), int(zero and ones % self.at.modulus == 0)

    # -- (B)

    def won(self) -> dict[Control, set[int]]:
        """For each control the r with which the player wins, whatever number of digits is left."""
        every = {(q, r) for q in CONTROLS for r in range(self.at.bound + 1)}
        found = {state for state in every if self._wins_units(*state)}
        while True:
            fewer = {state for state in found if self._stays(*state, found)}
            if fewer == found:
                return {q: {r for p, r in found if p == q} for q in CONTROLS}
            found = fewer

    def _wins_units(self, q: Control, r: int) -> bool:
        for ones, a in self.layers(r):
            is_end = not q.fx and ones + a == 0
            if self.says(q.fx, q.zx, ones + a) or (self.family.is_exempt and is_end):
                continue
            if not any(self.is_goal(q, r + j, ones - j + b) for j, b in self.answers(r, ones)):
                return False
        return True

    def is_goal(self, q: Control, lowered: int, ones: int) -> bool:
        """Is a move made, to the set, or with few enough heaps to the end?"""
        to_end = not q.fy and ones == 0 and lowered <= self.at.to_end
        return lowered >= 1 and (self.says(q.fy, q.zy, ones) or to_end)

    def _stays(self, q: Control, r: int, found: Collection[tuple[tuple[int, ...], int]]) -> bool:
        options = [self._seen(q.fy, q.zy, new) for new in range(2 * self.at.modulus + r)]  # by the number of ones
        for ones, a in self.layers(r):
            old = self._seen(q.fx, q.zx, ones + a)
            if not any((old + options[ones - j + b], r + j) in found for j, b in self.answers(r, ones)):
                return False
        return True

    # -- (A)

    def met(self, to_end: bool) -> dict[Control, set[int]]:
        """The states that can be met while both position and option may still be in the set, or the option the end."""
        seen, todo = {(START, 0)}, [(START, 0)]
        while todo:
            q, r = todo.pop()
            for ones, a in self.layers(r):
                for j, b in self.answers(r, ones):
                    state = self.after(q, ones + a, ones - j + b), r + j
                    if is_open(state[0], to_end) and state not in seen:
                        seen.add(state)
                        todo.append(state)
        return {q: {r for p, r in seen if p == q} for q in CONTROLS}


def is_open(q: Control, to_end: bool) -> bool:
    """May the position still be in the set, and the option in the set, or be the end?"""
    return bool(q.zx and (not q.fy if to_end else q.zy))
