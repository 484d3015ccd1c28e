"""What stands behind this package: an instance of a claim was looked at, position by position, on its region.

Is (1, 2) of Wythoff's game a P-position, as the claim says? `table` computes values on the region and whatever its
options need; `local` asks only whether the claim is consistent there: no option of (1, 2) may be claimed as well;
`sample` does so at random positions far out; `period` decides a shift of a one-heap game by its period. Each has
`run(task)` and gives an `Outcome`. They know nothing of proofs, and proofs nothing of them.
"""
