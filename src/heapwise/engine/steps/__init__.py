"""One step of the definition at every position of a box, with claimed values in the place of computed ones.

A claim says that the options of (1, 2) have the values 2, 1, 2, 1; then (1, 2) must have the least value that is
missing, 0. Where each position has the value that its options' claimed values give, and no move leaves the box, the
claim is true of all of them. Parts of a box can be looked at in any order and by anybody: nothing that one finds is
needed by others.
"""

from heapwise.engine.steps.steps import Steps, StepsFound

__all__ = ["Steps", "StepsFound"]
