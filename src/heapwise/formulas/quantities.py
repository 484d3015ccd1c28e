"""Numbers of the integer form: (p + r sqrt(d)) / q with q > 0, where p, r, d and q are whole-number nodes.

Fractions and square roots never reach a kernel: they are carried in this shape until a floor, a relation or a function
of whole numbers takes them away.
"""

from fractions import Fraction
from math import isqrt, lcm

from heapwise.formulas import ir
from heapwise.formulas.problems import NotExpressible
from heapwise.numbers import Number, Surd
from heapwise.records import Record


class Quantity(Record):
    """(top + root sqrt(radicand)) / bottom."""

    top: ir.Node
    bottom: ir.Node = ir.ONE
    root: ir.Node | None = None
    radicand: ir.Node | None = None


MOST_PRODUCTS = 16  # a power of a square root is multiplied out up to this exponent
TWO_ROOTS = "two different square roots in one number"


def quantity(value: Number | Quantity) -> Quantity:
    """An exact number, or a quantity, as a quantity."""
    if isinstance(value, Quantity):
        return value
    if isinstance(value, Surd):
        return Quantity(ir.Const(value.p), ir.Const(value.q), ir.Const(value.r), ir.Const(value.d))
    fraction = Fraction(value)
    return Quantity(ir.Const(fraction.numerator), ir.Const(fraction.denominator))


# ------------------------------------------------------------------------------------- whole-number nodes


def linear(*terms: tuple[int, ir.Node], constant: int = 0) -> ir.Node:
    """The sum of multiples of nodes, with like terms put together."""
    factors: dict[ir.Node, int] = {}
    for factor, node in terms:
        match node:
            case ir.Const():
                constant += factor * node.value
            case ir.Linear():
                constant += factor * node.constant
                for inner, part in node.terms:
                    factors[part] = factors.get(part, 0) + factor * inner
            case _:
                factors[node] = factors.get(node, 0) + factor
    kept = tuple((factor, node) for node, factor in factors.items() if factor or not node.is_total)
    if not kept:
        return ir.Const(constant)
    return kept[0][1] if constant == 0 and len(kept) == 1 and kept[0][0] == 1 else ir.Linear(constant, kept)


def times(a: ir.Node, b: ir.Node) -> ir.Node:
    """The product of two nodes; linear where one is a constant."""
    if isinstance(a, ir.Const):
        return linear((a.value, b))
    if isinstance(b, ir.Const):
        return linear((b.value, a))
    return ir.Apply("*", (a, b))


def is_positive(node: ir.Node) -> bool:
    """Is it plain that a node is positive where it is defined?"""
    match node:
        case ir.Const(value=value):
            return value > 0
        case ir.Apply(name="^", arguments=(ir.Const(value=base), _)):
            return base > 0
        case ir.Apply(name="*", arguments=factors):
            return all(map(is_positive, factors))
        case ir.Apply(name="abs", arguments=(ir.Apply(name="nonzero"),)):
            return True
        case ir.Select():
            return is_positive(node.yes) and is_positive(node.no)
    return False


# --------------------------------------------------------------------------------------------- arithmetic


def add(a: Quantity, b: Quantity, sign: int = 1) -> Quantity:
    """a + b, or a - b with sign = -1."""
    a, b = with_one_root(a, b)
    bottom, up_a, up_b = _common(a.bottom, b.bottom)
    top = linear((1, times(up_a, a.top)), (sign, times(up_b, b.top)))
    if a.root is None and b.root is None:
        return Quantity(top, bottom)
    root = linear((1, times(up_a, a.root or ir.ZERO)), (sign, times(up_b, b.root or ir.ZERO)))
    return Quantity(top, bottom, root, a.radicand or b.radicand)


