"""Theorems with quantifiers over parameters: what is stated, what is proved of it, and what was tried.

A *way* proves a claim for all values of some parameters at once, from the schema of the game: no parameter of those
that are free has a value. `prove_uniformly` asks the ways, those first that leave most parameters free. What no way
proves stays with the instances, which are none of its business.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, Protocol

from heapwise.claims.claim import Claim, ClaimVariable
from heapwise.claims.instances import instances
from heapwise.claims.limits import LimitReached
from heapwise.claims.quantifiers import ANY, Covers, Excluded, ProvedFor, Quantifiers, Tried
from heapwise.errors import HeapwiseError
from heapwise.proof.automata import AutomatonBudget
from heapwise.proof.defined import has_value
from heapwise.proof.outside import NotProved, Outside
from heapwise.proof.rewording import reworded
from heapwise.records import dataclass, field, replace
from heapwise.source import Source
from heapwise.terms import term as t
from heapwise.terms.types import NUMBER
from heapwise.terms.values import show

Free = tuple[str, ...]

MOST_FIXED = 8  # how many choices of the parameters that are not free are tried
_COMMENT = re.compile(r"--[^\n]*")
_MOST_INSTANCES = 200  # how many instances are asked for such choices


@dataclass(frozen=True)
class Means:
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


@dataclass(frozen=True)
class Quantified:
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
    theorem = Theorem(stated_ranges(claim), stated_where(claim))
    unsure = unsure_of(claim)
    if unsure is not None:
        free = tuple(v.name for v in claim.variables if v.value is None)
        theorem.tried.append(Tried(free, {}, "definitions", "outside", f"`{unsure}`, which may have no value"))
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


def unsure_of(claim: Claim) -> str | None:
    """What stands behind `for` or `where`, if it is not seen to have a value whatever the parameters are."""
    ranges = ((v.slot, stated_domain(claim, v)[1]) for v in claim.variables if v.value is None)
    positive = frozenset(slot for slot, domain in ranges if _begins_above_0(domain))
    terms = (*(v.value or v.domain for v in claim.variables), *claim.conditions)
    return next((text_of(claim.source, one) for one in terms if one is not None and not has_value(one, positive)), None)


def _begins_above_0(domain: t.AnyTerm | None) -> bool:
    match domain:
        case t.Operation(name="..", arguments=(t.Constant(value=int(low)), *_)):
            return low > 0
    return False


def _try(theorem: Theorem, claim: Claim, way: ProofWay, free: Free, fixed: dict[str, Any], means: Means) -> None:
    def tried(result: Literal["proved", "refuted", "undecided", "outside"], reason: str | None = None) -> None:
        theorem.tried.append(Tried(free, shown(fixed), way.name, result, reason))

    try:
        if means.look is not None:
            means.look()
        started = time.process_time()
        proved = in_ranges(claim, way.attempt(claim, free, fixed, means))
        theorem.proved.append(replace(proved, seconds=time.process_time() - started))
        tried("proved")
    except NotProved as problem:
        tried(problem.word, problem.reason)
        if problem.word == "refuted":
            theorem.refutation = problem
    except LimitReached as limit:
        tried("undecided", limit.reason)


def in_ranges(claim: Claim, proved: Quantified) -> Quantified:
    """The theorem where the numbers that are fixed lie in their ranges, which may depend on others. Of those of a game
    the digit game raises n instead."""
    of_game = {p.name for p in claim.schema.parameters} if claim.schema else set[str]()
    known = proved.fixed.keys() - (of_game if proved.method == "digits" else ())
    said = []
    for variable in (v for v in claim.variables if v.name in known):
        domain = _own_domain(claim, variable)
        if domain is not None and t.free_slots(domain):
            said.append(f"{variable.name} in {text_of(claim.source, domain)}")
    return replace(proved, where=joined(proved.where, *said))


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
        found.setdefault(tuple(map(repr, choice.values())), choice)
    return list(islice(found.values(), MOST_FIXED))


def _instances(claim: Claim) -> Iterator[dict[str, Any]]:
    try:
        yield from (i.parameters for i in islice(instances(claim, ()), _MOST_INSTANCES))
    except HeapwiseError:
        return  # the instances themselves report what is wrong with them


def _is_covered(free: Free, fixed: Mapping[str, Any], by: Quantified) -> bool:
    """Is there a proof already of which this attempt would be a part?"""
    return set(free) <= set(by.ranges) and all(fixed.get(n) == v for n, v in by.fixed.items()) and not by.excluded


# ---------------------------------------------------------------------------------------------- what is stated


def stated_ranges(claim: Claim) -> dict[str, str]:
    """The text of the range of each parameter: what `for` says, else what the heading of the game says. What `for`
    defines has its definition, `= n`."""
    found = {}
    for variable in claim.variables:
        source, term = stated_domain(claim, variable)
        sign = "= " if variable.value is not None else ""
        found[variable.name] = ANY if term is None else sign + text_of(source, term)
    return found


def stated_domain(claim: Claim, variable: ClaimVariable) -> tuple[Source, t.AnyTerm | None]:
    """The range of a parameter, or its definition, and where that is written."""
    own = variable.value or _own_domain(claim, variable)
    if own is None and claim.schema is not None:
        return claim.schema.source, _game_domain(claim, variable)
    return claim.source, own


def _own_domain(claim: Claim, variable: ClaimVariable) -> t.AnyTerm | None:
    """The range that `for` gives."""
    return {slot: domain for slot, domain, _ in _narrowing(claim)}.get(variable.slot) or variable.domain


def _game_domain(claim: Claim, variable: ClaimVariable) -> t.AnyTerm | None:
    """The range that the heading of the game gives."""
    parameters = claim.schema.parameters if claim.schema else ()
    return next((p.domain for p in parameters if p.name == variable.name), None)


def stated_where(claim: Claim, known: Container[str] = ()) -> str | None:
    """The conditions on parameters that are not a range of one of them, as written; and that there is such a game where
    the ranges do not say so. The `known` parameters are seen to be in their ranges."""
    ranges = [condition for _, _, condition in _narrowing(claim)]
    rest = [c for c in claim.conditions if not any(c is found for found in ranges)]
    said = (_condition_text(claim.source, c, len(rest) > 1) for c in rest)
    return joined(*said, *_games(claim, known))


def _games(claim: Claim, known: Container[str]) -> Iterator[str]:
    """The ranges of the heading that those of `for` do not lie in, as far as is seen from their ends."""
    for variable in (v for v in claim.variables if v.name not in known):
        own, wide = _own_domain(claim, variable), _game_domain(claim, variable)
        if own is not None and wide is not None and claim.schema is not None and variable.type == NUMBER:
            text = text_of(claim.schema.source, wide)
            low, _, high = text.partition("..")
            if not (text == text_of(claim.source, own) or (low.isdigit() and _lies_in(claim.source, own, low, high))):
                yield f"{variable.name} in {text}"


def _lies_in(source: Source, own: t.AnyTerm, low: str, high: str) -> bool:
    """Is a range seen to lie in `low..high`: no number is below `low`, and `high` is its own end, if there is one?"""
    match own:
        case t.Operation(name="|", arguments=arguments):
            return all(_lies_in(source, a, low, high) for a in arguments)
        case t.Operation(name="..", arguments=(t.Constant(value=int(first)), *last)) if not high or is_written_in(own):
            return first >= int(low) and high in ("", *(text_of(source, one) for one in last))
        case t.Operation(name="{}", arguments=arguments) if not high:
            return all(isinstance(a, t.Constant) and int(str(a.value)) >= int(low) for a in arguments)
    return False


def joined(*conditions: str | None) -> str | None:
    """All conditions that there are, in one."""
    return " and ".join(c for c in conditions if c) or None


def _narrowing(claim: Claim) -> Iterator[tuple[int, t.AnyTerm, t.AnyTerm]]:
    """The slot and the range of the first condition `k in 1..n` on each parameter, and the condition itself."""
    seen = set[int]()
    for condition in claim.conditions:
        match condition:
            case t.Operation(name="in", arguments=(t.Local(slot=slot), domain)) if slot not in seen:
                seen.add(slot)
                yield slot, domain, condition


def _condition_text(source: Source, condition: t.AnyTerm, is_part: bool) -> str:
    """A condition as written. That of `for k in 1..n` stands at its parameter alone."""
    match condition:
        case t.Operation(name="in", arguments=(t.Local() as subject, domain)) if condition.span == subject.span:
            return f"{text_of(source, subject)} in {text_of(source, domain)}"
        case t.Connective() if is_part:
            return f"({text_of(source, condition)})"
    return text_of(source, condition)


def is_written_in(term: t.Operation) -> bool:
    """Do the parts of a term stand where it stands, and not in a `let`, in whose text names mean something else?"""
    return all(term.span.start <= part.span.start <= part.span.end <= term.span.end for part in term.arguments)


def text_of(source: Source, term: t.AnyTerm) -> str:
    """A term as it is written, on one line. The parentheses around its first and its last part belong to it."""
    start, end = term.span
    open_, closed = source.text[start:end].count("("), source.text[start:end].count(")")
    for _ in range(closed - open_):
        start = source.text.rindex("(", 0, start)
    for _ in range(open_ - closed):
        end = source.text.index(")", end) + 1
    return " ".join(_COMMENT.sub("", source.text[start:end]).split())
