"""The values of a claim's parameters: one choice after another of those that its hypotheses allow.

`for k in 1..3 where k != 2, m = k + 1` has the choices k = 1, m = 2 and k = 3, m = 4. Effort says how far to go, and a
condition is tested as soon as its names, and those of all conditions in front of it, have values: `where j >= 1`
protects a later `6 / j`.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial
from typing import Any

from heapwise.claims.claim import CheckRange, Claim, ClaimVariable
from heapwise.claims.parameters import with_counts
from heapwise.errors import error
from heapwise.numbers import TooLarge, ceil, floor
from heapwise.source import Place
from heapwise.terms import term as t
from heapwise.terms.budget import BUDGET
from heapwise.terms.evaluate import Compiler
from heapwise.terms.types import NUMBER
from heapwise.terms.values import MOST_MEMBERS, Upward, Without, settled

MOST_VALUES = 100_000
_MOST_TRIED = 200_000  # choices of which few may meet the conditions
_MOST_WALKED = 5_000_000  # values that these conditions go through

Known = dict[int, Any]  # values by slot


class Choices:
    """The choices that effort asks for; with `given` values, by slot, the one that has them, if the claim is stated for
    them."""

    def __init__(self, claim: Claim, ranges: Sequence[CheckRange] = (), given: Mapping[int, Any] | None = None) -> None:
        self.claim, self.given = claim, given
        self._ranges = {item.name: item for item in ranges}
        self._tried, self._walked = 0, 0

    def __iter__(self) -> Iterator[Known]:
        slots = [v.slot for v in self.claim.variables]
        return ({slot: known[slot] for slot in slots} for known in self._chosen(list(self.claim.variables), 0, {}))

    def _chosen(self, waiting: Sequence[ClaimVariable], tested: int, chosen: Known) -> Iterator[Known]:
        """Give the variables values, one after another; one that others need comes before them."""
        known = with_counts(self.claim.schema, chosen)
        ready = self._ready(tested, known) if waiting else len(self.claim.conditions)
        if (ready > tested or not waiting) and not self._meets(self.claim.conditions[tested:ready], known):
            return
        if not waiting:
            yield known
            return
        variable = self.first_ready(waiting, known.keys())
        rest = [v for v in waiting if v is not variable]
        for value in self._values(variable, known):
            yield from self._chosen(rest, ready, {**chosen, variable.slot: value})

    # -- conditions

    def _ready(self, tested: int, known: Known) -> int:
        """How many conditions, from the first one on, speak of known names alone."""
        conditions = self.claim.conditions
        while tested < len(conditions) and t.free_slots(conditions[tested]) <= known.keys():
            tested += 1
        return tested

    def _meets(self, conditions: Sequence[t.AnyTerm], known: Known) -> bool:
        self._tried += 1
        if self._tried > _MOST_TRIED:
            raise error("E003", self.claim.place, what="choices of parameters", most=_MOST_TRIED)
        if self._walked > _MOST_WALKED:
            raise error("E003", self.claim.place, what="values in the conditions on parameters", most=_MOST_WALKED)
        is_met, spent = BUDGET.within(MOST_MEMBERS, partial(self._are_true, conditions, known))
        self._walked += spent
        return bool(is_met)

    def _are_true(self, conditions: Sequence[t.AnyTerm], known: Known) -> bool:
        compiler = compiler_of(self.claim, known)
        return all(compiler.value(c, [None] * self.claim.frame.size) for c in conditions)

    # -- values

    def first_ready(self, waiting: Sequence[ClaimVariable], known: Set[int]) -> ClaimVariable:
        """The first variable all of whose terms speak of known slots alone; E066 where values wait for each other."""
        for variable in waiting:
            if all(t.free_slots(term) <= known for term in self._sources(variable)):
                return variable
        raise error("E066", self.claim.place, name=waiting[0].name)

    def _sources(self, variable: ClaimVariable) -> list[t.AnyTerm]:
        """The terms that say which values a variable takes: its value, or effort and domains together."""
        terms = [self._ranges[variable.name].values] if variable.name in self._ranges else []
        if variable.value is not None:
            return [variable.value, *terms]
        terms += [variable.domain] if variable.domain is not None else []
        parameters = self.claim.schema.parameters if self.claim.schema else ()
        terms += [p.domain for p in parameters if p.slot == variable.slot and p.domain is not None and p.type == NUMBER]
        return terms

    def _values(self, variable: ClaimVariable, known: Known) -> list[Any]:
        if variable.value is not None:
            return self._defined(variable, variable.value, known)
        compiler = compiler_of(self.claim, known)
        domains = [compiler.value(term, [None] * self.claim.frame.size) for term in self._sources(variable)]
        if self.given is not None:
            if variable.slot not in self.given:
                raise error("E069", self.claim.place, name=variable.name)
            walked: Any = (settled(self.given[variable.slot]),)
        else:
            domains = _narrowed(self._ranges.get(variable.name), domains)
            walked = next((d for d in domains if hasattr(d, "__iter__")), None)
            if walked is None:
                raise error("E067", self.claim.place, name=variable.name, claim=self.claim.name)
        found: list[Any] = []
        for count, value in enumerate(walked):
            if count >= MOST_VALUES:
                raise error("E003", self.claim.place, what="values of a parameter", most=MOST_VALUES)
            if all(value in d for d in domains):
                found.append(settled(value))
        return found

    def _defined(self, variable: ClaimVariable, term: t.AnyTerm, known: Known) -> list[Any]:
        """The value that the claim itself gives, as in `for k = n`, unless something else is asked for."""
        compiler = compiler_of(self.claim, known)
        value, asked = settled_value(self.claim, known, term), self._ranges.get(variable.name)
        is_given = self.given is None or self.given.get(variable.slot, value) == value
        return [value] if is_given and (asked is None or _is_asked_for(value, asked, compiler)) else []


def check_order(claim: Claim) -> None:
    """Raise E066 where values wait for each other: no instance can be made of `for d = k + k, k in 0..2 * d`."""
    waiting, known, choices = list(claim.variables), set[int](), Choices(claim)
    counts = {p.slot: p.count_slot for p in (claim.schema.parameters if claim.schema else ())}
    while waiting:
        waiting.remove(ready := choices.first_ready(waiting, known))
        known |= {slot for slot in (ready.slot, counts.get(ready.slot)) if slot is not None}


def choice_of(claim: Claim, given: Mapping[int, Any]) -> Known | None:
    """The choice with these values, by slot; None where the claim is not stated for them."""
    return next(iter(Choices(claim, given=given)), None)


def compiler_of(claim: Claim, known: Known) -> Compiler:
    """What computes terms of a claim that speak of no position."""
    return Compiler(claim.source, known, functions=claim.frame.functions)


def settled_value(claim: Claim, known: Known, term: t.AnyTerm) -> Any:
    """The value of a term in one form, which sets have if they are not too large."""
    try:
        return settled(compiler_of(claim, known).value(term, [None] * claim.frame.size))
    except TooLarge as problem:
        raise error("E029", Place(claim.source, term.span), problem=problem) from None


def _is_asked_for(value: Any, asked: CheckRange, compiler: Compiler) -> bool:
    wanted = settled(compiler.value(asked.values, []))
    if asked.is_bound:
        return bool(value < wanted if asked.is_strict else value <= wanted)
    return bool(value == wanted if asked.is_single else value in wanted)


def _narrowed(asked: CheckRange | None, domains: list[Any]) -> list[Any]:
    """The domains of a parameter, of which effort gives the first: a set, one value, or an end."""
    if asked is not None and asked.is_single:
        return [(domains[0],), *domains[1:]]
    return _up_to(domains[0], domains[1:], asked.is_strict) if asked is not None and asked.is_bound else domains


def _up_to(most: Any, domains: list[Any], is_strict: bool) -> list[Any]:
    """The domains of a parameter, up to a value; where they have no end, or there are none, the integers from the least
    one that they allow."""
    finite = next((d for d in domains if hasattr(d, "__iter__")), None)
    if finite is not None and not isinstance(finite, range):
        return [[value for value in finite if (value < most if is_strict else value <= most)], *domains]
    lows = [low for low in map(least_integer, domains) if low is not None]
    return [range(max(lows, default=0), ceil(most) if is_strict else floor(most) + 1), *domains]


def least_integer(domain: Any) -> int | None:
    """The least integer in a set of numbers."""
    match domain:
        case Without():
            return least_integer(domain.whole)
        case Upward():
            return domain.low
        case range():
            return domain.start if domain else None
    return min((member for member in domain if isinstance(member, int)), default=None)
