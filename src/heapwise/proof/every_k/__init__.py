"""The digit game where k stays free: digit sums modulo a number that grows with k, and 1 to k heaps lowered.

What stands behind it: a claim about `lower 1 to k heaps` is proved for every n and every k, or the reason is said why
not. `EveryK` is the entry point, a `ProofWay` of `heapwise.proof.uniform`; the argument stands in `docs/every-n.md`.
"""

from heapwise.proof.every_k.way import EveryK
