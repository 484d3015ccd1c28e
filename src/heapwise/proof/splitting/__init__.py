"""Theorems about games in which one heap is kept and split into a new position, for every number of parts.

What stands behind it: a claim that P-positions are those whose heaps all have remainders in an interval is proved for
every n in its range, or the reason is said why not. The argument stands in `docs/every-n.md`. `Splitting` is
the entry point, a `ProofWay` of `heapwise.proof.uniform`.
"""

from heapwise.proof.splitting.way import Splitting
