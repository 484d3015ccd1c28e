"""Automata guessed from a table of truth values.

A state is a prefix of digits. Two prefixes are one state if the table says the same of all their continuations by at
most `depth` digits. Wythoff's P-positions, for example, need 8 states on Fibonacci digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from heapwise.arrays import np
from heapwise.proof.automata import Automaton, DigitOrder, Numeration, Raw, Workshop
from heapwise.records import dataclass

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Truths = NDArray[np.bool_]


Prefix = tuple[int, ...]  # what has been read of each component, as a number


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to look for an automaton: the digits, and how many digits ahead states are told apart."""

    numeration: Numeration
    depth: int


@dataclass(frozen=True, slots=True)
class Apart:
    """No automaton closed; so many prefixes were told apart, so an automaton that reads so has as many states."""

    prefixes: int


def learn(
    table: Truths, legal: Truths, tracks: tuple[str, ...], reading: Reading, most: int = 1_000
) -> Automaton | Apart:
    """The automaton that a table suggests, if one closes and agrees with all of it.

    All sides of the table are one power of the base; `tracks` names its axes. What is no position counts as false.
    """
    walk = _Walk(table & legal, reading, most)
    rows = walk.rows()
    if rows is None:
        return Apart(walk.told_apart(legal))
    accepting = [bool(table[prefix] & legal[prefix]) for prefix in walk.prefixes]
    for places in (walk.places // 2, walk.places):  # what is wrong mostly is so of small numbers
        box = (slice(reading.numeration.base**places),) * table.ndim
        reads = on_box(rows, accepting, reading.numeration, table.ndim, places)
        if ((reads != table[box]) & legal[box]).any():
            return Apart(walk.told_apart(legal))
    return _automaton(rows, accepting, tracks, reading.numeration)


def _automaton(rows: list[list[int]], accepting: list[bool], tracks: tuple[str, ...], digits: Numeration) -> Automaton:
    """The guess in normal form. Letters are numbered by the tracks in their order, and so they must be sorted."""
    if list(tracks) != sorted(tracks):
        raise ValueError(f"tracks have an order: {', '.join(tracks)}")
    width = digits.letters(len(tracks))
    flat = [state for row in rows for state in row]
    return Workshop(digits).from_table(Raw(tracks, digits, tuple(range(width)), width, flat, accepting))


class _Walk:
    """Prefixes, breadth first, until no new one is told apart from those before it or a window leaves the table."""

    def __init__(self, table: Truths, reading: Reading, most: int) -> None:
        self.table, self.reading, self.most = table, reading, most
        self.base, self.arity = reading.numeration.base, table.ndim
        self.places = _places(table, self.base)
        start = (0,) * self.arity
        self.prefixes: list[Prefix] = [start]
        self.lengths = [0]
        self._known = {self._window(self.table, start, 0, reading.depth): 0}
        letters = range(reading.numeration.letters(self.arity))
        self._letters = [reading.numeration.digits(letter, self.arity) for letter in letters]

    def rows(self) -> list[list[int]] | None:
        """The successors of every state, letter by letter; None if the table is too small or there are too many."""
        rows: list[list[int]] = []
        for state, prefix in enumerate(self.prefixes):
            row = self._row(prefix, self.lengths[state])
            if row is None:
                return None
            rows.append(row)
        return rows

    def _row(self, prefix: Prefix, length: int) -> list[int] | None:
        row = []
        for digits in self._letters:
            longer = self._longer(prefix, length, digits)
            if not self._fits(longer, length + 1, self.reading.depth):
                return None
            window = self._window(self.table, longer, length + 1, self.reading.depth)
            if window not in self._known:
                self._known[window] = len(self.prefixes)
                self.prefixes.append(longer)
                self.lengths.append(length + 1)
                if len(self.prefixes) > self.most:
                    return None
            row.append(self._known[window])
        return row

    def told_apart(self, legal: Truths) -> int:
        """How many of the prefixes are told apart by legal positions, which alone an automaton has to get right.

        Only prefixes all of whose continuations are legal are counted: then a difference of windows is one of values.
        """
        pairs = zip(self.prefixes, self.lengths, strict=True)
        depth = self.reading.depth
        return sum(all(self._window(legal, prefix, length, depth)) for prefix, length in pairs)

    def _longer(self, prefix: Prefix, length: int, digits: tuple[int, ...]) -> Prefix:
        if self.reading.numeration.is_lsd:
            return tuple(p + d * self.base**length for p, d in zip(prefix, digits, strict=True))
        return tuple(p * self.base + d for p, d in zip(prefix, digits, strict=True))

    def _fits(self, prefix: Prefix, length: int, depth: int) -> bool:
        if self.reading.numeration.is_lsd:
            return length + depth <= self.places
        return bool((max(prefix) + 1) * self.base**depth <= self.base**self.places)

    def _window(self, table: Truths, prefix: Prefix, length: int, depth: int) -> bytes:
        """What the table says of the continuations of a prefix.

        Units first, a continuation by few digits is one by many whose last are zeros; units last it is another number.
        """
        if self.reading.numeration.is_lsd:
            step, side = self.base**length, self.base ** (length + depth)
            return table[tuple(slice(p, p + side, step) for p in prefix)].tobytes()
        sides = (self.base**digits for digits in range(depth + 1))
        return b"".join(table[tuple(slice(p * s, (p + 1) * s) for p in prefix)].tobytes() for s in sides)


def _places(table: Truths, base: int) -> int:
    """The number of digits that the sides of a table hold."""
    side, places = table.shape[0], 0
    while base ** (places + 1) <= side:
        places += 1
    if any(other != base**places for other in table.shape):
        raise ValueError(f"sides {table.shape} are no one power of {base}")
    return places


def readings(bases: tuple[int, ...], depths: range) -> Iterator[Reading]:
    """The ways to look, small depths first, since a guess from few digits is small and quickly refused."""
    for depth, base, order in product(depths, bases, DigitOrder):
        yield Reading(Numeration(order, base), depth)


def on_box(
    rows: Sequence[Sequence[int]], accepting: Sequence[bool], digits: Numeration, arity: int, places: int
) -> NDArray[np.bool_]:
    """Whether each tuple of numbers with at most so many digits is accepted; letters number the axes in their order.

    Positions that share a prefix share its state, so a box of a million positions takes a million look-ups in all.
    """
    successors = np.array(rows, dtype=np.int32).reshape(len(accepting), -1)
    states = np.zeros((1,) * arity, dtype=np.int32)
    for read in range(places):
        longer = np.empty(tuple(side * digits.base for side in states.shape), dtype=np.int32)
        for letter in range(digits.letters(arity)):
            longer[_places_of(digits, letter, arity, read)] = successors[states, letter]
        states = longer
    return np.array(accepting, dtype=bool)[states]


def _places_of(digits: Numeration, letter: int, arity: int, read: int) -> tuple[slice, ...]:
    """Where the numbers stand that have a letter after so many digits."""
    own = digits.digits(letter, arity)
    if digits.is_lsd:
        block = digits.base**read
        return tuple(slice(d * block, (d + 1) * block) for d in own)
    return tuple(slice(d, None, digits.base) for d in own)
