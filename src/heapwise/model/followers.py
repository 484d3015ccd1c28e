"""`followers(p)`: what any number of moves, also none, makes of a position, as moves of their own.

Moves are put behind moves until nothing new comes of it: from two heaps of Nim a move lowers one heap, two moves lower
one or both, and what three moves do two can do.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement

from heapwise.model.bounds import linear_facts
from heapwise.model.conditions import AllOf, AtLeastZero, Condition, TooWide
from heapwise.model.inline import Inlined, solved
from heapwise.model.linear import Linear, renaming
from heapwise.model.symbols import NotLinear

_MOST_KINDS = 32
_APART = 1_000_000


def all_followers(
    here: tuple[Linear, ...], moves_from: Callable[[Sequence[Linear]], list[Inlined]], fresh: Callable[[], int]
) -> list[Inlined]:
    """All followers of a position; NotLinear where moves go on making new kinds of them.

    A kind needs no more amounts than there are heaps; one with more that no other covers has ever longer ones.
    """
    found = [Inlined((), (), here)]
    for kind in found:  # grows while it is walked
        for longer in _one_more(kind, moves_from, fresh):
            if any(_covers(other, longer) for other in found):
                continue
            found.append(longer)
            if len(found) > _MOST_KINDS or len(longer.amounts) > len(here):
                raise NotLinear("the set of all followers")
    return found


def _one_more(
    kind: Inlined, moves_from: Callable[[Sequence[Linear]], list[Inlined]], fresh: Callable[[], int]
) -> Iterator[Inlined]:
    """What a move makes of a follower, with new names for its amounts."""
    for move in moves_from(kind.target):
        names = {old: Linear.variable(fresh()) for old in move.amounts}
        guards = tuple(g.map(renaming(names)) for g in move.guards)
        amounts = tuple(form.variables[0] for form in names.values())
        target = tuple(form.substitute(names) for form in move.target)
        yield Inlined((*kind.amounts, *amounts), (*kind.guards, *guards), target)


def _renamed(kind: Inlined) -> Inlined:
    """The same with other names for the amounts: those of a kind are among those of what it was made into."""
    names = {old: Linear.variable(old + _APART) for old in kind.amounts}
    guards = tuple(g.map(renaming(names)) for g in kind.guards)
    return Inlined(tuple(old + _APART for old in kind.amounts), guards, tuple(f.substitute(names) for f in kind.target))


def _covers(other: Inlined, longer: Inlined) -> bool:
    """Does one kind of followers have all those of another?"""
    other = _renamed(other)
    differences = [a - b for a, b in zip(longer.target, other.target, strict=True)]
    try:
        wanted = solved(other, differences)
    except (NotLinear, TooWide):
        return False
    facts = [Linear(0), *dict.fromkeys(linear_facts(longer.guards))]
    return all(_is_shown(part, facts, longer.guards) for part in _parts(wanted))


def _parts(condition: Condition) -> tuple[Condition, ...]:
    return condition.parts if isinstance(condition, AllOf) else (condition,)


def _is_shown(condition: Condition, facts: list[Linear], known: tuple[Condition, ...]) -> bool:
    """Does a condition follow from others, as it stands or as a sum of at most three of them?"""
    if condition in known:
        return True
    if not isinstance(condition, AtLeastZero):
        return False
    return any(
        rest.is_constant and rest.constant >= 0
        for some in combinations_with_replacement(facts, 3)
        for rest in [condition.form - some[0] - some[1] - some[2]]
    )
