"""Every n and every k as a way of proof: the family is read from rule and claim, learned for small k, and verified."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from heapwise.claims.claim import Claim
from heapwise.proof.automata import AutomatonBudget, BudgetExceeded
from heapwise.proof.certificate.record import Recording
from heapwise.proof.certificate.write import CertificateWriter, Decided
from heapwise.proof.every_k.affine import ClosedInterval, fitted
from heapwise.proof.every_k.family import CONTROLS, Control, GameFamily, GameForK, numbers
from heapwise.proof.every_k.read import family_of
from heapwise.proof.every_k.sentences import Sentences
from heapwise.proof.logic import Portfolio, plain
from heapwise.proof.outside import NotProved
from heapwise.proof.uniform import USUAL, Free, Means, Quantified, for_all

_SAMPLES = 5
_BUDGET = AutomatonBudget(states=60_000, work=200_000_000)


class EveryK:
    """The way for every number of heaps and every bound on the heaps of a move."""

    name = "digits"

    def frees(self, claim: Claim) -> Sequence[Free]:
        """n and k."""
        family_of(claim)
        return [tuple(v.name for v in claim.variables)]

    def attempt(self, claim: Claim, free: Free, fixed: Mapping[str, Any], means: Means = USUAL) -> Quantified:
        """The claim for every n and k; raises `NotProved`."""
        sentences, record = learned(family_of(claim)), Recording() if means.is_recorded else None
        goals = verified(sentences, Portfolio(means.budget(_BUDGET), make=plain if record is None else record.make))
        count = len(goals)
        notes = (f"digit game with intervals for every k, {count} sentences", "play ends: every role lowers its heap")
        proof = None if record is None else partial(written, sentences, record, goals)
        return replace(quantified(claim), notes=notes, proof=proof, strategy=sentences)


def quantified(claim: Claim) -> Quantified:
    """The theorem with its quantifiers, if the sentences are proved."""
    return for_all(claim, "digits")


def learned(family: GameFamily) -> Sentences:
    """The intervals that fit small k; raises `NotProved` where a small k is lost, or no interval fits."""
    small = range(family.least, family.least + _SAMPLES)
    instances = {k: GameForK(family, numbers(family, k)) for k in small}
    if any(not 1 <= i.at.bound <= i.at.modulus or not 0 <= i.at.single < i.at.modulus for i in instances.values()):
        raise NotProved(
            "undecided", "the modulus is less than the heaps that may be lowered, or no more than a remainder"
        )
    won = {k: instance.won() for k, instance in instances.items()}
    met, to_end = ({k: i.met(ends) for k, i in instances.items()} for ends in (False, True))
    return Sentences(family, *(_intervals(found) for found in (won, met, to_end)))


def _intervals(found: Mapping[int, Mapping[Control, set[int]]]) -> dict[Control, ClosedInterval]:
    """An interval for each control; none where it is always empty, or fits no interval."""
    guesses = ((q, fitted({k: sets[q] for k, sets in found.items()})) for q in CONTROLS)
    return {q: interval for q, interval in guesses if interval is not None}


def verified(sentences: Sentences, portfolio: Portfolio) -> list[Decided]:
    """The sentences, all decided to have no solution; raises `NotProved` at the first with one."""
    goals: list[Decided] = []
    for name, formula in sentences.all():
        try:
            decision = portfolio.decide(formula)
        except BudgetExceeded as problem:
            raise NotProved("undecided", str(problem)) from None
        if decision.witness is not None:
            raise NotProved("undecided", f"for every k, {name} was not excluded")
        goals.append((name, formula, decision.order))
    return goals


def written(sentences: Sentences, record: Recording, goals: Sequence[Decided]) -> dict[str, Any]:
    """The body of a certificate: the intervals, and the sentences with their automata."""
    return {"kind": "intervals", "intervals": sentences.to_json(), **CertificateWriter(record.recorders).proof(goals)}
