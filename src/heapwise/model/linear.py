"""Linear forms: a constant and integer coefficients over numbered variables.

The variables 0, 1, ... are the components of a position in order; the amounts of a move follow them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from heapwise.records import dataclass


@dataclass(frozen=True, slots=True)
class Linear:
    """`constant + sum of coefficient * variable`; terms are in order of their variables, and no coefficient is 0."""

    constant: int
    terms: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, constant: int, terms: Iterable[tuple[int, int]]) -> Linear:
        """The form with these terms, in any order, variables occurring any number of times."""
        sums: dict[int, int] = {}
        for variable, coefficient in terms:
            sums[variable] = sums.get(variable, 0) + coefficient
        return cls(constant, tuple(sorted((v, c) for v, c in sums.items() if c)))

    @classmethod
    def variable(cls, number: int) -> Linear:
        """One variable by itself."""
        return cls(0, ((number, 1),))

    @property
    def is_constant(self) -> bool:
        """Has the form no variables?"""
        return not self.terms

    @property
    def variables(self) -> tuple[int, ...]:
        """The variables of the form."""
        return tuple(v for v, _ in self.terms)

    def coefficient(self, variable: int) -> int:
        """The coefficient of a variable, 0 if it does not occur."""
        return next((c for v, c in self.terms if v == variable), 0)

    def __add__(self, other: Linear | int) -> Linear:
        if isinstance(other, int):
            return Linear(self.constant + other, self.terms)
        return Linear.of(self.constant + other.constant, (*self.terms, *other.terms))

    def __sub__(self, other: Linear | int) -> Linear:
        return self + (-other)

    def __neg__(self) -> Linear:
        return self * -1

    def __mul__(self, factor: int) -> Linear:
        return Linear(self.constant * factor, tuple((v, c * factor) for v, c in self.terms) if factor else ())

    def substitute(self, values: Mapping[int, Linear]) -> Linear:
        """The form with forms in place of some variables."""
        if not any(v in values for v, _ in self.terms):
            return self
        result = Linear(self.constant, tuple((v, c) for v, c in self.terms if v not in values))
        for variable, coefficient in self.terms:
            if variable in values:
                result += values[variable] * coefficient
        return result

    def rename(self, new: Callable[[int], int]) -> Linear:
        """The form with other variables, different ones for different ones."""
        return Linear(self.constant, tuple(sorted((new(v), c) for v, c in self.terms)))

    def evaluate(self, values: Sequence[int]) -> int:
        """The value of the form where every variable has a value."""
        total = self.constant
        for variable, coefficient in self.terms:
            total += coefficient * values[variable]
        return total

    def text(self, names: Sequence[str]) -> str:
        """The form in words: `x[1] - t + 2`."""
        parts = [_term_text(c, names[v]) for v, c in sorted(self.terms, key=lambda term: term[1] < 0)]
        if self.constant or not parts:
            parts.append(f"{'- ' if self.constant < 0 else '+ '}{abs(self.constant)}")
        first = parts[0].removeprefix("+ ")
        return " ".join([first.replace("- ", "-", 1) if first.startswith("- ") else first, *parts[1:]])


def _term_text(coefficient: int, name: str) -> str:
    size = name if abs(coefficient) == 1 else f"{abs(coefficient)}*{name}"
    return f"{'-' if coefficient < 0 else '+'} {size}"


def total(forms: Iterable[Linear]) -> Linear:
    """The sum of forms."""
    result = Linear(0)
    for form in forms:
        result += form
    return result


def renaming(names: Mapping[int, Linear]) -> Callable[[Linear], Linear]:
    """The change that puts forms in place of variables."""
    return lambda form: form.substitute(names)
