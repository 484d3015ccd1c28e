"""Linear forms in k, their values, and intervals with such ends.

An interval that fits sets of numbers for a few k is a guess, which is verified afterwards.
"""

from collections.abc import Mapping

from heapwise.proof.logic import Form
from heapwise.records import Record

K = Form.variable("k")


def value(form: Form, k: int) -> int:
    """The value of a form in k alone."""
    return form.constant + slope(form) * k


def slope(form: Form) -> int:
    """The coefficient of k."""
    return dict(form.coefficients).get("k", 0)


class ClosedInterval(Record):
    """All r with low <= r <= high."""

    low: Form
    high: Form

    def at(self, k: int) -> set[int]:
        """The set for a value of k."""
        return set(range(value(self.low, k), value(self.high, k) + 1))


def fitted(samples: Mapping[int, set[int]]) -> ClosedInterval | None:
    """The interval that gives all samples; None if there is none, or all samples are empty."""
    filled = {k: found for k, found in samples.items() if found}
    if len(filled) < 2:
        return None
    low, high = (_line({k: end(found) for k, found in filled.items()}) for end in (min, max))
    if low is None or high is None:
        return None
    interval = ClosedInterval(low, high)
    return interval if all(interval.at(k) == found for k, found in samples.items()) else None


def _line(points: Mapping[int, int]) -> Form | None:
    """The linear form through points; two of them tell it."""
    (k, first), (other, second), *_ = points.items()
    slope, rest = divmod(second - first, other - k)
    form = K * slope + (first - slope * k)
    return form if not rest and all(value(form, n) == v for n, v in points.items()) else None
