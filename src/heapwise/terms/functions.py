"""The functions and operators of the language: what they take, what they give, and how they are computed.

This table is the one list of them. The resolver reads the rules, the interpreter the implementations, the language
reference the words.
"""

import operator
from collections.abc import Callable
from typing import Any

from heapwise import numbers
from heapwise.numbers import UndefinedValue
from heapwise.records import Record
from heapwise.terms import values
from heapwise.terms.types import (
    CODE,
    GAME,
    NOTHING_YET,
    NUMBER,
    POSITION,
    TRUTH,
    Set,
    Tuple,
    Type,
    Vector,
    is_numeric,
    merged,
    same,
)

Rule = Callable[[tuple[Type, ...]], Type | None]


class Function(Record):
    """A function: `rule` gives the type of the result, or None if the arguments do not fit."""

    name: str
    usage: str
    meaning: str
    rule: Rule
    apply: Callable[..., Any]
    spreads: bool = False  # component by component on vectors, with numbers spread

    def implementation(self, types: tuple[Type, ...]) -> Callable[..., Any]:
        """The Python function for arguments of these types."""
        if types == (POSITION, POSITION) and self.name == "+":
            return operator.add
        if self.spreads and any(isinstance(t, Vector) for t in types):
            return _spread(self.apply)
        return self.apply


FUNCTIONS: dict[str, Function] = {}


def _define(name: str, usage: str, meaning: str, rule: Rule, apply: Callable[..., Any], spreads: bool = False) -> None:
    FUNCTIONS[name] = Function(name, usage, meaning, rule, apply, spreads)


def _spread(apply: Callable[..., Any]) -> Callable[..., Any]:
    """The function on vectors; rows of vectors are vectors of vectors."""

    def spread(*arguments: Any) -> Any:
        lengths = {len(a) for a in arguments if isinstance(a, tuple)}
        if not lengths:
            return apply(*arguments)
        if len(lengths) > 1:
            raise UndefinedValue(f"the vectors have different lengths: {', '.join(map(str, sorted(lengths)))}")
        columns = [a if isinstance(a, tuple) else (a,) * next(iter(lengths)) for a in arguments]
        return tuple(spread(*entries) for entries in zip(*columns, strict=True))

    return spread


# -------------------------------------------------------------------------------------------- type rules


def _arithmetic(types: tuple[Type, ...]) -> Type | None:
    if not all(map(is_numeric, types)):
        return None
    vectors = [t for t in types if isinstance(t, Vector)]
    return Vector(vectors[0].item) if vectors else NUMBER


def _of_one(types: tuple[Type, ...]) -> Type | None:
    return _arithmetic(types) if len(types) == 1 else None


def _of_several(types: tuple[Type, ...]) -> Type | None:
    return _arithmetic(types) if len(types) > 1 else None


def _takes(*wanted: Type, gives: Type, least: int | None = None) -> Rule:
    """Exactly these types; the last ones may be left out down to `least`."""

    def rule(types: tuple[Type, ...]) -> Type | None:
        fits = (len(wanted) if least is None else least) <= len(types) <= len(wanted)
        return gives if fits and all(same(t, w) for t, w in zip(types, wanted, strict=False)) else None

    return rule


def _numbers_or_vector(types: tuple[Type, ...]) -> Type | None:
    """Numbers, one by one, as one vector, or as one finite set."""
    if len(types) == 1 and isinstance(types[0], Vector | Set | Tuple):
        whole = types[0]
        items = whole.items if isinstance(whole, Tuple) else (whole.item,)
        return NUMBER if all(same(t, NUMBER) for t in items) and not _is_infinite(whole) else None
    return NUMBER if types and all(t == NUMBER for t in types) else None


def _is_infinite(t: Type) -> bool:
    return isinstance(t, Set) and not t.finite


def _digitwise(types: tuple[Type, ...]) -> Type | None:
    """`nimsum(x; m)`: a vector and a number. Numbers alone are added in base 2."""
    if len(types) == 2 and isinstance(types[0], Vector) and types[1] == NUMBER:
        return _numbers_or_vector(types[:1])
    return _numbers_or_vector(types)


def _entries(arguments: tuple[Any, ...]) -> Any:
    """The numbers of `f(a, b, c)`, `f(vector)` or `f(set)`."""
    return arguments if len(arguments) != 1 or isinstance(arguments[0], numbers.Number) else values.listed(arguments[0])


