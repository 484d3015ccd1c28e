"""P-positions alone: which positions the player who is not to move wins, and no other value.

What stands behind this package: small boxes came from a table of outcomes. In large ones whole rows of positions were
decided at once, as words of bits: that (1, 2) of Wythoff's game is a P-position makes all others of its row, its column
and its diagonal N-positions, and each of these is one bit to set (`rows`; `sums` where a heap is split). Where no rows
fit, large boxes came from a table, too. The kernels are written from a plan (`source`, `row_intrinsics`) and run by
`run`. The entry point is `p_positions`.
"""

from heapwise.engine.p_positions.bits import PPositions
from heapwise.engine.p_positions.solve import are_found, p_positions
