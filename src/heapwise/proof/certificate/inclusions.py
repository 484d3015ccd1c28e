"""The inclusions between states that a thinned subset construction made use of, closed under every letter.

Of the whole relation, a square of the states, a proof needs few pairs; a checker can confirm those by looking at each
of them once.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from heapwise.proof.automata import BareAutomaton
from heapwise.proof.automata.inclusion import largest_only

Pair = tuple[int, int]


def used(
    shape: BareAutomaton, hidden: Sequence[int], labels: Iterable[frozenset[int]], below: Sequence[int]
) -> list[Pair]:
    """Pairs (p, q), where p accepts only what q does, that show why states were left out of sets."""
    absorbing = shape.absorbing()
    thin = largest_only(list(below))
    pairs: set[Pair] = set()
    # Most sets are reached from many others.
    for reached in set(_reached(shape, _groups(shape, hidden), labels)):
        if absorbing.get(True) not in reached:
            alive = reached - {absorbing.get(False, -1)}
            pairs.update(_left_out(alive, thin(alive), below))
    return sorted(_closed(shape, pairs))


def _reached(
    shape: BareAutomaton, groups: Sequence[frozenset[int]], labels: Iterable[frozenset[int]]
) -> Iterator[frozenset[int]]:
    """The sets before anything is left out of them: that of the start, and the successors of all."""
    ways = [[tuple({shape.row(s)[c] for c in group}) for s in range(shape.states)] for group in groups]
    start, before = frozenset([0]), None
    while not shape.numeration.is_lsd and start != before:
        start, before = start.union(*(ways[0][s] for s in start)), start
    yield start
    for members in labels:
        for way in ways:
            yield frozenset(chain.from_iterable([way[s] for s in members]))


def _groups(shape: BareAutomaton, hidden: Sequence[int]) -> list[frozenset[int]]:
    """The columns that a letter may mean, whatever the hidden tracks read; zeros on the others come first."""
    groups: dict[tuple[int, ...], set[int]] = {}
    for letter, column in enumerate(shape.columns):
        digits = shape.numeration.digits(letter, shape.arity)
        seen = tuple(0 if i in hidden else digit for i, digit in enumerate(digits))
        groups.setdefault(seen, set()).add(column)
    return list(dict.fromkeys(map(frozenset, groups.values())))


def _left_out(members: frozenset[int], kept: frozenset[int], below: Sequence[int]) -> Iterable[Pair]:
    for s in members - kept:
        yield s, min(t for t in kept if below[t] >> s & 1)


def _closed(shape: BareAutomaton, pairs: set[Pair]) -> set[Pair]:
    found, queue = set(pairs), list(pairs)
    for p, q in queue:
        for pair in zip(shape.row(p), shape.row(q), strict=True):
            if pair[0] != pair[1] and pair not in found:
                found.add(pair)
                queue.append(pair)
    return found
