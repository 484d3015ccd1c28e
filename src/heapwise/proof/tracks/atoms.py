"""Division by a parameter, as relations that coordinates make plain. No automaton reads them as they stand."""

from typing import Any

from heapwise.proof.automata import Machine, Numeration
from heapwise.proof.logic import Atom, Form
from heapwise.proof.outside import Outside
from heapwise.records import dataclass


@dataclass(frozen=True, slots=True)
class Division(Atom):
    """A relation between a number, what comes of it, and a modulus, which is the last variable."""

    def machine(self, numeration: Numeration) -> Machine[Any, Any]:
        """There is none: x = p a is no automatic relation of x, p and a."""
        raise Outside("a quotient or a remainder by a parameter, without coordinates")


@dataclass(frozen=True, slots=True)
class QuotientAtom(Division):
    """The first variable is floor(x / p), of the second and the third."""


@dataclass(frozen=True, slots=True)
class Rest(Division):
    """The first variable is `form mod p`, where the form is that of the variables between it and p."""

    coefficients: tuple[int, ...]
    constant: int

    @property
    def form(self) -> Form:
        """What is divided."""
        pairs = zip(self.variables[1:-1], self.coefficients, strict=True)
        return sum((Form.variable(name) * c for name, c in pairs), Form(constant=self.constant))

    @staticmethod
    def of(rest: str, form: Form, modulus: str) -> "Rest":
        """The remainder of a form."""
        names, coefficients, constant = form.split
        return Rest((rest, *names, modulus), coefficients, constant)


@dataclass(frozen=True, slots=True)
class Multiple(Division):
    """The first variable is u p, of the second and the third."""
