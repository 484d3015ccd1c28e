"""Automata as certificates hold them: complete tables over tracks without names, state 0 the start."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from heapwise.verify.untrusted import not_one, of, record, sequence, wholes

MOST_LETTERS = 1 << 18


@dataclass(frozen=True, eq=False)
class AutomatonTable:
    """One automaton. A letter is the number whose base-b digit i is the digit on track i."""

    base: int
    arity: int
    columns: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    accepting: frozenset[int]

    @property
    def size(self) -> int:
        """How many transitions stand in the table."""
        return len(self.rows) * len(self.rows[0])

    @property
    def is_empty(self) -> bool:
        """Is no word accepted, whichever states are reached?"""
        return not self.accepting

    @property
    def is_full(self) -> bool:
        """Is every word accepted?"""
        return len(self.accepting) == len(self.rows)

    @cached_property
    def settled(self) -> dict[int, bool]:
        """The states that are never left, with what they say."""
        loops = (s for s, row in enumerate(self.rows) if set(row) == {s})
        return {s: s in self.accepting for s in loops}


def table(value: Any, base: int) -> AutomatonTable:
    """A table from plain data, every entry looked at."""
    data = record(value, "an automaton", keys=("columns", "rows", "accepting"))
    rows = sequence(of(data, "rows"), "rows")
    found = tuple(wholes(row, "a state", below=len(rows)) for row in rows)
    width = len(found[0]) if found else 0
    if not width or any(len(row) != width for row in found):
        raise not_one("the rows of an automaton are not all of one length")
    columns = wholes(of(data, "columns"), "a column", below=width)
    arity = next((n for n in range(20) if base**n >= len(columns)), 0)
    if base**arity != len(columns) or len(columns) > MOST_LETTERS:
        raise not_one("an automaton has not one column for every letter")
    accepting = wholes(of(data, "accepting"), "an accepting state", below=len(rows))
    return AutomatonTable(base, arity, columns, found, frozenset(accepting))


def reads(base: int, arity: int, places: Sequence[int]) -> list[int]:
    """For every letter over so many tracks, the letter that is read on some of them."""
    if base**arity > MOST_LETTERS:
        raise not_one("a step has too many letters")
    weights = [0] * arity
    for i, place in enumerate(places):
        weights[place] += base**i
    found = [0]
    for weight in weights:
        found = [letter + digit * weight for digit in range(base) for letter in found]
    return found


def digits(base: int, arity: int) -> list[tuple[int, ...]]:
    """The digits of every letter."""
    return [tuple(letter // base**i % base for i in range(arity)) for letter in range(base**arity)]
