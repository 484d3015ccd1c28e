"""Which states of an automaton accept no more than others: what keeps sets of states small.

Options of games are monotone: what can be reached from a heap can be reached from a larger one.  So most members of a
large set of states accept nothing that another member does not, and leaving them out makes few sets of many.
"""

from collections.abc import Callable

from heapwise.proof.automata.automaton import Shape

# Beyond this the relation itself, a square of that side, would be the burden.
_LARGEST = 8192
_BYTES_A_PAIR = 3


def is_affordable(shape: Shape, memory: int) -> bool:
    """May the relation be computed within so many bytes?"""
    return shape.states <= _LARGEST and shape.states**2 * _BYTES_A_PAIR <= memory


def below(shape: Shape) -> list[int]:
    """For every state the others that accept only what it accepts, as a bit mask.

    It is the largest relation that acceptance allows and every letter preserves, found by striking out pairs.
    """
    import numpy as np  # Only large proofs come here, and small ones should not wait for it.

    table = np.array(shape.table, dtype=np.int64).reshape(shape.states, shape.width)
    accepting = np.array(shape.accepting)
    more = accepting[:, None] & ~accepting[None, :]
    struck, before = int(more.sum()), -1
    while struck != before:
        for column in range(shape.width):
            to = table[:, column]
            more |= more[to][:, to]
        struck, before = int(more.sum()), struck
    within = ~more
    np.fill_diagonal(within, False)
    packed = np.packbits(within, axis=0, bitorder="little")
    return [int.from_bytes(packed[:, state].tobytes(), "little") for state in range(shape.states)]


def largest_only(relation: list[int]) -> Callable[[frozenset[int]], frozenset[int]]:
    """What leaves out of a set of states those that are below another of its states."""

    def largest(members: frozenset[int]) -> frozenset[int]:
        covered = 0
        for state in members:
            covered |= relation[state]
        return frozenset([s for s in members if not covered >> s & 1])

    return largest
