"""From a plan to a kernel: generated source, which keeps sets of values that many positions share.

What stands behind this package: the values of a table are known, each from those of its options. In Wythoff's game
(1, 2) reads three sets: the values met so far in its row, in its column and on its diagonal; its value, 0, is the
least that is in none of them, and is then put into all three. `value_sets` says which sets there are and where a
position finds its own; `layouts` makes those of a plan, `sorted_sets` those for sorted positions. `cell` writes how
one position is valued, with the help of `set_access` and `listed`; `source` writes how all are walked through; `load`
makes the source run, and `run` fills tables, as wide as `widths` says.
"""