def _digitsum(*arguments: Any) -> Any:
    if len(arguments) == 2 and not isinstance(arguments[0], numbers.Number):
        return numbers.digit_sum(arguments[0], arguments[1])
    return numbers.nim_sum(_entries(arguments))


def _comparison(types: tuple[Type, ...]) -> Type | None:
    return TRUTH if types == (NUMBER, NUMBER) else None


def _equality(types: tuple[Type, ...]) -> Type | None:
    return TRUTH if len(types) == 2 and same(*types) and not any(map(_is_infinite, types)) else None


def _union_type(types: tuple[Type, ...]) -> Type | None:
    return merged(*types) if _are_alike(types) else None


def _common_type(types: tuple[Type, ...]) -> Type | None:
    """What two sets have in common comes to an end where one of them does."""
    whole = _union_type(types)
    return Set(whole.item, any(t.finite for t in types if isinstance(t, Set))) if isinstance(whole, Set) else None


def _are_alike(types: tuple[Type, ...]) -> bool:
    return all(isinstance(t, Set) for t in types) and same(*types)


def _difference(types: tuple[Type, ...]) -> Type | None:
    a, b = types
    return a if isinstance(a, Set) and isinstance(b, Set) and same(a, b) else None


def _membership(types: tuple[Type, ...]) -> Type | None:
    return TRUTH if isinstance(types[1], Set) and same(types[0], types[1].item) else None


def _range(types: tuple[Type, ...]) -> Type | None:
    if len(types) == 1:
        return Set(NUMBER, finite=False) if types == (NUMBER,) else None
    item = _arithmetic(types)
    return None if item is None else Set(item)


def _rows(types: tuple[Type, ...]) -> Type | None:
    is_rows = len(types) == 1 and isinstance(types[0], Vector) and isinstance(types[0].item, Vector)
    return Vector(NUMBER) if is_rows and is_numeric(types[0]) else None


def _sized(types: tuple[Type, ...]) -> Type | None:
    fits = len(types) == 1 and (isinstance(types[0], Vector | Set) or types[0] in (CODE, GAME))
    return NUMBER if fits and not _is_infinite(types[0]) else None


def _tuple_of(types: tuple[Type, ...]) -> Type | None:
    return None if any(map(_is_infinite, types)) else Tuple(types)


def _one_vector(types: tuple[Type, ...]) -> Type | None:
    return types[0] if len(types) == 1 and isinstance(types[0], Vector) and types[0].item == NUMBER else None


def _two_vectors(types: tuple[Type, ...]) -> Type | None:
    return NUMBER if len(types) == 2 and all(isinstance(t, Vector) for t in types) and same(*types) else None


def _subsets(types: tuple[Type, ...]) -> Type | None:
    if not types or len(types) > 2 or not isinstance(types[0], Set) or not types[0].finite:
        return None
    sizes_fit = len(types) == 1 or types[1] == NUMBER or (isinstance(types[1], Set) and types[1].item == NUMBER)
    return Set(Set(types[0].item)) if sizes_fit and not (len(types) == 2 and _is_infinite(types[1])) else None


def _add(types: tuple[Type, ...]) -> Type | None:
    return POSITION if types == (POSITION, POSITION) else _arithmetic(types)


def _members(types: tuple[Type, ...]) -> Type | None:
    """Things of one kind, as in `{a, b}`."""
    kind: Type = NOTHING_YET
    for t in types:
        if not same(kind, t) or _is_infinite(t):
            return None
        kind = merged(kind, t)
    return kind


def _set_of(types: tuple[Type, ...]) -> Type | None:
    kind = _members(types)
    return None if kind is None else Set(kind)


def _list_of(types: tuple[Type, ...]) -> Type | None:
    kind = _members(types)
    return None if kind is None else Vector(kind)


# ------------------------------------------------------------------------------------ some implementations


def _extreme(choose: Callable[..., Any], word: str) -> Callable[..., Any]:
    def extreme(*arguments: Any) -> Any:
        entries = tuple(_entries(arguments))
        if not entries:
            raise UndefinedValue(f"the {word} of nothing")
        return choose(entries)

    return extreme


def _union(a: Any, b: Any) -> values.FiniteSet:
    if any(isinstance(one, values.Upward | values.Without) for one in (a, b)):
        raise UndefinedValue("the union with a set that has no end")
    return values.FiniteSet((*values.listed(a), *values.listed(b)))


