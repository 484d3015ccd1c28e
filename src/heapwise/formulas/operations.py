"""The operations of the integer form: for each one the bounds of its values, and how it is computed on arrays.

Bounds come first and use Python's integers. What might leave 62 bits on the way is refused there (`Outgrows`), so that
the arrays never wrap. Where an operation is undefined it marks the row and leaves some number there that nobody reads.
"""

import functools
import operator
from collections.abc import Callable
from math import isqrt
from typing import Any

from heapwise import digit_arrays
from heapwise.arrays import Array, np
from heapwise.formulas.problems import Outgrows
from heapwise.records import Record

Interval = tuple[int, int]
Undefined = Array | None
Computed = tuple[Array, Undefined]

MOST = 1 << 62


class Operation(Record):
    """`bounds` of the result from those of the arguments; `compute` from those bounds and the arrays."""

    bounds: Callable[[tuple[Interval, ...]], Interval]
    compute: Callable[[tuple[Interval, ...], tuple[Array, ...]], Computed]


def checked(interval: Interval) -> Interval:
    """The same interval, refused if a value in it might not fit."""
    if interval[0] <= -MOST or interval[1] >= MOST:
        raise Outgrows("a value of the formula is too large for arrays of whole numbers")
    return interval


def _corners(function: Callable[[int, int], int], a: Interval, b: Interval) -> Interval:
    values = [function(x, y) for x in a for y in b]
    return min(values), max(values)


def _bits(intervals: tuple[Interval, ...]) -> int:
    """How many binary digits the largest of some numbers from 0 up may have."""
    return max(0, *(high for _, high in intervals)).bit_length()


def _negative(arrays: tuple[Array, ...]) -> Undefined:
    """Where some number is negative."""
    found = None
    for array in arrays:
        below = array < 0
        found = below if found is None else found | below
    return found


def _marks(intervals: tuple[Interval, ...], arrays: tuple[Array, ...]) -> Undefined:
    """The same, without a look at numbers that cannot be negative."""
    return _negative(tuple(a for a, (low, _) in zip(arrays, intervals, strict=True) if low < 0))


# ---------------------------------------------------------------------------------------------- arithmetic


def _times(_: Any, arrays: tuple[Array, ...]) -> Computed:
    return arrays[0] * arrays[1], None


def _divisor(interval: Interval, array: Array, least: int | None = None) -> tuple[Array, Undefined]:
    """A divisor that is safe to divide by, and where it was not."""
    low, high = interval
    if low > 0 or (high < 0 and least is None):
        return array, None
    bad = array == 0 if least is None else array < least
    return np.where(bad, 1, array), bad


