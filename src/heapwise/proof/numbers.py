"""Numbers of formulas as linear forms, with auxiliary variables for what is not linear.

`max(a, b) - 1` becomes `m - 1`, for an m that is at least a and b and equal to one of them. A place of a digit is
carried as the power of two that it weighs; `place` gives that power and a shift, so that places are compared without
being computed.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import and_, or_, xor
from typing import TYPE_CHECKING

from heapwise.formulas import ir
from heapwise.proof.conditions import relate
from heapwise.proof.logic import (
    FALSE,
    TRUE,
    And,
    DigitAt,
    Form,
    Formula,
    Or,
    Power,
    Relation,
    Terms,
    compare,
    congruent,
    digits_at,
    digitwise,
)
from heapwise.proof.logic.formulas import COMPARE
from heapwise.proof.outside import Outside
from heapwise.proof.places import PlacedDigit, PlacedDigits, bit_of, has_place, is_digit, place_variable, power_of_two
from heapwise.proof.roots import Golden

if TYPE_CHECKING:
    from heapwise.proof.formula import Translation

Place = tuple[Form, int]  # the form times 2 to the shift

_BITWISE = {"xor": xor, "or": or_, "and": and_}
# 2 a <= b says of powers of two that a < b.
_NEXT: dict[tuple[Relation, int], Relation] = {("<=", 1): "<", ("<", -1): "<=", (">=", -1): ">", (">", 1): ">="}
_WORDS = {
    "*": "a product of values that depend on the position", "^": "a power", "popcount": "the number of ones",
    "nim-product": "the nim-product", "gcd": "the greatest common divisor", "floor root": "a root", "mex": "mex",
    "v2": "a valuation inside arithmetic", "tail1": "a number of trailing ones inside arithmetic",
    "length": "the number of digits inside arithmetic", "digit sum": "a digit sum as a number",
    "floor/": "a quotient by a number that depends on the position",
    "mod": "a remainder by a number that depends on the position",
}  # fmt: skip


class ComparedNumbers:
    """The numbers of one comparison."""

    def __init__(self, conditions: "Translation", terms: Terms) -> None:
        self.conditions = conditions
        self.terms = terms
        self._forms: dict[ir.Node, Form] = {}

    def close(self, formula: Formula) -> Formula:
        """The formula with all auxiliary variables bound."""
        self._forms.clear()
        return self.terms.close(formula)

    def named(self, nodes: Iterable[ir.Node]) -> tuple[str, ...]:
        """Variables for numbers, which must be natural."""
        found: list[str] = []
        for node in nodes:
            name = self.terms.name(self.number(node))
            is_new = name not in found
            found.append(name if is_new else self._copy(name))
        return tuple(found)

    def _copy(self, name: str) -> str:
        """Another variable of the same value: an atom reads every variable once."""
        return self._new(lambda v: compare(v, "=", Form.variable(name))).coefficients[0][0]

    def number(self, node: ir.Node) -> Form:
        """A number as a form, one for all places where it stands; raises `Outside` with the name of what has none."""
        if node not in self._forms:
            self._forms[node] = self._number(node)
        return self._forms[node]

    def _number(self, node: ir.Node) -> Form:
        match node:
            case ir.Const(value):
                return Form(constant=value)
            case ir.Var():
                return Form.variable(self.conditions.names[node])
            case ir.Linear(constant, terms):
                return reduce(Form.__add__, (self.number(t) * c for c, t in terms), Form(constant=constant))
            case ir.Select():
                return self._select(node)
            case ir.Indicator(condition):
                return self._select(ir.Select(condition, ir.ONE, ir.ZERO))
            case ir.Apply():
                return self._apply(node)
            case ir.Undefined():
                self.terms.conditions.append(FALSE)
                return Form()
            case ir.Hole():
                return self._asked(node)
        raise Outside("a sum over a range that depends on the position" if isinstance(node, ir.Over) else "a place")

    def _asked(self, hole: ir.Hole) -> Form:
        """The value of a position, where values are known."""
        question = self.conditions.asked.get(hole.number)
        if question is None or question.is_truth:
            raise Outside("the value of another position")
        names = self.named(hole.arguments)
        return Form.variable(self.terms._new(lambda value: question.value(names, value)))

    def _select(self, node: ir.Select) -> Form:
        if node.yes == node.no:
            self.terms.conditions.append(self.conditions.defined(node.condition))
            return self.number(node.yes)
        cases = []
        for condition, chosen in ((self.conditions.true, node.yes), (self.conditions.false, node.no)):
            inner = self.conditions.terms()
            form = inner.number(chosen)
            cases.append((condition(node.condition), inner, form))
        return self._new(lambda v: Or(tuple(And((c, i.close(relate(f - v, "=")))) for c, i, f in cases)))

    def _new(self, condition: Callable[[Form], Formula]) -> Form:
        return Form.variable(self.terms._new(lambda name: condition(Form.variable(name))))

    def _apply(self, node: ir.Apply) -> Form:
        bit = bit_of(node)
        if bit is not None:
            return self._bit(bit)
        found = self._arithmetic(node) or self._checked(node) or self._of_digits(node)
        if found is None:
            raise Outside(_WORDS.get(node.name, f"`{node.name}`"))
        return found

    def _arithmetic(self, node: ir.Apply) -> Form | None:
        do = self.terms
        match node.name, node.arguments:
            case "*", (one, two):
                return self._product(one, two)
            case "^", (ir.Const(1), exponent):
                self._place_name(exponent)  # for its conditions alone
                return Form(constant=1)
            case "floor/", (number, ir.Const(divisor)) if divisor > 0 and self._is_below(number):
                return do.floor(self.number(number) * -1 + (divisor - 1), divisor) * -1  # as `ceil` is written
            case "floor/", (number, ir.Const(divisor)) if divisor > 0:
                return do.floor(self.number(number), divisor)
            case "mod", (number, ir.Const(divisor)) if divisor > 0 and has_place(number):
                return self._place_mod(number, divisor)
            case "mod", (number, ir.Const(divisor)) if divisor > 0:
                return do.mod(self.number(number), divisor)
            case "floor root", (top, root, radicand, ir.Const(divisor)) if divisor > 0:
                forms = self.number(top), self.number(root), self.number(radicand)
                return self._root(Golden(*forms, divisor))
            case "abs", (number,):
                form = self.number(number)
                return do.extreme(">=", form, form * -1)
            case ("min" | "max") as name, arguments:
                return do.extreme("<=" if name == "min" else ">=", *map(self.number, arguments))
        return None

    def _is_below(self, number: ir.Node) -> bool:
        """Is it plain that a number has a value everywhere that is 0 or less?"""
        plain = self.conditions.plain
        match number:
            case ir.Linear(constant, terms) if all(f <= 0 and plain.natural(term) for f, term in terms):
                return constant + sum(f for f, term in terms if term in plain.positive) <= 0
        return False

    def _root(self, floor: Golden) -> Form:
        """A floor that may be negative: the difference of two natural numbers, one of them 0."""
        minus = self._new(lambda _: TRUE)

        def signed(plus: Form) -> Formula:
            single = Or((relate(plus, "="), relate(minus, "=")))
            return And((single, floor.is_floor(plus - minus, lambda: self.conditions.terms().terms)))

        return self._new(signed) - minus

    def _product(self, one: ir.Node, two: ir.Node) -> Form:
        """A product with a constant, or of digits."""
        if is_digit(one) and is_digit(two):
            return self.terms.bitwise(and_, *map(Form.variable, self.named((one, two))))
        left, right = self.number(one), self.number(two)
        if left.coefficients and right.coefficients:
            raise Outside(_WORDS["*"])
        return right * left.constant if right.coefficients else left * right.constant

    def _checked(self, node: ir.Apply) -> Form | None:
        """What has a value only under a condition."""
        match node.name, node.arguments:
            case "exact/", (number, ir.Const(divisor)) if divisor > 0:
                form = self.number(number)
                return self._new(lambda v: relate(v * divisor - form, "="))
            case "nonzero", (number,):
                form = self.number(number)
                self.terms.conditions.append(relate(form, "!="))
                return form
            case "natural", (number,):
                return Form.variable(self.terms.name(self.number(number)))
        return None

    def _of_digits(self, node: ir.Apply) -> Form | None:
        do = self.terms
        match node.name, node.arguments:
            case ("xor" | "or" | "and") as name, arguments:
                join = _BITWISE[name]
                return do.bitwise(lambda *digits: reduce(join, digits), *map(Form.variable, self.named(arguments)))
            case "digit sum", (*arguments, ir.Const(2)):
                return do.bitwise(lambda *digits: reduce(xor, digits), *map(Form.variable, self.named(arguments)))
            case "k-nim-sum", (*arguments, ir.Const(k)) if k >= 1:
                return do.balanced_nim_sum(k, *map(Form.variable, self.named(arguments)))
            case "mating", (one, two):
                return do.mating(*map(Form.variable, self.named((one, two))))
        return None

    # -- digits

    def _bit(self, bit: PlacedDigit) -> Form:
        (name,) = self.named((bit.number,))
        cases = [self._digit(name, bit.place, digit) for digit in (0, 1)]
        return self._new(lambda v: Or(tuple(And((relate(v - d, "="), case)) for d, case in enumerate(cases))))

    def _digit(self, name: str, place: ir.Node, digit: int) -> Formula:
        if isinstance(place, ir.Const):
            if place.value < 0:
                raise Outside("a digit behind the units")
            return DigitAt((name,), place.value, digit)
        at = self._place_name(place)
        return digits_at(at, (name,), digitwise((name,), lambda d: d == digit))

    def bits(self, bits: PlacedDigits, relation: Relation) -> Formula:
        """A sum of digits at one place compared with 0."""
        names, test = self.named(bits.numbers), COMPARE[relation]

        def fits(*digits: int) -> bool:
            return test(bits.constant + sum(f * d for f, d in zip(bits.factors, digits, strict=True)), 0)

        return digits_at(self._place_name(bits.place), names, digitwise(names, fits))

    def _place_name(self, node: ir.Node) -> str:
        """A variable that is the power of a place, which must not be behind the units."""
        power, shift = self.place(node)
        name = self.terms.name(power * power_of_two(shift)) if shift >= 0 else self._lower(power, -shift)
        self.terms.conditions.append(Power((name,)))
        return name

    def _lower(self, power: Form, places: int) -> str:
        return self._new(lambda v: relate(v * power_of_two(places) - power, "=")).coefficients[0][0]

    # -- places

    def place(self, node: ir.Node) -> Place:
        """The power of two to a number."""
        match node:
            case ir.Const(value):
                return Form(constant=power_of_two(max(value, 0))), min(value, 0)
            case ir.Bound(number):
                return Form.variable(place_variable(number)), 0
            case ir.Linear(constant, ((1, term),)) if has_place(term):
                form, shift = self.place(term)
                return form, shift + constant
            case ir.Select(condition, yes, no):
                (one, two), shift = self._aligned([self.place(yes), self.place(no)])
                true, false = self.conditions.true(condition), self.conditions.false(condition)
                chosen = ((true, one), (false, two))
                return self._new(lambda v: Or(tuple(And((c, relate(v - f, "="))) for c, f in chosen))), shift
            case ir.Apply(("min" | "max") as name, arguments):
                forms, shift = self._aligned([self.place(argument) for argument in arguments])
                return self.terms.extreme("<=" if name == "min" else ">=", *forms), shift
            case ir.Apply("v2", (number,)):
                form = self.number(number)
                self.terms.conditions.append(relate(form, "!="))
                return self.terms.valuation_power(form), 0
            case ir.Apply("tail1", (number,)):
                return self.terms.trailing_power(self.number(number)), 0
            case ir.Apply("length", (number,)):
                return self._length(self.number(number)), 0
        raise Outside("a place of a digit together with other numbers")

    def _place_mod(self, node: ir.Node, modulus: int) -> Form:
        """The place modulo m: powers of two modulo 2^m - 1 come round after m steps."""
        power, shift = self.place(node)
        around = power_of_two(modulus) - 1
        rests = [(rest, (rest - shift) % modulus) for rest in range(modulus)]

        def rest_is(v: Form) -> Formula:
            return Or(tuple(And((relate(v - r, "="), congruent(power, around, 1 << e))) for r, e in rests))

        return self._new(rest_is)

    def _length(self, form: Form) -> Form:
        """The least power of two that is greater."""
        name = self.terms.name(form)
        z = Form.variable(name)

        def least(v: Form) -> Formula:
            most = Or((compare(v - 2 * z, "<="), And((relate(z, "="), relate(v - 1, "=")))))
            return And((Power((v.coefficients[0][0],)), compare(v - z, ">"), most))

        return self._new(least)

    def _aligned(self, places: Sequence[Place]) -> tuple[list[Form], int]:
        least = min(shift for _, shift in places)
        return [form * power_of_two(shift - least) for form, shift in places], least

    def compared(self, left: Place, relation: Relation, right: Place) -> Formula:
        """Two places compared; one place further is the next power, so that most shifts need no doubling."""
        shift = left[1] - right[1]
        simpler = _NEXT.get((relation, shift))
        if simpler is not None:
            return relate(left[0] - right[0], simpler)
        (one, two), _ = self._aligned([left, right])
        return relate(one - two, relation)

    def inside(self, node: ir.Every, name: str) -> Formula:
        """The power is that of a place in the range of a quantifier, which starts at no place behind the units."""
        at = Form.variable(name)
        first, shift = self.place(node.low)
        self.terms.conditions.append(relate(first - power_of_two(max(-shift, 0)), ">="))
        above = self.compared((first, shift), "<=", (at, 0))
        if node.is_open:
            return And((Power((name,)), above))
        return And((Power((name,)), above, self.compared((at, 0), "<=", self.place(node.high))))
