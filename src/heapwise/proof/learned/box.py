"""What an automaton says of every position of a box, digit by digit for all positions at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from heapwise.arrays import np
from heapwise.proof.automata import Automaton, Numeration

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


def automaton_on_box(automaton: Automaton, tracks: Sequence[str], places: int) -> NDArray[np.bool_]:
    """The same for an automaton in normal form; `tracks` names the axes, which may be more than it reads."""
    shape = automaton.shape
    letters = shape.numeration.letters(shape.arity)
    rows = [[shape.step(state, letter) for letter in range(letters)] for state in range(shape.states)]
    own = on_box(rows, shape.accepting, shape.numeration, shape.arity, places)
    side = shape.numeration.base**places
    axes = [automaton.tracks.index(track) if track in automaton.tracks else None for track in tracks]
    kept = own.transpose([axis for axis in axes if axis is not None])
    full = kept[tuple(np.newaxis if axis is None else slice(None) for axis in axes)]
    return np.broadcast_to(full, (side,) * len(tracks))