def _quotient_bounds(intervals: tuple[Interval, ...]) -> Interval:
    (a, b), (c, d) = intervals
    divisors = [x for x in (c, d, -1, 1) if c <= x <= d and x != 0] or [1]
    values = [x // y for x in (a, b) for y in divisors]
    return min(values), max(values)


def _floor_divide(intervals: tuple[Interval, ...], arrays: tuple[Array, ...]) -> Computed:
    divisor, bad = _divisor(intervals[1], arrays[1])
    return arrays[0] // divisor, bad


def _exact_divide(intervals: tuple[Interval, ...], arrays: tuple[Array, ...]) -> Computed:
    divisor, bad = _divisor(intervals[1], arrays[1])
    quotient = arrays[0] // divisor
    leaves = quotient * divisor != arrays[0]
    return quotient, leaves if bad is None else leaves | bad


def _mod_bounds(intervals: tuple[Interval, ...]) -> Interval:
    (a, b), (_, m) = intervals
    return 0, min(b, max(m - 1, 0)) if a >= 0 else max(m - 1, 0)


def _mod(intervals: tuple[Interval, ...], arrays: tuple[Array, ...]) -> Computed:
    divisor, bad = _divisor(intervals[1], arrays[1], 1)
    return arrays[0] % divisor, bad


def _nonzero(intervals: tuple[Interval, ...], arrays: tuple[Array, ...]) -> Computed:
    return _divisor(intervals[0], arrays[0])


def _natural(intervals: tuple[Interval, ...], arrays: tuple[Array, ...]) -> Computed:
    return arrays[0], _marks(intervals, arrays)


def _abs_bounds(intervals: tuple[Interval, ...]) -> Interval:
    ((low, high),) = intervals
    return max(low, -high, 0), max(-low, high)


def _power_bounds(intervals: tuple[Interval, ...]) -> Interval:
    (a, b), (low, high) = intervals
    size = max(abs(a), abs(b))
    if low < 0:
        raise Outgrows("an exponent may be negative")
    if size > 1 and high * (size.bit_length() - 1) > 62:
        raise Outgrows("a power is too large for arrays of whole numbers")
    values = [x**e for x in (a, b) for e in {low, high, max(low, high - 1)}] + [0, 1]
    return min(values), max(values)


def _power(intervals: tuple[Interval, ...], arrays: tuple[Array, ...]) -> Computed:
    exponent = np.clip(arrays[1], *intervals[1])
    if intervals[0] == (2, 2):
        return np.left_shift(1, exponent), None
    return np.power(arrays[0], exponent), None


def _extreme(choose: Callable[..., int]) -> Callable[[tuple[Interval, ...]], Interval]:
    return lambda intervals: (choose(low for low, _ in intervals), choose(high for _, high in intervals))


def _reduce(name: str) -> Callable[[Any, tuple[Array, ...]], Computed]:
    """By a function of numpy for two arrays; its name, since the table below is made before there are any arrays."""

    def compute(_: Any, arrays: tuple[Array, ...]) -> Computed:
        return functools.reduce(getattr(np, name), arrays), None

    return compute


# ---------------------------------------------------------------------------------------- roots, rounded down


def _root_size(intervals: tuple[Interval, ...]) -> int:
    _, (low, high), (_, radicand), _ = intervals
    return max(abs(low), abs(high)) ** 2 * max(radicand, 0)


def _root_bounds(intervals: tuple[Interval, ...]) -> Interval:
    """floor((p + r sqrt(d)) / q) for q > 0."""
    (p_low, p_high), (r_low, r_high), (_, d_high), (_, q_high) = intervals
    checked((0, _root_size(intervals)))
    most = isqrt(max(abs(r_low), abs(r_high)) ** 2 * max(d_high, 0)) + 1
    tops = checked((p_low - (most if r_low < 0 else 0), p_high + (most if r_high > 0 else 0)))
    return _quotient_bounds((tops, (1, max(q_high, 1))))


def _floor_root(intervals: tuple[Interval, ...], arrays: tuple[Array, ...]) -> Computed:
    p, r, d, q = arrays
    divisor, bad = _divisor(intervals[3], q, 1)
    negative = _marks((intervals[2],), (d,))
    square = r * r * np.maximum(d, 0)
    root = digit_arrays.whole_roots(square)
    # The floor of a negative irrational is one further down.
    signed = np.where(r >= 0, root, -root - (root * root != square))
    return (p + signed) // divisor, either(bad, negative)


def either(a: Undefined, b: Undefined) -> Undefined:
    """Where one or the other is undefined."""
    return b if a is None else a if b is None else a | b


# ---------------------------------------------------------------------------------------------- binary digits


def _full(intervals: tuple[Interval, ...]) -> Interval:
    return 0, (1 << _bits(intervals)) - 1


def _bitwise(name: str) -> Operation:
    reduce = _reduce(name)

    def compute(intervals: tuple[Interval, ...], arrays: tuple[Array, ...]) -> Computed:
        return reduce(intervals, arrays)[0], _marks(intervals, arrays)

    return Operation(_full, compute)


def _digit_sum_bounds(intervals: tuple[Interval, ...]) -> Interval:
    *values, (_, m) = intervals
    length = _bits(tuple(values))
    if length * m.bit_length() > 64:
        raise Outgrows("a digit sum is too large for arrays of whole numbers")
    return 0, m**length - 1


def _digit_sum(intervals: tuple[Interval, ...], arrays: tuple[Array, ...]) -> Computed:
    """The last argument is the modulus, a constant from 1 up."""
    *values, m = arrays
    return digit_arrays.digit_sums(values, int(m), _bits(intervals[:-1])), _marks(intervals[:-1], tuple(values))


def _k_nim_sum(intervals: tuple[Interval, ...], arrays: tuple[Array, ...]) -> Computed:
    *values, place = arrays
    return digit_arrays.k_nim_sums(values, np.clip(place, 0, 62)), _marks(intervals, arrays)


def _k_nim_sum_bounds(intervals: tuple[Interval, ...]) -> Interval:
    return 0, max(1, _full(intervals[:-1])[1])


def _bit(intervals: tuple[Interval, ...], arrays: tuple[Array, ...]) -> Computed:
    z, k = arrays
    return z >> np.clip(k, 0, 63) & 1, _marks(intervals, arrays)


def _popcount(intervals: tuple[Interval, ...], arrays: tuple[Array, ...]) -> Computed:
    return digit_arrays.ones(np.maximum(arrays[0], 0)), _marks(intervals, arrays)


def _valuation(intervals: tuple[Interval, ...], arrays: tuple[Array, ...]) -> Computed:
    z, bad = _divisor(intervals[0], arrays[0])
    return digit_arrays.exponents_of_two(z), bad


def _length(_: Any, arrays: tuple[Array, ...]) -> Computed:
    """All digits below the highest one are set, and then counted."""
    z = np.abs(arrays[0])
    for shift in (1, 2, 4, 8, 16, 32):
        z = z | z >> shift
    return digit_arrays.ones(z), None


def _tail(intervals: tuple[Interval, ...], arrays: tuple[Array, ...]) -> Computed:
    z = np.maximum(arrays[0], 0)
    return digit_arrays.last_ones(z), _marks(intervals, arrays)


def _mating(intervals: tuple[Interval, ...], arrays: tuple[Array, ...]) -> Computed:
    apart = arrays[0] - arrays[1]
    bad = apart == 0
    apart = apart + bad
    return apart ^ apart - 1, bad


def _mating_bounds(intervals: tuple[Interval, ...]) -> Interval:
    (a, b), (c, d) = intervals
    widest = max(abs(a - d), abs(b - c), 1)
    return 0, (1 << widest.bit_length()) - 1


def _length_bounds(intervals: tuple[Interval, ...]) -> Interval:
    ((low, high),) = intervals
    return 0, max(abs(low), abs(high)).bit_length()


def _nim_product_bounds(intervals: tuple[Interval, ...]) -> Interval:
    length = digit_arrays.product_bits(_bits(intervals))
    if length > 32:
        raise Outgrows("a nim-product is too large for arrays of whole numbers")
    return 0, (1 << length) - 1


def _nim_product(intervals: tuple[Interval, ...], arrays: tuple[Array, ...]) -> Computed:
    length = digit_arrays.product_bits(_bits(intervals))
    a, b = (np.clip(array, 0, (1 << length) - 1) for array in arrays)
    return digit_arrays.nim_products(a, b, length), _marks(intervals, arrays)


def _mex(_: Any, arrays: tuple[Array, ...]) -> Computed:
    least: Array = np.zeros((), np.int64)
    for _round in arrays:
        is_taken: Array = np.zeros((), np.bool_)
        for array in arrays:
            is_taken = is_taken | (array == least)
        least = least + is_taken
    return least, None


OPERATIONS: dict[str, Operation] = {
    "*": Operation(lambda i: _corners(operator.mul, *i), _times),
    "floor/": Operation(_quotient_bounds, _floor_divide),
    "exact/": Operation(_quotient_bounds, _exact_divide),
    "mod": Operation(_mod_bounds, _mod),
    "nonzero": Operation(lambda i: (min(i[0][0], 1), max(i[0][1], 1)), _nonzero),
    "natural": Operation(lambda i: (max(i[0][0], 0), max(i[0][1], 0)), _natural),
    "abs": Operation(_abs_bounds, lambda _, arrays: (np.abs(arrays[0]), None)),
    "^": Operation(_power_bounds, _power),
    "min": Operation(_extreme(min), _reduce("minimum")),
    "max": Operation(_extreme(max), _reduce("maximum")),
    "gcd": Operation(lambda i: (0, max(abs(end) for pair in i for end in pair)), _reduce("gcd")),
    "floor root": Operation(_root_bounds, _floor_root),
    "xor": _bitwise("bitwise_xor"),
    "or": _bitwise("bitwise_or"),
    "and": _bitwise("bitwise_and"),
    "digit sum": Operation(_digit_sum_bounds, _digit_sum),
    "k-nim-sum": Operation(_k_nim_sum_bounds, _k_nim_sum),
    "nim-product": Operation(_nim_product_bounds, _nim_product),
    "bit": Operation(lambda _: (0, 1), _bit),
    "popcount": Operation(_length_bounds, _popcount),
    "length": Operation(_length_bounds, _length),
    "v2": Operation(_length_bounds, _valuation),
    "tail1": Operation(_length_bounds, _tail),
    "mating": Operation(_mating_bounds, _mating),
    "mex": Operation(lambda i: (0, len(i)), _mex),
}
