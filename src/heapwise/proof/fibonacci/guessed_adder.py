"""An automaton for sums of Fibonacci codes, guessed from examples: prefixes are one state if no short continuation
tells them apart.

A guess needs no trust. Too short continuations make one state of two, and then a law that the true relation has fails.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from heapwise.proof.automata import Machine, Numeration
from heapwise.proof.logic import Atom

Codes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Learned(Atom):
    """A relation between binary numbers, guessed from examples: continuations of at most `depth` digits are tried."""

    relation: Callable[[Codes], bool]
    depth: int

    def machine(self, numeration: Numeration) -> Machine[Codes, Codes]:
        """The machine that reads the variables, units last: a state is the first prefix that led to it."""
        if numeration.is_lsd or numeration.base != 2:
            raise ValueError("an automaton is guessed on binary digits, units last")
        arity = len(self.variables)
        short = [(n, tail) for n in range(self.depth + 1) for tail in product(range(1 << n), repeat=arity)]
        prefixes: dict[tuple[bool, ...], Codes] = {}

        def told(prefix: Codes) -> tuple[bool, ...]:
            words = (tuple([(p << n) + t for p, t in zip(prefix, tail, strict=True)]) for n, tail in short)
            return tuple(map(self.relation, words))

        def step(prefix: Codes, digits: Codes) -> Codes:
            longer = tuple([2 * p + d for p, d in zip(prefix, digits, strict=True)])
            return prefixes.setdefault(told(longer), longer)

        start = step((0,) * arity, (0,) * arity)
        return Machine(start, lambda digits: digits, step, self.relation)
