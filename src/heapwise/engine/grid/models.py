"""The ground moves by which a table is made, and what a convention asks of their values."""

from functools import lru_cache

import numpy as np

from heapwise.arrays import Array
from heapwise.engine.grid.grid import Refused
from heapwise.model.expand import ground
from heapwise.model.ground import GroundGame
from heapwise.model.in_box import NotInBox, in_box
from heapwise.model.termination import why_interpreted
from heapwise.reference.conventions import Fold, Preference
from heapwise.rules.game import Game

_MOST_SEATS = 10


def moves_of(game: Game) -> GroundGame:
    """The ground moves of a game; raises `Refused`."""
    found = ground(game)
    if not isinstance(found, GroundGame):
        raise Refused(f"more than {found.most:,} {found.what}")
    reason = why_interpreted(found)
    if reason is not None:
        raise Refused(reason)
    return found


def model_for(game: Game, highs: tuple[int, ...]) -> GroundGame:
    """The same with nothing opaque, for positions with components up to `highs`; raises `Refused`."""
    found = moves_of(game)
    if not found.is_closed_kind:
        raise Refused("moves lead to positions of other games" if found.is_complete else "some rule is not linear")
    return found if found.is_linear else _in_box(game, highs)


@lru_cache(maxsize=256)
def _in_box(game: Game, highs: tuple[int, ...]) -> GroundGame:
    try:
        found = in_box(moves_of(game), highs)
    except NotInBox:
        raise Refused("some rule is not linear, and has too many cases or no value in some of them") from None
    if (reason := why_interpreted(found)) is not None:
        raise Refused(reason)
    return found


def best_of(fold: Fold) -> Array:
    """Of seats the best one of every set, sets as bits; nothing where values are no seats. Raises `Refused`."""
    if not isinstance(fold, Preference):
        return np.zeros(0, dtype=np.int64)
    if len(fold.seats) > _MOST_SEATS:
        raise Refused("the convention has no table")
    sets = (frozenset(j for j in range(len(fold.seats)) if chosen >> j & 1) for chosen in range(1 << len(fold.seats)))
    return np.array([fold.combine(values) if values else fold.ending() for values in sets], dtype=np.int64)
