"""Obligations (A) and (B) of `docs/every-n.md`, digit by digit from the top, for words of all lengths.

(A): from the claimed set, say that of the P-positions, no move leads into it. A position and one of its options are
read side by side, and the states that can be met are listed. Every matrix of digits, of any number of heaps and any
width, gives a path through these states; so if none of them has both the hypothesis and a move to a goal at its end,
there is no such position and no such move.

(B): from every position outside the set some move leads into it. That is a game.
The opponent gives the next layer, the player answers. A *region* is a set of states from which the player wins when the
digits to come are of certain levels. The region for no digits holds the states whose hypothesis is false or whose goal
is met; from a region comes the one for a digit more: the states in which every layer has an answer that stays within.
Regions are subsets of a finite set, so each sequence of them repeats, and finitely many stand for words of all lengths.
"""

from collections.abc import Iterable

from heapwise.proof.digit_game.obligation import GameObligation
from heapwise.proof.digit_game.states import LayerState, Levels
from heapwise.records import dataclass, field

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


@dataclass
class WonRegion:
    """States won when the digits to come end below `stage`; `after` are regions one digit of level stage - 1 later, and
    `same` is the one that holds the same states where that level may be left out."""

    states: frozenset[LayerState]
    stage: int
    same: int | None = None
    after: list[int] = field(default_factory=list)


@dataclass
class Strategy:
    """The regions, closed under one more digit; the start lies in all of the last stage."""

    obligation: GameObligation
    levels: Levels
    regions: list[WonRegion]
    name: str = ""  # of the obligation


def strategy(obligation: GameObligation, levels: Levels) -> Strategy | None:
    """The player's strategy for words of all lengths, or None if some word defeats what he may do."""
    met = reached(obligation, levels, is_all=False)
    won = frozenset(s for s in met[-1] if _is_won(obligation, s))
    regions = [WonRegion(won, 0)]
    for level in range(levels.count):
        domain = met[levels.count - 1 - level]
        bases = [i for i, r in enumerate(regions) if r.stage == level]
        for base in bases:
            if levels.repeats(level):
                _repeated(obligation, regions, base, level, domain)
            else:
                _add(regions, _before(obligation, domain, regions[base].states, level), level + 1, base)
    last = [r for r in regions if r.stage == levels.count]
    if all(start in region.states for start in obligation.starts() for region in last):
        return Strategy(obligation, levels, regions)
    return None


def _is_won(obligation: GameObligation, state: LayerState) -> bool:
    """At the end: nothing is asked, the goal is met, or the opponent announced another rest than that of no digits."""
    hypothesis, goal = obligation.end(state)
    return not hypothesis or goal or (obligation.prophecy and state.rest != 0)


def _repeated(
    obligation: GameObligation, regions: list[WonRegion], base: int, level: int, domain: frozenset[LayerState]
) -> None:  # fmt: skip
    """Any number of digits of a level: none is the region itself, seen from the next stage."""
    now = _add(regions, regions[base].states, level + 1, None)
    regions[now].same = base
    while True:
        count = len(regions)
        following = _add(regions, _before(obligation, domain, regions[now].states, level), level + 1, now)
        if len(regions) == count:
            break
        now = following


def _add(regions: list[WonRegion], states: frozenset[LayerState], stage: int, after: int | None) -> int:
    """The number of a region; one that is known already stands for this one too."""
    known = (i for i, r in enumerate(regions) if r.stage == stage and r.states == states)
    number = next(known, len(regions))
    if number == len(regions):
        regions.append(WonRegion(states, stage))
    if after is not None and after not in regions[number].after:
        regions[number].after.append(after)
    return number


def _before(
    obligation: GameObligation, domain: frozenset[LayerState], into: frozenset[LayerState], level: int
) -> frozenset[LayerState]:  # fmt: skip
    """The states in which every layer has an answer that stays in a region."""
    return frozenset(state for state in domain if _has_answers(obligation, state, into, level))


def _has_answers(obligation: GameObligation, state: LayerState, into: frozenset[LayerState], level: int) -> bool:
    layers = obligation.next(state, level, False).values()
    obligation.meter.spend(len(layers))
    return all(any(answer <= into for answer in answers) for answers in layers)
