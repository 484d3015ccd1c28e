"""Facts: what a claim is stated for, read once for all ways of proof.

A *fact* is a range of the heading, a range that `for` gives, or a condition. A theorem is about all choices of the
parameters of which every fact is true, but for those that it leaves out by name, and `words` says every fact that does
not follow from what is said. So a way that does not hear a fact proves more than is said, and never something else.
What a way takes for granted of a parameter is its least value, and that it asks here.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from heapwise.claims.claim import Claim, ClaimVariable
from heapwise.claims.wording import text_of
from heapwise.errors import HeapwiseError
from heapwise.records import Record
from heapwise.source import Source
from heapwise.terms import term as t
from heapwise.terms.evaluate import Compiler
from heapwise.terms.types import NUMBER, TRUTH
from heapwise.terms.values import FiniteSet, Upward

NOTHING: Mapping[int, Any] = {}


class Fact(Record):
    """Something that is so for all parameters of a claim: a parameter is in a range, or a condition without a subject.

    Where the parameter is a set or a list, the range is that of its members."""

    term: t.AnyTerm
    source: Source
    subject: ClaimVariable | None = None
    is_of_heading: bool = False

    @property
    def domain(self) -> t.AnyTerm:
        """The range of the subject."""
        assert isinstance(self.term, t.Operation)
        return self.term.arguments[1]

    @property
    def is_of_members(self) -> bool:
        """Is it said of the members of the subject?"""
        return self.is_of_heading and self.subject is not None and self.subject.type != NUMBER

    def text(self, is_part: bool = False) -> str:
        """As it is written; in parentheses where what follows would belong to it."""
        if self.subject is None:
            return _closed(self.source, self.term) if is_part else text_of(self.source, self.term)
        return f"{self.subject.name} in {_closed(self.source, self.domain)}"


def _closed(source: Source, term: t.AnyTerm) -> str:
    """A term whose text ends where it ends, whatever follows: `if` and what is joined by words is in parentheses."""
    text = text_of(source, term)
    is_open = isinstance(term, t.Connective | t.Choice | t.With) or (
        isinstance(term, t.Operation) and term.name == "not"
    )
    return f"({text})" if is_open else text


def facts(claim: Claim) -> tuple[Fact, ...]:
    """Those of `for` as they are written, then those of the heading."""
    return (*_of_for(claim), *_of_heading(claim))


def _of_for(claim: Claim) -> Iterator[Fact]:
    said = tuple(map(range_of, claim.conditions))
    for variable in claim.variables:
        if variable.domain is not None and (variable.slot, variable.domain) not in said:
            yield Fact(inside(local(variable), variable.domain), claim.source, variable)
    for condition, (slot, _) in zip(claim.conditions, said, strict=True):
        yield Fact(condition, claim.source, next((v for v in claim.variables if v.slot == slot), None))


def range_of(condition: t.AnyTerm) -> tuple[int | None, t.AnyTerm | None]:
    """The slot of k and the range, if a condition is `k in 1..n`."""
    match condition:
        case t.Operation(name="in", arguments=(t.Local(slot=slot), domain)) if slot not in t.free_slots(domain):
            return slot, domain
    return None, None


def _of_heading(claim: Claim) -> Iterator[Fact]:
    if claim.schema is not None:
        variables = {v.slot: v for v in claim.variables}
        for one in claim.schema.parameters:
            if one.domain is not None:
                here = variables[one.slot]
                yield Fact(inside(local(here), one.domain), claim.schema.source, here, is_of_heading=True)


def local(variable: ClaimVariable) -> t.Local:
    """A parameter as a term."""
    return t.Local(variable.slot, variable.name, type=variable.type)


def inside(member: t.AnyTerm, domain: t.AnyTerm) -> t.AnyTerm:
    """`member in domain`"""
    return t.Operation("in", (member, domain), type=TRUTH)


# ------------------------------------------------------------------------------------------ the least value


def low(claim: Claim, variable: ClaimVariable, known: Mapping[int, Any] = NOTHING) -> int | None:
    """A number below which a parameter never is, by the ranges that heading and `for` give; the greatest that is seen.
    Some slots may be known."""
    ranges = (f for f in facts(claim) if f.subject == variable and not f.is_of_members)
    lows = (least_of(claim, fact.domain, known) for fact in ranges)
    return max((low for low in lows if low is not None), default=None)


def least_of(claim: Claim, domain: t.AnyTerm, known: Mapping[int, Any] = NOTHING) -> int | None:
    """A number below which no number of a range is; some slots are known."""
    match domain:
        case t.Operation(name="..", arguments=(first, *_)) if t.free_slots(first) <= known.keys():
            found = value_of(claim, first, known)
            return found if isinstance(found, int) else None
        case _ if t.free_slots(domain) <= known.keys():
            found = value_of(claim, domain, known)
            if isinstance(found, Upward):
                return found.low
            if isinstance(found, range | FiniteSet) and len(found) and all(isinstance(one, int) for one in found):
                return min(found)
    return None


def value_of(claim: Claim, term: t.AnyTerm, known: Mapping[int, Any] = NOTHING) -> Any:
    """The value of a term of which all slots are known; None if it has none."""
    with suppress(HeapwiseError):
        compiler = Compiler(claim.source, dict(known), None, claim.frame.functions)
        return compiler.value(term, [None] * claim.frame.size)
    return None
