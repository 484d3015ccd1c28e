"""The sympy object of every operation of the language, exactly as it is written: sympy evaluates nothing here."""

import math
from collections.abc import Callable
from itertools import combinations, pairwise
from typing import Any

import sympy

from heapwise.formulas import functions as f
from heapwise.formulas import objects as o
from heapwise.formulas.problems import NotExpressible
from heapwise.terms.types import NUMBER, TRUTH, Set, Type, Vector

MOST_EXPONENT = 10_000
MOST_POWER_BITS = 20_000
MINUS_ONE = sympy.Integer(-1)


def add(a: Any, b: Any) -> Any:
    """a + b; a sum on the left is continued."""
    left = a.args if type(a) is sympy.Add else (a,)
    return sympy.Add(*left, b, evaluate=False)


def negative(a: Any) -> Any:
    """-a."""
    return sympy.Mul(MINUS_ONE, a, evaluate=False)


def multiply(a: Any, b: Any) -> Any:
    """a b."""
    return sympy.Mul(a, b, evaluate=False)


def divide(a: Any, b: Any) -> Any:
    """a / b."""
    return sympy.Mul(a, sympy.Pow(b, MINUS_ONE, evaluate=False), evaluate=False)


def power(a: Any, n: Any) -> Any:
    """a^n; what sympy could ever multiply out into a huge number is refused here."""
    exponent = _size_of_exponent(n)
    if exponent > MOST_EXPONENT or exponent * _size_of_exponent(getattr(a, "exp", 0)) > MOST_EXPONENT:
        raise NotExpressible("an exponent that is too large")
    if exponent * max((_bits(part) for part in sympy.preorder_traversal(a)), default=0) > MOST_POWER_BITS:
        raise NotExpressible("a power that is too large")
    return sympy.Pow(a, n, evaluate=False)


def _size_of_exponent(n: Any) -> int:
    return math.ceil(abs(int(n.p)) / int(n.q)) if isinstance(n, sympy.Rational) else 0


def _bits(part: Any) -> int:
    """The binary digits of a number that stands in an object."""
    return int(max(part.p.bit_length(), part.q.bit_length())) if isinstance(part, sympy.Rational) else 0


def apply(cls: Any) -> Callable[..., Any]:
    """A class of sympy, or of ours, without evaluation."""
    return lambda *arguments: cls(*arguments, evaluate=False)


def nary(cls: Any) -> Callable[..., Any]:
    """The same for several arguments: one is itself."""
    return lambda *arguments: cls(*arguments, evaluate=False) if len(arguments) != 1 else arguments[0]


def all_of(*conditions: Any) -> Any:
    """All hold, in this order."""
    return sympy.true if not conditions else conditions[0] if len(conditions) == 1 else o.AndThen(*conditions)


def any_of(*conditions: Any) -> Any:
    """One holds, in this order."""
    return sympy.false if not conditions else conditions[0] if len(conditions) == 1 else o.OrElse(*conditions)


def opposite(condition: Any) -> Any:
    """Not the condition."""
    return o.Opposite(condition)


def digit_sum(values: tuple[Any, ...], m: Any) -> Any:
    """`nimsum(x; m)`"""
    return f.DigitSum(*values, m, evaluate=False)


# Operations of numbers, or of conditions, whose arguments are objects one by one.
PLAIN: dict[str, Callable[..., Any]] = {
    "+": add, "-": lambda a, b: add(a, negative(b)), "*": multiply, "/": divide, "^": power, "negative": negative,
    "mod": apply(sympy.Mod), "(+)": lambda a, b: f.NimSum(*_inside(f.NimSum, a), b, evaluate=False),
    "(*)": apply(f.NimProduct), "floor": apply(sympy.floor), "ceil": apply(sympy.ceiling), "abs": apply(sympy.Abs),
    "sqrt": lambda a: sympy.Pow(a, sympy.Rational(1, 2), evaluate=False), "gcd": apply(f.Gcd), "cap": nary(sympy.Min),
    "bit": apply(f.Bit), "popcount": apply(f.Popcount), "tail1": apply(f.TrailingOnes), "v2": apply(f.V2),
    "mating": apply(f.Mating), "not": opposite, "divides": apply(f.Divides), "congruent": apply(f.Congruent),
    "<": apply(sympy.StrictLessThan), "<=": apply(sympy.LessThan), ">": apply(sympy.StrictGreaterThan),
    ">=": apply(sympy.GreaterThan),
}  # fmt: skip

# Functions of several numbers, or of all entries of a vector.
OF_ENTRIES: dict[str, Callable[..., Any]] = {
    "min": nary(sympy.Min), "max": nary(sympy.Max), "nimsum": apply(f.NimSum), "bitor": apply(f.BitOr),
    "bitand": apply(f.BitAnd), "mex": apply(f.Mex), "sum": nary(sympy.Add),
}  # fmt: skip

SETS: dict[str, Any] = {"..": o.FromTo, "\\": o.Without, "|": o.Joined, "&": o.Common, "{}": o.Members}


def _inside(cls: Any, a: Any) -> tuple[Any, ...]:
    return a.args if type(a) is cls else (a,)


def equal(a: Any, b: Any, kind: Type) -> Any:
    """`a = b` for any type."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        if len(a) != len(b):
            return sympy.false
        inner = kind.item if isinstance(kind, Vector) else NUMBER
        return all_of(*(equal(u, v, inner) for u, v in zip(a, b, strict=True)))
    a, b = row(a), row(b)
    if kind == NUMBER:
        return sympy.Eq(a, b, evaluate=False)
    return o.SameTruth(a, b) if kind == TRUTH else o.Same(a, b)


def row(value: Any) -> Any:
    """A vector that is known entry by entry as one object."""
    return o.Row(*map(row, value)) if isinstance(value, tuple) else value


def distinct(vector: tuple[Any, ...]) -> Any:
    """No two entries are equal."""
    return all_of(*(sympy.Ne(a, b, evaluate=False) for a, b in combinations(vector, 2)))


def increasing(vector: tuple[Any, ...]) -> Any:
    """No entry is less than the one before."""
    return all_of(*(sympy.LessThan(a, b, evaluate=False) for a, b in pairwise(vector)))


def language(name: str, arguments: tuple[Any, ...], kind: Type) -> Any:
    """A function that has no class of its own."""
    cls: Any = o.NumberFunction if kind == NUMBER else o.TruthFunction if kind == TRUTH else o.ThingFunction
    if isinstance(kind, Vector | Set):
        cls = o.ThingFunction
    return cls(sympy.Symbol(name), *map(row, arguments))
