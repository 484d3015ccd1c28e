"""The words of a theorem: the ranges and the conditions that say all facts of a claim."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from heapwise.claims.claim import Claim, ClaimVariable
from heapwise.claims.quantifiers import ANY, Excluded
from heapwise.claims.wording import text_of
from heapwise.proof.facts import Fact, facts, least_of
from heapwise.proof.follows import Consequences, bounds, contained, left_out
from heapwise.proof.outside import Outside
from heapwise.records import Record
from heapwise.terms import term as t
from heapwise.terms.types import TRUTH


class Words(Record):
    """The quantifiers of a theorem: the text of the range, or the definition, of each parameter that has no value, and
    the conditions. `unsaid` are facts for which there are no words."""

    ranges: dict[str, str]
    where: str | None
    unsaid: tuple[Fact, ...] = ()


def words(
    claim: Claim, fixed: Mapping[str, Any] | None = None, least: Mapping[str, int] | None = None,
    excluded: Sequence[Excluded] = (),
) -> Words:  # fmt: skip
    """What says all facts of a claim, some parameters having values; `least` are values that follow from the facts."""
    return _Words(claim, fixed or {}, least or {}, excluded).words()


class _Words:
    def __init__(
        self, claim: Claim, fixed: Mapping[str, Any], least: Mapping[str, int], excluded: Sequence[Excluded]
    ) -> None:
        self.claim, self.fixed, self.least = claim, fixed, least
        self.known = {v.slot: fixed[v.name] for v in claim.variables if v.name in fixed}
        self.premises: list[t.AnyTerm] = []  # not what is left out: that may be decided by the instances that there are
        self.left_out = list(left_out(claim, excluded))
        self.ranges: dict[str, str] = {}
        self.unsaid: list[Fact] = []

    def words(self) -> Words:
        """Ranges and conditions, then what other ranges add to these."""
        found = facts(self.claim)
        said = [fact for v in self.claim.variables if v.name not in self.fixed for fact in self._range(v, found)]
        rest = [fact for fact in found if not any(fact is one for one in said)]
        where: list[Fact | str] = [fact for fact in rest if fact.subject is None]
        self.premises += [fact.term for fact in rest if fact.subject is None]
        for name, bound in bounds(self.claim, self.least):
            if not self._follows(bound):
                where.append(f"{name} >= {self.least[name]}")
            self.premises.append(bound)
        for fact in (fact for fact in rest if fact.subject is not None):
            if fact.is_of_members:
                self.unsaid += [] if self._has_members(fact) else [fact]
            elif not (self._is_known(fact) or self._follows(fact.term)):
                where.append(fact)
                self.premises.append(fact.term)
        texts = [one if isinstance(one, str) else one.text(len(where) > 1) for one in where]
        return Words(self.ranges, " and ".join(texts) or None, tuple(self.unsaid))

    def _range(self, variable: ClaimVariable, found: Sequence[Fact]) -> Iterator[Fact]:
        """Note the range of a parameter; the fact that it is."""
        name = variable.name
        fact = next((fact for fact in found if fact.subject is not None and fact.subject.slot == variable.slot), None)
        if variable.value is not None:
            text = text_of(self.claim.source, variable.value)
            self.ranges[name] = f"= ({text})" if variable.type == TRUTH else f"= {text}"
        elif fact is None:
            self.ranges[name] = ANY
        else:
            self.ranges[name] = text_of(fact.source, fact.domain)
            if name in self.least:
                self._begin(name, fact)
            self.premises += [] if fact.is_of_members else [fact.term]
            yield fact

    def _begin(self, name: str, fact: Fact) -> None:
        """The range begins where the theorem does, if it is seen where that is."""
        match fact.domain:
            case t.Operation(name="..", arguments=(_, *last)) as domain if _is_written_in(domain):
                begin = least_of(self.claim, domain, self.known)
                if begin is not None:
                    begin = max(begin, self.least[name])
                    self.ranges[name] = f"{begin}..{''.join(text_of(fact.source, end) for end in last)}"
                    (bound,) = (b for _, b in bounds(self.claim, {name: begin}))
                    self.premises.append(bound)

    def _follows(self, term: t.AnyTerm, more: Sequence[t.AnyTerm] = ()) -> bool:
        return Consequences(self.claim, self.fixed, [*self.premises, *more]).implies(term)

    def _is_known(self, fact: Fact) -> bool:
        """Is it true of the values that are fixed, since there is such an instance?"""
        return t.free_slots(fact.term) <= self.known.keys()

    def _has_members(self, fact: Fact) -> bool:
        """Is it seen that all members of a set are in their range?"""
        variable = fact.subject
        assert variable is not None
        value = variable.value
        if variable.name in self.fixed:
            value = t.Constant(self.fixed[variable.name], type=variable.type)
        if value is None or self._is_known(fact):
            return True
        with suppress(Outside):
            return self._follows(contained(value, fact.domain), self.left_out)
        return False


def _is_written_in(term: t.Operation) -> bool:
    """Do the parts of a term stand where it stands, and not in a `let`, in whose text names mean something else?"""
    return all(term.span.start <= part.span.start <= part.span.end <= term.span.end for part in term.arguments)
