"""Tables over boxes: the values of all (a, b) up to some corner.

`ways` says how a table may be filled and what that will cost, `solve` takes the best way: numpy, total after total, or
a kernel of the game's own (`planned`); or the interpreter (`by_definition`), with which every other way is compared on
a small board. Values that are given are compared with what follows from them by `inconsistent`.
"""

from heapwise.engine.grid.check_values import Inconsistent, inconsistent
from heapwise.engine.grid.choice import FillWay, WayCost
from heapwise.engine.grid.grid import Grid, Refused
from heapwise.engine.grid.solving import bytes_of, solve, ways
