"""An open parameter and its track: the number that stands for it in all formulas."""

from collections.abc import Iterable
from functools import cached_property

from heapwise.proof.places import power_of_two
from heapwise.records import Record
from heapwise.rules.heading import Places
from heapwise.source import NOWHERE
from heapwise.terms import term as t
from heapwise.terms.types import NUMBER, Set


class Open(Record):
    """A parameter whose track is its value, or 2 to the power of it, or its value and a constant more.

    `2^k` needs the power, and `n mod (k + 1)` the successor: both are then plain numbers.
    """

    name: str
    slot: int
    low: int  # the least value of the parameter
    is_power: bool = False
    shift: int = 0

    @property
    def is_plain(self) -> bool:
        """Is the track the value itself?"""
        return not (self.is_power or self.shift)

    @property
    def least(self) -> int:
        """The least number on the track."""
        return self.number(self.low)

    def value(self, track: int) -> int:
        """The value of the parameter."""
        return track.bit_length() - 1 if self.is_power else track - self.shift

    def number(self, value: int) -> int:
        """What stands on the track for a value."""
        return power_of_two(value) if self.is_power else value + self.shift

    @property
    def label(self) -> str:
        """The track in the author's words."""
        return f"2^{self.name}" if self.is_power else f"{self.name} + {self.shift}" if self.shift else self.name

    @cached_property
    def track(self) -> t.AnyTerm:
        """The track as a term."""
        return t.Local(self.slot, self.name, type=NUMBER)

    @cached_property
    def term(self) -> t.AnyTerm:
        """The value of the parameter as a term."""
        if self.is_power:
            return t.Operation("v2", (self.track,), type=NUMBER)
        if self.shift:
            return t.Operation("-", (self.track, t.Constant(self.shift, type=NUMBER)), type=NUMBER)
        return self.track

    @property
    def place(self) -> Places:
        """The component that is the track."""
        domain = t.Operation("..", (t.Constant(self.least, type=NUMBER),), type=Set(NUMBER, finite=False))
        return Places(self.label, "cells", self.slot, NUMBER, (), domain, None, NOWHERE)


def opened(name: str, slot: int, low: int, terms: Iterable[t.AnyTerm]) -> Open:
    """The parameter with its track: a power where some term raises 2 to it."""
    parts = (part for term in terms for part in t.walk(term))
    return Open(name, slot, low, any(_is_power(part, slot) for part in parts))


def _is_power(term: t.AnyTerm, slot: int) -> bool:
    match term:
        case t.Operation("^", (t.Constant(value=2), t.Local(slot=own))):
            return own == slot
        case t.Operation("bit" | "knimsum", (_, t.Local(slot=own))):
            return own == slot
    return False
