"""From a plan to a kernel: generated source, which keeps sets of values that many positions share.

`families` says which sets there are and where a position finds its own, `cell` how one position is valued, `source`
how all of them are walked through; `load` makes the source run.
"""
