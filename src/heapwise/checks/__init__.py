"""What stands behind this package: an instance of a claim was looked at, position by position, on its region.

`table` computes values on the region and whatever its options need; `local` tests one step of the definition with the
formula itself; `sample` does so at random positions far out; `period` decides a shift of a one-heap game by its period.
Each has `run(task)` and gives an `Outcome`. They know nothing of proofs, and proofs nothing of them.
"""
