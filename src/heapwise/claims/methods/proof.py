"""`proof`: the claim for all sizes of heaps, by automata that read the heaps digit by digit."""

from __future__ import annotations

from heapwise.claims.methods.base import Outcome, Task


class ProofMethod:
    """Prove an instance for all positions."""

    name = "proof"

    def run(self, task: Task) -> Outcome:
        """Prove or refute; raises `Unsuitable` with the name of what cannot be expressed."""
        from heapwise.proof.prove import prove  # the room of proofs builds on claims

        return prove(task)
