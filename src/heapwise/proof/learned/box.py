"""What an automaton says of every position of a box, digit by digit for all positions at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heapwise.arrays import np
from heapwise.proof.automata import Numeration

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
