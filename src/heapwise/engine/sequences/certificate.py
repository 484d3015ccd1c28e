"""When a period is a theorem: three criteria, and the data that lets anybody check one again.

Write G for the sequence, k for the largest number of stones that a move names (`rule.reach`), and let all conditions
of the rule depend on n modulo m from `rule.head` on.

**Splits** (`guy-smith` for octal codes, `window` where a move leaves one heap at most). Every move takes at most k
stones and leaves at most j heaps; n0 is at least the preperiod and at least the least size that a part must have; m
divides p. If G(n + p) = G(n) for n0 <= n < M = j*n0 + (j-1)*p + k, it holds for every n >= n0: assume it for all
smaller ones and let n >= M. An option of n + p leaves heaps with a sum of at least j*n0 + j*p, so one of them, a, is
at least n0 + p. With a - p in its place it is an option of n, of the same value since n0 <= a - p < n. An option of n
leaves a sum of at least j*n0, so one of its heaps, a, is at least n0 and less than n, and a + p in its place gives an
option of n + p of the same value. M - 1 + p is the last heap that has to be known: with j = 2 these are the
2*n0 + 2*p + k values of Guy and Smith. Outcomes of a rule that leaves one heap obey the same argument, under every
play that all players share. Two parts that must differ do not: a - p and the other part may become equal.

**State**, Grundy values. Every amount beyond k may be taken, at every heap from `head` on, and nothing splits. Before
heap n let U be the set of the values of all heaps below n - k, L the least number that is not in U. The options of n
are U and some of the values of the heaps n - k to n - 1; which, depends on n mod m. So G(n) is the least number >= L
that is neither in U nor among those, and then U receives G(n - k). Subtract L from everything: n mod m, the numbers of
U above L, and the last k values (all below L alike: they are in U already) determine the same data for n + 1, how far
L moves and G(n) - L. When such a state is met again p heaps later, L being larger by s, then G(n + p) = G(n) + s from
there on.

**State**, outcomes. The same with the set of the outcomes of all heaps below n - k, and the last k outcomes.

The least period p need not be a multiple of m; then the criterion is used for their least common multiple, and the
values show that p repeats over a whole one.
"""

from math import lcm
from typing import Any

from heapwise.arrays import Array
from heapwise.engine.sequences.codes import code_of
from heapwise.engine.sequences.data import Data, rule_from_data, rule_to_data
from heapwise.engine.sequences.rule import HeapRule
from heapwise.engine.sequences.search import PeriodPattern, patterns
from heapwise.records import Record

Seats = tuple[int, ...] | None  # best last mover first; None stands for Grundy values


class Certificate(Record):
    """Why the pattern of a sequence goes on for ever: the criterion, and how many values it looks at."""

    criterion: str
    rule: HeapRule
    seats: Seats
    pattern: PeriodPattern
    computed: int

    def as_data(self) -> dict[str, Any]:
        """Plain data for JSON; `recheck` reads it."""
        seats = None if self.seats is None else list(self.seats)
        pattern = {"preperiod": self.pattern.preperiod, "period": self.pattern.period, "saltus": self.pattern.saltus}
        rule = rule_to_data(self.rule)
        return {"criterion": self.criterion, "rule": rule, "seats": seats, **pattern, "computed": self.computed}

    def __str__(self) -> str:
        n0, p, k = self.pattern.preperiod, self.pattern.period, self.rule.reach
        if self.criterion == "guy-smith":
            return f"Guy and Smith: {self.computed} values are known, 2*{n0} + 2*{p} + {k} of them suffice"
        if self.criterion == "window":
            return f"a window of {k} values repeats after {p} heaps" if k else "no move is left"
        if self.criterion == "splits":
            return f"the argument of Guy and Smith for {self.rule.parts} heaps: {self.computed} values are known"
        return f"the state before heap {self.computed - self.cycle} is met again before heap {self.computed}"

    @property
    def cycle(self) -> int:
        """The multiple of the period that the criterion is about."""
        return lcm(self.pattern.period, self.rule.modulus)


