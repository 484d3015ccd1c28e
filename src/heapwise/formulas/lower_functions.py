"""The functions of the language on values of which some are known only as quantities: one entry for each function.

Whatever is known completely has been computed by the table of the language (`terms/functions.py`) before it gets here.
"""

from collections.abc import Callable, Iterable
from itertools import combinations, pairwise

from heapwise import numbers
from heapwise.formulas import ir
from heapwise.formulas import quantities as q
from heapwise.formulas.logic import LoweredCondition, conjunction, indicator, negation
from heapwise.formulas.lower_relations import contains, equal, relation
from heapwise.formulas.lower_values import Between, CombinedMembers, ListedMembers, Lowered, is_number, whole
from heapwise.formulas.problems import NotExpressible
from heapwise.formulas.quantities import Quantity, quantity
from heapwise.terms.values import FiniteSet


def spread(function: Callable[..., Lowered]) -> Callable[..., Lowered]:
    """The function on vectors, component by component, with numbers spread."""

    def apply(*arguments: Lowered) -> Lowered:
        lengths = {len(a) for a in arguments if isinstance(a, tuple)}
        if not lengths:
            return function(*arguments)
        if len(lengths) > 1:
            raise NotExpressible("vectors of different lengths")
        columns = [a if isinstance(a, tuple) else (a,) * next(iter(lengths)) for a in arguments]
        return tuple(apply(*entries) for entries in zip(*columns, strict=True))

    return apply


def _of_quantities(function: Callable[..., Quantity]) -> Callable[..., Lowered]:
    return spread(lambda *arguments: function(*map(quantity, arguments)))


def _of_wholes(name: str) -> Callable[..., Lowered]:
    """An operation of the integer form that bears the arguments as they stand."""
    return lambda *arguments: Quantity(ir.Apply(name, tuple(map(whole, arguments))))


def _of_entries(name: str) -> Callable[..., Lowered]:
    return lambda *arguments: Quantity(ir.Apply(name, tuple(map(whole, entries(arguments)))))


def entries(arguments: tuple[Lowered, ...], idempotent: bool = True) -> tuple[Lowered, ...]:
    """The numbers of `f(a, b)`, `f(vector)`, `f(set)`; members may coincide where that does not matter."""
    if len(arguments) != 1 or is_number(arguments[0]):
        return arguments
    (only,) = arguments
    if isinstance(only, tuple):
        return only
    if isinstance(only, FiniteSet | range):
        return tuple(only)
    if isinstance(only, ListedMembers) and idempotent and all(condition is True for condition, _ in only.members):
        return tuple(member for _, member in only.members)
    raise NotExpressible("a set whose members depend on the position")


# --------------------------------------------------------------------------------------------- arithmetic


def _divide(a: Lowered, b: Lowered) -> Lowered:
    if not isinstance(b, Quantity) and b != 0:
        return q.multiply(quantity(a), quantity(numbers.divide(1, b)))
    return q.divide(quantity(a), quantity(b))


def _power(a: Lowered, n: Lowered) -> Lowered:
    if isinstance(n, int) and n < 0:
        return _divide(1, _power(a, -n))
    return q.power(quantity(a), whole(n))


def _ceil(a: Quantity) -> Quantity:
    return q.negative(Quantity(q.floor(q.negative(a))))


def _abs(a: Quantity) -> Quantity:
    if a.root is not None:
        return q.select(q.compare("<", a, quantity(0)), q.negative(a), a)
    return Quantity(ir.Apply("abs", (a.top,)), a.bottom)


def _extreme(name: str) -> Callable[..., Lowered]:
    """Least or greatest: of whole numbers in one step, of other numbers two by two."""

    def least(a: Quantity, b: Quantity) -> Quantity:
        first = q.compare("<=", a, b) if name == "min" else q.compare("<=", b, a)
        return q.select(first, a, b)

    def apply(*arguments: Lowered) -> Lowered:
        found = [quantity(value) for value in entries(arguments)]
        if not found:
            return Quantity(ir.Undefined("the least or greatest of nothing"))
        if all(a.root is None and a.bottom == ir.ONE for a in found):
            return Quantity(ir.Apply(name, tuple(a.top for a in found))) if len(found) > 1 else found[0]
        best, *others = found
        for other in others:
            best = least(best, other)
        return best

    return apply


def _sum(*arguments: Lowered) -> Lowered:
    total = quantity(0)
    for value in entries(arguments, idempotent=False):
        total = q.add(total, quantity(value))
    return total


def _nim_sum(values: Iterable[Lowered]) -> Lowered:
    wholes = tuple(map(whole, values))
    return Quantity(ir.Apply("xor", wholes)) if wholes else 0


def _digit_sum(*arguments: Lowered) -> Lowered:
    if len(arguments) == 2 and not is_number(arguments[0]):
        values, m = entries(arguments[:1], idempotent=False), arguments[1]
        if not isinstance(m, int):
            raise NotExpressible("a digit sum whose modulus depends on the position")
        if m < 1:
            return Quantity(ir.Undefined(f"digits are not added modulo {m}"))
        # Even the sum of no digits looks at nothing but whole numbers.
        return Quantity(ir.Apply("digit sum", (*map(whole, values), ir.Const(m)))) if m != 2 else _nim_sum(values)
    return _nim_sum(entries(arguments, idempotent=False))


