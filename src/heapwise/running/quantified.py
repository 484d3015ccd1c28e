"""A claim for all values of its parameters at once: tried when somebody asks, and once.

`OpenClaim` knows what came of it, for the instances that are cases of it and for the last verdict on the claim.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from heapwise.claims.claim import CheckRange, Claim, EffortItem, Upto
from heapwise.claims.exact_check import Judge
from heapwise.claims.instances import Instance, instances, sweep
from heapwise.claims.limits import LimitReached, Limits
from heapwise.claims.position_values import Values
from heapwise.claims.quantifiers import Excluded, ProvedFor, Quantifiers
from heapwise.claims.small_cases import SMALL
from heapwise.claims.task import Outcome, Task
from heapwise.claims.verdict import Verdict
from heapwise.errors import HeapwiseError
from heapwise.records import dataclass, replace
from heapwise.terms import term as t
from heapwise.terms.types import NUMBER, Set
from heapwise.terms.values import show

if TYPE_CHECKING:
    from heapwise.proof.uniform import Quantified, Theorem

_MOST_SPLIT_OFF = 12  # instances that are decided where a proof leaves out values of parameters
_FAR = 200  # up to which choices of parameters are looked for that a claim is stated for


@dataclass
class OpenClaim:
    """A claim on its way to a theorem with quantifiers. Nothing is tried before somebody asks.

    `work` is times the usual one, or None for little; certificates go into the `folder`, if there is one.
    """

    claim: Claim
    work: float | None
    limits: Limits
    folder: Path | None = None
    has_cases: bool = False  # was an instance left out, since it is a case of what is proved?

    @cached_property
    def theorem(self) -> "Theorem":
        """What was proved, with what this process alone can use."""
        from heapwise.proof.uniform import LITTLE, Means, prove_uniformly
        from heapwise.proof.ways import WAYS

        work = LITTLE if self.work is None else self.work
        return prove_uniformly(self.claim, WAYS, Means(work, self.limits.check, self.folder is not None))

    @cached_property
    def quantifiers(self) -> Quantifiers:
        """What was proved, as plain data; the certificates are written."""
        proved = () if _says_nothing(self.claim) else tuple(map(self._written, self.theorem.proved))
        return replace(self.theorem.plain(), proved=proved)

    def _written(self, proved: "Quantified") -> ProvedFor:
        if self.folder is None or proved.proof is None:
            return proved.plain()
        from heapwise.proof.certificate.record import NotRecorded
        from heapwise.proof.certificate.save import save_theorem

        try:
            return proved.plain(save_theorem(self.claim, proved, self.folder))
        except (NotRecorded, LimitReached, HeapwiseError, OSError) as problem:
            return replace(proved.plain(), notes=(*proved.notes, f"no certificate was written: {problem}"))

    @property
    def fixed(self) -> list[Mapping[str, Any]]:
        """The values of the parameters that stand fixed in what was proved."""
        return [proved.fixed for proved in self.theorem.proved if proved.fixed]

    @cached_property
    def refutation(self) -> tuple[Instance, Outcome] | None:
        """An instance of what is stated, with the position that refutes it, in the words of the claim."""
        found: Any = self.theorem.refutation
        if found is None:
            return None
        instance, outcome = replace(found.instance, claim=self.claim), found.outcome
        if outcome.smallest is not None:
            from heapwise.proof.counterexample import values_at

            values = values_at(Task(instance, Values(), self.limits), outcome.smallest)
            judge = Judge(instance, values.asker(self.claim.play))
            with suppress(LimitReached):  # then it is shown as it was found, which says the same
                outcome.counterexample = judge.counterexample(outcome.smallest, judge.look(outcome.smallest))
        return instance, outcome

    def withdraw(self) -> None:
        """Say nothing of what was proved: an instance of it is false. That is a mistake of ours."""
        self.quantifiers = replace(self.theorem.plain(), proved=())

    def case_of(self, shown: Mapping[str, str]) -> ProvedFor | None:
        """The proof that an instance is a case of. Where certificates are asked for it has to have one."""
        found = self.quantifiers.covering(shown)
        return None if found is None or (self.folder is not None and found.certificate is None) else found

    def leaves_out(self, shown: Mapping[str, str]) -> bool:
        """Is no proof of an instance needed? It is noted that there is such an instance."""
        is_case = self.case_of(shown) is not None
        self.has_cases = self.has_cases or is_case
        return is_case

    def contradicts(self, shown: Mapping[str, str]) -> bool:
        """Is an instance that was refuted a case of what is proved? That is a mistake of ours."""
        known = vars(self).get("quantifiers")
        if known is None and "theorem" in vars(self):
            known = self.theorem.plain()
        return known is not None and known.covering(shown) is not None

    @property
    def is_enough(self) -> bool:
        """Is all that is stated proved, so that no instance is needed?"""
        proved = self.quantifiers.proved
        is_proved = any(p.is_full and (self.folder is None or p.certificate is not None) for p in proved)
        with suppress(HeapwiseError):
            return is_proved and any(True for _ in _stated(self.claim, ()))
        return False

    # -- what a proof leaves out

    @cached_property
    def split_off(self) -> dict[str, list[Instance]]:
        """The values of parameters that proofs leave out, each with all instances that are stated for them, if these
        are few."""
        excluded = [e for p in self.quantifiers.proved if not p.fixed for e in p.excluded if e.values]
        found = {e.where: _few(self.claim, tuple(e.values.items())) for e in excluded}
        return {where: listed for where, listed in found.items() if 0 < len(listed) < _MOST_SPLIT_OFF}

    def settle(self, verdicts: Iterable[Verdict]) -> None:
        """Note which of the instances that proofs leave out were proved, and whether all that there are were."""
        words = {frozenset(v.shown.items()): v.word for v in verdicts}
        stated = _all_stated(self.claim)
        is_exhausted = bool(stated) and all(words.get(shown) == "proved" for shown in stated)

        def settled(excluded: Excluded) -> Excluded:
            listed = self.split_off.get(excluded.where, [])
            is_proved = all(words.get(frozenset(i.shown.items())) == "proved" for i in listed)
            return replace(excluded, is_decided=bool(listed) and is_proved)

        proved = (replace(p, excluded=tuple(map(settled, p.excluded))) for p in self.quantifiers.proved)
        self.quantifiers = replace(self.quantifiers, proved=tuple(proved), is_exhausted=is_exhausted)


def open_claim(claim: Claim, work: float | None, limits: Limits, folder: Path | None) -> OpenClaim | None:
    """An attempt, for claims about a game that leave some parameter open."""
    is_open = claim.schema is not None and any(v.value is None for v in claim.variables)
    return OpenClaim(claim, work, limits, folder) if is_open else None


def _stated(claim: Claim, values: Sequence[tuple[str, int]]) -> Iterator[Instance]:
    """The instances that are stated for some values of parameters; of numbers without an end, small ones, if there are
    no such values."""
    items: list[EffortItem] = [Upto(_number(0))]
    items += [CheckRange(name, _number(value), is_single=True) for name, value in values]
    if not values:
        small = t.Operation("..", (_number(0), _number(SMALL)), type=Set(NUMBER))
        items += [CheckRange(v.name, small) for v in claim.variables if v.value is None and v.type == NUMBER]
    yield from instances(replace(claim, effort=()) if values else claim, items)


def _few(claim: Claim, values: Sequence[tuple[str, int]]) -> list[Instance]:
    """The instances that are stated for some values of parameters, up to so many; none where one of them is an error,
    behind which there may be others."""
    try:
        return list(islice(_stated(claim, values), _MOST_SPLIT_OFF))
    except HeapwiseError:
        return []


def _all_stated(claim: Claim) -> list[frozenset[tuple[str, str]]]:
    """The parameters of all instances, as they are written, if there are few; none if there may be others."""
    try:
        choices = list(islice(sweep(replace(claim, effort=()), ()), _FAR))
    except HeapwiseError:
        return []
    shown = (frozenset((v.name, show(known[v.slot])) for v in claim.variables) for known in choices)
    return list(shown) if len(choices) < _FAR else []


def _says_nothing(claim: Claim) -> bool:
    """Is a claim stated for no choice of its parameters? None is found that goes beyond all numbers that it names."""
    terms = [*claim.conditions, *(v.domain for v in claim.variables if v.domain is not None)]
    named = (p.value for term in terms for p in t.walk(term) if isinstance(p, t.Constant) and type(p.value) is int)
    most = max(map(abs, named), default=0) + SMALL
    if most > _FAR or any(v.value is None and v.type != NUMBER for v in claim.variables):
        return False
    small = t.Operation("..", (_number(0), _number(most)), type=Set(NUMBER))
    ranges = [CheckRange(v.name, small) for v in claim.variables if v.value is None]
    try:
        return next(instances(replace(claim, effort=()), (Upto(_number(0)), *ranges)), None) is None
    except HeapwiseError:
        return False


def _number(value: int) -> t.AnyTerm:
    return t.Constant(value, type=NUMBER)
