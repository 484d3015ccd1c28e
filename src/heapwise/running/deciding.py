"""The verdict of one instance, or of the witness of a claim: by a method, within the limits, looked at once more before
anybody hears of a refutation."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from heapwise.checks.symmetry import count_up_to_symmetry
from heapwise.checks.sympy_check import disagreement
from heapwise.claims.claim import Claim, EffortItem
from heapwise.claims.command_effort import given_effort
from heapwise.claims.exact_check import Judge, grouped
from heapwise.claims.far_cases import Far, contradicted_at, names_beyond
from heapwise.claims.hashes import claims_hash, rules_hash
from heapwise.claims.instances import Instance, witness_state
from heapwise.claims.limits import LimitReached, Limits, is_too_much, patience
from heapwise.claims.once import once
from heapwise.claims.plain_data import jsonable
from heapwise.claims.position_values import Values
from heapwise.claims.small_cases import false_position
from heapwise.claims.task import Others, Outcome, Task
from heapwise.claims.verdict import Verdict
from heapwise.documents.library import Document
from heapwise.errors import HeapwiseError, error, show_where, surprise_words
from heapwise.running.options import Options
from heapwise.running.quantified import OpenClaim
from heapwise.running.registry import check_method, decide
from heapwise.terms.position import State
from heapwise.terms.values import show

OnException = Callable[[Instance, State], None]  # told of every position at which a statement is false

# A disproved claim with a confirmed witness is searched for more exceptions only where that is soon done.
_SEARCH_BEHIND_WITNESS = 20_000
CONTRADICTED = "a proof contradicts this: please report this"
_MOST_RECOMPUTED = 3_000  # positions that the interpreter values anew to confirm a refutation


class Deciding:
    """Decides instances with common values, limits and options. `deadline` is that of the run, on the clock of this
    machine."""

    def __init__(
        self, options: Options | None = None, on_exception: OnException | None = None, others: Others | None = None
    ) -> None:
        self.options = options or Options()
        self.on_exception, self.others, self.deadline = on_exception, others, self.options.deadline
        check_method(self.options.method)
        self.values = Values(Limits(memory=self.options.memory).room)

    def instance(
        self, instance: Instance, cases: dict[str, bool] | None = None, attempt: OpenClaim | None = None
    ) -> Verdict:
        """The verdict of one instance. It may be a case of what is proved for all values of the parameters."""
        started = time.monotonic()
        options = self.options
        limits = Limits(options.seconds, options.memory, self.deadline)
        task = Task(
            instance, self.values, limits, options.seed, options.samples,
            None if self.on_exception is None else partial(self.on_exception, instance), self.others,
            options.certificates is not None, options.work, None if attempt is None else attempt.case_of,
        )  # fmt: skip
        try:
            outcome = decide(task, options.method)
            self._write_down(task, outcome)
        except HeapwiseError as problem:
            return self.failed(instance.claim, instance, problem)
        if cases is not None and outcome.judge is not None:
            _add_cases(cases, outcome, outcome.judge)
        verdict = self.verdict(instance.claim, instance, outcome, time.monotonic() - started, task.values)
        if verdict.is_decided and outcome.judge is not None:  # the positions of the region were looked at
            verdict = replace(verdict, up_to_symmetry=count_up_to_symmetry(instance))
        state = self._contradicted_at(instance) if verdict.word == "proved" else None
        if state is not None:
            return self.contradicted(Far(instance, state))
        return _agreeing(self._recomputed(verdict, instance, outcome), attempt)

    def _contradicted_at(self, instance: Instance) -> State | None:
        """A position near 0, or beside the numbers of the texts, at which what was proved is not so, as far as nobody
        has looked there: values are made by other methods than proofs, up to a bound."""
        looks = [("small positions", false_position)] if self.options.method == "proof" else []
        if names_beyond(instance):
            from heapwise.proof.far_look import mistranslated_at

            looks += [("far positions", contradicted_at), ("far translation", mistranslated_at)]
        about = instance.label, rules_hash(instance.claim, instance.values)
        found = (once(partial(look, instance), instance.claim, name, *about) for name, look in looks)
        return next((state for state in found if state is not None), None)

    def _write_down(self, task: Task, outcome: Outcome) -> None:
        """Keep the proof of what is proved, where that was asked for; a case of a theorem has the certificate of it."""
        is_whole = outcome.proof is not None or outcome.method == "period"
        if outcome.word == "proved" and is_whole and self.options.certificates is not None:
            from heapwise.proof.certificate.save import save

            save(task, outcome, self.options.certificates)

    def asked_twice(self, verdict: Verdict, instance: Instance) -> Verdict:
        """The verdict, after a second evaluator has looked at a few positions of the claim."""
        if not verdict.is_decided:
            return verdict
        values = self.values.ticking(patience(_MOST_RECOMPUTED))
        try:
            is_again = bool(self.options.second_opinion)
            state = disagreement(instance, values.asker(instance.claim.play), is_again=is_again)
        except LimitReached:
            return verdict
        if state is None:
            return verdict
        return replace(
            verdict, word="error", reason=f"two evaluators of the formula disagree at {state}: please report this"
        )

    # -- witnesses

    def witness(self, claim: Claim, effort: Sequence[EffortItem]) -> tuple[Instance, State] | None:
        """The witness. It is tried wherever it lies, unless the command line asks for a region without it."""
        found = witness_state(claim, effort)
        if found is None:
            return None
        instance, state = found
        return found if state in instance.region or not self.options.is_smaller else None

    def try_witness(self, claim: Claim, instance: Instance, state: State) -> Verdict | None:
        """The verdict at the witness, if a search for more would take long. A witness must contradict the claim."""
        started = time.monotonic()
        limits = Limits(self.options.seconds, self.options.memory, self.deadline)
        values = self.values.for_task(limits.tick)
        judge = Judge(instance, values.asker(claim.play))
        try:
            if instance.game is not None:
                values.prepare(instance.game, tuple(state), claim.asks(), claim.play)
            finding = judge.look(state)
        except LimitReached as limit:
            outcome = Outcome("undecided", "table", exceptions=None, reason=f"{limit.reason} at the witness")
            return self.verdict(claim, instance, outcome, time.monotonic() - started, values)
        if not finding.has_premise or finding.is_true:
            note = error("E073", claim.place, position=", ".join(map(show, state)))
            return self.failed(claim, instance, note)
        is_inside = state in instance.region
        if is_inside and instance.region.size_estimate <= _SEARCH_BEHIND_WITNESS:
            return None
        outcome = _false_at(state, judge)
        searched = "the rest of the region was not searched" if is_inside else "it lies outside the region"
        outcome.notes = (f"the witness of the claim; {searched}",)
        return self.verdict(claim, instance, outcome, time.monotonic() - started, values)

    def false_at(self, instance: Instance, state: State, attempt: OpenClaim | None) -> Verdict:
        """The verdict on an instance that was found false at a position."""
        outcome = _false_at(state, Judge(instance, self.values.asker(instance.claim.play)))
        return _agreeing(self.verdict(instance.claim, instance, outcome, 0.0), attempt)

    def contradicted(self, far: Far) -> Verdict:
        """The verdict on an instance that was proved and contradicts itself."""
        game, claim = far.instance.game, far.instance.claim
        where = str(far.state) if game is None else f"{game.layout.text(far.state)} of {game.text}"
        note = f"what is claimed at {where} and at its options does not fit together, or is not what was proved"
        outcome = Outcome("error", "proof", exceptions=None, reason=CONTRADICTED, notes=(note,))
        return self.verdict(claim, far.instance, outcome, 0.0)

    # -- what becomes a verdict

    def _tell(self, instance: Instance | None, outcome: Outcome) -> None:
        """Tell of a position that refutes where exceptions were not counted: nobody has told of it."""
        if self.on_exception is not None and instance is not None and outcome.word == "refuted":
            for state in outcome.sample if outcome.exceptions is None else ():
                self.on_exception(instance, state)

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
        values = Values(tick=patience(_MOST_RECOMPUTED))
        try:
            finding = Judge(instance, values.asker(instance.claim.play)).look(outcome.smallest)
        except (LimitReached, HeapwiseError) as limit:
            if isinstance(limit, HeapwiseError) and not is_too_much(limit):
                raise
            note = "too large for the interpreter: this value was not computed a second time"
            return replace(verdict, notes=(*verdict.notes, note))
        if finding.is_true or not finding.has_premise:
            doubt = "two computations disagree about the counterexample: please report this"
            return replace(verdict, word="error", reason=doubt)
        return verdict

    def stumbled(self, claim: Claim, surprise: Exception) -> Verdict:
        """No verdict, because of a mistake in heapwise itself; or because memory did not suffice."""
        show_where(surprise)
        if isinstance(surprise, MemoryError):
            return self.undecided(claim, None, surprise_words(surprise))
        return self.failed(claim, None, error("E089", claim.place, surprise=surprise_words(surprise)))

    def undecided(self, claim: Claim, instance: Instance | None, reason: str) -> Verdict:
        """No verdict, because nobody could come to one."""
        outcome = Outcome("undecided", self.options.method, exceptions=None, reason=reason)
        return self.verdict(claim, instance, outcome, 0.0)

    def failed(self, claim: Claim, instance: Instance | None, problem: HeapwiseError) -> Verdict:
        """No verdict, because something is wrong with the claim or one of its instances."""
        outcome = Outcome("error", self.options.method, exceptions=None, reason=str(problem))
        return self.verdict(claim, instance, outcome, 0.0)

    def verdict(
        self, claim: Claim, instance: Instance | None, outcome: Outcome, seconds: float, values: Values | None = None
    ) -> Verdict:
        """What a method found, as the verdict on an instance, or on the whole claim."""
        self._tell(instance, outcome)
        region: dict[str, Any] | str = instance.region.name if instance else {}
        return Verdict(
            word=outcome.word, file=claim.source.name, game=claim.schema.name if claim.schema else None,
            claim=claim.name, status=claim.status, play=str(claim.play),
            parameters=jsonable(instance.parameters) if instance else {}, method=outcome.method,
            region=outcome.region if outcome.region is not None else region, computed=_computed(instance, values),
            positions=outcome.positions, premise_true=outcome.premise_true, both_true=outcome.both_true,
            both_false=outcome.both_false, exceptions=outcome.exceptions,
            exceptions_sample=[grouped(instance, s) for s in outcome.sample] if instance else [],
            hint=outcome.hint,
            counterexample=outcome.counterexample, seconds=seconds, reason=outcome.reason,
            certificate=outcome.certificate, warnings=outcome.warnings, notes=outcome.notes, sampling=outcome.sampling,
            rules_file=claim.schema.source.name if claim.schema else None,
            rules_sha256=rules_hash(claim, instance.values if instance else ()), claims_sha256=claims_hash(claim),
            shown=instance.shown if instance else {},
            text=claim.source.text if claim.source.name.startswith("<") else None,
        )  # fmt: skip


def _add_cases(cases: dict[str, bool], outcome: Outcome, judge: Judge) -> None:
    """Note which cases of a claim decided somewhere. Where not the whole region was looked at nobody knows."""
    is_whole = outcome.word in ("proved", "holds", "refuted") and outcome.method != "sample"
    for key, text in judge.cases.texts.items():
        cases[text] = cases.get(text, False) or key in judge.cases.decisive or not is_whole


def _false_at(state: State, judge: Judge) -> Outcome:
    outcome = Outcome("refuted", "table", 1, 1, exceptions=None, smallest=state, sample=(state,))
    outcome.counterexample = judge.counterexample(state, judge.look(state))
    return outcome


def _agreeing(verdict: Verdict, attempt: OpenClaim | None) -> Verdict:
    """The verdict, unless a theorem says that it cannot be."""
    if verdict.word != "refuted" or attempt is None or not attempt.contradicts(verdict.shown):
        return verdict
    return replace(verdict, word="error", reason=CONTRADICTED)


def _computed(instance: Instance | None, values: Values | None) -> dict[str, Any] | None:
    """The region on which values were computed: at least the one claimed, larger where moves lead out of it."""
    if instance is None or instance.game is None or values is None:
        return None
    reached = values.reached(instance.game)
    if reached is None:
        return None
    highs = instance.region.highs
    if all(a <= b for a, b in zip(reached, highs, strict=True)):
        return dict(instance.region.name)
    return {"bounds": dict(zip(instance.game.layout.labels, map(max, reached, highs), strict=True))}
