"""P-positions alone: which positions the player who is not to move wins, and no other value.

What stands behind this package: small boxes came from a table of the outcomes; in large ones rows
of positions were decided at once, by bits that say where P-positions were met (`rows`, `sums`), or else every position
by the sets of outcomes that it shares with others, one flag for P-positions and one for the rest. The kernels of rows
are written from a plan (`source`, `row_intrinsics`) and run by `run`. The entry point is `p_positions`.
"""

from heapwise.engine.p_positions.bits import PPositions
from heapwise.engine.p_positions.solve import p_positions

__all__ = ["PPositions", "p_positions"]
