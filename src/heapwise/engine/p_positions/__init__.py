"""P-positions alone: which positions the player who is not to move wins, and no other value.

What is true after this room that was not before: rows of positions have been decided at once, by bits that say where
P-positions were met (`rows`, `sums`); or else every position by the sets of outcomes that it shares with others, one
flag for P-positions and one for the rest; or else, where moves have to be listed, positions were marked from which a
move leads to a P-position (`marks`). Marks cost as much as P-positions have positions before them: few in Nim, most
of all where moves split heaps.
The kernels are written from a plan (`source`, `words`) and run by `run`. The door is `p_positions`; `losing_grid` makes
a table of the outcomes where rows are faster than to value every position.
"""

from heapwise.engine.p_positions.bits import PPositions
from heapwise.engine.p_positions.solve import losing_grid, p_positions

__all__ = ["PPositions", "losing_grid", "p_positions"]
