"""Positions on which terms are compared before all others: few, mixed, and joined by those that refuted a guess."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from heapwise.fitting.rows import Column, Rows, Truths, stacked
from heapwise.records import Record, replace

_RANDOM, _SMALL, _LARGE = 120, 50, 30


class Positions(Record):
    """Positions with what is wanted there: a value, or 1 for those of a set."""

    rows: Rows
    wanted: Column

    def __len__(self) -> int:
        return len(self.rows)

    def take(self, chosen: NDArray[np.generic]) -> Positions:
        """Some of them."""
        return Positions(self.rows.take(chosen), self.wanted[chosen])

    def opposite(self) -> Positions:
        """The same positions, of which the others are wanted."""
        return replace(self, wanted=1 - self.wanted)


class Judged(Protocol):
    """A formula that may be what is wanted."""

    def is_right(self, positions: Positions) -> bool:
        """Does it say what is wanted at all of these positions?"""


AnyFormula = TypeVar("AnyFormula", bound=Judged)


class Sample(Record):
    """Positions in three circles: few, on which terms are compared; those that a guess is fitted to; and those that
    nobody looks at before there is a guess, which therefore can judge it."""

    few: Positions
    fitted: Positions
    unseen: Positions | None = None

    @property
    def rows(self) -> Rows:
        """The few."""
        return self.few.rows

    @property
    def wanted(self) -> Column:
        """What is wanted at the few."""
        return self.few.wanted

    def right(self, guesses: Iterable[AnyFormula], near: list[AnyFormula] | None = None) -> list[AnyFormula]:
        """Those that are right wherever one looks; what fits, and fails at positions unseen, is `near`."""
        found = []
        for guess in guesses:
            if guess.is_right(self.fitted):
                if self.unseen is None or guess.is_right(self.unseen):
                    found.append(guess)
                elif near is not None:
                    near.append(guess)
        return found

    def within(self, region: Callable[[Rows], Truths]) -> Sample:
        """The positions of a region."""
        kept = (of if of is None else of.take(region(of.rows)) for of in (self.few, self.fitted, self.unseen))
        few, fitted, unseen = kept
        assert few is not None
        assert fitted is not None
        return Sample(few, fitted, unseen)

    def opposite(self) -> Sample:
        """The same positions, of which the others are wanted."""
        return Sample(self.few.opposite(), self.fitted.opposite(), self.unseen and self.unseen.opposite())


def joined(one: Positions, other: Positions) -> Positions:
    """All positions of both, which speak of the same parameters."""
    return Positions(stacked(one.rows, other.rows), np.concatenate((one.wanted, other.wanted)))


def positions_of(values: NDArray[np.signedinteger[Any]]) -> Positions:
    """The legal positions of a table."""
    legal = values >= 0
    return Positions(Rows(np.argwhere(legal).astype(np.int64)), values[legal].astype(np.int64))


def sample_of(fitted: Positions, unseen: Positions | None = None, seed: int = 0, is_p: bool = False) -> Sample:
    """A sample of some positions. Of P-positions, which are few, as many are taken as of others."""
    by_size = np.argsort(fitted.rows.heaps.sum(axis=1), kind="stable")
    random, wanted = Random(seed), fitted.wanted
    chosen = [*by_size[:_SMALL], *by_size[-_LARGE:]]
    groups = [np.flatnonzero(wanted == 1), np.flatnonzero(wanted == 0)] if is_p else [np.arange(len(wanted))]
    for group in groups:
        chosen += random.sample([*group], min(_RANDOM, len(group)))
    return Sample(fitted.take(np.array(sorted(set(map(int, chosen))), dtype=np.int64)), fitted, unseen)


def some_of(positions: Positions, most: int, seed: int = 0) -> Positions:
    """At most so many of them, the same for the same seed: small ones, where exceptions live, and as many of any size;
    of a set that has few members as many of these."""
    if len(positions) <= most:
        return positions
    by_size = np.argsort(positions.rows.heaps.sum(axis=1), kind="stable")
    mixed = np.random.default_rng(seed).permutation(len(positions))
    members = mixed[positions.wanted[mixed] == 1]
    third = most // 3
    return positions.take(np.unique(np.concatenate((by_size[:third], members[:third], mixed[:third]))))
