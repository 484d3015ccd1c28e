"""Some places of a table are looked at by the definition: those beside numbers that the small boards do not reach.

Every way to a table is compared with the interpreter on a small board first. Rules in which larger numbers stand may
begin to differ beyond it, and there the value of a position has to follow from those of its options as well.
"""

from collections.abc import Callable, Iterator
from functools import cache, reduce
from math import prod
from operator import xor
from random import Random
from typing import Any

from heapwise.engine.grid.models import moves_of
from heapwise.model.telling import telling_numbers
from heapwise.reference.conventions import Fold
from heapwise.rules.game import Game
from heapwise.terms.position import Position, State

_BOARD = 12  # numbers that small boards reach
_DRAWN = 100  # positions
_OPTIONS = 3_000  # of all that are looked at, about

ValueOf = Callable[[State], Any]  # None where there is none


def check_spots(game: Game, highs: tuple[int, ...], fold: Fold, value: ValueOf) -> None:
    """Raise `AssertionError` if a value does not follow from those of the options."""
    for state in _spots(game, highs):
        found = value(state)
        if found is None:
            continue
        options = game.options(state)
        values = [_value(option, game, fold, value) for option in options]
        if None not in values and found != (fold.combine(set(values)) if values else fold.ending()):
            raise AssertionError(f"the table of {game.text} is not what the definition says at {state}")


def _value(option: Position, game: Game, fold: Fold, value: ValueOf) -> Any:
    """The value of an option; None if the table does not have it."""
    if any(component.game is not game for component in option) or (len(option) != 1 and not fold.adds):
        return None
    values = [value(component.state) for component in option]
    return None if None in values else values[0] if len(values) == 1 else reduce(xor, values, 0)


def _spots(game: Game, highs: tuple[int, ...]) -> Iterator[State]:
    """Legal positions of large numbers and small ones; first those with few options, as far as these are not many."""
    numbers, draw = [n for n in _numbers(game) if n <= max(highs, default=0)], Random(0)
    found, left, lows = dict[State, int](), _OPTIONS, game.layout.lows
    for _ in range(_DRAWN if numbers else 0):
        state = tuple(draw.choice(numbers) if draw.random() < 0.5 else low + draw.randrange(4) for low in lows)
        is_inside = all(low <= n <= high for n, low, high in zip(state, lows, highs, strict=True))
        if is_inside and game.is_legal(state):
            found[state] = _most_options(game, state)
    for state in sorted(found, key=found.__getitem__):
        left -= found[state]
        if left < 0:
            return
        yield state


@cache
def _numbers(game: Game) -> list[int]:
    model = moves_of(game)
    conditions = [c for move in model.moves for c in move.conditions(model.size)]
    return [n for n in telling_numbers([*conditions, model.legal, model.ends]) if n > _BOARD]


def _most_options(game: Game, state: State) -> int:
    return sum(prod(state[i] + 1 for i in move.written) for move in moves_of(game).moves)
