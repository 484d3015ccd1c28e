"""Ground moves in, a plan out: which options lie on lines, in boxes or on sums, so that one set of values serves many
positions.

What stands behind this package: the options of every position are the union of a few parts, each of a kind that a
kernel knows how to follow. In Wythoff's game these are three lines: from (1, 2) along the row, the column and the
diagonal. A part is named only where linear forms show that it has exactly the options of its move; every other move is
`ListedOptions` and looked up option by option. `parts` has the kinds; a ground move becomes numbers taken from
components by `displacements`, these become parts by `shapes`, parts are joined by `merge`, and `order` says in which
order positions may be valued; `symmetric` finds plans that value sorted positions alone, (1, 2) and not (2, 1).
"""

from heapwise.engine.plan.order import OrderKind, PositionOrder
from heapwise.engine.plan.parts import Box, Displacement, ListedOptions, Part, Ray, SingleOption, SumSplit, Window
from heapwise.engine.plan.plan import NoPlan, Plan, listed_plan, plan, plan_of
from heapwise.engine.plan.symmetric import sorted_plan
