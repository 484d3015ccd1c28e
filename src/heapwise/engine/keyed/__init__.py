"""Tables by one kernel for all plans: it is told in arrays where the sets of every position lie, so no game waits for
a compiler.

Data flows one way: `masks` says where conditions hold in a part of a table, `keys` numbers the sets of a plan's parts
for all its positions, `kernel` walks through the positions, `solve` cuts a table into parts that fit into a cache.
"""

from heapwise.engine.keyed.keys import Unkeyed
from heapwise.engine.keyed.table import keyed_table, seconds_of

__all__ = ["Unkeyed", "keyed_table", "seconds_of"]
