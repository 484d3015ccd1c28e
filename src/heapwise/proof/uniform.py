"""Theorems with quantifiers over parameters: what is stated, what is proved of it, and what was tried.

A *way* proves a claim for all values of some parameters at once, from the schema of the game: no parameter of those
that are free has a value. `prove_uniformly` asks the ways, those first that leave most parameters free. What no way
proves stays with the instances, which are none of its business.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal, Protocol

from heapwise.claims.claim import Claim
from heapwise.claims.instances import instances
from heapwise.errors import HeapwiseError
from heapwise.source import Source
from heapwise.terms import term as t
from heapwise.terms.values import show

Word = Literal["proved", "undecided", "outside"]
Free = tuple[str, ...]

MOST_FIXED = 8  # how many choices of the parameters that are not free are tried
_MOST_INSTANCES = 200  # how many instances are asked for such choices


@dataclass(frozen=True)
class Excluded:
    """Values of parameters that a proof leaves out, as `n = 1`, and why."""

    where: str
    reason: str

    def to_json(self) -> dict[str, str]:
        """An entry of `excluded`."""
        return {"where": self.where, "reason": self.reason}


@dataclass(frozen=True)
class Quantified:
    """A claim, proved for every value of its free parameters in their ranges and for heaps of all sizes.

    `ranges` has the text of the range of each free parameter, `{"n": "1..", "k": "1..n"}`; the others are `fixed`.
    `certificate` is an object that can be written as JSON, or None where the way writes none.
    """

    ranges: Mapping[str, str]
    method: str
    seconds: float
    fixed: Mapping[str, Any] = field(default_factory=dict)
    where: str | None = None
    excluded: tuple[Excluded, ...] = ()
    positions: str = "all"
    certificate: dict[str, Any] | None = None
    notes: tuple[str, ...] = ()
    strategy: Any = None

    @property
    def quantifiers(self) -> str:
        """`every n >= 1, every k in 1..n, all sizes`, as a verdict says it."""
        parts = [every(name, text) for name, text in self.ranges.items()]
        parts += [f"{name} = {show(value)}" for name, value in self.fixed.items()]
        parts += [f"where {self.where}"] if self.where else []
        parts += [f"but not {e.where}" for e in self.excluded]
        return ", ".join((*parts, "all sizes"))

    def to_json(self) -> dict[str, Any]:
        """An entry of `proved_for`; the certificate is a file of its own."""
        return {
            "ranges": dict(self.ranges), "fixed": {name: show(value) for name, value in self.fixed.items()},
            "where": self.where, "excluded": [e.to_json() for e in self.excluded], "positions": self.positions,
            "method": self.method, "certificate": None, "seconds": round(self.seconds, 3),
        }  # fmt: skip


class NotProved(Exception):
    """A way could not prove a claim: `undecided`, or `outside` of what it knows."""

    def __init__(self, word: Literal["undecided", "outside"], reason: str) -> None:
        super().__init__(reason)
        self.word, self.reason = word, reason


class Way(Protocol):
    """One way of proof."""

    name: str

    def frees(self, claim: Claim) -> Sequence[Free]:
        """Which parameters may stay free together, the largest choice first; none if the way is not for the claim."""

    def attempt(self, claim: Claim, free: Free, fixed: Mapping[str, Any], work: int | None = None) -> Quantified:
        """The claim for all values of the free parameters; raises `NotProved`."""


@dataclass(frozen=True)
class Tried:
    """One attempt and what came of it."""

    free: Free
    fixed: Mapping[str, Any]
    method: str
    result: Word
    reason: str | None = None

    def to_json(self) -> dict[str, Any]:
        """An entry of `tried`."""
        fixed = {name: show(value) for name, value in self.fixed.items()}
        return {"free": list(self.free), "fixed": fixed, "method": self.method, "result": self.result,
                "reason": self.reason}  # fmt: skip


@dataclass
class Theorem:
    """A claim with the quantifiers over its parameters: as stated, and as proved."""

    ranges: dict[str, str]
    where: str | None
    proved: list[Quantified] = field(default_factory=list)
    tried: list[Tried] = field(default_factory=list)

    @property
    def covers(self) -> Literal["full", "part", "instances"]:
        """Is everything proved that is stated, or some of it; or must instances do?"""
        if any(not p.fixed and not p.excluded for p in self.proved):
            return "full"
        return "part" if self.proved else "instances"

    def to_json(self) -> dict[str, Any]:
        """What the summary object of a claim gains."""
        return {
            "stated_for": {"ranges": self.ranges, "where": self.where}, "covers": self.covers,
            "proved_for": [p.to_json() for p in self.proved], "tried": [a.to_json() for a in self.tried],
        }  # fmt: skip


def prove_uniformly(claim: Claim, ways: Sequence[Way], work: int | None = None) -> Theorem:
    """What the ways prove of a claim: all parameters free, then n, then others; it stops once nothing is left."""
    theorem = Theorem(stated_ranges(claim), stated_where(claim))
    for way, free in _attempts(claim, ways):
        for fixed in _fixed(claim, free):
            if not any(_is_covered(free, fixed, proved) for proved in theorem.proved):
                _try(theorem, claim, way, free, fixed, work)
        if theorem.covers == "full":
            break
    return theorem


def _try(
    theorem: Theorem, claim: Claim, way: Way, free: Free, fixed: dict[str, Any], work: int | None
) -> None:  # fmt: skip
    try:
        theorem.proved.append(way.attempt(claim, free, fixed, work))
        theorem.tried.append(Tried(free, fixed, way.name, "proved"))
    except NotProved as problem:
        theorem.tried.append(Tried(free, fixed, way.name, problem.word, problem.reason))


def _attempts(claim: Claim, ways: Sequence[Way]) -> list[tuple[Way, Free]]:
    """The choices of free parameters of all ways: most free first, and of as many those with n first."""
    found = [(way, free) for way in ways for free in way.frees(claim)]
    return sorted(found, key=lambda pair: (-len(pair[1]), "n" not in pair[1]))


def _fixed(claim: Claim, free: Free) -> list[dict[str, Any]]:
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
    """The text of the range of each parameter: what `for` says, else what the heading of the game says."""
    heading = {p.name: p for p in claim.schema.parameters} if claim.schema else {}
    narrowed = dict(filter(None, map(_narrowed, claim.conditions)))
    found = {}
    for variable in claim.variables:
        source, term = claim.source, variable.value or narrowed.get(variable.slot) or variable.domain
        if term is None and variable.name in heading and claim.schema:
            source, term = claim.schema.source, heading[variable.name].domain
        found[variable.name] = "any" if term is None else _text(source, term)
    return found


def stated_where(claim: Claim) -> str | None:
    """The conditions on parameters that are not a range of one of them, as written."""
    rest = [c for c in claim.conditions if _narrowed(c) is None]
    return " and ".join(_text(claim.source, c) for c in rest) or None


def _narrowed(condition: t.AnyTerm) -> tuple[int, t.AnyTerm] | None:
    """The slot and the range of a condition `k in 1..n`."""
    match condition:
        case t.Operation(name="in", arguments=(t.Local(slot=slot), t.Operation(name="..") as domain)):
            return slot, domain
    return None


def _text(source: Source, term: t.AnyTerm) -> str:
    return " ".join(source.at(term.span).split())


def every(name: str, text: str) -> str:
    """`every n >= 1` for `1..`, `every k in 1..n`, and `k = n` for a value."""
    low, dots, high = text.partition("..")
    if text.startswith("{"):
        return f"{name} = {text}"
    if dots and not high:
        return f"every {name} >= {low.strip()}"
    return f"every {name} in {text}" if dots else f"{name} = {text}"
