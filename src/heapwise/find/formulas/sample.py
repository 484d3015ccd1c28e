"""Positions on which terms are compared before all others: few, mixed, and joined by those that refuted a guess."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import numpy as np
from numpy.typing import NDArray

from heapwise.find.formulas.term import Column, Rows

_RANDOM, _SMALL, _LARGE = 120, 50, 30


@dataclass(frozen=True)
class Sample:
    """Some of the positions of a table, and all of them to look at again."""

    rows: Rows
    wanted: Column
    all_rows: Rows
    all_wanted: Column

    def joined_by(self, index: int) -> Sample:
        """With one more position, at which a guess was wrong."""
        return replace(
            self,
            rows=np.vstack((self.rows, self.all_rows[index])),
            wanted=np.append(self.wanted, self.all_wanted[index]),
        )

    def within(self, chosen: NDArray[np.bool_], chosen_of_all: NDArray[np.bool_]) -> Sample:
        """The positions of a region."""
        return Sample(
            self.rows[chosen], self.wanted[chosen], self.all_rows[chosen_of_all], self.all_wanted[chosen_of_all]
        )


def sample_of(values: NDArray[np.int32], seed: int = 0, is_p: bool = False) -> Sample:
    """A sample of the legal positions of a table. Of P-positions, which are few, as many are taken as of others."""
    rows = np.argwhere(values >= 0).astype(np.int64)
    wanted = values[values >= 0].astype(np.int64)
    by_size = np.argsort(rows.sum(axis=1), kind="stable")
    random = Random(seed)
    chosen = [*by_size[:_SMALL], *by_size[-_LARGE:]]
    groups = [np.flatnonzero(wanted == 1), np.flatnonzero(wanted == 0)] if is_p else [np.arange(len(rows))]
    for group in groups:
        chosen += random.sample([*group], min(_RANDOM, len(group)))
    index = np.array(sorted(set(map(int, chosen))), dtype=np.int64)
    return Sample(rows[index], wanted[index], rows, wanted)
