"""Tables over boxes, by one kernel that is compiled once and reads games as arrays. It looks up every option, and
serves whatever has no faster way."""

from heapwise.engine.grid.solve import Grid, Refused, solve

__all__ = ["Grid", "Refused", "solve"]
