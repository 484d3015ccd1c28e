"""The check of a certificate that trusts nothing: values straight from the moves, then the criterion once more.

Only the rule as data is shared with the rest; no kernel, no table and no search is used.
"""

from math import lcm
from typing import Any

import numpy as np

from heapwise.arrays import Array
from heapwise.engine.sequences.certificate import Certificate, certificate_from_data
from heapwise.engine.sequences.rule import HeapRule, Removal, Split

Sums = dict[tuple[int, int, int], frozenset[int]]


def recheck(certificate: Certificate | dict[str, Any]) -> bool:
    """Does a certificate prove its period? Data that is no certificate proves nothing.

    >>> from heapwise.engine.sequences import period_of, rule_of_code
    >>> recheck(period_of(rule_of_code("0.77"), upto=200).certificate.as_data())
    True
    """
    if isinstance(certificate, Certificate):
        certificate = certificate.as_data()
    try:
        claimed = certificate_from_data(certificate)
    except ValueError:
        return False
    return shows_period(claimed, recomputed(claimed))


def recomputed(claimed: Certificate) -> Array:
    """The values that a certificate speaks of, straight from the moves."""
    return _values(claimed, claimed.computed)


def shows_period(claimed: Certificate, values: Array) -> bool:
    """Do the values of a certificate prove its period?"""
    rule, pattern, count = claimed.rule, claimed.pattern, claimed.computed
    if claimed.seats is not None and (rule.parts > 1 or sorted(claimed.seats) != list(range(len(claimed.seats)))):
        return False
    start, period, saltus = pattern.preperiod, pattern.period, pattern.saltus
    if start < rule.first or count < start + period:
        return False
    if (values[start + period :] - values[start:-period] != saltus).any():
        return False
    cycle = lcm(period, rule.modulus)
    if claimed.criterion == "state":
        return _state_repeats(claimed, values, cycle)
    return saltus == 0 and _shows_enough(claimed, cycle)


def _shows_enough(claimed: Certificate, cycle: int) -> bool:
    """The bound for moves that take at most k stones and leave at most j heaps."""
    rule, start = claimed.rule, claimed.pattern.preperiod
    open_ended = any(r.amounts.all_but for r in rule.removals) or any(s.unequal for s in rule.splits)
    if open_ended or claimed.criterion not in ("window", "splits", "guy-smith"):
        return False
    taken = [0, *(s for r in rule.removals for s in r.amounts.listed), *(s.taken for s in rule.splits)]
    heaps = max([1, *(s.parts for s in rule.splits)])
    named = [n + 1 for when in rule.conditions for n in when.exactly]
    parts = [*(r.least for r in rule.removals), *(s.least for s in rule.splits if s.parts)]
    start = max([start, rule.first, *named, *parts])
    ends = [s.taken + 1 for s in rule.splits if s.parts == 0]
    until = max([heaps * start + (heaps - 1) * cycle + max(taken), start, *ends])
    whole_cycle = start + cycle + claimed.pattern.period if cycle > claimed.pattern.period else 0
    return claimed.computed >= max(until + cycle, whole_cycle)


def _state_repeats(claimed: Certificate, values: Array, cycle: int) -> bool:
    """Is the state a cycle before the end the same as at the end?"""
    rule, count, pattern = claimed.rule, claimed.computed, claimed.pattern
    reach, before = rule.reach, count - cycle
    named = [n + 1 for when in rule.conditions for n in when.exactly]
    least = max([rule.first, *(r.least for r in rule.removals), *(s.least for s in rule.splits if s.parts)])
    ends = [s.taken + 1 for s in rule.splits if s.parts == 0]
    if before < max([reach + least, pattern.preperiod + pattern.period, *named, *ends]):
        return False
    if claimed.seats is None and not _is_open_everywhere(rule, before):
        return False
    if rule.parts > 1 or (claimed.seats is not None and pattern.saltus):
        return False
    shift = 0 if claimed.seats is not None else pattern.saltus * (cycle // pattern.period)
    early, late = values[:before], values[:count]
    used = _used(claimed, early, shift), _used(claimed, late, 0)
    if claimed.seats is not None:
        return used[0] == used[1] and bool((early[before - reach :] == late[count - reach :]).all())
    least_missing = [min(set(range(low, count + shift + 2)) - u) for low, u in ((shift, used[0]), (0, used[1]))]
    level = least_missing[1]
    if least_missing[0] != level or {v for v in used[0] if v > level} != {v for v in used[1] if v > level}:
        return False
    recent = early[before - reach :] + shift, late[count - reach :]
    return bool((np.maximum(recent[0], level - 1) == np.maximum(recent[1], level - 1)).all())


def _used(claimed: Certificate, values: Array, shift: int) -> set[int]:
    return {int(v) + shift for v in values[claimed.rule.first : len(values) - claimed.rule.reach]}


def _is_open_everywhere(rule: HeapRule, heap: int) -> bool:
    opens = [r.when for r in rule.removals if r.amounts.all_but]
    return all(any(n in when for when in opens) for n in range(heap, heap + rule.modulus))


# -------------------------------------------------------------------------------------------------- values


def _values(claimed: Certificate, count: int) -> Array:
    rule, seats = claimed.rule, claimed.seats
    values = np.zeros(count, np.int64)
    sums: Sums = {}
    for heap in range(rule.first, count):
        top = 1 << int(values[:heap].max(initial=1)).bit_length()
        seen = np.zeros(max(top + 1, len(seats or ())), bool)
        for removal in rule.removals:
            _take(seen, values, rule, removal, heap)
        for split in rule.splits:
            _split(seen, values, split, heap, 0 if seats is None else len(seats) - 1, sums)
        values[heap] = int(seen.argmin()) if seats is None else _outcome(seen, seats)
    return values


def _outcome(seen: Array, seats: tuple[int, ...]) -> int:
    after = [(int(seat) + 1) % len(seats) for seat in np.flatnonzero(seen)]
    return min(after, key=seats.index) if after else len(seats) - 1


def _take(seen: Array, values: Array, rule: HeapRule, removal: Removal, heap: int) -> None:
    if heap in removal.when:
        listed = np.array(sorted(removal.amounts.listed), np.int64)
        rest = np.arange(max(rule.first, removal.least), heap)
        allowed = np.isin(heap - rest, listed) != removal.amounts.all_but
        seen[values[rest[allowed]]] = True


def _split(seen: Array, values: Array, split: Split, heap: int, ended: int, sums: Sums) -> None:
    total = heap - split.taken
    if heap not in split.when or total < 0:
        return
    if split.parts == 0:
        seen[ended] |= total == 0
    elif split.parts == 2:
        small = np.arange(split.least, total // 2 + 1)
        large = total - small
        keep = (small != large) | (not split.unequal)
        seen[values[small[keep]] ^ values[large[keep]]] = True
    else:
        seen[list(_sums(values, total, split.parts, split.least, sums))] = True


def _sums(values: Array, total: int, parts: int, least: int, known: Sums) -> frozenset[int]:
    """The nim-sums of the values of `parts` heaps of at least `least` stones, `total` in all."""
    key = total, parts, least
    if parts == 1:
        return frozenset({int(values[total])} if total >= least else ())
    if key not in known:
        known[key] = frozenset(
            int(values[a]) ^ v for a in range(least, total) for v in _sums(values, total - a, parts - 1, least, known)
        )
    return known[key]
