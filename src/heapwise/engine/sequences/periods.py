"""What is known of the period of a sequence, and what follows from it for all heaps."""

from math import gcd
from pathlib import Path
from typing import Any

import numpy as np

from heapwise.arrays import Array
from heapwise.engine.sequences.by_definition import has_one_heap, values_by_definition
from heapwise.engine.sequences.certificate import Certificate, values_needed
from heapwise.engine.sequences.column import MEMORY
from heapwise.engine.sequences.recognise import recognise, rule_for
from heapwise.engine.sequences.rule import HeapRule
from heapwise.engine.sequences.search import PeriodPattern, patterns
from heapwise.engine.sequences.sequence import Sequence
from heapwise.engine.sequences.store import checksum, kept
from heapwise.engine.slices import Tick
from heapwise.records import Record, field, replace
from heapwise.reference.conventions import NORMAL, Play
from heapwise.rules.game import Game, Rules


class PeriodReport(Record):
    """The least period that was found, or None. It is a theorem if `proved_by` says why; otherwise it was seen in the
    values up to `upto` and may end after them. `needed` is how many values would decide it, where that is known;
    `sha256` is a checksum of values that are kept, and not proved to go on."""

    preperiod: int | None
    period: int | None
    saltus: int | None
    pure: bool | None
    proved_by: str | None
    upto: int
    certificate: Certificate | None = None
    needed: int | None = None
    first: int = 0
    values: Array = field(default_factory=lambda: np.zeros(0, np.int64), repr=False, compare=False)
    sha256: str | None = None

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        kept = {} if self.sha256 is None else {"kept": len(self.values), "sha256": self.sha256}
        if self.period is None:
            return {"period": None, "upto": self.upto} | kept
        data = {"preperiod": self.preperiod, "period": self.period, "saltus": self.saltus, "pure": self.pure}
        return data | {"proved_by": self.proved_by} | ({"upto": self.upto} if self.proved_by is None else {}) | kept

    def __str__(self) -> str:
        if self.period is None:
            return f"no period found up to {self.upto}"
        saltus = f", saltus {self.saltus}" if self.saltus else ""
        how = f"proved by {self.proved_by}" if self.proved_by else f"seen up to {self.upto}, not proved"
        return f"preperiod {self.preperiod}, period {self.period}{saltus}: {how}"

    def value(self, heap: int) -> int | None:
        """The value of a heap: known, or by the period if that is proved; None if neither says."""
        if heap < len(self.values):
            return int(self.values[heap])
        if self.proved_by is None or self.preperiod is None or self.period is None or self.saltus is None:
            return None
        periods, place = divmod(heap - self.preperiod, self.period)
        return int(self.values[self.preperiod + place]) + periods * self.saltus


def period_of(
    game: HeapRule | Rules, upto: int, play: Play = NORMAL, *, of_outcomes: bool = False, memory: int = MEMORY,
    tick: Tick | None = None, keep: Path | None = None,
) -> PeriodReport:  # fmt: skip
    """The period of the Grundy values up to a heap; of the outcomes under other plays, or where they are asked for.
    Values are kept in the file `keep`, and those that are there already are not computed again.

    >>> from heapwise.engine.sequences import take_all_but
    >>> print(period_of(take_all_but({2, 3, 7}), upto=200))
    preperiod 0, period 4, saltus 2: proved by the state before heap 7 is met again before heap 11
    """
    asks_outcomes = of_outcomes or not play.is_normal
    if keep is None and isinstance(game, Game) and recognise(game) is None and has_one_heap(game):
        return _of_values(*values_by_definition(game, upto, play, asks_outcomes, tick), upto)
    rule = game if isinstance(game, HeapRule) else rule_for(game)
    by_grundy = asks_outcomes and play.is_normal and not rule.takes_only
    sequence = Sequence(rule, play if asks_outcomes and not by_grundy else None, memory=memory)
    if keep is None:
        _extend(sequence, upto, tick)
    else:
        with kept(sequence, keep, tick) as now_and_then:
            _extend(sequence, upto, now_and_then)
    report = _report(sequence, upto)
    if keep is not None and report.proved_by is None:
        report = replace(report, sha256=checksum(sequence.column.values))
    return _outcomes_of(report) if by_grundy else report


def _extend(sequence: Sequence, upto: int, tick: Tick | None) -> None:
    while sequence.column.count <= upto and not sequence.is_proved(upto, tick):
        pass


