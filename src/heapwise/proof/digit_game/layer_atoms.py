"""What claims say of n heaps, n unknown, by their layers, read from the top.

A *layer* is one binary digit of all heaps. A `LayerAtom` reads nothing of it but how many heaps have 0 and how many
have 1, each known in a quotient, and the digit of a number g where it says what g is. `holds` says the same by
arithmetic, to test the reading.
"""

from collections.abc import Hashable, Sequence
from functools import reduce
from operator import xor
from typing import Any, ClassVar, NamedTuple

from heapwise.proof.digit_game.counts import IS_ZERO, NOTHING, CountQuotient
from heapwise.records import Record

AtomState = Hashable


class Layer(NamedTuple):
    """How many heaps have 0 and how many 1, the digit of g, and which digit it is, 0 for the units."""

    zeros: int
    ones: int
    digit: int
    level: int


class LayerAtom(Record):
    """A statement that a finite machine reads from the layers."""

    zeros: ClassVar[CountQuotient] = NOTHING
    ones: ClassVar[CountQuotient] = NOTHING
    levels: ClassVar[int] = 0  # from this digit on, all digits are read alike
    start: ClassVar[Any] = 0

    def step(self, state: Any, layer: Layer) -> AtomState:
        """The state after one more layer."""
        raise NotImplementedError

    def accepts(self, state: Any) -> bool:
        """Is the statement true if there are no more digits?"""
        raise NotImplementedError

    def holds(self, heaps: Sequence[int], g: int) -> bool:
        """The same by arithmetic."""
        raise NotImplementedError


def _digits(number: int, base: int) -> list[int]:
    found = []
    while number:
        number, digit = divmod(number, base)
        found.append(digit)
    return found


class NimSumAtom(LayerAtom):
    """`nimsum(x; m)` compared with a number: the digit sums modulo m, as digits to base m."""

    base: int
    number: int
    relations: frozenset[str]  # of "<", "=", ">"

    def __post_init__(self) -> None:
        object.__setattr__(self, "ones", CountQuotient(self.base))
        object.__setattr__(self, "levels", len(_digits(self.number, self.base)))
        object.__setattr__(self, "start", "=")

    def step(self, state: str, layer: Layer) -> AtomState:
        """The first digit that differs decides."""
        wanted = _digits(self.number, self.base)
        digit = wanted[layer.level] if layer.level < len(wanted) else 0
        found = layer.ones % self.base
        return state if state != "=" or found == digit else "<" if found < digit else ">"

    def accepts(self, state: str) -> bool:
        """Is it one of the relations?"""
        return state in self.relations

    def holds(self, heaps: Sequence[int], g: int) -> bool:
        """By adding digits."""
        width = max(v.bit_length() for v in heaps)
        total = sum(sum(v >> j & 1 for v in heaps) % self.base * self.base**j for j in range(width))
        return ("<" if total < self.number else ">" if total > self.number else "=") in self.relations


class SumIn(LayerAtom):
    """The class of `sum(x)` in a quotient is one of some classes."""

    known: CountQuotient
    classes: frozenset[int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "ones", self.known)

    def step(self, state: int, layer: Layer) -> AtomState:
        """Twice what was there, and the ones."""
        return self.known(2 * state + layer.ones)

    def accepts(self, state: int) -> bool:
        """Is it one of the classes?"""
        return state in self.classes

    def holds(self, heaps: Sequence[int], g: int) -> bool:
        """By adding."""
        return self.known(sum(heaps)) in self.classes


class Reaches(LayerAtom):
    """Some heap is at least 2^level."""

    level: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "ones", IS_ZERO)
        object.__setattr__(self, "levels", self.level)

    def step(self, state: int, layer: Layer) -> AtomState:
        """A one from that digit on."""
        return int(state or (layer.level >= self.level and layer.ones > 0))

    def accepts(self, state: int) -> bool:
        """Was there one?"""
        return state == 1

    def holds(self, heaps: Sequence[int], g: int) -> bool:
        """By looking at the largest."""
        return any(heap >= 2**self.level for heap in heaps)


class BitCount(LayerAtom):
    """The number of heaps with a digit 0 or 1 at a level, in a quotient, is one of some classes."""

    level: int
    bit: int
    known: CountQuotient
    classes: frozenset[int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "ones" if self.bit else "zeros", self.known)
        object.__setattr__(self, "levels", self.level + 1)

    def step(self, state: int, layer: Layer) -> AtomState:
        """Only that layer matters."""
        if layer.level != self.level:
            return state
        return int(self.known(layer.ones if self.bit else layer.zeros) in self.classes)

    def accepts(self, state: int) -> bool:
        """Was it one of the classes?"""
        return state == 1

    def holds(self, heaps: Sequence[int], g: int) -> bool:
        """By counting."""
        return self.known(sum((v >> self.level & 1) == self.bit for v in heaps)) in self.classes


class AllEqual(LayerAtom):
    """All heaps are equal: no layer has both digits."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "zeros", IS_ZERO)
        object.__setattr__(self, "ones", IS_ZERO)

    def step(self, state: int, layer: Layer) -> AtomState:
        """One layer with both digits is enough."""
        return int(state or (layer.zeros > 0 and layer.ones > 0))

    def accepts(self, state: int) -> bool:
        """Was there none?"""
        return state == 0

    def holds(self, heaps: Sequence[int], g: int) -> bool:
        """By comparing."""
        return len(set(heaps)) == 1


class Xor(LayerAtom):
    """g is `nimsum(x) (+) number`."""

    number: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "ones", CountQuotient(2))
        object.__setattr__(self, "levels", self.number.bit_length())

    def step(self, state: int, layer: Layer) -> AtomState:
        """Every digit of g is told by its layer."""
        return int(state or (layer.ones + (self.number >> layer.level)) % 2 != layer.digit)

    def accepts(self, state: int) -> bool:
        """Were all digits right?"""
        return state == 0

    def holds(self, heaps: Sequence[int], g: int) -> bool:
        """By nim addition."""
        return reduce(xor, heaps, self.number) == g


class SumRemainder(LayerAtom):
    """g is `sum(x) mod m`."""

    modulus: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "ones", CountQuotient(self.modulus))
        object.__setattr__(self, "start", (0, 0))

    def step(self, state: tuple[int, int], layer: Layer) -> AtomState:
        """The remainder of the sum so far, and g so far, cut off at m."""
        m = self.modulus
        return (2 * state[0] + layer.ones) % m, min(2 * state[1] + layer.digit, m)

    def accepts(self, state: tuple[int, int]) -> bool:
        """Are they the same?"""
        return state[0] == state[1]

    def holds(self, heaps: Sequence[int], g: int) -> bool:
        """By dividing."""
        return sum(heaps) % self.modulus == g


class NumberAtom(LayerAtom):
    """g is a number."""

    number: int

    def step(self, state: int, layer: Layer) -> AtomState:
        """g so far, cut off above the number."""
        return min(2 * state + layer.digit, self.number + 1)

    def accepts(self, state: int) -> bool:
        """Is it the number?"""
        return state == self.number

    def holds(self, heaps: Sequence[int], g: int) -> bool:
        """By comparing."""
        return g == self.number
