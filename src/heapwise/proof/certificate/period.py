"""Certificates of periods: a shift `G(n + p) = G(n) + s` of a one-heap game, by values that say it for all heaps."""

from collections.abc import Mapping
from typing import Any

from heapwise.claims.instances import Instance
from heapwise.claims.shift import Shift, shift_of
from heapwise.claims.task import Unsuitable
from heapwise.engine import sequences
from heapwise.engine.sequences.recheck import recomputed, shows_period
from heapwise.proof.certificate.confirm import instance_of, other
from heapwise.verify.untrusted import not_one, of, quoted, record, too_large, whole, wrong

_MOST_VALUES = 100_000
_MOST_OF_SETS = 5_000  # the values of all sums of two heaps are kept then, as sets
_KEYS = ("criterion", "rule", "seats", "preperiod", "period", "saltus", "computed")


def confirm_period(data: Mapping[str, Any]) -> tuple[Instance, sequences.Certificate]:
    """Refuse a certificate whose values do not show its period, or whose period does not show its claim."""
    instance = instance_of(data)
    shift = _shift(instance)
    period = record(of(dict(data), "period"), "a period", keys=_KEYS)
    for key in ("computed", "preperiod", "period", "saltus"):
        if whole(of(period, key), f"`{key}`") > _MOST_VALUES:
            raise too_large(f"`{key}` is more than {_MOST_VALUES:,}")
    try:
        certificate = sequences.certificate_from_data(period)
    except ValueError as problem:
        raise not_one(f"its rule has no shape that is known: {quoted(str(problem))}") from None
    if (
        certificate.seats is not None
        or certificate.rule != _rule(instance)
        or not _is_exact(period["rule"], certificate)
    ):
        raise other("its moves are not those of its rules")
    if certificate.criterion != sequences.criterion_of(certificate.rule):
        raise wrong("a period of such moves is shown by another criterion")
    if certificate.rule.parts > 2 and certificate.computed > _MOST_OF_SETS:
        raise too_large(f"`computed` is more than {_MOST_OF_SETS:,}, and heaps fall into three or more")
    values, pattern = recomputed(certificate), certificate.pattern
    if not shows_period(certificate, values):
        raise wrong("the values do not show the period")
    report = sequences.PeriodReport(
        pattern.preperiod, pattern.period, pattern.saltus, None, "this certificate", certificate.computed, values=values
    )
    if sequences.first_failure(report, shift.start, shift.period, shift.saltus) is not None:
        raise wrong("the period contradicts the claim")
    return instance, certificate


def _is_exact(rule: Any, certificate: sequences.Certificate) -> bool:
    """Does the rule as data say what was read from it, and nothing else?"""
    return bool(rule == sequences.rule_to_data(certificate.rule))


def _shift(instance: Instance) -> Shift:
    try:
        return shift_of(instance)
    except Unsuitable as reason:
        raise other(reason.reason) from None


def _rule(instance: Instance) -> sequences.HeapRule | None:
    return sequences.recognise(instance.game) if instance.game is not None else None
