"""Obligation (A) of `docs/every-n.md`: from the claimed set, say that of the P-positions, no move leads into it.

A position and one of its options are read side by side, and the states that can be met are listed, digit by digit.
Every matrix of digits, of any number of heaps and any width, gives a path through these states; so if none of them has
both the hypothesis and a move to a goal at its end, there is no such position and no such move.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwise.proof.digit_game.obligation import GameObligation
from heapwise.proof.digit_game.states import LayerState, Levels

Reached = tuple[frozenset[LayerState], ...]


def reached(obligation: GameObligation, levels: Levels, is_all: bool) -> Reached:
    """The states before each block of digits, from the highest one down, and those at the end."""
    now = frozenset(obligation.starts())
    found: list[frozenset[LayerState]] = []
    for level in reversed(range(levels.count)):
        before = _closure(obligation, now, level, is_all) if levels.repeats(level) else now
        found.append(before)
        now = before if levels.repeats(level) else _after(obligation, before, level, is_all)
    return (*found, now)


def violations(obligation: GameObligation, last: Iterable[LayerState]) -> list[LayerState]:
    """The states at the end of which a move leads where none may lead."""
    return [state for state in last if all(obligation.end(state))]


def _closure(
    obligation: GameObligation, states: Iterable[LayerState], level: int, is_all: bool
) -> frozenset[LayerState]:
    seen = set(states)
    todo = list(seen)
    while todo:
        new = _after(obligation, [todo.pop()], level, is_all) - seen
        obligation.meter.spend(len(new) + 1)
        seen |= new
        todo += new
    return frozenset(seen)


def _after(obligation: GameObligation, states: Iterable[LayerState], level: int, is_all: bool) -> frozenset[LayerState]:
    """All states behind one more digit."""
    answers = (a for s in states for ways in obligation.next(s, level, is_all).values() for a in ways)
    return frozenset(state for answer in answers for state in answer)
