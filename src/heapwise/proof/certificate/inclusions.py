"""The inclusions between states that a thinned subset construction made use of, closed under every letter.

Of the whole relation, a square of the states, a proof needs few pairs; a checker can confirm those by looking at each
of them once.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

from heapwise.proof.automata import BareAutomaton
from heapwise.proof.automata.automaton import set_of, states_in
from heapwise.proof.automata.inclusion import largest_only

Pair = tuple[int, int]


def used(shape: BareAutomaton, hidden: Sequence[int], labels: Iterable[int], below: Sequence[int]) -> list[Pair]:
    """Pairs (p, q), where p accepts only what q does, that show why states were left out of sets."""
    absorbing = shape.absorbing()
    dead, full = (set_of([absorbing[accepts]] if accepts in absorbing else []) for accepts in (False, True))
    thin = largest_only(list(below))
    pairs: set[Pair] = set()
    # Most sets are reached from many others.
    for members in set(_reached(shape, _groups(shape, hidden), labels)):
        if not members & full:
            alive = members & ~dead
            pairs.update(_left_out(alive, thin(alive), below))
    return sorted(_closed(shape, pairs))


def _reached(shape: BareAutomaton, groups: Sequence[frozenset[int]], labels: Iterable[int]) -> Iterator[int]:
    """The sets before anything is left out of them: that of the start, and the successors of all."""
    ways = [[set_of(shape.row(s)[c] for c in group) for s in range(shape.states)] for group in groups]
    start, before = 1, 0
    while not shape.numeration.is_lsd and start != before:
        start, before = _union(ways[0], start) | start, start
    yield start
    for members in labels:
        yield from (_union(way, members) for way in ways)


def _union(way: Sequence[int], members: int) -> int:
    return reduce(or_, map(way.__getitem__, states_in(members)), 0)


def _groups(shape: BareAutomaton, hidden: Sequence[int]) -> list[frozenset[int]]:
    """The columns that a letter may mean, whatever the hidden tracks read; zeros on the others come first."""
    groups: dict[tuple[int, ...], set[int]] = {}
    for letter, column in enumerate(shape.columns):
        digits = shape.numeration.digits(letter, shape.arity)
        seen = tuple(0 if i in hidden else digit for i, digit in enumerate(digits))
        groups.setdefault(seen, set()).add(column)
    return list(dict.fromkeys(map(frozenset, groups.values())))


def _left_out(members: int, kept: int, below: Sequence[int]) -> Iterable[Pair]:
    for s in states_in(members & ~kept):
        yield s, min(t for t in states_in(kept) if below[t] >> s & 1)


def _closed(shape: BareAutomaton, pairs: set[Pair]) -> set[Pair]:
    found, queue = set(pairs), list(pairs)
    for p, q in queue:
        for pair in zip(shape.row(p), shape.row(q), strict=True):
            if pair[0] != pair[1] and pair not in found:
                found.add(pair)
                queue.append(pair)
    return found
