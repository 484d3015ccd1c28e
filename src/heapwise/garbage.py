"""How often Python looks for cycles among objects that nothing else holds."""

from __future__ import annotations

import gc

_NEW = 100_000  # objects made between two looks


def look_seldom() -> None:
    """Positions, terms and states of automata are made by the million, live long and hold one another in no cycle: to
    look through them after every 700 new ones, as Python does, takes a fifth of the time of a run over many claims.
    """
    gc.set_threshold(_NEW)
