"""Tables: the values of all positions of a box, and the files they are kept in.

Takes a game, a box and a question; gives a `Table`, an array with an axis for every component: `table.values[1, 2]` is
the value of (1, 2). It can be written in many formats. `compute` is the one place where values are found, by the engine
where it can and else by the interpreter.
"""

from heapwise.tables.boxes import Axis, TableBox, axes, box
from heapwise.tables.compute import WANTS, compute
from heapwise.tables.table import Table