def _mex(*arguments: Lowered) -> Lowered:
    found = [quantity(value) for value in entries(arguments)]
    if any(a.root is not None or a.bottom != ir.ONE for a in found):
        raise NotExpressible("`mex` of fractions")
    return Quantity(ir.Apply("mex", tuple(a.top for a in found))) if found else 0


def _k_nim_sum(vector: tuple[Lowered, ...], k: Lowered) -> Lowered:
    return Quantity(ir.Apply("k-nim-sum", (*map(whole, vector), whole(k))))


# --------------------------------------------------------------------------------------------- divisibility


def _divides(d: Lowered, n: Lowered) -> LoweredCondition:
    divisor, number = whole(d), whole(n)
    if isinstance(divisor, ir.Const) and divisor.value:
        return ir.Compare("=", ir.Apply("mod", (number, ir.Const(abs(divisor.value)))), ir.ZERO)
    by_zero = ir.Compare("=", divisor, ir.ZERO)
    remainder = ir.Apply("mod", (number, ir.Apply("abs", (divisor,))))
    is_zero, is_multiple = ir.Compare("=", number, ir.ZERO), ir.Compare("=", remainder, ir.ZERO)
    return ir.Compare("=", ir.Select(by_zero, ir.Indicator(is_zero), ir.Indicator(is_multiple)), ir.ONE)


def _congruent(a: Lowered, b: Lowered, m: Lowered) -> LoweredCondition:
    return equal(q.mod(q.add(quantity(a), quantity(b), -1), quantity(m)), 0)


# ------------------------------------------------------------------------------------------------- vectors


def _sorted(vector: tuple[Lowered, ...]) -> tuple[Lowered, ...]:
    """A network that puts neighbours in order; it sorts whatever the numbers are."""
    found = list(vector)
    least, greatest = _extreme("min"), _extreme("max")
    for last in range(len(found) - 1, 0, -1):
        for i in range(last):
            found[i], found[i + 1] = least(found[i], found[i + 1]), greatest(found[i], found[i + 1])
    return tuple(found)


def _changed(a: tuple[Lowered, ...], b: tuple[Lowered, ...]) -> Lowered:
    if len(a) != len(b):
        return Quantity(ir.Undefined("the vectors have different lengths"))
    return Quantity(q.linear(*((1, indicator(negation(equal(u, v)))) for u, v in zip(a, b, strict=True))))


def _no_length() -> int:
    raise NotExpressible("the size of a set that depends on the position")


def _listed(*items: Lowered) -> ListedMembers:
    return ListedMembers(tuple((True, item) for item in items))


_at_most, _add = relation("<="), _of_quantities(q.add)

LOWERED_FUNCTIONS: dict[str, Callable[..., Lowered]] = {
    "+": _add,
    "-": _of_quantities(lambda a, b: q.add(a, b, -1)),
    "*": _of_quantities(q.multiply),
    "/": spread(_divide),
    "mod": _of_quantities(q.mod),
    "^": spread(_power),
    "negative": _of_quantities(q.negative),
    "(+)": spread(lambda *values: _nim_sum(values)),
    "(*)": spread(_of_wholes("nim-product")),
    "=": equal,
    "!=": lambda a, b: negation(equal(a, b)),
    "<": relation("<"),
    "<=": _at_most,
    ">": relation(">"),
    ">=": relation(">="),
    "in": lambda item, members: contains(members, item),
    "not in": lambda item, members: negation(contains(members, item)),
    "divides": _divides,
    "congruent": _congruent,
    "not": negation,
    "..": lambda low, high=None: Between(low, high),
    "\\": lambda a, b: CombinedMembers("\\", a, b),
    "|": lambda a, b: CombinedMembers("|", a, b),
    "&": lambda a, b: CombinedMembers("&", a, b),
    "{}": _listed,
    "[]": lambda *items: items,
    "()": lambda *items: items,
    "floor": _of_quantities(lambda a: Quantity(q.floor(a))),
    "ceil": _of_quantities(_ceil),
    "abs": _of_quantities(_abs),
    "sqrt": _of_quantities(q.sqrt),
    "gcd": _of_wholes("gcd"),
    "min": _extreme("min"),
    "max": _extreme("max"),
    "cap": spread(_extreme("min")),
    "nimsum": _digit_sum,
    "bitor": _of_entries("or"),
    "bitand": _of_entries("and"),
    "bit": _of_wholes("bit"),
    "popcount": _of_wholes("popcount"),
    "tail1": _of_wholes("tail1"),
    "v2": _of_wholes("v2"),
    "mating": _of_wholes("mating"),
    "knimsum": _k_nim_sum,
    "mex": _mex,
    "sum": _sum,
    "sums": lambda rows: tuple(_sum(row) for row in rows),
    "len": lambda v: len(v) if isinstance(v, tuple) else _no_length(),
    "distinct": lambda v: conjunction([negation(equal(a, b)) for a, b in combinations(v, 2)]),
    "increasing": lambda v: conjunction([_at_most(a, b) for a, b in pairwise(v)]),
    "sorted": _sorted,
    "changed": _changed,
}
