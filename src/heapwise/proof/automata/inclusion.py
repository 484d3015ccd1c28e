"""Which states of an automaton accept no more than others: what keeps sets of states small.

Options of games are monotone: what can be reached from a heap can be reached from a larger one.  So most members of a
large set of states accept nothing that another member does not, and leaving them out makes few sets of many.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from heapwise import arrays
from heapwise.arrays import np
from heapwise.proof.automata.automaton import BareAutomaton
from heapwise.proof.automata.budget import OperationWatch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Table = NDArray[np.int64]
    Flags = NDArray[np.bool_]

# Beyond this the relation itself, a square of that side, would be the burden.
_LARGEST = 8192
_BYTES_A_PAIR = 6
_PAIRS_AT_ONCE = 1 << 18
_FEW = 8  # of a part: so many pairs are worth taking out of the others

# How many array elements cost as much as one step in plain Python.
_PAIRS_A_UNIT = 25
_BYTES_A_UNIT = 500


def is_affordable(shape: BareAutomaton, memory: int) -> bool:
    """May the relation be computed here, within so many bytes?"""
    return arrays.are_here() and shape.states <= _LARGEST and shape.states**2 * _BYTES_A_PAIR <= memory


def below(shape: BareAutomaton, watch: OperationWatch) -> list[int]:
    """For every state the others that accept only what it accepts, as a bit mask.

    It is the largest relation that acceptance allows and every letter preserves, found by striking out pairs. Most are
    struck by words of one letter; the letters are then read only for the pairs that are left.
    """
    size = shape.states
    successors = np.array(shape.table, dtype=np.int64).reshape(size, shape.width).T.copy()
    struck = _told_apart(successors, np.array(shape.accepting), watch).reshape(-1)
    left, before = np.flatnonzero(~struck), -1
    while len(left) != before:
        before = len(left)
        parts = np.array_split(left, 1 + before // _PAIRS_AT_ONCE)
        left = np.concatenate([_surviving(part, successors, struck, watch) for part in parts])
    within = ~struck.reshape(size, size)
    np.fill_diagonal(within, False)
    packed = np.packbits(within, axis=0, bitorder="little")
    return [int.from_bytes(packed[:, state].tobytes(), "little") for state in range(size)]


def _told_apart(successors: Table, accepting: Flags, watch: OperationWatch) -> Flags:
    """Which states accept a word of at most one letter that others do not accept?"""
    size = len(accepting)
    accepted = np.packbits(np.vstack([accepting, accepting[successors]]), axis=0)
    apart = np.zeros((size, size), dtype=np.bool_)
    for eight in accepted:
        watch.spend(size * size // _BYTES_A_UNIT)
        apart |= (eight[:, None] & ~eight[None, :]) != 0
    return apart


def _surviving(pairs: Table, successors: Table, struck: Flags, watch: OperationWatch) -> Table:
    """The pairs that no letter leads to one that is struck; the others are struck now.

    Most letters strike few pairs or none: to sort those out at once would cost more than to carry them along.
    """
    size = successors.shape[1]
    ones, twos = np.divmod(pairs, size)
    for to in successors:
        watch.spend(len(pairs) // _PAIRS_A_UNIT)
        gone = struck.take((size * to).take(ones) + to.take(twos))
        count = np.count_nonzero(gone)
        if count:
            struck[pairs[gone]] = True
        if count > len(pairs) // _FEW:
            stays = ~gone
            pairs, ones, twos = pairs[stays], ones[stays], twos[stays]
    return pairs[~struck.take(pairs)]


def largest_only(relation: list[int]) -> Callable[[int], int]:
    """What leaves out of a set of states those that are below another of its states."""

    def largest(members: int) -> int:
        covered, left = 0, members
        while left:  # what is covered covers nothing more
            last = left.bit_length() - 1
            covered |= relation[last]
            left = (left ^ 1 << last) & ~covered
        return members & ~covered

    return largest
