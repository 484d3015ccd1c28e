"""Tables by the interpreter: position after position, as the definition says."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from heapwise.engine.grid.grid import Grid, Refused, SumLimits
from heapwise.engine.slices import Tick
from heapwise.errors import HeapwiseError
from heapwise.reference.conventions import Fold
from heapwise.reference.interpreter import Interpreter
from heapwise.rules.game import Game
from heapwise.terms.position import Component, Position

_NOTHING = -1


class _Stopped(Exception):
    """What `tick` raised, which is no mistake in the rules."""

    def __init__(self, problem: HeapwiseError) -> None:
        self.problem = problem


def defined_grid(game: Game, highs: tuple[int, ...], limits: SumLimits, fold: Fold, tick: Tick = lambda: None) -> Grid:
    """The table of a box below limits. Positions outside of it are looked at where moves lead there. Raises `Refused`
    where the rules have a mistake at some position: it is told to those who ask for that position."""

    def told() -> None:
        try:
            tick()
        except HeapwiseError as problem:
            raise _Stopped(problem) from None

    try:
        return Grid(game, fold, game.layout.lows, _values(game, highs, limits, Interpreter(fold, tick=told)), _NOTHING)
    except HeapwiseError as mistake:
        raise Refused(mistake.short) from None
    except _Stopped as stopped:
        raise stopped.problem from None


def _values(game: Game, highs: tuple[int, ...], limits: SumLimits, interpreter: Interpreter) -> NDArray[np.int32]:
    lows = game.layout.lows
    values = np.full([max(0, high - low + 1) for low, high in zip(lows, highs, strict=True)], _NOTHING, dtype=np.int32)
    for index in np.ndindex(values.shape):
        state = tuple(i + low for i, low in zip(index, lows, strict=True))
        if game.is_legal(state) and all(_weighed(w, state) <= most for w, most in limits):
            values[index] = _entry(interpreter.value(Position((Component(game, state),))))
    return values


def _weighed(weights: tuple[int, ...], state: tuple[int, ...]) -> int:
    return sum(w * v for w, v in zip(weights, state, strict=True))


def _entry(value: Any) -> int:
    """The number that stands for a value: of a remoteness the moves, which say who wins."""
    return int(value[1] if isinstance(value, tuple) else value)
