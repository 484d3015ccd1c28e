"""Looking for periods in values: a guess from the end of the sequence, followed back as far as it goes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from heapwise.engine.sequences.column import Array

_FEW = 8  # so many candidates are followed back at once
_DEPTH = 64  # values at the end that every candidate has to fit before it is followed back


@dataclass(frozen=True)
class PeriodPattern:
    """values[n + period] = values[n] + saltus for all n >= preperiod, as far as the values go."""

    preperiod: int
    period: int
    saltus: int


def patterns(values: Array, first: int, agreement: int, with_saltus: bool) -> Iterator[PeriodPattern]:
    """All patterns that hold over at least `agreement` comparisons at the end, by increasing period.

    What does not hold that long is no better for its multiples: they break off at the same value.
    """
    signed, broken = values.astype(np.int64), list[PeriodPattern]()
    for period in _candidates(signed, first, max(agreement, 1), with_saltus):
        if any(period % p.period == 0 and period < len(signed) - p.preperiod for p in broken):
            continue
        saltus = int(signed[-1] - signed[-1 - period])
        pattern = PeriodPattern(_start(signed, first, period, saltus), period, saltus)
        if len(signed) - period - pattern.preperiod >= agreement:
            yield pattern
        elif len(broken) < _FEW:
            broken.append(pattern)


def _candidates(values: Array, first: int, agreement: int, with_saltus: bool) -> list[int]:
    """The periods that fit the last few values."""
    count = len(values)
    periods = np.arange(1, count - first - agreement + 1)
    saltus = values[-1] - values[count - 1 - periods] if count else periods
    fitting = saltus >= 0 if with_saltus else saltus == 0
    periods, saltus = periods[fitting], saltus[fitting]
    for back in range(1, min(_DEPTH, agreement)):
        if len(periods) <= _FEW:
            break
        fitting = values[count - 1 - back] - values[count - 1 - back - periods] == saltus
        periods, saltus = periods[fitting], saltus[fitting]
    return [int(p) for p in periods]


def _start(values: Array, first: int, period: int, saltus: int) -> int:
    """The least n from which on the values repeat, looked for in growing blocks from the end."""
    end, block = len(values) - period, 64
    while end > first:
        start = max(first, end - block)
        wrong = np.flatnonzero(values[start + period : end + period] - values[start:end] != saltus)
        if len(wrong):
            return start + int(wrong[-1]) + 1
        end, block = start, 2 * block
    return first
