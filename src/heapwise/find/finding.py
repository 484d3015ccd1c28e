"""What a search says: statements with their standing, and what it excludes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, overload

from heapwise.proof.learned import DigitSet


class Status(StrEnum):
    """How sure a finding is. A guess was right on positions that had no part in making it."""

    PROVED = "proved"
    GUESS = "guess"
    REFUTED = "refuted"


@dataclass(frozen=True)
class Finding:
    """A statement about a game, as a claim would say it; `cost` is the number of its symbols.

    A statement about a set that no formula describes names the set: `P(a, b) iff cold(a, b)`, with the automaton beside
    it.
    """

    standing: Status
    claim: str
    play: str
    how: str
    cost: int
    automaton: DigitSet | None = None
    name: str = ""
    is_claim: bool = True  # or a sentence that the language cannot say

    def as_data(self) -> dict[str, Any]:
        """For programs."""
        states = None if self.automaton is None else self.automaton.automaton.states
        return {
            "kind": "finding", "standing": str(self.standing), "claim": self.claim, "play": self.play,
            "method": self.how, "cost": self.cost, "states": states,
        }  # fmt: skip


@dataclass(frozen=True)
class RuledOut:
    """What is not so, as a sentence that is a theorem or a count of what was tried."""

    text: str
    play: str

    def as_data(self) -> dict[str, Any]:
        """For programs."""
        return {"kind": "excluded", "standing": "excluded", "text": self.text, "play": self.play}


@dataclass(frozen=True)
class Findings(Sequence[Finding]):
    """All findings about a game, the surest and shortest first, and what is excluded."""

    game: str
    findings: tuple[Finding, ...]
    excluded: tuple[RuledOut, ...]

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

    def __repr__(self) -> str:
        proved = sum(finding.standing == Status.PROVED for finding in self.findings)
        return f"<{self.game}: {len(self.findings)} findings, {proved} proved>"
