"""Running claims: files -> claims -> instances -> verdicts, one after another, so that nothing decided is lost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from heapwise.checks.symmetry import count_up_to_symmetry
from heapwise.checks.sympy_check import disagreement
from heapwise.claims.claim import Claim, EffortItem
from heapwise.claims.command_effort import given_effort
from heapwise.claims.exact_check import Judge, grouped
from heapwise.claims.hashes import claims_hash, rules_hash
from heapwise.claims.instances import Instance, instances, witness_state
from heapwise.claims.limits import LimitReached, Limits
from heapwise.claims.plain_data import jsonable
from heapwise.claims.position_values import Values
from heapwise.claims.refusals import check_questions
from heapwise.claims.resolve import resolve_claims
from heapwise.claims.task import Left, Others, Outcome, Task
from heapwise.claims.verdict import Verdict
from heapwise.documents.library import Document
from heapwise.errors import HeapwiseError, error, show_where, surprise_words
from heapwise.running.quantified import OpenClaim, open_claim
from heapwise.running.registry import check_method, decide
from heapwise.terms.position import State
from heapwise.terms.values import show

OnException = Callable[[Instance, State], None]  # told of every position at which a statement is false

# A disproved claim with a confirmed witness is searched for more exceptions only where that is soon done.
_SEARCH_BEHIND_WITNESS = 20_000
_MOST_RECOMPUTED = 3_000  # positions that the interpreter values anew to confirm a refutation


@dataclass(frozen=True)
class Options:
    """How to check: what the command line says. Plain data, which travels to other processes."""

    claim: str | None = None
    effort: str | None = None  # text, as `n in 2..6, x <= 127`
    upto: int | None = None
    method: str = "auto"
    seconds: float | None = None
    memory: int | None = None
    deadline: float | None = None  # of the whole run, on the clock of `time.monotonic`
    samples: int = 200
    seed: int = 0
    certificates: Path | None = None  # the folder for the proofs of what is proved
    second_opinion: bool | None = None  # of sympy on each formula; None: where several claims are checked
    work: int | None = None  # times what a proof usually may do; None: that if one is asked for, else little

    @property
    def is_smaller(self) -> bool:
        """Did the command line change the region?"""
        return self.effort is not None or self.upto is not None


class Run:
    """Checks the claims of documents with common values, limits and options."""

    def __init__(
        self, options: Options | None = None, on_exception: OnException | None = None, others: Others | None = None
    ) -> None:
        self.options = options or Options()
        self.on_exception, self.others = on_exception, others
        check_method(self.options.method)
        self.values = Values(Limits(memory=self.options.memory).room)

    def claims(self, document: Document) -> list[Claim]:
        """The claims of a document that the options name."""
        found = resolve_claims(document)
        wanted = self.options.claim
        return [c for c in found if wanted in (None, c.name)]

    def document(self, document: Document) -> Iterator[Verdict]:
        """The verdicts of all claims of a document."""
        for claim in self.claims(document):
            yield from self.claim(claim, document)

    def claim(self, claim: Claim, document: Document) -> Iterator[Verdict]:
        """The verdicts of the instances of a claim. A mistake in one instance does not stop the others."""
        cases: dict[str, bool] = {}
        last: Verdict | None = None
        for verdict in self._guarded(claim, document, cases):
            if last is not None:
                yield last
            last = verdict
        if last is None:
            last = self._failed(claim, None, error("E072", claim.place, claim=claim.name))
        yield _with_idle_cases(last, cases)

    def _guarded(self, claim: Claim, document: Document, cases: dict[str, bool]) -> Iterator[Verdict]:
        """The verdicts of the instances; what goes wrong among them is a verdict as well."""
        try:
            yield from self._verdicts(claim, document, cases)
        except HeapwiseError as problem:
            yield self._failed(claim, None, problem)
        except Left:
            raise
        except Exception as surprise:  # a mistake of ours about one claim, from which no other claim may suffer
            yield self._stumbled(claim, surprise)

    def _verdicts(self, claim: Claim, document: Document, cases: dict[str, bool]) -> Iterator[Verdict]:
        """The verdicts of the instances, and what is proved for all values of the parameters with the last of them."""
        attempt, found = self._attempt(claim), list[Verdict]()
        for verdict in self._needed(claim, document, cases, attempt):
            yield from found[-1:]
            found.append(verdict)
        yield from found[-1:] if attempt is None else self._ended(claim, found, attempt)

    def _attempt(self, claim: Claim) -> OpenClaim | None:
        """An attempt for all values of the parameters, where proofs are asked for or may be used."""
        o = self.options
        is_asked = o.method == "proof" and not o.is_smaller  # who names instances wants these
        if not is_asked and (o.method != "auto" or claim.status == "disproved"):
            return None
        work = 1 if o.work is None and is_asked else o.work
        return open_claim(claim, work, Limits(o.seconds, o.memory, o.deadline), o.certificates)

    def _needed(
        self, claim: Claim, document: Document, cases: dict[str, bool], attempt: OpenClaim | None
    ) -> Iterator[Verdict]:
        """The instances; if proofs are asked for, those that are no cases of a theorem."""
        if attempt is None or self.options.method != "proof" or claim.status == "disproved":
            yield from self._instances(claim, document, cases, attempt)
            return
        verdicts = [self.instance(i) for listed in attempt.split_off.values() for i in listed]
        yield from (verdict for verdict in verdicts if verdict.word in ("proved", "refuted"))  # others are left out
        attempt.settle(verdicts)
        if not attempt.is_enough:
            yield from self._instances(claim, document, cases, attempt)

    def _ended(self, claim: Claim, found: list[Verdict], attempt: OpenClaim) -> Iterator[Verdict]:
        """The last verdict, with the quantifiers that were proved; one on the whole claim if no instance was needed,
        and one more if an instance is refuted that was not asked for."""
        words = {verdict.word for verdict in found}
        if self.options.method != "proof" and words & {"refuted", "error"}:
            yield found[-1]
            return
        attempt.settle(found)
        if attempt.refutation is not None and "refuted" not in words:
            yield from found[-1:]
            found.append(self._verdict(claim, *attempt.refutation, 0.0))
        if not found and (attempt.is_enough or attempt.has_cases):
            whole = Outcome("proved", "proof", region="all")
            found.append(self._verdict(claim, None, whole, attempt.quantifiers.seconds))
        yield from (replace(last, quantifiers=attempt.quantifiers) for last in found[-1:])

    def _instances(
        self, claim: Claim, document: Document, cases: dict[str, bool], attempt: OpenClaim | None
    ) -> Iterator[Verdict]:
        effort = self.effort(claim, document)
        is_disproved = claim.status == "disproved"
        witness = self._witness(claim, effort) if is_disproved else None
        if witness is not None:
            verdict = self._try_witness(claim, *witness)
            if verdict is not None:
                yield verdict
                return
        skips = attempt if self.options.method == "proof" and not is_disproved else None
        for number, instance in enumerate(instances(claim, effort)):
            if skips is not None and skips.leaves_out(instance.shown):
                continue
            verdict = self.instance(instance, cases, attempt)
            if number == 0 and self.options.second_opinion is not False:
                verdict = self._asked_twice(verdict, instance)
            if is_disproved and claim.witness and witness is None and verdict.word == "holds":
                outside = "the witness of the claim lies outside the region"
                verdict = replace(verdict, word="undecided", reason=outside)
            yield verdict
            if is_disproved and verdict.word == "refuted":
                return

    def instance(
        self, instance: Instance, cases: dict[str, bool] | None = None, attempt: OpenClaim | None = None
    ) -> Verdict:
        """The verdict of one instance. It may be a case of what is proved for all values of the parameters."""
        started = time.monotonic()
        options = self.options
        limits = Limits(options.seconds, options.memory, self.options.deadline)
        task = Task(
            instance, self.values, limits, options.seed, options.samples,
            None if self.on_exception is None else partial(self.on_exception, instance), self.others,
            options.certificates is not None, options.work, None if attempt is None else attempt.case_of,
        )  # fmt: skip
        try:
            check_questions(instance.claim)
            outcome = decide(task, options.method)
            self._write_down(task, outcome)
        except HeapwiseError as problem:
            return self._failed(instance.claim, instance, problem)
        if cases is not None and outcome.judge is not None:
            for key, text in outcome.judge.cases.texts.items():
                cases[text] = cases.get(text, False) or key in outcome.judge.cases.decisive
        verdict = self._verdict(instance.claim, instance, outcome, time.monotonic() - started)
        if verdict.is_decided and outcome.judge is not None:  # the positions of the region were looked at
            verdict = replace(verdict, up_to_symmetry=count_up_to_symmetry(instance))
        return self._agreeing(self._recomputed(verdict, instance, outcome), attempt)

    def _agreeing(self, verdict: Verdict, attempt: OpenClaim | None) -> Verdict:
        """The verdict, unless a theorem says that it cannot be."""
        if verdict.word != "refuted" or attempt is None or not attempt.contradicts(verdict.shown):
            return verdict
        return replace(verdict, word="error", reason="a proof for all parameters contradicts this: please report this")

    def _write_down(self, task: Task, outcome: Outcome) -> None:
        """Keep the proof of what is proved, where that was asked for."""
        if outcome.word == "proved" and self.options.certificates is not None:
            from heapwise.proof.certificate.save import save

            save(task, outcome, self.options.certificates)

    def _asked_twice(self, verdict: Verdict, instance: Instance) -> Verdict:
        """The verdict, after a second evaluator has looked at a few positions of the claim."""
        if not verdict.is_decided:
            return verdict
        values = self.values.ticking(_Patience(_MOST_RECOMPUTED).tick)
        try:
            state = disagreement(instance, values.asker(instance.claim.play))
        except LimitReached:
            return verdict
        if state is None:
            return verdict
        return replace(
            verdict, word="error", reason=f"two evaluators of the formula disagree at {state}: please report this"
        )

    # -- witnesses

    def _witness(self, claim: Claim, effort: Sequence[EffortItem]) -> tuple[Instance, State] | None:
        """The witness. It is tried wherever it lies, unless the command line asks for a region without it."""
        found = witness_state(claim, effort)
        if found is None:
            return None
        instance, state = found
        return found if state in instance.region or not self.options.is_smaller else None

    def _try_witness(self, claim: Claim, instance: Instance, state: State) -> Verdict | None:
        """The verdict at the witness, if a search for more would take long. A witness must contradict the claim."""
        started = time.monotonic()
        limits = Limits(self.options.seconds, self.options.memory, self.options.deadline)
        values = self.values.ticking(limits.tick)
        judge = Judge(instance, values.asker(claim.play))
        try:
            if instance.game is not None:
                values.prepare(instance.game, tuple(state), claim.asks(), claim.play)
            finding = judge.look(state)
        except LimitReached as limit:
            outcome = Outcome("undecided", "table", exceptions=None, reason=f"{limit.reason} at the witness")
            return self._verdict(claim, instance, outcome, time.monotonic() - started)
        if not finding.has_premise or finding.is_true:
            note = error("E073", claim.place, position=", ".join(map(show, state)))
            return self._failed(claim, instance, note)
        is_inside = state in instance.region
        if is_inside and instance.region.size_estimate <= _SEARCH_BEHIND_WITNESS:
            return None
        outcome = Outcome("refuted", "table", 1, 1, exceptions=None, smallest=state, sample=(state,))
        outcome.counterexample = judge.counterexample(state, finding)
        searched = "the rest of the region was not searched" if is_inside else "it lies outside the region"
        outcome.notes = (f"the witness of the claim; {searched}",)
        return self._verdict(claim, instance, outcome, time.monotonic() - started)

    # -- what becomes a verdict

    def effort(self, claim: Claim, document: Document) -> tuple[EffortItem, ...]:
        """The effort of the command line, in the names of this claim."""
        items: tuple[EffortItem, ...] = ()
        text = self.options.effort
        if text is not None:
            items += given_effort(claim, document, text)
        if self.options.upto is not None:
            items += given_effort(claim, document, f"upto {self.options.upto}")
        return items

    def _recomputed(self, verdict: Verdict, instance: Instance, outcome: Outcome) -> Verdict:
        """A refutation is looked at once more, with values computed afresh, before anybody hears of it."""
        if verdict.word != "refuted" or outcome.smallest is None or not instance.claim.asks():
            return verdict
        values = Values(tick=_Patience(_MOST_RECOMPUTED).tick)
        try:
            finding = Judge(instance, values.asker(instance.claim.play)).look(outcome.smallest)
        except LimitReached:
            note = "too large for the interpreter: the value is from a table that agrees with it on a small board"
            return replace(verdict, notes=(*verdict.notes, note))
        if finding.is_true or not finding.has_premise:
            doubt = "two computations disagree about the counterexample: please report this"
            return replace(verdict, word="error", reason=doubt)
        return verdict

    def _stumbled(self, claim: Claim, surprise: Exception) -> Verdict:
        """No verdict, because of a mistake in heapwise itself; or because memory did not suffice."""
        show_where(surprise)
        if isinstance(surprise, MemoryError):
            outcome = Outcome("undecided", self.options.method, exceptions=None, reason=surprise_words(surprise))
            return self._verdict(claim, None, outcome, 0.0)
        return self._failed(claim, None, error("E089", claim.place, surprise=surprise_words(surprise)))

    def _failed(self, claim: Claim, instance: Instance | None, problem: HeapwiseError) -> Verdict:
        outcome = Outcome("error", self.options.method, exceptions=None, reason=str(problem))
        return self._verdict(claim, instance, outcome, 0.0)

    def _verdict(self, claim: Claim, instance: Instance | None, outcome: Outcome, seconds: float) -> Verdict:
        region: dict[str, Any] | str = instance.region.name if instance else {}
        return Verdict(
            word=outcome.word, file=claim.source.name, game=claim.schema.name if claim.schema else None,
            claim=claim.name, status=claim.status, play=str(claim.play),
            parameters=jsonable(instance.parameters) if instance else {}, method=outcome.method,
            region=outcome.region if outcome.region is not None else region, computed=self._computed(instance),
            positions=outcome.positions, premise_true=outcome.premise_true, both_true=outcome.both_true,
            both_false=outcome.both_false, exceptions=outcome.exceptions,
            exceptions_sample=[grouped(instance, s) for s in outcome.sample] if instance else [],
            hint=outcome.hint,
            counterexample=outcome.counterexample, seconds=seconds, reason=outcome.reason,
            certificate=outcome.certificate, warnings=outcome.warnings, notes=outcome.notes, sampling=outcome.sampling,
            rules_file=claim.schema.source.name if claim.schema else None,
            rules_sha256=rules_hash(claim), claims_sha256=claims_hash(claim), shown=instance.shown if instance else {},
            text=claim.source.text if claim.source.name.startswith("<") else None,
        )  # fmt: skip

    def _computed(self, instance: Instance | None) -> dict[str, Any] | None:
        """The region on which values were computed: at least the one claimed, larger where moves lead out of it."""
        if instance is None or instance.game is None:
            return None
        reached = self.values.reached(instance.game)
        if reached is None:
            return None
        highs = instance.region.highs
        if all(a <= b for a, b in zip(reached, highs, strict=True)):
            return dict(instance.region.name)
        return {"bounds": dict(zip(instance.game.layout.labels, map(max, reached, highs), strict=True))}


def _with_idle_cases(verdict: Verdict, cases: Mapping[str, bool]) -> Verdict:
    """The last verdict of a claim says which of its cases decided nothing in any instance."""
    idle = tuple(f"never decisive: {text}" for text, was_decisive in cases.items() if not was_decisive)
    if not idle or verdict.word not in ("proved", "holds", "refuted", "sampled"):
        return verdict
    return replace(verdict, warnings=(*verdict.warnings, *idle))


class _Patience:
    """Ends a computation after so many positions."""

    def __init__(self, most: int) -> None:
        self.left = most

    def tick(self) -> None:
        """One more position."""
        self.left -= 1
        if self.left < 0:
            raise LimitReached("it takes too many positions")


def documents(paths: Sequence[Path]) -> Iterator[Path]:
    """The texts with claims below the given paths."""
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.claims"))
        else:
            yield path