def certificate_from_data(data: Data) -> Certificate:
    """The certificate of `as_data`; data of another shape is a `ValueError`."""
    try:
        numbers = [data[key] for key in ("preperiod", "period", "saltus", "computed")]
        seats = None if data["seats"] is None else tuple(data["seats"])
        if any(type(v) is not int or v < 0 for v in (*numbers, *(seats or ()))) or numbers[1] == 0:
            raise ValueError("preperiod, period, saltus, computed and seats are numbers")
        rule, pattern = rule_from_data(data["rule"]), PeriodPattern(*numbers[:3])
        return Certificate(str(data["criterion"]), rule, seats, pattern, numbers[3])
    except (KeyError, TypeError) as problem:
        raise ValueError(f"not a certificate: {problem}") from None


def certify(rule: HeapRule, seats: Seats, values: Array) -> Certificate | None:
    """A certificate for the values of a rule, if they show enough: the least period there is."""
    if rule.is_open:
        return _by_state(rule, seats, values)
    if criterion_of(rule) is None:
        return None
    count = len(values)
    agreement = max(rule.reach, count - count // rule.parts)
    for pattern in patterns(values, rule.first, agreement, with_saltus=False):
        needed = values_needed(rule, pattern)
        if needed is not None and needed <= count:
            return Certificate(str(criterion_of(rule)), rule, seats, pattern, needed)
    return None


def criterion_of(rule: HeapRule) -> str | None:
    """The criterion that can prove a period of this rule, if there is one."""
    if rule.is_open:
        return "state" if rule.takes_only and rule.is_always_open else None
    if any(split.unequal for split in rule.splits):
        return None
    if rule.takes_only:
        return "window"
    return "guy-smith" if rule.parts == 2 and code_of(rule) is not None else "splits"


def values_needed(rule: HeapRule, pattern: PeriodPattern) -> int | None:
    """How many values have to be known before the pattern is proved; None where no such number is known."""
    if criterion_of(rule) in (None, "state"):
        return None
    cycle = lcm(pattern.period, rule.modulus)
    start = max(pattern.preperiod, rule.named_head, rule.least)
    until = max(rule.parts * start + (rule.parts - 1) * cycle + rule.reach, rule.head)
    if cycle > pattern.period:
        until = max(until, start + pattern.period)
    return until + cycle


def _by_state(rule: HeapRule, seats: Seats, values: Array) -> Certificate | None:
    if seats is None and criterion_of(rule) is None:
        return None
    for pattern in patterns(values, rule.first, max(rule.reach, 1), with_saltus=seats is None):
        count = _repeated_state(rule, seats, values, pattern)
        if count is not None:
            return Certificate("state", rule, seats, pattern, count)
    return None


def _repeated_state(rule: HeapRule, seats: Seats, values: Array, pattern: PeriodPattern) -> int | None:
    """A heap before which the state is the same as one cycle earlier, but for the saltus: the first that may be, or the
    last known."""
    cycle = lcm(pattern.period, rule.modulus)
    rise = pattern.saltus * (cycle // pattern.period)
    lowest = max(rule.head, rule.reach + max(rule.first, rule.least), pattern.preperiod + pattern.period) + cycle
    state = _state if seats is None else _outcome_state
    for count in (lowest, lowest + rule.reach, len(values)):
        if lowest <= count <= len(values):
            level, *before = state(rule, values[: count - cycle])
            if [level + rise, *before] == [*state(rule, values[:count])]:
                return count
    return None


def _state(rule: HeapRule, values: Array) -> tuple[int, list[int], list[int]]:
    """The least missing value, the used ones above it, and the last values, both relative to it."""
    count = len(values)
    used = {int(v) for v in values[rule.first : count - rule.reach]}
    missing = next(v for v in range(count + 1) if v not in used)
    recent = [max(int(v) - missing, -1) for v in values[count - rule.reach :]]
    return missing, sorted(v - missing for v in used if v > missing), recent


def _outcome_state(rule: HeapRule, values: Array) -> tuple[int, list[int], list[int]]:
    """No level, the outcomes of the heaps beyond reach, and the last ones."""
    count = len(values)
    used = {int(v) for v in values[rule.first : count - rule.reach]}
    return 0, sorted(used), [int(v) for v in values[count - rule.reach :]]