def _report(sequence: Sequence, upto: int) -> PeriodReport:
    rule, values = sequence.rule, sequence.column.values
    certificate = sequence.certificate
    if certificate is not None:
        pattern = certificate.pattern
        return _found(pattern, rule.first, upto, values, certificate, None)
    report = _of_values(values, rule.first, upto)
    if report.period is None or report.preperiod is None or report.saltus:
        return report
    return replace(report, needed=values_needed(rule, PeriodPattern(report.preperiod, report.period, 0)))


def period_along(values: Array, first: int = 0) -> PeriodReport:
    """What the values along a line show, where no rule of one heap stands behind them: seen, and never proved."""
    return _of_values(values, first, len(values) - 1)


def _of_values(values: Array, first: int, upto: int) -> PeriodReport:
    """What values alone show."""
    seen = _seen(values, first)
    if seen is None:
        return PeriodReport(None, None, None, None, None, upto, first=first, values=values)
    return _found(seen, first, upto, values, None, None)


def _found(
    pattern: PeriodPattern, first: int, upto: int, values: Array, certificate: Certificate | None, needed: int | None
) -> PeriodReport:
    proved_by = None if certificate is None else str(certificate)
    preperiod, period, saltus = pattern.preperiod, pattern.period, pattern.saltus
    return PeriodReport(
        preperiod, period, saltus, preperiod <= first, proved_by, upto, certificate, needed, first, values
    )


def _seen(values: Array, first: int) -> PeriodPattern | None:
    """The least period that the second half of the values shows at least three times."""
    count = len(values)
    half = count // 2  # and then a third of all values agree with those a period further on
    for pattern in patterns(values, first, max(count // 3, 1), with_saltus=True):
        if pattern.preperiod <= half and pattern.preperiod + 3 * pattern.period <= count:
            return pattern
    return None


def _outcomes_of(report: PeriodReport) -> PeriodReport:
    """The period of the outcomes (0 where the Grundy value is not 0, else 1), from that of the Grundy values."""
    values = (report.values == 0).astype(np.uint8)
    if report.preperiod is None or report.period is None or report.proved_by is None:
        return _of_values(values, report.first, report.upto)
    if report.saltus:  # every value is at least the saltus from the second period on
        begun = values[report.first : report.preperiod + report.period]
        last = int(np.flatnonzero(begun).max(initial=-1))
        pattern = PeriodPattern(report.first + last + 1, 1, 0)
    else:
        begun, block = np.split(values[: report.preperiod + report.period], [report.preperiod])
        whole = np.concatenate([begun, np.tile(block, 3)])  # a proof may need fewer values than these
        pattern = next(patterns(whole, report.first, 2 * report.period, with_saltus=False))
    proved_by = f"the period {report.period} of the Grundy values, proved by {report.proved_by}"
    pure = pattern.preperiod <= report.first
    return PeriodReport(
        pattern.preperiod, pattern.period, 0, pure, proved_by, report.upto, None, None, report.first, values
    )


# ------------------------------------------------------------------------------------------- consequences


def first_failure(report: PeriodReport, start: int, period: int, saltus: int) -> int | None:
    """The least n >= start with value(n + period) != value(n) + saltus; where the period is proved, None means that
    there is none, and otherwise that none is known."""
    if report.proved_by is not None and report.preperiod is not None and report.period is not None:
        stop = max(start, report.preperiod) + report.period
    else:
        stop = len(report.values) - period
    values = report.values.astype(np.int64)
    known = min(stop, len(values) - period)
    if known > start:
        wrong = np.flatnonzero(values[start + period : known + period] - values[start:known] != saltus)
        if len(wrong):
            return start + int(wrong[0])
    for heap in range(max(start, known, 0), stop):
        left, right = report.value(heap + period), report.value(heap)
        if left is None or right is None or left != right + saltus:
            return heap
    return None


def is_inner_period(report: PeriodReport, inner: int) -> bool | None:
    """Is this an inner period of a pure sequence: do the values keep n modulo it, and grow by 1 inside every block of
    this length, where blocks and period have a common multiple that the saltus shares? Any multiple of the least
    period may be taken. None where the period is not proved."""
    if report.proved_by is None or report.period is None or report.saltus is None:
        return None
    if not report.pure or report.first or inner < 1:
        return False
    whole = report.period * (inner // gcd(inner, report.period))
    if report.saltus * (whole // report.period) % inner:
        return False
    values = [report.value(n) or 0 for n in range(whole + 1)]
    keeps = all(values[n] % inner == n % inner for n in range(whole))
    return keeps and all(values[n + 1] == values[n] + 1 for n in range(whole) if n % inner != inner - 1)
