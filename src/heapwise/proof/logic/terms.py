"""Terms: linear forms, and functions of them by way of auxiliary variables.

`[x/3]` is the variable q with `3 q <= x < 3 q + 3`.  Such a variable has one value at most, so it may be bound by a
quantifier right around the atom that speaks of it.
"""

from collections.abc import Callable, Iterator
from itertools import count

from heapwise.proof.logic.digitwise import digitwise
from heapwise.proof.logic.formulas import And, Atom, Exists, Formula, Or, Relation
from heapwise.proof.logic.functions import BalancedNimSum, GoldenFloor, Mating
from heapwise.proof.logic.linear import LinearComparison, LinearCongruence
from heapwise.proof.logic.places import TrailingPower, ValuationPower
from heapwise.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Form:
    """A linear form: coefficients of variables, none of them 0, and a constant.

    >>> 2 * Form.variable("x") - 3
    Form(coefficients=(('x', 2),), constant=-3)
    """

    coefficients: tuple[tuple[str, int], ...] = ()
    constant: int = 0

    @staticmethod
    def variable(name: str) -> "Form":
        """A variable alone."""
        return Form(((name, 1),))

    def __add__(self, other: "Form | int") -> "Form":
        if isinstance(other, int):
            return Form(self.coefficients, self.constant + other)
        total = dict(self.coefficients)
        for name, factor in other.coefficients:
            total[name] = total.get(name, 0) + factor
        return Form(tuple((n, c) for n, c in total.items() if c), self.constant + other.constant)

    def __mul__(self, factor: int) -> "Form":
        return Form(tuple((n, c * factor) for n, c in self.coefficients if factor), self.constant * factor)

    __rmul__ = __mul__

    def __sub__(self, other: "Form | int") -> "Form":
        return self + -1 * other

    @property
    def split(self) -> tuple[tuple[str, ...], tuple[int, ...], int]:
        """Variables, coefficients and constant, as the linear atoms want them."""
        return tuple(n for n, _ in self.coefficients), tuple(c for _, c in self.coefficients), self.constant


def compare(left: Form, relation: Relation, right: Form | int = 0) -> LinearComparison:
    """Two forms compared."""
    return LinearComparison(*(left - right).split, relation)


def congruent(left: Form, modulus: int, right: Form | int = 0) -> LinearCongruence:
    """Two forms congruent."""
    return LinearCongruence(*(left - right).split, modulus)


@dataclass(slots=True)
class Terms:
    """Collects the auxiliary variables of a formula and what makes them what they are.

    The values of all of them must be natural numbers: where one is not, as the quotient of a negative number, what
    `close` makes is false.

    >>> terms = Terms()
    >>> third = terms.floor(Form.variable("x"), 3)
    >>> formula = terms.close(compare(third, "=", 2))     # true of 6, 7, 8
    """

    prefix: str = "aux"
    names: list[str] = field(default_factory=list)
    conditions: list[Formula] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=count, repr=False)

    def close(self, formula: Formula) -> Formula:
        """The formula with its auxiliary variables bound; the collection starts anew."""
        closed = And((*self.conditions, formula)) if self.conditions else formula
        names, self.names, self.conditions = tuple(self.names), [], []
        return Exists(names, closed) if names else closed

    def name(self, form: Form) -> str:
        """A variable that is equal to the form: the form itself, if it is one."""
        if len(form.coefficients) == 1 and form == Form.variable(form.coefficients[0][0]):
            return form.coefficients[0][0]
        return self._new(lambda new: compare(Form.variable(new), "=", form))

    def floor(self, form: Form, divisor: int) -> Form:
        """The quotient by a positive constant, rounded down."""

        def between(new: str) -> Formula:
            rest = form - divisor * Form.variable(new)
            return And((compare(rest, ">="), compare(rest, "<", Form(constant=divisor))))

        return Form.variable(self._new(between))

    def mod(self, form: Form, modulus: int) -> Form:
        """The remainder by a positive constant, from 0 up."""

        def rest(new: str) -> Formula:
            value = Form.variable(new)
            return And((congruent(value, modulus, form), compare(value, "<", modulus)))

        return Form.variable(self._new(rest))

    def golden(self, form: Form) -> Form:
        """The form, which must be natural, times the golden section, rounded down."""
        return self._relation(GoldenFloor, form)

    def extreme(self, relation: Relation, *forms: Form) -> Form:
        """The least of the forms for `<=`, the greatest for `>=`."""

        def chosen(new: str) -> Formula:
            value = Form.variable(new)
            bounds = tuple(compare(value, relation, form) for form in forms)
            return And((*bounds, Or(tuple(compare(value, "=", form) for form in forms))))

        return Form.variable(self._new(chosen))

    def bitwise(self, function: Callable[..., int], *forms: Form, base: int = 2) -> Form:
        """The number whose digits are a function of the digits of the forms, place by place; zeros must give zero."""
        return self._relation(lambda names: digitwise(names, lambda z, *d: z == function(*d), base), *forms)

    def trailing_power(self, form: Form) -> Form:
        """The base to the number of trailing ones."""
        return self._relation(TrailingPower, form)

    def valuation_power(self, form: Form) -> Form:
        """The base to the valuation; 0 for 0."""
        return self._relation(ValuationPower, form)

    def mating(self, one: Form, two: Form) -> Form:
        """The mating function; it has no value where the two are equal."""
        return self._relation(Mating, one, two)

    def balanced_nim_sum(self, k: int, *forms: Form) -> Form:
        """The k-nim-sum."""
        return self._relation(lambda names: BalancedNimSum(names, k), *forms)

    def _relation(self, atom: Callable[[tuple[str, ...]], Atom], *forms: Form) -> Form:
        names = tuple(self.name(form) for form in forms)
        return Form.variable(self._new(lambda new: atom((new, *names))))

    def _new(self, condition: Callable[[str], Formula]) -> str:
        name = f"{self.prefix}.{next(self._numbers)}"
        self.names.append(name)
        self.conditions.append(condition(name))
        return name
