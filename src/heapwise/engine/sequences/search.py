"""Looking for periods in values: a guess from the end of the sequence, followed back as far as it goes."""

from collections.abc import Iterator

import numpy as np

from heapwise.arrays import Array
from heapwise.records import Record

_FEW = 8  # so many candidates that broke off are remembered
_BLOCK = 1 << 20  # values looked at together: the sequence itself may fill half of memory
_DEPTH = 64  # values at the end that every candidate has to fit before it is followed back


class PeriodPattern(Record):
    """values[n + period] = values[n] + saltus for all n >= preperiod, as far as the values go."""

    preperiod: int
    period: int
    saltus: int


def patterns(values: Array, first: int, agreement: int, with_saltus: bool) -> Iterator[PeriodPattern]:
    """All patterns that hold over at least `agreement` comparisons at the end, by increasing period.

    What does not hold that long is no better for its multiples: they break off at the same value.
    """
    broken = list[PeriodPattern]()
    for period in _candidates(values, first, max(agreement, 1), with_saltus):
        if any(period % p.period == 0 and period < len(values) - p.preperiod for p in broken):
            continue
        saltus = int(values[-1]) - int(values[-1 - period])
        pattern = PeriodPattern(_start(values, first, period, saltus), period, saltus)
        if len(values) - period - pattern.preperiod >= agreement:
            yield pattern
        elif len(broken) < _FEW:
            broken.append(pattern)


def _candidates(values: Array, first: int, agreement: int, with_saltus: bool) -> Iterator[int]:
    """The periods that fit the last few values."""
    count = len(values)
    end = count - first - agreement + 1
    for low in range(1, end, _BLOCK):
        high = min(low + _BLOCK, end)
        before = values[count - high : count - low][::-1]
        periods = low + np.flatnonzero(before <= values[-1] if with_saltus else before == values[-1])
        saltus = int(values[-1]) - values[count - 1 - periods].astype(np.int64)
        for back in range(1, min(_DEPTH, agreement)):
            if not len(periods):
                break
            fitting = int(values[-1 - back]) - values[count - 1 - back - periods].astype(np.int64) == saltus
            periods, saltus = periods[fitting], saltus[fitting]
        yield from map(int, periods)


def _start(values: Array, first: int, period: int, saltus: int) -> int:
    """The least n from which on the values repeat, looked for in growing blocks from the end."""
    end, block = len(values) - period, 64
    while end > first:
        start = max(first, end - block)
        later, earlier = values[start + period : end + period], values[start:end]
        wrong = np.flatnonzero(later.astype(np.int64) - earlier != saltus if saltus else later != earlier)
        if len(wrong):
            return start + int(wrong[-1]) + 1
        end, block = start, min(2 * block, _BLOCK)
    return first
