"""How often Python looks for cycles among objects that nothing else holds."""

import gc

_NEW = 2_000_000  # objects made between two looks; of fewer, most are still at work, and are looked through in vain


def look_seldom() -> None:
    """Positions, terms and states of automata are made by the million, live long and hold one another in no cycle: to
    look through them after every 700 new ones, as Python does, takes a fifth of the time of a run over many claims. A
    claim that is done lets go of most of what it made, so that who looks after several finds little to look through.
    """
    gc.set_threshold(_NEW)
