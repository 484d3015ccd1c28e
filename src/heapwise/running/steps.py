"""The steps of a claim: one for each instance of its sweep. Any of them can be taken alone, in any order, anywhere.

A claim that is marked as disproved is one piece: it is done as soon as an instance is refuted. Where proofs are asked
for, an attempt for all values of the parameters opens a claim, and says which instances are still needed.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any

from heapwise.claims.claim import Claim, EffortItem, Upto
from heapwise.claims.far_cases import Far, far_contradiction
from heapwise.claims.instances import Instance, check_places, instance_at, make_instance, sweep
from heapwise.claims.limits import Limits
from heapwise.claims.once import once
from heapwise.claims.quantifiers import Quantifiers
from heapwise.claims.small_cases import false_position, small_cases
from heapwise.claims.task import Left
from heapwise.claims.verdict import Verdict
from heapwise.documents.library import Document
from heapwise.errors import HeapwiseError, error
from heapwise.records import Record, field, replace
from heapwise.running.deciding import CONTRADICTED, Deciding
from heapwise.running.quantified import OpenClaim, open_claim
from heapwise.terms import term as t
from heapwise.terms.position import State
from heapwise.terms.types import NUMBER

OPENING, ALL = -1, -2  # pieces of a claim that are no single instance
_SHORT = 1.0  # seconds for a small instance that nobody asked for


class StepResult(Record):
    """What a step showed: plain data. `cases` says of each case of the claim whether it decided anything; `exceptions`
    are lines for a file; what `ends` the claim is a mistake, or all that was to be found."""

    verdict: Verdict
    cases: Mapping[str, bool] = field(default_factory=dict)
    exceptions: tuple[str, ...] = ()
    ends: bool = False


class PieceResult(Record):
    """What came of a piece: its steps, and what was proved on the way for all values of the parameters, or refuted.

    `is_left`: nothing was done, since the instance is better cut. `exceptions` are lines on what was refuted.
    """

    steps: tuple[StepResult, ...] = ()
    quantifiers: Quantifiers | None = None
    refutation: Verdict | None = None
    is_left: bool = False
    exceptions: tuple[str, ...] = ()

    @property
    def ends(self) -> bool:
        """Is nothing more to be asked of the claim?"""
        return any(step.ends for step in self.steps)


class ClaimSteps:
    """The steps of a claim. A mistake in the sweep is a step of its own, behind what comes before it."""

    def __init__(self, run: Deciding, claim: Claim, document: Document, *, keeps_exceptions: bool = False) -> None:
        self.run, self.claim = run, claim
        self._exceptions: dict[str, None] = {}
        if keeps_exceptions:
            run.on_exception = self._note
        self.effort: tuple[EffortItem, ...] = ()
        self._known: list[dict[int, Any]] = []
        self._problem: Verdict | None = None
        try:
            if claim.problem is not None:
                raise claim.problem
            self.effort = run.effort(claim, document)
            self._known.extend(sweep(claim, self.effort))
            check_places(claim, self._known, self.effort)
        except HeapwiseError as problem:
            self._problem = run.failed(claim, None, problem)
        except Exception as surprise:  # a mistake of ours about one claim, from which no other claim may suffer
            self._problem = run.stumbled(claim, surprise)

    def __len__(self) -> int:
        return len(self._known) + (self._problem is not None)

    @property
    def first_pieces(self) -> list[int]:
        """The pieces to begin with."""
        if self.claim.status == "disproved":
            return [ALL]
        return [OPENING] if self._is_opened else list(range(max(1, len(self))))

    def needed_after(self, opening: PieceResult) -> list[int]:
        """The pieces that an opening leaves: the instances that are no cases of a theorem."""
        if self.attempt is None or opening.ends or opening.quantifiers is None:
            return []
        self.attempt.quantifiers = opening.quantifiers
        if self.attempt.is_enough:
            return []
        found = ((number, self.shown(number)) for number in range(len(self)))
        return [number for number, i in found if i is None or not self.attempt.leaves_out(i.shown)]

    def shown(self, number: int) -> Instance | None:
        """The instance of a step; None if there is none, or something is wrong with it."""
        try:
            return self.instance(number)
        except Exception:  # it is said when the step is taken
            return None

    def instance(self, number: int) -> Instance | None:
        """The instance of a step, if it has one."""
        is_one = 0 <= number < len(self._known)
        return instance_at(self.claim, self._known[number], self.effort) if is_one else None

    # -- for all values of the parameters

    @cached_property
    def attempt(self) -> OpenClaim | None:
        """An attempt for all values of the parameters, where proofs are asked for or may be used."""
        o = self.run.options
        is_asked = o.method == "proof" and not o.is_smaller  # who names instances wants these
        is_wanted = is_asked or (o.method == "auto" and self.claim.status != "disproved")
        if not is_wanted or self.claim.problem is not None:
            return None
        work = 1 if o.work is None and is_asked else o.work
        return open_claim(self.claim, work, Limits(o.seconds, o.memory, self.run.deadline), o.certificates)

    @property
    def _is_opened(self) -> bool:
        """Is a theorem looked for before any instance?"""
        return self.run.options.method == "proof" and self.claim.status != "disproved" and self.attempt is not None

    def proved(self) -> tuple[Quantifiers | None, Verdict | None]:
        """What was proved here for all values, and the verdict where what is stated for them is refuted."""
        if self.attempt is None or "quantifiers" not in vars(self.attempt):
            return None, None
        refutation = self.attempt.refutation if "theorem" in vars(self.attempt) else None
        verdict = self._small if refutation is None else self.run.verdict(self.claim, *refutation, 0.0)
        return self.attempt.quantifiers, verdict

    @cached_property
    def _small(self) -> Verdict | None:
        """A small instance that refutes what is stated. If that was proved, it is so no more, and nothing is."""
        if not self._is_opened or self.attempt is None or "theorem" not in vars(self.attempt):
            return None
        wrong = once(self._false_cases, self.claim, "small cases")
        if wrong is None:
            return self._far
        contradicts = self.attempt.contradicts
        wrong.sort(key=lambda one: not contradicts(one[0].shown))
        instance, state = wrong[0]
        verdict = self._refuted(instance, state)
        if verdict.word == "refuted":
            return verdict
        return self.run.contradicted(Far(instance, state)) if contradicts(instance.shown) else self._far

    @cached_property
    def _far(self) -> Verdict | None:
        """The verdict where a case of what was proved contradicts itself beside the numbers of the texts."""
        if self.attempt is None or not self.attempt.theorem.proved:
            return None
        found = once(self._far_case, self.claim, "far cases")
        return None if found is None else self.run.contradicted(found)

    def _far_case(self) -> Far | None:
        assert self.attempt is not None
        from heapwise.proof.far_look import mistranslated

        is_case, fixed = self.attempt.contradicts, self.attempt.fixed
        return far_contradiction(self.claim, is_case, fixed) or mistranslated(self.claim, is_case, fixed)

    def _false_cases(self) -> list[tuple[Instance, State]] | None:
        assert self.attempt is not None
        cases = chain.from_iterable(small_cases(self.claim, fixed) for fixed in ({}, *self.attempt.fixed))
        found = ((instance, false_position(instance)) for instance in cases)
        return [(instance, state) for instance, state in found if state is not None] or None

    def _refuted(self, instance: Instance, state: State) -> Verdict:
        """The verdict on an instance that is false at a position, with what is soon found around it."""
        options = replace(self.run.options, method="table", seconds=_SHORT, certificates=None)
        own = Deciding(options, self.run.on_exception)
        upto = Upto(t.Constant(max(state, default=0), type=NUMBER))
        around = make_instance(self.claim, instance.known, (upto,))
        verdict = own.instance(around, attempt=self.attempt)
        if verdict.word == "undecided":
            verdict = own.false_at(around, state, self.attempt)
        return replace(verdict, notes=(*verdict.notes, "a case of what is stated, whatever is to be checked"))

    # -- pieces

    def look(self, number: int, known: Quantifiers | None = None) -> PieceResult:
        """What a piece shows; `known` was proved elsewhere."""
        if self.attempt is not None and known is not None:
            self.attempt.quantifiers = known
        steps = tuple(replace(step, exceptions=self._noted()) for step in self._guarded(number))
        try:
            found = PieceResult(steps, *self.proved())
            return replace(found, exceptions=self._noted())
        except HeapwiseError as problem:
            return PieceResult((*steps, StepResult(self.run.failed(self.claim, None, problem), ends=True)))
        except Left:
            raise
        except Exception as surprise:
            return PieceResult((*steps, StepResult(self.run.stumbled(self.claim, surprise), ends=True)))

    def _guarded(self, number: int) -> Iterator[StepResult]:
        """The steps of a piece; what goes wrong in it is a verdict as well, and ends the claim."""
        try:
            yield from self._steps(number)
        except HeapwiseError as problem:
            yield StepResult(self.run.failed(self.claim, None, problem), ends=True)
        except Left:
            raise
        except Exception as surprise:
            yield StepResult(self.run.stumbled(self.claim, surprise), ends=True)

    def _note(self, instance: Instance, state: State) -> None:
        """A position at which a statement is false, as a line of a file."""
        position = ",".join(map(str, state)) if instance.game is None else instance.game.layout.text(state)
        self._exceptions[f"{instance.claim.name}\t{instance.label}\t{position}"] = None

    def _noted(self) -> tuple[str, ...]:
        """What was noted since this was last asked."""
        found = tuple(self._exceptions)
        self._exceptions.clear()
        return found

    def _steps(self, number: int) -> Iterator[StepResult]:
        if number == OPENING and self.attempt is not None:
            if self.attempt.theorem.proved and self._small is not None and self._small.reason == CONTRADICTED:
                self.attempt.withdraw()  # before anything is written
                return
            split_off = (i for listed in self.attempt.split_off.values() for i in listed)
            verdicts = [self.run.instance(i) for i in split_off]
            self.attempt.settle(verdicts)
            yield from (StepResult(v) for v in verdicts if v.word in ("proved", "refuted"))  # others are left out
        elif number == ALL:
            yield from self._until_refuted()
        else:
            yield self._step(number)

    def _until_refuted(self) -> Iterator[StepResult]:
        """The witness, or instances until one is refuted."""
        verdict = None if self._witness is None else self.run.try_witness(self.claim, *self._witness)
        if verdict is not None:
            yield StepResult(verdict, ends=True)
            return
        for number in range(max(1, len(self))):
            found = self._step(number)
            yield replace(found, ends=found.ends or found.verdict.word == "refuted")
            if found.verdict.word == "refuted":
                return

    def _step(self, number: int) -> StepResult:
        instance = self.instance(number)
        if instance is None:
            none = error("E072", self.claim.place, claim=self.claim.name)
            return StepResult(self._problem or self.run.failed(self.claim, None, none), ends=True)
        cases: dict[str, bool] = {}
        verdict = self._looked_twice(number, instance, self.run.instance(instance, cases, self.attempt))
        return StepResult(verdict, cases)

    def _looked_twice(self, number: int, instance: Instance, verdict: Verdict) -> Verdict:
        """The verdict, with sympy's opinion on the first instance, and none on the word of a witness elsewhere."""
        claim = self.claim
        if number == 0 and self.run.options.second_opinion is not False:
            verdict = self.run.asked_twice(verdict, instance)
        is_outside = claim.status == "disproved" and claim.witness and self._witness is None
        if is_outside and verdict.word == "holds":
            outside = "the witness of the claim lies outside the region"
            verdict = replace(verdict, word="undecided", reason=outside)
        return verdict

    @cached_property
    def _witness(self) -> tuple[Instance, State] | None:
        return self.run.witness(self.claim, self.effort) if self.claim.status == "disproved" else None
