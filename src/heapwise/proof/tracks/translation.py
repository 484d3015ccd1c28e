"""Formulas of claims in which parameters are variables: quotients, remainders and places that depend on them."""

from collections.abc import Iterator
from operator import xor

from heapwise.formulas import ir
from heapwise.proof.conditions import relate
from heapwise.proof.formula import Translation
from heapwise.proof.logic import And, Form, Or, Terms, compare, digits_at, digitwise
from heapwise.proof.numbers import ComparedNumbers
from heapwise.proof.places import has_place
from heapwise.proof.totality import Plain
from heapwise.proof.tracks.atoms import Multiple, QuotientAtom, Rest
from heapwise.records import Record, dataclass


@dataclass
class OpenPlain(Plain):
    """Division by a parameter from 1 up has a value wherever what is divided has one."""

    parameters: frozenset[ir.Var] = frozenset()

    def _applied(self, node: ir.Apply) -> bool:
        match node.name, node.arguments:
            case "floor/", (number, divisor) if modulus_of(divisor, self.parameters):
                return self.natural(number)
            case "mod", (number, divisor) if modulus_of(divisor, self.parameters):
                return self.natural(number)
        return super()._applied(node)


@dataclass
class OpenTranslation(Translation):
    """Translates formulas; `parameters` are the variables that may divide."""

    parameters: frozenset[ir.Var] = frozenset()

    def terms(self) -> ComparedNumbers:
        """A new collection of auxiliary variables."""
        return OpenNumbers(self, Terms(f"aux{next(self._numbers)}"))


class Modulus(Record):
    """A parameter times a constant."""

    parameter: ir.Var
    factor: int


def modulus_of(node: ir.Node, parameters: frozenset[ir.Var]) -> Modulus | None:
    """What a number is divided by, if that is a multiple of a parameter."""
    match node:
        case ir.Var() if node in parameters:
            return Modulus(node, 1)
        case ir.Linear(0, ((factor, ir.Var() as parameter),)) if factor > 0 and parameter in parameters:
            return Modulus(parameter, factor)
        case ir.Apply("*", (ir.Const(factor), ir.Var() as parameter)) if factor > 0 and parameter in parameters:
            return Modulus(parameter, factor)
    return None


def divisors_in(node: ir.Node) -> Iterator[tuple[int, int]]:
    """The parameters by which a formula divides, by slot, each with the constant that is added to it."""
    for part in ir.walk(node):
        if isinstance(part, ir.Apply) and part.name in ("floor/", "mod"):
            match bare(part.arguments[1]):
                case ir.Var(slot=slot):
                    yield slot, 0
                case ir.Linear(constant, ((1, ir.Var(slot=slot)),)):
                    yield slot, constant
                case ir.Linear(0, ((_, ir.Var(slot=slot)),)):
                    yield slot, 0


def bare(node: ir.Node) -> ir.Node:
    """A divisor without the marks that it must not be 0 and that its sign does not matter."""
    while isinstance(node, ir.Apply) and node.name in ("abs", "nonzero"):
        node = node.arguments[0]
    return node


class OpenNumbers(ComparedNumbers):
    """The numbers of one comparison, some of them divided by parameters."""

    conditions: OpenTranslation

    def _arithmetic(self, node: ir.Apply) -> Form | None:
        parameters = self.conditions.parameters
        match node.name, node.arguments:
            case "floor/", (number, divisor) if (modulus := modulus_of(divisor, parameters)) is not None:
                return self._floor(number, modulus)
            case "mod", (number, divisor) if (modulus := modulus_of(divisor, parameters)) is not None:
                return self._mod(number, modulus)
            case "*", (one, two):
                return self._multiple(one, two) or self._multiple(two, one) or super()._arithmetic(node)
            case "^", (ir.Const(2), exponent) if has_place(exponent):
                return Form.variable(self._place_name(exponent))
        return super()._arithmetic(node)

    def _floor(self, number: ir.Node, modulus: Modulus) -> Form:
        blocks = self._blocks(number, modulus)
        return blocks if modulus.factor == 1 else self.terms.floor(blocks, modulus.factor)

    def _mod(self, number: ir.Node, modulus: Modulus) -> Form:
        """x mod c p is p (a mod c) + r, if x is p a + r."""
        name = self.conditions.names[modulus.parameter]
        form = self.number(number)
        rest = self._new(lambda v: Rest.of(v.coefficients[0][0], form, name))
        if modulus.factor == 1:
            return rest
        return self._times(self.terms.mod(self._blocks(number, modulus), modulus.factor), modulus.parameter) + rest

    def _blocks(self, number: ir.Node, modulus: Modulus) -> Form:
        """The quotient of a number, which must be natural, by the parameter."""
        key = ir.Apply("blocks", (number, modulus.parameter))
        if key not in self._forms:
            names = self.terms.name(self.number(number)), self.conditions.names[modulus.parameter]
            self._forms[number] = Form.variable(names[0])  # one variable for all that is said of the number
            self._forms[key] = self._new(lambda v: QuotientAtom((v.coefficients[0][0], *names)))
        return self._forms[key]

    def _multiple(self, one: ir.Node, two: ir.Node) -> Form | None:
        """A parameter times a number that is no constant, and may be negative."""
        modulus = modulus_of(one, self.conditions.parameters)
        if modulus is None or isinstance(two, ir.Const):
            return None
        number = self.number(two)
        if self.conditions.plain.natural(two):
            return self._times(number, modulus.parameter) * modulus.factor
        above, below = (self.terms.extreme(">=", form, Form()) for form in (number, number * -1))
        return (self._times(above, modulus.parameter) - self._times(below, modulus.parameter)) * modulus.factor

    def _times(self, factor: Form, parameter: ir.Var) -> Form:
        names = self.terms.name(factor), self.conditions.names[parameter]
        return self._new(lambda v: Multiple((v.coefficients[0][0], *names)))

    def _of_digits(self, node: ir.Apply) -> Form | None:
        match node.name, node.arguments:
            case "k-nim-sum", (*numbers, place) if has_place(place):
                return self._balanced(tuple(numbers), place)
        return super()._of_digits(node)

    def _balanced(self, numbers: tuple[ir.Node, ...], place: ir.Node) -> Form:
        """The nim-sum with its last digit turned round where the number of pairs of ones at the place is odd.

        That is so from k = 1 up: only then is digit k of the sum so far the sum of digits k.
        """
        names, at = self.named(numbers), self._place_name(place)
        self.terms.conditions.append(compare(Form.variable(at), ">=", 2))
        total = self.terms.bitwise(lambda *digits: sum(digits) % 2, *map(Form.variable, names))
        turned = self.terms.bitwise(xor, total, Form(constant=1))

        def odd(*digits: int) -> bool:
            return sum(digits) % 4 in (2, 3)

        pairs = (
            digits_at(at, names, digitwise(names, odd)),
            digits_at(at, names, digitwise(names, lambda *d: not odd(*d))),
        )
        cases = tuple(zip(pairs, (turned, total), strict=True))
        return self._new(lambda v: Or(tuple(And((case, relate(v - form, "="))) for case, form in cases)))