def _common(a: Any, b: Any) -> Any:
    match a, b:
        case values.Upward(), values.Upward():
            return a if a.low >= b.low else b
        case values.Without(), values.Upward() | values.Without():
            return values.Without(_common(a.whole, b), a.removed)
        case values.Upward(), values.Without():
            return _common(b, a)
    walked, asked = (b, a) if isinstance(a, values.Upward | values.Without) else (a, b)
    return values.FiniteSet([item for item in values.listed(walked) if item in asked])


def _without(a: Any, b: Any) -> Any:
    if isinstance(a, values.Upward | values.Without):
        return values.Without(a, b)
    return values.FiniteSet([item for item in values.listed(a) if item not in b])


def _up_to(low: Any, high: Any = None) -> Any:
    return values.Upward(numbers.whole(low)) if high is None else values.between(low, high)


def _equal(a: Any, b: Any) -> bool:
    return bool(a == b) if type(a) is int else bool(values.settled(a) == values.settled(b))


def _length(value: Any) -> int:
    length: int = value.size if hasattr(value, "position_of") else values.size(value)
    return length


def _distinct(vector: Any) -> bool:
    return len(set(values.settled(vector))) == len(vector)


def _changed(a: Any, b: Any) -> int:
    if len(a) != len(b):
        raise UndefinedValue("the vectors have different lengths")
    return sum(map(operator.ne, values.settled(a), values.settled(b)))


def _increasing(vector: Any) -> bool:
    return all(map(operator.le, vector, vector[1:]))


def _digit(code: values.Code, t: Any) -> int:
    return code.digit(numbers.whole(t))


def _total(*arguments: Any) -> Any:
    return numbers.settled(sum(_entries(arguments)))


