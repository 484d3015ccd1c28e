"""The functions of docs/language.md in plain Python, and rows that say how each is written and what it takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations, pairwise
from math import gcd
from typing import Any

from trials import roots
from trials.roots import NoValue, Number, Unsure, order, ordered
from trials.trees import Endless, between, greatest, has, least, listed

_MOST_SUBSETS = 9  # members of a set whose subsets are listed


def naturals(*values: Any) -> list[int]:
    """The same numbers, if digits have a meaning for them."""
    if not all(isinstance(v, int) and v >= 0 for v in values):
        raise NoValue("a number without digits")
    return list(values)


def wholes(*values: Any) -> list[int]:
    """The same numbers, if they are whole."""
    if not all(isinstance(v, int) for v in values):
        raise NoValue("a number that is not whole")
    return list(values)


def spread(function: Callable[..., Number]) -> Callable[..., Any]:
    """The function component by component, with numbers spread."""

    def on_vectors(*values: Any) -> Any:
        lengths = {len(v) for v in values if isinstance(v, tuple)}
        if not lengths:
            return function(*values)
        if len(lengths) > 1:
            raise NoValue("vectors of different lengths")
        (length,) = lengths
        columns = [v if isinstance(v, tuple) else (v,) * length for v in values]
        return tuple(on_vectors(*entries) for entries in zip(*columns, strict=True))

    return on_vectors


def _xor(*values: Any) -> int:
    return reduce(int.__xor__, naturals(*values), 0)


def _nim_product(a: int, b: int) -> int:
    a, b = naturals(a, b)
    if max(a, b) >= 1 << 64:
        raise Unsure("a long nim-product")
    return _nim_times(a, b, 64)


def _nim_times(a: int, b: int, bits: int) -> int:
    """Factors below 2^bits, halved: F (*) F = F + F/2 for the Fermat powers F = 2^(bits/2)."""
    if a < 2 or b < 2:
        return a * b
    half = bits // 2
    mask = (1 << half) - 1
    a1, a0, b1, b0 = a >> half, a & mask, b >> half, b & mask
    if not a1 and not b1:
        return _nim_times(a, b, half)
    high = _nim_times(a1, b1, half)
    low = _nim_times(a0, b0, half)
    middle = _nim_times(a1 ^ a0, b1 ^ b0, half) ^ low
    return middle << half ^ low ^ _nim_times(high, 1 << half - 1, half)


def _digit_sum(values: tuple[Any, ...], m: Any) -> int:
    entries, (base,) = naturals(*values), wholes(m)
    if base < 1:
        raise NoValue("a base")
    length = max((v.bit_length() for v in entries), default=0)
    return sum(sum(v >> k & 1 for v in entries) % base * base**k for k in range(length))


def _k_nim_sum(values: tuple[Any, ...], k: Any) -> int:
    entries, (at,) = naturals(*values), naturals(k)
    return reduce(lambda a, b: a ^ b ^ (a >> at & b >> at & 1), entries, 0)


def _v2(z: Any) -> int:
    (number,) = wholes(z)
    if number == 0:
        raise NoValue("v2(0)")
    return next(e for e in range(number.bit_length()) if number % 2 ** (e + 1))


def _tail(z: Any) -> int:
    (z,) = naturals(z)
    return next(e for e in range(z.bit_length() + 1) if not z >> e & 1)


def _bit(z: Any, k: Any) -> int:
    number, place = naturals(z, k)
    return number >> place & 1


def _mating(u: Any, v: Any) -> int:
    one, other = wholes(u, v)
    return (1 << _v2(one - other) + 1) - 1


def _and(*values: Any) -> int:
    if not values:
        raise NoValue("the digits that no numbers share")
    return reduce(int.__and__, naturals(*values))


def _mex(*values: Any) -> int:
    return next(n for n in range(len(values) + 1) if n not in values)


def _divides(a: Any, b: Any) -> bool:
    divisor, number = wholes(a, b)
    return number % divisor == 0 if divisor else number == 0


def _pick(vector: tuple[Any, ...], i: Any) -> Any:
    if not isinstance(i, int) or not 1 <= i <= len(vector):
        raise NoValue("no such component")
    return vector[i - 1]


def _subsets(members: Any, sizes: Any = None) -> frozenset[Any]:
    items = ordered(listed(members))
    if len(items) > _MOST_SUBSETS:
        raise Unsure("many subsets")
    wanted = range(len(items) + 1) if sizes is None else sizes if isinstance(sizes, frozenset) else {sizes}
    return frozenset(frozenset(c) for k in range(len(items) + 1) if k in wanted for c in combinations(items, k))


def _splits(total: Any, parts: Any, low: Any) -> frozenset[Any]:
    total, parts, low = wholes(total, parts, low)
    if parts < 0:
        raise NoValue("a number of parts")
    if parts > 4 or total - low * parts > 60:
        raise Unsure("many splits")
    return frozenset(_split(total, parts, low))


def _split(total: int, parts: int, low: int) -> list[tuple[int, ...]]:
    if parts == 0:
        return [()] * (total == 0)
    rest = range(low, total - low * (parts - 1) + 1)
    return [(first, *others) for first in rest for others in _split(total - first, parts - 1, low)]


def union(a: Any, b: Any) -> Any:
    """`A | B`"""
    if isinstance(a, Endless) or isinstance(b, Endless):
        raise NoValue("a union without end")
    return listed(a) | listed(b)


def common(a: Any, b: Any) -> Any:
    """`A & B`"""
    if isinstance(a, Endless):
        if not isinstance(b, Endless):
            return common(b, a)
        return Endless(a.low, a.removed, (*a.kept, b))
    return frozenset(v for v in listed(a) if has(b, v))


def without(a: Any, b: Any) -> Any:
    """`A \\ B`"""
    if isinstance(a, Endless):
        return Endless(a.low, (*a.removed, b), a.kept)
    return frozenset(v for v in listed(a) if not has(b, v))


def upward(low: Any) -> Endless:
    """`low..`"""
    return Endless(wholes(low)[0])


def _changed(a: tuple[Any, ...], b: tuple[Any, ...]) -> int:
    if len(a) != len(b):
        raise NoValue("vectors of different lengths")
    return sum(v != w for v, w in zip(a, b, strict=True))


def _total(*values: Any) -> Number:
    total: Number = 0
    for value in values:
        total = roots.add(total, value)
    return total


def of_members(function: Callable[..., Any]) -> Callable[..., Any]:
    """Of the members of a set, or the components of a vector."""
    return lambda whole: function(*(whole if isinstance(whole, tuple) else ordered(listed(whole))))


def _same(a: Any, b: Any) -> bool:
    return bool(_settled(a) == _settled(b))


def _settled(value: Any) -> Any:
    return listed(value) if isinstance(value, range) else value


def _compared(wanted: Callable[[int], bool]) -> Callable[[Any, Any], bool]:
    return lambda a, b: wanted(order(a, b))


RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "<": _compared(lambda o: o < 0), "<=": _compared(lambda o: o <= 0), ">": _compared(lambda o: o > 0),
    ">=": _compared(lambda o: o >= 0), "=": _same, "!=": lambda a, b: not _same(a, b),
}  # fmt: skip
_CODE = {"0.137": (0, 1, 3, 7), "4.07": (4, 0, 7)}


def _digit(code: str, t: Any) -> int:
    (t,), digits = wholes(t), _CODE[code]
    return digits[t] if 0 <= t < len(digits) else 0


# How a construct is written, what it takes and gives, and what it means. n: a natural number, N: any number, V: a
# vector of numbers, T: a pair, S: a set of numbers, SS: of sets, ST: of pairs, O: one without end, R: rows, C: a
# condition.
Row = tuple[str, str, str, str, Callable[..., Any]]
NATURAL: Sequence[Row] = (
    ("+", "N", "({} + {})", "n n", roots.add), ("(+)", "N", "({} (+) {})", "n n", _xor),
    ("*", "N", "({} * {})", "n n", roots.multiply), ("(*)", "N", "({} (*) {})", "n n", _nim_product),
    ("^", "N", "({} ^ ({} mod 3))", "a n", lambda a, n: roots.power(a, roots.mod(n, 3))),
    ("gcd", "N", "gcd({}, {})", "n n", lambda a, b: gcd(*wholes(a, b))),
    ("min", "N", "min({}, {})", "n n", lambda *v: least([*v])),
    ("max", "N", "max({}, {}, {})", "n n n", lambda *v: greatest([*v])),
    ("abs", "N", "abs({} - {})", "n n", lambda a, b: greatest([roots.subtract(a, b), roots.subtract(b, a)])),
    ("-", "N", "max({} - {}, 0)", "n n", lambda a, b: greatest([roots.subtract(a, b), 0])),
    ("floor", "N", "floor({} / 2)", "n", lambda a: roots.floor(roots.divide(a, 2))),
    ("floor", "N", "floor({} / {})", "n n", lambda a, b: roots.floor(roots.divide(a, b))),
    ("ceil", "N", "ceil({} / 3)", "n", lambda a: roots.ceil(roots.divide(a, 3))),
    ("mod", "N", "({} mod 3)", "v", lambda a: roots.mod(a, 3)), ("mod", "N", "({} mod {})", "v n", roots.mod),
    ("bitor", "N", "bitor({}, {})", "n n", lambda *v: reduce(int.__or__, naturals(*v))),
    ("bitand", "N", "bitand({}, {})", "n n", _and), ("bit", "N", "bit({}, {})", "n n", _bit),
    ("popcount", "N", "popcount({})", "n", lambda z: naturals(z)[0].bit_count()),
    ("tail1", "N", "tail1({})", "n", _tail),
    ("v2", "N", "v2({} + 1)", "n", lambda z: _v2(roots.add(z, 1))), ("v2", "N", "v2({})", "n", _v2),
    ("mating", "N", "mating({}, {})", "n n", _mating), ("mex", "N", "mex({}, {})", "n n", _mex),
    ("mex", "N", "mex({})", "S", of_members(_mex)), ("nimsum", "N", "nimsum({}, {}, {})", "n n n", _xor),
    ("nimsum of a vector", "N", "nimsum({})", "V", of_members(_xor)),
    ("nimsum in a base", "N", "nimsum({}; {} + 1)", "V n", lambda v, m: _digit_sum(v, roots.add(m, 1))),
    ("knimsum", "N", "knimsum({}; {})", "V n", _k_nim_sum),
    ("bitor of a vector", "N", "bitor({})", "V", of_members(lambda *v: reduce(int.__or__, naturals(*v), 0))),
    ("bitand of a set", "N", "bitand({})", "S", of_members(_and)),
    ("len of a vector", "N", "len({})", "V", len), ("len of a set", "N", "len({})", "S", lambda s: len(listed(s))),
    ("len of a set", "N", "len({})", "SS", len), ("len of a set", "N", "len({})", "ST", len),
    ("len of a code", "N", "len(0.137)", "", lambda: 3),
    ("digit", "N", "digit(4.07, {})", "n", lambda t: _digit("4.07", t)),
    ("digit", "N", "digit(0.137, {})", "n", lambda t: _digit("0.137", t)),
    ("sum of a vector", "N", "sum({})", "V", of_members(_total)),
    ("sum of a set", "N", "sum({})", "S", of_members(_total)),
    ("min of a set", "N", "min({})", "S", of_members(lambda *v: least([*v]))),
    ("max of a vector", "N", "max({})", "V", of_members(lambda *v: greatest([*v]))),
    ("min of a vector", "N", "min({})", "V", of_members(lambda *v: least([*v]))),
    ("changed", "N", "changed({}, {})", "V V", _changed),
    ("sqrt", "N", "floor(sqrt({}))", "n", lambda a: roots.floor(roots.sqrt(a))),
    ("golden", "N", "floor({} * (1 + sqrt(5)) / 2)", "n",
     lambda a: roots.floor(roots.divide(roots.multiply(a, roots.add(1, roots.sqrt(5))), 2))),
    ("index", "N", "{}[{}]", "w n", _pick), ("index", "N", "{}[1]", "w", lambda v: _pick(v, 1)),
    ("index of rows", "N", "{}[{}][1]", "Q n", lambda r, i: _pick(_pick(r, i), 1)),
    ("index of a board", "N", "{}[1, {}]", "Q n", lambda r, i: _pick(_pick(r, 1), i)),
)  # fmt: skip
NUMBER: Sequence[Row] = (
    ("difference", "N", "({} - {})", "N N", roots.subtract), ("opposite", "N", "(-{})", "N", roots.opposite),
    ("/", "N", "({} / {})", "N N", roots.divide), ("/", "N", "({} / 2)", "N", lambda a: roots.divide(a, 2)),
    ("root", "N", "sqrt({})", "n", roots.sqrt),
    ("root", "N", "({} * sqrt(2))", "N", lambda a: roots.multiply(a, roots.sqrt(2))),
    ("fraction", "N", "(7/2)", "", lambda: Fraction(7, 2)), ("fraction", "N", "(201/2)", "", lambda: Fraction(201, 2)),
    ("mod of a fraction", "N", "({} mod {})", "v N", roots.mod), ("floor", "N", "floor({})", "N", roots.floor),
    ("ceil", "N", "ceil({})", "N", roots.ceil),
    ("abs", "N", "abs({})", "N", lambda a: greatest([a, roots.opposite(a)])),
    ("negative power", "N", "({} ^ ({} - 1))", "a n", lambda a, n: roots.power(a, roots.subtract(n, 1))),
    ("min", "N", "min({}, {})", "N N", lambda *v: least([*v])),
    ("max", "N", "max({}, {})", "N N", lambda *v: greatest([*v])),
    ("sum", "N", "({} + {})", "N N", roots.add), ("*", "N", "({} * {})", "N N", roots.multiply),
)  # fmt: skip
CONDITION: Sequence[Row] = (
    ("in", "C", "{} in {}", "N S", lambda v, s: has(s, v)),
    ("not in", "C", "{} not in {}", "N S", lambda v, s: not has(s, v)),
    ("in", "C", "{} in {}", "N O", lambda v, s: has(s, v)),
    ("not in", "C", "{} not in {}", "N O", lambda v, s: not has(s, v)),
    ("set in", "C", "{} in {}", "S SS", lambda v, s: _settled(v) in s),
    ("set in", "C", "{} not in {}", "S SS", lambda v, s: _settled(v) not in s),
    ("pair in", "C", "{} in {}", "T ST", lambda v, s: v in s),
    ("vector in", "C", "{} in {}", "V ST", lambda v, s: v in s),
    ("vector in", "C", "{} not in {}", "V ST", lambda v, s: v not in s),
    ("equal vectors", "C", "{} = {}", "V V", _same),
    ("equal vectors", "C", "{} != {}", "V T", lambda a, b: not _same(a, b)),
    ("equal pairs", "C", "{} = {}", "T T", _same), ("equal sets", "C", "{} = {}", "S S", _same),
    ("equal sets", "C", "{} != {}", "S S", lambda a, b: not _same(a, b)),
    ("equal sets of sets", "C", "{} = {}", "SS SS", _same),
    ("equal sets of sets", "C", "{} != {}", "SS SS", lambda a, b: not _same(a, b)),
    ("equal sets of pairs", "C", "{} = {}", "ST ST", _same),
    ("pair of a set", "C", "({}, {}) = ({}, {})", "S n S n", lambda a, b, c, d: _same(a, c) & (b == d)),
    ("vector of sets", "C", "[{}, {}] != [{}, {}]", "S S S S", lambda a, b, c, d: not _same(a, c) & _same(b, d)),
    ("equal rows", "C", "{} = {}", "R R", _same),
    ("equal conditions", "C", "({}) = ({})", "C C", lambda a, b: bool(a) == bool(b)),
    ("divides", "C", "{} divides {}", "N N", _divides),
    ("congruence", "C", "{} = {} (mod {})", "N n n", lambda a, b, m: roots.mod(roots.subtract(a, b), m) == 0),
    ("congruence", "C", "{} = {} (mod 3)", "N n", lambda a, b: roots.mod(roots.subtract(a, b), 3) == 0),
    ("distinct", "C", "distinct({})", "V", lambda v: len(set(v)) == len(v)),
    ("increasing", "C", "increasing({})", "V", lambda v: all(order(a, b) <= 0 for a, b in pairwise(v))),
    ("not", "C", "(not {})", "C", lambda c: not c), ("true", "C", "true", "", lambda: True),
    ("false", "C", "false", "", lambda: False),
)  # fmt: skip
VECTOR: Sequence[Row] = (
    ("vector", "V", "[{}, {}]", "n n", lambda *v: v), ("vector", "V", "[{}, {}]", "N N", lambda *v: v),
    ("vector", "V", "[{}, {}, {}]", "n n n", lambda *v: v), ("vector of one", "V", "[{}]", "n", lambda *v: v),
    ("sum of vectors", "V", "({} + {})", "V V", spread(roots.add)),
    ("spread", "V", "({} + {})", "V n", spread(roots.add)),
    ("spread", "V", "({} - {})", "V V", spread(roots.subtract)),
    ("spread", "V", "({} * {})", "n V", spread(roots.multiply)),
    ("spread", "V", "({} / {})", "V n", spread(roots.divide)), ("spread", "V", "({} mod {})", "V V", spread(roots.mod)),
    ("spread", "V", "({} mod {})", "V n", spread(roots.mod)),
    ("spread", "V", "floor({} / 2)", "V", spread(lambda a: roots.floor(roots.divide(a, 2)))),
    ("spread", "V", "ceil({})", "V", spread(roots.ceil)),
    ("spread", "V", "abs({})", "V", spread(lambda a: greatest([a, roots.opposite(a)]))),
    ("spread", "V", "(-{})", "V", spread(roots.opposite)), ("spread", "V", "({} (+) {})", "V V", spread(_xor)),
    ("spread", "V", "({} (*) {})", "V n", spread(_nim_product)),
    ("spread", "V", "({} ^ 2)", "w", spread(lambda a: roots.power(a, 2))),
    ("cap", "V", "cap({}, {})", "V n", spread(lambda a, b: least([a, b]))),
    ("cap", "V", "cap({}, {})", "V V", spread(lambda a, b: least([a, b]))),
    ("sorted", "V", "sorted({})", "V", lambda v: tuple(ordered(v))),
    ("index by a set", "V", "{}[{}]", "w S", lambda v, s: tuple(_pick(v, i) for i in ordered(listed(s)))),
    ("row", "V", "{}[{}]", "Q n", _pick), ("sums", "V", "sums({})", "R", lambda r: tuple(_total(*v) for v in r)),
)  # fmt: skip
ROWS: Sequence[Row] = (
    ("rows", "R", "[{}, {}]", "V V", lambda *v: v), ("rows of one", "R", "[{}]", "V", lambda *v: v),
    ("spread over rows", "R", "({} + {})", "R n", spread(roots.add)),
)  # fmt: skip
PAIR: Sequence[Row] = (("pair", "T", "({}, {})", "n n", lambda *v: v), ("pair", "T", "({}, {})", "N n", lambda *v: v))
SET: Sequence[Row] = (
    ("set", "S", "{{{}, {}}}", "N N", lambda *v: frozenset(v)), ("set", "S", "{{{}}}", "n", lambda *v: frozenset(v)),
    ("set", "S", "{{{}, {}, {}}}", "n n n", lambda *v: frozenset(v)),
    ("range", "S", "{}..{}", "n n", between), ("range", "S", "0..{}", "n", lambda a: between(0, a)),
    ("range", "S", "{}..{} + 2", "n n", lambda a, b: between(a, roots.add(b, 2))),
    ("range", "S", "1..{}", "N", lambda a: between(1, a)),
    ("union", "S", "({} | {})", "S S", union), ("intersection", "S", "({} & {})", "S S", common),
    ("difference of sets", "S", "({} \\ {})", "S S", without),
    ("difference of sets", "S", "({} \\ {})", "S O", without),
    ("empty set", "S", "({} | {{}})", "S", listed),
)  # fmt: skip
SETS: Sequence[Row] = (
    ("set of sets", "SS", "{{{}, {}}}", "S S", lambda *v: frozenset(map(listed, v))),
    ("set of sets", "SS", "{{{}, {{}}}}", "S", lambda s: frozenset([listed(s), frozenset()])),
    ("subsets", "SS", "subsets({})", "S", _subsets), ("subsets of some size", "SS", "subsets({}, {})", "S N", _subsets),
    ("subsets of some sizes", "SS", "subsets({}, {})", "S S", lambda s, k: _subsets(s, listed(k))),
    ("union of sets of sets", "SS", "({} | {})", "SS SS", union),
    ("union of sets of sets", "SS", "({} \\ {})", "SS SS", without),
)  # fmt: skip
PAIRS: Sequence[Row] = (
    ("set of pairs", "ST", "{{{}, {}}}", "T T", lambda *v: frozenset(v)),
    ("set of vectors", "ST", "{{{}, {}}}", "T V", lambda *v: frozenset(v)),
    ("splits", "ST", "splits({}, 2, {})", "n n", lambda a, m: _splits(a, 2, m)),
    ("splits", "ST", "splits({}, 2, -1)", "n", lambda a: _splits(a, 2, -1)),
    ("range of vectors", "ST", "{}..{}", "V V", between),
    ("range of vectors", "ST", "[0, 0]..{}", "V", lambda a: between((0, 0), a)),
    ("range of vectors", "ST", "0..{}", "V", lambda a: between(0, a)),
    ("union of sets of pairs", "ST", "({} | {})", "ST ST", union),
    ("union of sets of pairs", "ST", "({} & {})", "ST ST", common),
    ("union of sets of pairs", "ST", "({} \\ {})", "ST ST", without),
)  # fmt: skip
OPEN: Sequence[Row] = (
    ("open range", "O", "{}..", "n", upward), ("open range less a set", "O", "({} \\ {})", "O S", without),
    ("open range less an open range", "O", "({} \\ {})", "O O", without),
    ("common open ranges", "O", "({} & {})", "O O", common),
    ("common open ranges", "O", "({} & {})", "O S", common),
)  # fmt: skip


ALL: dict[str, Sequence[Row]] = {
    "n": NATURAL, "N": NUMBER, "C": CONDITION, "V": VECTOR, "R": ROWS, "T": PAIR, "S": SET, "SS": SETS, "ST": PAIRS,
    "O": OPEN,
}  # fmt: skip
GATHERS: dict[str, Callable[[list[Any]], Any]] = {
    "sum": lambda v: _total(*v), "min": least, "max": greatest, "nimsum": lambda v: _xor(*v), "mex": lambda v: _mex(*v),
    "bitor": lambda v: reduce(int.__or__, naturals(*v), 0), "bitand": lambda v: _and(*v),
    "count": lambda v: sum(map(bool, v)), "unique": lambda v: sum(map(bool, v)) == 1,
}  # fmt: skip
