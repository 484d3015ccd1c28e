"""Linear atoms: comparisons and congruences of `sum c_i x_i + c`, as machines whose state is a carry or a value."""

from heapwise.proof.automata import Machine, Numeration
from heapwise.proof.logic.formulas import COMPARE, Atom, Relation
from heapwise.records import dataclass


@dataclass(frozen=True, slots=True)
class LinearComparison(Atom):
    """`sum c_i x_i + c` compared with 0."""

    coefficients: tuple[int, ...]
    constant: int
    relation: Relation

    def __post_init__(self) -> None:
        _check_lengths(self.variables, self.coefficients)

    def machine(self, numeration: Numeration) -> Machine[int, int]:
        """The machine that reads the variables."""
        if not numeration.is_lsd:
            return self._value_machine(numeration.base)
        return self._equal(numeration.base) if self.relation in ("=", "!=") else self._carry(numeration.base)

    def _symbol(self, digits: tuple[int, ...]) -> int:
        return _value(self.coefficients, digits)

    def _carry(self, base: int) -> Machine[int, int]:
        """Units first: the sum so far, divided by the weight of the next digit and rounded down, keeps its sign."""
        strict = self.relation in ("<", ">=")
        wanted = self.relation in ("<", "<=")
        return Machine(
            start=self.constant if strict else self.constant - 1,
            symbol=self._symbol,
            step=lambda carry, digit: (carry + digit) // base,
            accepts=lambda carry: (carry < 0) == wanted,
        )

    def _equal(self, base: int) -> Machine[int, int]:
        """Units first: a digit of the sum that is not zero decides, and the number that stands for it is never met."""
        bound = abs(self.constant) + sum(map(abs, self.coefficients)) * (base - 1) + 1
        wanted = self.relation == "="

        def step(carry: int, digit: int) -> int:
            if carry == bound or (carry + digit) % base:
                return bound
            return (carry + digit) // base

        return Machine(self.constant, self._symbol, step, lambda carry: (carry == 0) == wanted)

    def _value_machine(self, base: int) -> Machine[int, int]:
        """Units last: the value so far, cut off where the digits to come cannot bring it back to the constant."""
        target = -self.constant
        high = max(sum(-c for c in self.coefficients if c < 0), target) + 1
        low = min(-sum(c for c in self.coefficients if c > 0), target) - 1
        compare = COMPARE[self.relation]

        def step(value: int, digit: int) -> int:
            return value if value in (high, low) else max(low, min(high, base * value + digit))

        return Machine(0, self._symbol, step, lambda value: compare(value, target))


@dataclass(frozen=True, slots=True)
class LinearCongruence(Atom):
    """`sum c_i x_i + c = 0 (mod m)`."""

    coefficients: tuple[int, ...]
    constant: int
    modulus: int

    def __post_init__(self) -> None:
        _check_lengths(self.variables, self.coefficients)
        if self.modulus < 1:
            raise ValueError(f"a modulus is 1 or more, not {self.modulus}")

    def machine(self, numeration: Numeration) -> Machine[tuple[int, int], int]:
        """The machine that reads the variables: the remainder so far, and units first the weight of the next digit."""
        base, modulus = numeration.base, self.modulus

        def upward(state: tuple[int, int], digit: int) -> tuple[int, int]:
            rest, weight = state
            return (rest + weight * digit) % modulus, weight * base % modulus

        def downward(state: tuple[int, int], digit: int) -> tuple[int, int]:
            return (base * state[0] + digit) % modulus, 0

        constant = self.constant % modulus
        if numeration.is_lsd:
            return Machine((constant, 1 % modulus), self._symbol, upward, lambda state: state[0] == 0)
        return Machine((0, 0), self._symbol, downward, lambda state: (state[0] + constant) % modulus == 0)

    def _symbol(self, digits: tuple[int, ...]) -> int:
        return _value(self.coefficients, digits) % self.modulus


def _value(coefficients: tuple[int, ...], values: tuple[int, ...]) -> int:
    return sum(c * v for c, v in zip(coefficients, values, strict=True))


def _check_lengths(variables: tuple[str, ...], coefficients: tuple[int, ...]) -> None:
    if len(variables) != len(coefficients):
        raise ValueError(f"{len(coefficients)} coefficients for {len(variables)} variables")