def _vector_or_numbers(function: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda *arguments: function(_entries(arguments))


# ------------------------------------------------------------------------------------------------ the table

_define("+", "a + b", "sum; of positions, the disjunctive sum", _add, numbers.add, spreads=True)
_define("-", "a - b", "difference", _arithmetic, numbers.subtract, spreads=True)
_define("*", "a * b", "product", _arithmetic, numbers.multiply, spreads=True)
_define("/", "a / b", "exact quotient", _arithmetic, numbers.divide, spreads=True)
_define("mod", "a mod b", "remainder, never negative; binds like `*`", _arithmetic, numbers.mod, spreads=True)
_define("^", "a ^ b", "power", _arithmetic, numbers.power, spreads=True)
_define("negative", "-a", "opposite", _arithmetic, operator.neg, spreads=True)
_define(
    "(+)", "a (+) b", "nim-sum: binary digits added without carry", _arithmetic, lambda *a: numbers.nim_sum(a),
    spreads=True,
)  # fmt: skip
_define("(*)", "a (*) b", "nim-product", _arithmetic, numbers.nim_product, spreads=True)

_define("=", "a = b", "equal; also for vectors, sets and positions", _equality, _equal)
_define("!=", "a != b", "different", _equality, lambda a, b: not _equal(a, b))
_define("<", "a < b", "less", _comparison, operator.lt)
_define("<=", "a <= b", "at most", _comparison, operator.le)
_define(">", "a > b", "greater", _comparison, operator.gt)
_define(">=", "a >= b", "at least", _comparison, operator.ge)
_define("in", "v in S", "membership", _membership, lambda v, s: v in s)
_define("not in", "v not in S", "no membership", _membership, lambda v, s: v not in s)
_define("divides", "a divides b", "divisibility; 0 divides 0 alone", _comparison, numbers.divides)
_define("congruent", "a = b (mod m)", "congruence", _takes(NUMBER, NUMBER, NUMBER, gives=TRUTH), numbers.congruent)
_define("not", "not c", "negation", _takes(TRUTH, gives=TRUTH), operator.not_)

_define("..", "a..b", "the integers, or the vectors, from a to b; `a..` has no end", _range, _up_to)
_define("\\", "A \\ B", "what is in A and not in B", _difference, _without)
_define("|", "A | B", "union", _union_type, _union)
_define("&", "A & B", "intersection", _common_type, _common)
_define("{}", "{a, b, c}", "the set of these", _set_of, lambda *items: values.FiniteSet(items))
_define("[]", "[a, b, c]", "the vector of these", _list_of, lambda *items: items)
_define("()", "(a, b)", "the tuple of these", _tuple_of, lambda *items: items)

_define("floor", "floor(a)", "greatest integer that is not above a", _of_one, numbers.floor, spreads=True)
_define("ceil", "ceil(a)", "least integer that is not below a", _of_one, numbers.ceil, spreads=True)
_define("abs", "abs(a)", "distance from 0", _of_one, numbers.absolute, spreads=True)
_define("sqrt", "sqrt(a)", "square root, exact", _takes(NUMBER, gives=NUMBER), numbers.sqrt)
_define("gcd", "gcd(a, b)", "greatest common divisor", _takes(NUMBER, NUMBER, gives=NUMBER), numbers.gcd)
_define(
    "min", "min(a, b, ...), min(x)", "least of several numbers, or of a vector or a set", _numbers_or_vector,
    _extreme(min, "least"),
)  # fmt: skip
_define(
    "max", "max(a, b, ...), max(x)", "greatest of several numbers, or of a vector or a set", _numbers_or_vector,
    _extreme(max, "greatest"),
)  # fmt: skip
_define("cap", "cap(x, c)", "component by component the smaller of the two", _of_several, min, spreads=True)

_define("nimsum", "nimsum(a, b, ...), nimsum(x), nimsum(x; m)",
        "nim-sum; with m, the binary digits added modulo m and read in base m", _digitwise, _digitsum)  # fmt: skip
_define(
    "bitor", "bitor(a, b, ...), bitor(x)", "binary digits, 1 where some number has 1", _numbers_or_vector,
    _vector_or_numbers(numbers.bit_or),
)  # fmt: skip
_define(
    "bitand", "bitand(a, b, ...), bitand(x)", "binary digits, 1 where every number has 1", _numbers_or_vector,
    _vector_or_numbers(numbers.bit_and),
)  # fmt: skip
_define(
    "bit", "bit(z, k)", "binary digit number k of z, counted from 0", _takes(NUMBER, NUMBER, gives=NUMBER), numbers.bit
)
_define("popcount", "popcount(z)", "how many binary digits of z are 1", _takes(NUMBER, gives=NUMBER), numbers.popcount)
_define("tail1", "tail1(z)", "how many ones end the binary digits of z", _takes(NUMBER, gives=NUMBER), numbers.tail1)
_define("v2", "v2(z)", "exponent of 2 in z", _takes(NUMBER, gives=NUMBER), numbers.v2)
_define(
    "mating", "mating(u, v)", "Welter's mating function 2^(v2(u - v) + 1) - 1", _takes(NUMBER, NUMBER, gives=NUMBER),
    numbers.mating,
)  # fmt: skip
_define(
    "knimsum", "knimsum(x; k)", "k-nim-sum of the numbers of a vector", _takes(Vector(NUMBER), NUMBER, gives=NUMBER),
    numbers.k_nim_sum,
)  # fmt: skip
_define(
    "mex", "mex(S), mex(a, b, ...)", "least natural number that is not among these", _numbers_or_vector,
    _vector_or_numbers(numbers.mex),
)  # fmt: skip

_define("sum", "sum(x)", "sum of a vector", _numbers_or_vector, _total)
_define("sums", "sums(x)", "the sums of the rows", _rows, lambda rows: tuple(map(sum, rows)))
_define("len", "len(v)", "length of a vector, size of a set, number of digits of a code after its point "
        "(0.770 is 0.77), number of components of a position of a game", _sized, _length)  # fmt: skip
_define("distinct", "distinct(x)", "no two components are equal", _takes(Vector(NUMBER), gives=TRUTH), _distinct)
_define(
    "increasing", "increasing(x)", "no component is less than the one before", _takes(Vector(NUMBER), gives=TRUTH),
    _increasing,
)  # fmt: skip
_define("sorted", "sorted(x)", "the components in increasing order", _one_vector, lambda v: tuple(sorted(v)))
_define("changed", "changed(x, y)", "in how many places two vectors differ", _two_vectors, _changed)
_define(
    "subsets", "subsets(A), subsets(A, k), subsets(A, 1..k)", "the subsets of A, with k members, with 1 to k members",
    _subsets, values.Subsets,
)  # fmt: skip
_define("splits", "splits(n, k, m)", "the vectors of k integers, each at least m, that add up to n",
        _takes(NUMBER, NUMBER, NUMBER, gives=Set(Vector(NUMBER))), values.splits)  # fmt: skip
_define("digit", "digit(c, t)", "digit of a code for taking t", _takes(CODE, NUMBER, gives=NUMBER), _digit)

_SIGNS = "+ - * / mod ^ negative (+) (*) = != < <= > >= divides congruent not .. \\ | & {} [] ()"
OPERATORS = frozenset(_SIGNS.split()) | {"in", "not in"}
