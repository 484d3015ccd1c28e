"""Tables without a compiler: numpy values all positions of one total at once.

What stands behind this package: the values of a table are known whose options all have a smaller
total than their position. Take Nim at 3,5,7: its options have totals from 8 to 14, so that they are valued before it;
and no two positions of total 15 lie on one line, so that none of them waits for another.

`masks` says where conditions hold, `keys` where the sets of values of a plan's parts lie, `options` lists the options
of moves that follow no part, `joins` says how sets are joined, and `fill` walks from total to total.
"""

from heapwise.engine.levels.fill import NOTHING, by_levels
from heapwise.engine.levels.keys import NotByLevels, come_by_levels
