"""From a plan to a kernel: generated source, which keeps sets of values that many positions share.

What stands behind this package: the values of a table are known, each from those of its options.
`families` are sets of values and say where a position finds its own; `layouts` makes those of a plan, `sorted` those
for sorted positions. `cell` writes how one position is valued, with the help of `sets` and `listed`; `source` writes
how all are walked through; `load` makes the source run, and `run` fills tables, as wide as `widths` says.
"""
