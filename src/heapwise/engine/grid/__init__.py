"""Tables over boxes, by kernels.

Large tables of games with a plan come from a kernel of their own (`planned`), all others from one kernel that is
compiled once, reads games as arrays and looks up every option (`listed`). The door is `solve`; values that are given
are compared with what follows from them by `inconsistent`.
"""

from heapwise.engine.grid.check_values import Inconsistent, inconsistent
from heapwise.engine.grid.grid import Grid, Refused
from heapwise.engine.grid.solving import solve

__all__ = ["Grid", "Inconsistent", "Refused", "inconsistent", "solve"]
