"""Theorems with quantifiers over parameters: what is stated, what is proved of it, and what was tried.

A *way* proves a claim for all values of some parameters at once, from the schema of the game: no parameter of those
that are free has a value. `prove_uniformly` asks the ways, those first that leave most parameters free. What no way
proves stays with the instances, which are none of its business.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, Protocol

from heapwise.claims.choices import check_order
from heapwise.claims.claim import Claim
from heapwise.claims.instances import instances
from heapwise.claims.limits import LimitReached
from heapwise.claims.quantifiers import Covers, Excluded, ProvedFor, Quantifiers, Tried
from heapwise.claims.wording import text_of
from heapwise.errors import HeapwiseError
from heapwise.proof.automata import AutomatonBudget, BudgetExceeded
from heapwise.proof.facts import facts, least_of, value_of
from heapwise.proof.follows import bounds, sure
from heapwise.proof.outside import NotProved, Outside
from heapwise.proof.rewording import reworded
from heapwise.proof.words import words
from heapwise.records import Record, dataclass, field, replace
from heapwise.terms import term as t
from heapwise.terms.defined import KnownNumbers
from heapwise.terms.types import NUMBER
from heapwise.terms.values import show

Free = tuple[str, ...]

MOST_FIXED = 8  # how many choices of the parameters that are not free are tried
_MOST_INSTANCES = 200  # how many instances are asked for such choices


class Means(Record):
    """What an attempt may take: times the usual work of a way. `look` raises `LimitReached` where time is up.

    `is_recorded`: the attempt leaves what a certificate of it needs.
    """

    work: float = 1
    look: Callable[[], None] | None = None
    is_recorded: bool = False

    def steps(self, usual: int) -> int:
        """So many steps instead of the usual ones."""
        return int(usual * self.work)

    def budget(self, usual: AutomatonBudget) -> AutomatonBudget:
        """The budget of automata instead of the usual one."""
        return replace(usual, states=self.steps(usual.states), work=self.steps(usual.work), look=self.look)


USUAL = Means()
LITTLE = 1 / 16  # of the usual work, for an attempt that nobody asked for


class Quantified(Record):
    """A claim, proved for every value of its free parameters in their ranges and for heaps of all sizes.

    `ranges` has the text of the range of each free parameter, `{"n": "1..", "k": "1..n"}`; the others are `fixed`.
    `proof` makes the body of a certificate, as plain data, where that was asked for and the way can write one.
    """

    ranges: Mapping[str, str]
    method: str
    fixed: Mapping[str, Any] = field(default_factory=dict)
    where: str | None = None
    excluded: tuple[Excluded, ...] = ()
    positions: str = "all"
    notes: tuple[str, ...] = ()
    proof: Callable[[], dict[str, Any]] | None = None
    strategy: Any = None
    seconds: float = 0.0

    def plain(self, certificate: Mapping[str, Any] | None = None) -> ProvedFor:
        """What others hear of it."""
        return ProvedFor(
            dict(self.ranges), shown(self.fixed), self.method, self.seconds, self.where, self.excluded, self.positions,
            certificate, self.notes,
        )  # fmt: skip

    @property
    def quantifiers(self) -> str:
        """`every n >= 1, every k in 1..n`"""
        return self.plain().text


def shown(values: Mapping[str, Any]) -> dict[str, str]:
    """Values of parameters as they are written."""
    return {name: show(value) for name, value in values.items()}


class ProofWay(Protocol):
    """One way of proof."""

    name: str

    def frees(self, claim: Claim) -> Sequence[Free]:
        """Which parameters may stay free together, the largest choice first; none, or `Outside`, if the way is not for
        the claim."""

    def attempt(self, claim: Claim, free: Free, fixed: Mapping[str, Any], means: Means) -> Quantified:
        """The claim for all values of the free parameters; raises `NotProved`."""


@dataclass
class Theorem:
    """A claim with the quantifiers over its parameters: as stated, and as proved. `refutation` is what contradicts an
    instance of it."""

    ranges: dict[str, str]
    where: str | None
    proved: list[Quantified] = field(default_factory=list)
    tried: list[Tried] = field(default_factory=list)
    refutation: NotProved | None = None

    @property
    def covers(self) -> Covers:
        """Is everything proved that is stated, or some of it; or must instances do?"""
        return self.plain().covers

    def plain(self) -> Quantifiers:
        """What others hear of it."""
        return Quantifiers(self.ranges, self.where, tuple(p.plain() for p in self.proved), tuple(self.tried))


def prove_uniformly(claim: Claim, ways: Sequence[ProofWay], means: Means = USUAL) -> Theorem:
    """What the ways prove of a claim: all parameters free, then n, then others; it stops once nothing is left, or an
    instance is refuted."""
    claim = reworded(claim)
    stated = words(claim)
    theorem = Theorem(stated.ranges, stated.where)
    why = _why_none(claim)
    if why is not None:
        free = tuple(v.name for v in claim.variables if v.value is None)
        theorem.tried.append(Tried(free, {}, "definitions", "outside", why))
        return theorem
    for way, free in _attempts(claim, ways):
        for fixed in fixed_choices(claim, free):
            if not any(_is_covered(free, fixed, proved) for proved in theorem.proved):
                _try(theorem, claim, way, free, fixed, means)
            if theorem.refutation is not None:
                return theorem
        if theorem.covers == "full":
            break
    return theorem


def _why_none(claim: Claim) -> str | None:
    """Why there is no theorem, whatever the ways are: values that are not seen, or wait for each other."""
    unsure = unsure_of(claim)
    if unsure is not None:
        return f"`{unsure}`, of which no value is seen everywhere"
    try:
        check_order(claim)
    except HeapwiseError as problem:
        return problem.short
    return None


def unsure_of(claim: Claim) -> str | None:
    """What stands in the heading, or behind `for` or `where`, if it is not seen to have a value for all parameters."""
    known = _values(claim)
    values = ((claim.source, v.value) for v in claim.variables if v.value is not None)
    ranges = ((f.source, f.term if f.subject is None else f.domain) for f in facts(claim))
    said = (pair for pair in (*values, *ranges) if t.free_slots(pair[1]) or value_of(claim, pair[1]) is None)
    return next((text_of(source, term) for source, term in said if not known.has(term)), None)


def _values(claim: Claim) -> KnownNumbers:
    """What is known of the parameters before any condition is looked at: of what they are taken from."""
    headings = {f.subject.slot: f.domain for f in facts(claim) if f.is_of_heading and f.subject is not None}
    domains = {v.slot: v.domain or headings.get(v.slot) for v in claim.variables if v.value is None}
    lows = {slot: least_of(claim, domain) for slot, domain in domains.items() if domain is not None}
    positive = frozenset(v.slot for v in claim.variables if v.type == NUMBER and (lows.get(v.slot) or 0) > 0)
    known = KnownNumbers(positive, frozenset())
    for v in claim.variables:
        domain = domains.get(v.slot)
        is_whole = known.is_whole(v.value) if v.value is not None else domain is not None and known.are_whole(domain)
        known = replace(known, whole=known.whole | ({v.slot} if is_whole and v.type == NUMBER else set()))
    return known


def _try(theorem: Theorem, claim: Claim, way: ProofWay, free: Free, fixed: dict[str, Any], means: Means) -> None:
    def tried(result: Literal["proved", "refuted", "undecided", "outside"], reason: str | None = None) -> None:
        theorem.tried.append(Tried(free, shown(fixed), way.name, result, reason))

    try:
        if means.look is not None:
            means.look()
        started = time.process_time()
        proved = way.attempt(claim, free, fixed, means)
        theorem.proved.append(replace(proved, seconds=time.process_time() - started))
        tried("proved")
    except NotProved as problem:
        tried(problem.word, problem.reason)
        if problem.word == "refuted":
            theorem.refutation = problem
    except LimitReached as limit:
        tried("undecided", limit.reason)
    except BudgetExceeded as limit:
        tried("undecided", str(limit))


def for_all(
    claim: Claim, method: str, fixed: Mapping[str, Any] | None = None, least: Mapping[str, int] | None = None,
    excluded: Sequence[Excluded] = (),
) -> Quantified:  # fmt: skip
    """What is proved, if it is for all parameters of the claim but those left out, some of them having values. Their
    `least` values must follow; raises `Outside` where that is not seen, or is not said that there is such a game."""
    said, linear = words(claim, fixed, least, excluded), sure(claim, fixed or {})
    if said.unsaid or not all(linear.implies(bound) for _, bound in bounds(claim, least or {})):
        raise Outside("ranges of parameters of which it is not seen that they fit together")
    return Quantified(said.ranges, method, dict(fixed or {}), said.where, tuple(excluded))


def _attempts(claim: Claim, ways: Sequence[ProofWay]) -> list[tuple[ProofWay, Free]]:
    """The choices of free parameters of all ways: most free first, and of as many those with n first."""
    can_vary = {v.name for v in claim.variables if v.value is None}
    found = [(way, free) for way in ways for free in frees_of(way, claim) if can_vary.issuperset(free)]
    return sorted(found, key=lambda pair: (-len(pair[1]), "n" not in pair[1]))


def frees_of(way: ProofWay, claim: Claim) -> Sequence[Free]:
    """Which parameters may stay free together; none if the way is not for the claim."""
    try:
        return way.frees(claim)
    except Outside:
        return ()


def fixed_choices(claim: Claim, free: Free) -> list[dict[str, Any]]:
    """The choices of the other parameters that the instances of the claim name; a defined one is no choice."""
    rest = [v.name for v in claim.variables if v.name not in free and v.value is None]
    if not rest:
        return [{}]
    found: dict[tuple[str, ...], dict[str, Any]] = {}
    for known in _instances(claim):
        choice = {name: known[name] for name in rest}
        found.setdefault(tuple(map(show, choice.values())), choice)
    return list(islice(found.values(), MOST_FIXED))


def _instances(claim: Claim) -> Iterator[dict[str, Any]]:
    try:
        yield from (i.parameters for i in islice(instances(claim, ()), _MOST_INSTANCES))
    except HeapwiseError:
        return  # the instances themselves report what is wrong with them


def _is_covered(free: Free, fixed: Mapping[str, Any], by: Quantified) -> bool:
    """Is there a proof already of which this attempt would be a part?"""
    return set(free) <= set(by.ranges) and all(fixed.get(n) == v for n, v in by.fixed.items()) and not by.excluded
