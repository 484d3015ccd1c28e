"""The sequence of a one-heap game of any kind, by the interpreter: values without a rule, so without a theorem."""

import numpy as np

from heapwise.arrays import Array
from heapwise.engine.sequences.outcomes import MOST_PLAYERS
from heapwise.engine.slices import Tick
from heapwise.errors import error
from heapwise.reference.conventions import Play, Preference
from heapwise.reference.interpreter import Interpreter
from heapwise.rules.game import Game


def has_one_heap(game: Game) -> bool:
    """Is a position one number, from some least one on without end?"""
    layout = game.layout
    return layout.size == 1 and not layout.has_positions and layout.lows[0] >= 0 and layout.highs[0] is None


def values_by_definition(
    game: Game, upto: int, play: Play, of_outcomes: bool, tick: Tick | None = None
) -> tuple[Array, int]:
    """The values of the heaps up to a bound, 0 where there is no position, and the least heap."""
    first = game.layout.lows[0]
    if of_outcomes and not isinstance(play.outcome, Preference):
        raise error("E333", None, play=play.name, most=MOST_PLAYERS)
    if not all(game.has_legal((heap,)) for heap in range(first, upto + 1)):
        raise error("E334", None, game=game.text)
    interpreter = Interpreter(play.fold("W" if of_outcomes else "G"), tick=tick)
    values = np.zeros(upto + 1, np.int64)
    for heap in range(first, upto + 1):
        values[heap] = interpreter.value(game.position_of((heap,)))
    return values, first
