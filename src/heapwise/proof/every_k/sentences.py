"""The sentences about all k that make the guessed intervals a proof. Each must have no solution."""

from collections.abc import Iterator, Mapping, Sequence

from heapwise.proof.every_k.affine import ClosedInterval, K, slope
from heapwise.proof.every_k.family import CONTROLS, START, Control, GameFamily, is_open
from heapwise.proof.logic import FALSE, And, Exists, Form, Formula, Not, Or, compare
from heapwise.records import Record

R, RHO, D, A, J, B = map(Form.variable, ("r", "rho", "d", "a", "j", "b"))
ZERO, ONE = Form(), Form(constant=1)
# Sums of remainders lie between -2M and 3M (it is one of the sentences), so a congruence is one of four equations.
_MULTIPLES = (-1, 0, 1, 2)

INTERVALS = ("won", "met", "met_to_end")
Intervals = Mapping[Control, ClosedInterval]


class Sentences(Record):
    """The sentences for a family, with the intervals for (B) and for (A)."""

    family: GameFamily
    won: Intervals
    met: Intervals
    met_to_end: Intervals

    def all(self) -> Iterator[tuple[str, Formula]]:
        """Every sentence with its name."""
        yield "a sum of remainders out of bounds", And((self._k(), Not(self._bounded())))
        yield "the end of play on the wrong side", And((self._k(), Not(self._end_is_right())))
        yield "a start outside of the won states", And((self._k(), Not(_inside(self.won, START, ZERO))))
        for q in self.won:
            yield f"a last digit without an answer at {tuple(q)}", self._no_last_answer(q)
            yield f"a digit without an answer at {tuple(q)}", self._no_answer(q)
        for to_end in (False, True) if self.family.to_end != ZERO else (False,):
            yield from self._closed(to_end)

    def to_json(self) -> dict[str, list[list[int]]]:
        """The intervals: the bits of a control, then constant and coefficient of k of both ends."""
        tables = {"won": self.won, "met": self.met, "met_to_end": self.met_to_end}
        return {name: [_plain(q, interval) for q, interval in table.items()] for name, table in tables.items()}

    @classmethod
    def from_json(cls, family: GameFamily, data: Mapping[str, Sequence[Sequence[int]]]) -> "Sentences":
        """The sentences with intervals that were written down."""
        return cls(family, *(dict(map(_interval, data[name])) for name in INTERVALS))

    # -- parameters

    def _k(self) -> Formula:
        return compare(K, ">=", self.family.least)

    def _bounded(self) -> Formula:
        """1 <= bound <= M, 0 <= single < M, and the end is not farther than all moves."""
        f = self.family
        return And((
            compare(f.bound, "<=", f.modulus), compare(ONE, "<=", f.bound), compare(ZERO, "<=", f.single),
            compare(f.single, "<", f.modulus), compare(f.to_end, "<=", f.bound), compare(ZERO, "<=", f.to_end),
        ))  # fmt: skip

    def _end_is_right(self) -> Formula:
        """The end of play is in the set exactly if it is not exempt."""
        is_single = compare(self.family.single, "=", ZERO)
        return Not(is_single) if self.family.is_exempt != self.family.is_denied else is_single

    # -- one layer

    def _layer(self) -> Formula:
        """What the opponent may give: a remainder, a rest that is 0 or at least M, and ones among r lowered heaps."""
        rest = Or((compare(D, "=", ZERO), compare(D, ">=", self.family.modulus)))
        return And((compare(RHO, "<", self.family.modulus), rest, compare(A, "<=", R)))

    def _answer(self) -> Formula:
        """What the player may do: lower j of the ones, and give b of the r heaps a one."""
        most = compare(R + J, "<=", self.family.bound)
        return And((compare(J, "<=", RHO + D), most, compare(B, "<=", R)))

    def _is(self, count: Form, remainder: Form) -> Formula:
        """A count, up to multiples of M, has a remainder."""
        return Or(tuple(compare(count, "=", remainder + self.family.modulus * s) for s in _MULTIPLES))

    def _says(self, some: int, zero: int, count: Form) -> Formula:
        """The position is in the set, with that count in its units."""
        if some:
            return self._is(count, ZERO) if zero else FALSE
        found = self._is(count, self.family.single)
        return Not(found) if self.family.is_denied else found

    def _goal(self, q: Control) -> Formula:
        moved = compare(R + J, ">=", ONE)
        to_end = And((_empty(_NEW, not q.fy), compare(R + J, "<=", self.family.to_end)))
        return And((moved, Or((self._says(q.fy, q.zy, _NEW), to_end))))

    def _becomes(self, q: Control, after: Control) -> Formula:
        """The layer leads from one control to another."""
        return And((
            *self._half(q.fx, q.zx, _OLD, after.fx, after.zx), *self._half(q.fy, q.zy, _NEW, after.fy, after.zy)
        ))  # fmt: skip

    def _half(self, some: int, zero: int, count: Form, some_after: int, zero_after: int) -> tuple[Formula, Formula]:
        has_one = Not(_empty(count, not some))
        is_zero = self._is(count, ZERO) if zero else FALSE
        return (has_one if some_after else Not(has_one)), (is_zero if zero_after else Not(is_zero))

    # -- (B)

    def _no_last_answer(self, q: Control) -> Formula:
        asked = Not(self._says(q.fx, q.zx, _OLD))
        exempt = _empty(_OLD, not q.fx) if self.family.is_exempt else FALSE
        here = And((self._k(), _inside(self.won, q, R), self._layer(), asked, Not(exempt)))
        return And((here, Not(Exists(("j", "b"), And((self._answer(), self._goal(q)))))))

    def _no_answer(self, q: Control) -> Formula:
        here = And((self._k(), _inside(self.won, q, R), self._layer()))
        nexts = (And((self._becomes(q, p), _inside(self.won, p, R + J))) for p in self.won)
        return And((here, Not(Exists(("j", "b"), And((self._answer(), Or(tuple(nexts))))))))

    # -- (A)

    def _closed(self, to_end: bool) -> Iterator[tuple[str, Formula]]:
        met, name = (self.met_to_end, "the end") if to_end else (self.met, "the set")
        yield f"a start that was not met, {name}", And((self._k(), Not(_inside(met, START, ZERO))))
        for q in met:
            here = And((self._k(), _inside(met, q, R), self._layer(), self._answer()))
            yield (
                f"a move into {name} at {tuple(q)}",
                And((here, self._says(q.fx, q.zx, _OLD), self._target(q, to_end))),
            )
            for p in CONTROLS:
                if is_open(p, to_end):
                    left = And((self._becomes(q, p), Not(_inside(met, p, R + J))))
                    yield f"a state that was not met, {name}, from {tuple(q)} to {tuple(p)}", And((here, left))

    def _target(self, q: Control, to_end: bool) -> Formula:
        moved = compare(R + J, ">=", ONE)
        if not to_end:
            return And((moved, self._says(q.fy, q.zy, _NEW)))
        return And((moved, _empty(_NEW, not q.fy), compare(R + J, "<=", self.family.to_end)))


# The ones of position and option in a layer, without the rest d.
_OLD, _NEW = RHO + A, RHO - J + B


def _empty(count: Form, is_empty_above: bool) -> Formula:
    """No one in this layer, and none above it."""
    return compare(count + D, "=", ZERO) if is_empty_above else FALSE


def _plain(q: Control, interval: ClosedInterval) -> list[int]:
    ends = (interval.low, interval.high)
    return [*q, *(number for end in ends for number in (end.constant, slope(end)))]


def _interval(numbers: Sequence[int]) -> tuple[Control, ClosedInterval]:
    *bits, low, low_k, high, high_k = numbers
    return Control(*bits), ClosedInterval(K * low_k + low, K * high_k + high)


def _inside(intervals: Intervals, q: Control, r: Form) -> Formula:
    if q not in intervals:
        return FALSE
    return And((compare(intervals[q].low, "<=", r), compare(r, "<=", intervals[q].high)))
