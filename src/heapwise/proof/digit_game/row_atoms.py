"""What claims say of n heaps by counting those that pass a test, which reads the digits of that heap alone."""

from collections.abc import Sequence
from typing import Any

from heapwise.proof.digit_game.counts import CountQuotient
from heapwise.records import Record


class HeapTest(Record):
    """What is asked of one heap: how it compares with a number or with g, or its remainder modulo 2^level."""

    kind: str  # "number", "g", "mod"
    level: int = 0
    number: int = 0
    relations: frozenset[str] = frozenset("=")

    @property
    def levels(self) -> int:
        """From this digit on, all digits are read alike."""
        return self.level if self.kind == "mod" else 0

    @property
    def start(self) -> Any:
        """Before any digit is read."""
        return "=" if self.kind == "g" else 0

    def step(self, state: Any, bit: int, digit: int, level: int) -> Any:
        """The state after one more digit of the heap."""
        if self.kind == "g":
            return state if state != "=" or bit == digit else "<" if bit < digit else ">"
        if self.kind == "mod":
            return (2 * state + bit) % 2**self.level if level < self.level else 0
        return min(2 * state + bit, self.number + 1)

    def accepts(self, state: Any) -> bool:
        """Has the heap passed?"""
        if self.kind == "g":
            return state in self.relations
        return ("<" if state < self.number else ">" if state > self.number else "=") in self.relations

    def passes(self, heap: int, g: int) -> bool:
        """The same by arithmetic."""
        value, with_ = (heap % 2**self.level if self.kind == "mod" else heap), g if self.kind == "g" else self.number
        return ("<" if value < with_ else ">" if value > with_ else "=") in self.relations


class RowAtom(Record):
    """The number of heaps that pass a test, in a quotient, is one of some classes."""

    test: HeapTest
    known: CountQuotient
    classes: frozenset[int]

    def holds(self, heaps: Sequence[int], g: int) -> bool:
        """By counting."""
        return self.known(sum(self.test.passes(v, g) for v in heaps)) in self.classes
