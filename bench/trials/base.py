"""What a class of trials is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

Counts = Counter[str]


class Failure(AssertionError):
    """What heapwise says and what was found in another way differ."""


@dataclass(frozen=True)
class Kind:
    """A class of trials. `unit` is the count that figures are about; all of `needs` have to be met in a long run, or
    the trials were not of what they say. `share` is its part of the time, `seconds` what a
    trial may take by the clock on a machine that does much else."""

    name: str
    unit: str
    trial: Callable[[Random], Counts]
    needs: frozenset[str] = frozenset()
    share: float = 1.0
    seconds: float = 600.0

    def run(self, seed: int) -> Counts:
        """One trial, wholly determined by the seed."""
        counts = self.trial(Random(f"{self.name}:{seed}"))
        counts["trials"] += 1
        return counts


def check(holds: bool, *what: object) -> None:
    """Fail with what is known, if something does not hold."""
    if not holds:
        raise Failure(" | ".join(map(str, what)))
