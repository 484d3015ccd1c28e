"""`proof`: the claim for all sizes of heaps, by automata that read the heaps digit by digit."""

from __future__ import annotations

from heapwise.claims.limits import LimitReached
from heapwise.claims.region import describe
from heapwise.claims.task import Outcome, Task, Unsuitable


class ProofMethod:
    """Prove an instance for all positions."""

    name = "proof"

    def run(self, task: Task) -> Outcome:
        """Prove or refute; raises `Unsuitable` with the name of what cannot be expressed."""
        from heapwise.proof.prove import BUDGET, budget_of, prove

        return prove(task, budget_of(task, BUDGET), learns=True)


def strengthened(task: Task, outcome: Outcome) -> Outcome:
    """What holds on its region may be proved for all positions with little work; or it is seen to fail beyond."""
    from heapwise.proof.prove import IN_FIBONACCI_DIGITS, SMALL, budget_of, prove

    instance = task.instance
    is_stated = outcome.word == "holds" and instance.claim.status != "disproved"
    if not is_stated or instance.game is None or instance.region.is_single:
        return outcome
    looked_at = f"evaluated at {outcome.positions:,} positions as well: {describe(instance.region.name)}"
    theorem = None if task.case_of is None else task.case_of(instance.shown)
    if theorem is not None:
        outcome.word, outcome.method, outcome.region = "proved", "proof", "all"
        outcome.certificate = None if theorem.certificate is None else dict(theorem.certificate)
        outcome.notes = (*outcome.notes, looked_at, "a case of what is proved for all values of some parameters")
        return outcome
    try:
        proof = prove(task, budget_of(task, SMALL))
    except (Unsuitable, LimitReached):
        return outcome
    if proof.word == "proved":
        outcome.word, outcome.method, outcome.region = proof.word, proof.method, proof.region
        outcome.certificate, outcome.proof = proof.certificate, proof.proof
        trusted = (note for note in proof.notes if note == IN_FIBONACCI_DIGITS)
        outcome.notes = (*outcome.notes, looked_at, *trusted)
    elif proof.word == "refuted":
        # A region is what is looked at first; a claim says nothing of it, so what is false beyond it is false.
        looked_at = f"no exception at {outcome.positions:,} positions: {describe(instance.region.name)}"
        proof.notes = (looked_at, *proof.notes)
        return proof
    elif proof.word == "undecided":
        few = "not proved for all sizes with few states; `heapwise prove` may go on"
        note = few if task.work is None else f"not proved for all sizes: {proof.reason}"
        outcome.notes = (*outcome.notes, note)
    return outcome
