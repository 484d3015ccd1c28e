"""The parts of a move are tried beside the numbers that stand in its conditions, however large these are.

A condition that is taken for another one shows there, and seldom elsewhere: the small boards on which tables are
compared with the interpreter may end long before. Positions are drawn from those numbers, options by the move, by its
parts, and from the numbers again; the relation of the move says which of them are options.
"""

from collections.abc import Iterator, Sequence
from random import Random

from heapwise.engine.plan.parts import Box, Displacement, ListedOptions, Part, Ray, SingleOption, SumSplit, Window
from heapwise.model.conditions import NotAllZero
from heapwise.model.ground import GroundGame, GroundMove
from heapwise.model.relation import relations
from heapwise.model.telling import telling_numbers
from heapwise.terms.position import State

_MOST, _LEAST, _OF_GAME = 30, 3, 600  # positions for a move, and for all moves of a game
_FEW = 12  # numbers, the largest of those that are telling


def disagreement(game: GroundGame, move: GroundMove, parts: Sequence[Part]) -> str | None:
    """A position and an option of which the parts and the move say different things, in words."""
    if any(isinstance(part, ListedOptions) for part in parts):
        return None
    conditions = next(relations(game, move)).conditions
    drawing = _Drawing(move, parts, telling_numbers(conditions)[-_FEW:], Random(0))
    for state, taken in drawing.pairs(game):
        option = tuple(old - t for old, t in zip(state, taken, strict=True))
        if any(taken) and _is_in_table(game, option):
            is_option = all(c.holds([*state, *option]) for c in conditions)
            if is_option != any(_has(part, state, taken) for part in parts):
                return f"{state} to {option}"
    return None


class _Drawing:
    """Positions, and what may be taken from them."""

    def __init__(self, move: GroundMove, parts: Sequence[Part], numbers: list[int], random: Random) -> None:
        self.move, self.parts, self.numbers, self.random = move, parts, numbers, random

    def pairs(self, game: GroundGame) -> Iterator[tuple[State, Displacement]]:
        """Legal positions with what is taken from them."""
        for guard in self.move.guards:  # what must not be taken together, if it stands there
            if isinstance(guard, NotAllZero):
                together = {v: -form.constant for form in guard.differences for v in form.variables}
                amounts = [together.get(game.size + i, 0) for i in range(len(self.move.amounts))]
                state = tuple(low + max([0, *amounts]) + 1 for low in game.lows)
                if _is_in_table(game, state):
                    yield state, self._taken_by(state, amounts)
        for _ in range(max(_LEAST, min(_MOST, _OF_GAME // len(game.moves)))):
            state = tuple(low + self._number() + self._number() for low in game.lows)
            if _is_in_table(game, state):
                yield from ((state, taken) for taken in self._taken(state))

    def _number(self) -> int:
        return self.random.choice(self.numbers) if self.random.random() < 0.7 else self.random.randrange(9)

    def _taken(self, state: State) -> Iterator[Displacement]:
        yield tuple(self._number() if i in self.move.written else 0 for i in range(len(state)))
        yield from (self._by_part(part, state) for part in self.parts)
        values = [*state]
        for amount in self.move.amounts:
            if not (range_ := amount.range(values)):
                return
            inside = [n for n in self.numbers if n in range_] or [range_[0]]
            values.append(self.random.choice([*inside, range_[-1], self.random.choice(range_)]))
        if all(guard.holds(values) for guard in self.move.guards):
            yield self._taken_by(state, values[len(state) :])

    def _taken_by(self, state: State, amounts: Sequence[int]) -> Displacement:
        new = {i: form.evaluate([*state, *amounts]) for i, form in self.move.updates}
        return tuple(old - new.get(i, old) for i, old in enumerate(state))

    def _by_part(self, part: Part, state: State) -> Displacement:
        """One of the options of a part, or none if the position has not enough."""
        match part:
            case SingleOption(by=by):
                return by
            case Ray(along=along, first=first):
                times = self._number()
                return tuple(f + times * a for f, a in zip(first, along, strict=True))
            case Window(along=along, length=length):
                times = self.random.randint(1, length)
                return tuple(times * a for a in along)
            case Box(heaps=heaps, first=first):
                return tuple(f + (self._number() if i in heaps else 0) for i, f in enumerate(first))
            case SumSplit(heaps=heaps, total=total):
                new, rest = dict[int, int](), total.evaluate(state)
                for heap in heaps[:-1]:
                    new[heap] = self.random.randint(0, max(0, rest))
                    rest -= new[heap]
                new[heaps[-1]] = rest
                return tuple(old - new.get(i, old) for i, old in enumerate(state))
        raise AssertionError(part)


def _is_in_table(game: GroundGame, state: State) -> bool:
    bounds = zip(state, game.lows, game.highs, strict=True)
    return all(low <= n and (high is None or n <= high) for n, low, high in bounds) and game.legal.holds(state)


def _has(part: Part, state: State, taken: Displacement) -> bool:
    """Is `state - taken` one of the options of a part, if that is in the table?"""
    if isinstance(part, ListedOptions) or not part.guard.holds(state):
        return False
    match part:
        case SingleOption(by=by):
            return taken == by
        case Ray(along=along, first=first):
            return _multiple(along, tuple(t - f for t, f in zip(taken, first, strict=True))) is not None
        case Window(along=along, length=length):
            times = _multiple(along, taken)
            return times is not None and 1 <= times <= length
        case Box(heaps=heaps, first=first):
            return all(t >= f if i in heaps else t == 0 for i, (t, f) in enumerate(zip(taken, first, strict=True)))
        case SumSplit(heaps=heaps, total=total):
            is_rest_kept = all(t == 0 for i, t in enumerate(taken) if i not in heaps)
            return is_rest_kept and sum(state[i] - taken[i] for i in heaps) == total.evaluate(state)


def _multiple(along: Displacement, taken: Displacement) -> int | None:
    """How many times one vector is another."""
    times = next(t // a for t, a in zip(taken, along, strict=True) if a)
    return times if times >= 0 and all(t == times * a for t, a in zip(taken, along, strict=True)) else None