def _common(a: ir.Node, b: ir.Node) -> tuple[ir.Node, ir.Node, ir.Node]:
    """A common multiple of two denominators, and by what each fraction has to be extended."""
    if a == b:
        return a, ir.ONE, ir.ONE
    if isinstance(a, ir.Const) and isinstance(b, ir.Const):
        least = lcm(a.value, b.value)
        return ir.Const(least), ir.Const(least // a.value), ir.Const(least // b.value)
    return times(a, b), b, a


def with_one_root(a: Quantity, b: Quantity) -> tuple[Quantity, Quantity]:
    """Two quantities whose square roots, if both have one, are of the same number."""
    if a.radicand is None or b.radicand is None or a.radicand == b.radicand:
        return a, b
    if not (isinstance(a.radicand, ir.Const) and isinstance(b.radicand, ir.Const)):
        raise NotExpressible(TWO_ROOTS)
    d = a.radicand.value
    shared = isqrt(d * b.radicand.value)
    if shared**2 != d * b.radicand.value or b.root is None:
        raise NotExpressible(TWO_ROOTS)
    # sqrt(e) = shared / d * sqrt(d)
    scale = ir.Const(d)
    return a, Quantity(times(scale, b.top), times(scale, b.bottom), times(ir.Const(shared), b.root), a.radicand)


def multiply(a: Quantity, b: Quantity) -> Quantity:
    """a b."""
    a, b = with_one_root(a, b)
    bottom, top = times(a.bottom, b.bottom), times(a.top, b.top)
    radicand = a.radicand or b.radicand
    if radicand is None:
        return Quantity(top, bottom)
    ra, rb = a.root or ir.ZERO, b.root or ir.ZERO
    if a.root is not None and b.root is not None:
        top = linear((1, top), (1, times(times(ra, rb), radicand)))
    return Quantity(top, bottom, linear((1, times(a.top, rb)), (1, times(ra, b.top))), radicand)


def divide(a: Quantity, b: Quantity) -> Quantity:
    """a / b, undefined where b = 0."""
    if b.root is not None:
        raise NotExpressible("division by a square root that is no constant")
    return multiply(a, _inverse(b))


def _inverse(b: Quantity) -> Quantity:
    if isinstance(b.top, ir.Const) and b.top.value:
        sign = 1 if b.top.value > 0 else -1
        return Quantity(linear((sign, b.bottom)), ir.Const(abs(b.top.value)))
    if is_positive(b.top):
        return Quantity(b.bottom, b.top)
    size = ir.Apply("abs", (ir.Apply("nonzero", (b.top,)),))
    return Quantity(ir.Select(ir.Compare("<", b.top, ir.ZERO), linear((-1, b.bottom)), b.bottom), size)


def sqrt(a: Quantity) -> Quantity:
    """The square root, undefined below 0."""
    if a.root is not None:
        raise NotExpressible("a square root of a square root")
    radicand = ir.Apply("natural", (times(a.top, a.bottom),))
    return Quantity(ir.ZERO, a.bottom, ir.ONE, radicand)


def power(a: Quantity, exponent: ir.Node) -> Quantity:
    """a^n for whole n, which is not negative; a negative one is refused when its bounds are known."""
    if a.root is None:
        return Quantity(_power(a.top, exponent), _power(a.bottom, exponent))
    if not isinstance(exponent, ir.Const) or not 0 <= exponent.value <= MOST_PRODUCTS:
        raise NotExpressible("a power of a square root")
    found = Quantity(ir.ONE)
    for _ in range(exponent.value):
        found = multiply(found, a)
    return found


def _power(base: ir.Node, exponent: ir.Node) -> ir.Node:
    return ir.ONE if base == ir.ONE and exponent.is_total else ir.Apply("^", (base, exponent))


# -------------------------------------------------------------------------------------- back to whole numbers


def floor(a: Quantity) -> ir.Node:
    """The greatest whole number that is not above a."""
    if a.root is not None and a.radicand is not None:
        return ir.Apply("floor root", (a.top, a.root, a.radicand, a.bottom))
    return a.top if a.bottom == ir.ONE else ir.Apply("floor/", (a.top, a.bottom))


def negative(a: Quantity) -> Quantity:
    """-a."""
    return multiply(Quantity(ir.Const(-1)), a)


def mod(a: Quantity, m: Quantity) -> Quantity:
    """a - m floor(a / m), undefined unless m > 0."""
    if m.root is not None:
        raise NotExpressible("a modulus with a square root")
    if a.root is not None:
        if not (isinstance(m.top, ir.Const) and m.top.value > 0):
            raise NotExpressible("the remainder of a square root for a modulus that is no constant")
        return add(a, multiply(m, Quantity(floor(divide(a, m)))), -1)
    bottom, up_a, up_m = _common(a.bottom, m.bottom)
    return Quantity(ir.Apply("mod", (times(up_a, a.top), times(up_m, m.top))), bottom)


def compare(sign: str, a: Quantity, b: Quantity) -> ir.Node:
    """A relation `=`, `<`, `<=` between quantities."""
    a, b = with_one_root(a, b)
    if a.root is None and b.root is None:
        _, up_a, up_b = _common(a.bottom, b.bottom)
        found = ir.Compare(sign, times(up_a, a.top), times(up_b, b.top))
        return _where_defined(a.bottom, found) if a.bottom == b.bottom else found
    if sign == "<":
        return ir.Not(_at_most(b, a))
    if sign == "<=":
        return _at_most(a, b)
    return ir.And((_at_most(a, b), _at_most(b, a)))


def _at_most(a: Quantity, b: Quantity) -> ir.Node:
    """a <= b with a square root on some side: a number is at least 0 exactly if its floor is."""
    difference = add(b, a, -1)
    above = ir.Compare("<=", ir.ZERO, floor(Quantity(difference.top, ir.ONE, difference.root, difference.radicand)))
    return _where_defined(difference.bottom, above)


def _where_defined(bottom: ir.Node, condition: ir.Node) -> ir.Node:
    """A condition in which a denominator no longer stands, undefined where that is."""
    return condition if bottom.is_total else ir.And((ir.Compare("=", bottom, bottom), condition))


def whole(a: Quantity) -> ir.Node:
    """The quantity as a whole number, undefined where it is none."""
    if a.root is not None:
        raise NotExpressible("a square root where a whole number is needed")
    return a.top if a.bottom == ir.ONE else ir.Apply("exact/", (a.top, a.bottom))


def select(condition: ir.Node, yes: Quantity, no: Quantity) -> Quantity:
    """One quantity or the other; what is not chosen need not be defined."""
    if isinstance(yes.bottom, ir.Const) and isinstance(no.bottom, ir.Const):
        bottom, up_yes, up_no = _common(yes.bottom, no.bottom)
        yes, no = _extended(yes, up_yes), _extended(no, up_no)
    else:
        bottom = ir.Select(condition, yes.bottom, no.bottom)
    top = either(condition, yes.top, no.top)
    if yes.radicand is None and no.radicand is None:
        return Quantity(top, bottom)
    root = either(condition, yes.root or ir.ZERO, no.root or ir.ZERO)
    return Quantity(top, bottom, root, _radicand(condition, yes, no))


def _extended(a: Quantity, factor: ir.Node) -> Quantity:
    root = None if a.root is None else times(factor, a.root)
    return Quantity(times(factor, a.top), times(factor, a.bottom), root, a.radicand)


def _radicand(condition: ir.Node, yes: Quantity, no: Quantity) -> ir.Node:
    """The number under the root of a choice; 0 will do where there is no root, unless that spoils a constant."""
    for one, other in ((yes.radicand, no.radicand), (no.radicand, yes.radicand)):
        if isinstance(one, ir.Const) and other in (one, None):
            return one
    return either(condition, yes.radicand or ir.ZERO, no.radicand or ir.ZERO)


def either(condition: ir.Node, yes: ir.Node, no: ir.Node) -> ir.Node:
    """One node or the other."""
    return yes if yes == no and condition.is_total else ir.Select(condition, yes, no)
