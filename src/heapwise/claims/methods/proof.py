"""`proof`: the claim for all sizes of heaps, by automata that read the heaps digit by digit."""

from __future__ import annotations

from heapwise.claims.limits import LimitReached
from heapwise.claims.methods.base import Outcome, Task, Unsuitable
from heapwise.claims.region import describe


class ProofMethod:
    """Prove an instance for all positions."""

    name = "proof"

    def run(self, task: Task) -> Outcome:
        """Prove or refute; raises `Unsuitable` with the name of what cannot be expressed."""
        from heapwise.proof.prove import prove  # the room of proofs builds on claims

        return prove(task)


def strengthened(task: Task, outcome: Outcome) -> Outcome:
    """What holds on its region may be proved for all positions, or fail far from it, with few states."""
    from heapwise.proof.prove import SMALL, prove

    if outcome.word != "holds" or task.instance.game is None or task.instance.region.is_single:
        return outcome
    try:
        proof = prove(task, SMALL)
    except (Unsuitable, LimitReached):
        return outcome
    looked_at = f"evaluated at {outcome.positions:,} positions as well: {describe(task.instance.region.name)}"
    if proof.word == "proved":
        outcome.word, outcome.method, outcome.region = proof.word, proof.method, proof.region
        outcome.certificate = proof.certificate
        outcome.notes = (*outcome.notes, looked_at)
    elif proof.word == "refuted":
        proof.notes = (*proof.notes, f"{looked_at}; it holds there")
        return proof
    elif proof.word == "undecided":
        outcome.notes = (*outcome.notes, "not proved for all sizes with few states; `heapwise prove` may go on")
    return outcome
