"""What a search says: statements with their standing, and what it excludes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any, overload

from heapwise.claims.verdict import Verdict
from heapwise.discovery.judge import STRENGTH, StatementJudge, Status
from heapwise.files import write_atomically
from heapwise.html import Markup, join, tag
from heapwise.proof.learned import DigitSet
from heapwise.records import Record, dataclass, field
from heapwise.reference.conventions import NORMAL
from heapwise.terms.values import show
from heapwise.version import __version__

SCHEMA = 1


class Rival(Record):
    """A formula that fitted, where it failed, and what the two sides are there."""

    claim: str
    position: tuple[int, ...]
    left: str
    right: str

    def as_data(self) -> dict[str, Any]:
        """For programs."""
        return {"claim": self.claim, "position": list(self.position), "left": self.left, "right": self.right}


class Finding(Record):
    """A statement about a game, as a claim would say it; `cost` is the number of its symbols.

    A statement about a set that no formula describes names the set: `P(a, b) iff cold(a, b)`, with the automaton beside
    it. A statement about a family has its parameters by their names, and `quantifiers` says for which values it is.
    """

    standing: Status
    claim: str
    play: str
    how: str
    cost: int
    automaton: DigitSet | None = None
    name: str = ""
    is_claim: bool = True  # or a sentence that the language cannot say
    method: str = ""
    fitted: int = 0
    unseen: int = 0
    rivals: tuple[Rival, ...] = ()
    wordings: tuple[str, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict)
    hypotheses: str = ""  # ` for k = n`: the instances that the statement is about, where it is not about all
    quantifiers: str = ""  # `every k >= 1, all sizes`
    instances: tuple[Mapping[str, Any], ...] = ()  # of a family: those that were looked at
    judge: StatementJudge | None = field(default=None, compare=False, repr=False)
    seconds: float = field(default=0.0, compare=False)  # since what was found before

    @property
    def order(self) -> tuple[int, int, int]:
        """Sure findings first, then those about all parameters, then the shortest."""
        return STRENGTH.index(self.standing), not self.instances, self.cost

    def check(self, upto: int = 20) -> Verdict | None:
        """The verdict on the statement as a claim, for all components up to a bound; of a family for the least instance
        that has several components. None where the language cannot say it."""
        return self._verdict("table", upto)

    def prove(self) -> Verdict | None:
        """The verdict of the prover, for all sizes."""
        return self._verdict("proof", 1)

    def _verdict(self, method: str, upto: int) -> Verdict | None:
        if self.judge is None or self.automaton is not None or not self.is_claim:
            return None
        known = self.instances[len(self.instances) // 2] if self.instances else self.parameters
        return self.judge.verdict(self.claim, method, known, upto, self.hypotheses)

    def as_data(self) -> dict[str, Any]:
        """For programs."""
        states = None if self.automaton is None else self.automaton.automaton.states
        return {
            "schema": SCHEMA, "kind": "finding", "standing": str(self.standing), "claim": self.claim, "play": self.play,
            "parameters": {name: show(value) for name, value in self.parameters.items()},
            "hypotheses": self.hypotheses.strip(), "proved_for": self.quantifiers, "method": self.method or self.how,
            "cost": self.cost, "states": states, "fitted": self.fitted, "unseen": self.unseen,
            "rivals": [rival.as_data() for rival in self.rivals], "wordings": list(self.wordings),
            "proof": self.how if self.standing == Status.PROVED else None, "seconds": round(self.seconds, 3),
            "version": __version__,
        }  # fmt: skip


class RuledOut(Record):
    """What is not so, as a sentence that is a theorem or a count of what was tried."""

    text: str
    play: str

    def as_data(self) -> dict[str, Any]:
        """For programs."""
        return {
            "schema": SCHEMA, "kind": "excluded", "standing": "excluded", "text": self.text, "play": self.play,
            "version": __version__,
        }  # fmt: skip


@dataclass(frozen=True)
class Findings(Sequence[Finding]):
    """All findings about a game, the surest and shortest first, and what is excluded."""

    game: str
    findings: tuple[Finding, ...]
    excluded: tuple[RuledOut, ...]
    text: str = field(default="", repr=False, compare=False)  # all of it as claims

    def save(self, path: str | PathLike[str]) -> None:
        """Write the findings as claims, which `heapwise check` takes; a file is replaced as a whole."""
        write_atomically(Path(path), self.text)

    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Finding]: ...
    def __getitem__(self, index: int | slice) -> Finding | Sequence[Finding]:
        return self.findings[index]

    def __len__(self) -> int:
        return len(self.findings)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def summary(self) -> dict[str, Any]:
        """For programs: the last line."""
        proved = sum(finding.standing == Status.PROVED for finding in self.findings)
        return {
            "schema": SCHEMA, "kind": "summary", "game": self.game, "findings": len(self), "proved": proved,
            "excluded": len(self.excluded), "version": __version__,
        }  # fmt: skip

    def _repr_html_(self) -> str:
        """What a notebook shows: a row for each finding, then what is excluded."""
        rows = (tag("tr", *(tag("td", cell) for cell in _cells(finding))) for finding in self.findings)
        excluded = (tag("li", f"{one.text}, under {one.play} play") for one in self.excluded)
        return join(tag("strong", self.game), tag("table", *rows), tag("ul", *excluded) if self.excluded else None)

    def __repr__(self) -> str:
        proved = sum(finding.standing == Status.PROVED for finding in self.findings)
        return f"<{self.game}: {len(self.findings)} findings, {proved} proved>"


def _cells(finding: Finding) -> Iterator[str | Markup]:
    """Standing, claim, play and how, as a row has them."""
    yield str(finding.standing)
    yield tag("code", f"{finding.claim} {finding.hypotheses}".strip())
    yield f"{finding.play} play"
    yield finding.how


def collected(name: str, results: Sequence[Finding | RuledOut]) -> Findings:
    """All findings, the surest and shortest first."""
    findings = [r for r in results if isinstance(r, Finding)]
    findings = sorted((_with_values(f, findings) for f in findings), key=lambda f: f.order)
    wide = {(f.claim, f.play) for f in findings if f.quantifiers}  # said once for all instances
    findings = [f for f in findings if f.quantifiers or (f.claim, f.play) not in wide]
    return Findings(name, tuple(findings), tuple(r for r in results if isinstance(r, RuledOut)))


def _with_values(finding: Finding, findings: list[Finding]) -> Finding:
    """A guess `P(x) iff t = 0` is proved where `G(x) = t` is, of the same instances."""
    place, _, formula = finding.claim.removeprefix("P(").partition(") iff ")
    if finding.standing != Status.GUESS or finding.play != NORMAL.name or not formula.endswith(" = 0"):
        return finding
    values = f"G({place}) = {formula.removesuffix(' = 0')}"
    for known in findings:
        if known.standing == Status.PROVED and known.claim == values and _about(known) == _about(finding):
            how = "follows from the values"
            return replace(finding, standing=Status.PROVED, quantifiers=known.quantifiers, how=how)
    return finding


def _about(finding: Finding) -> tuple[object, ...]:
    return finding.play, finding.hypotheses, finding.parameters
