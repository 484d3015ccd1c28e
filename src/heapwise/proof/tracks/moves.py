"""The moves of a lifted game: amounts that a parameter bounds stay variables, which remainders can be compared with."""

from __future__ import annotations

from functools import cached_property

from heapwise.model import conditions as c
from heapwise.model.symmetry import Permutation
from heapwise.proof.cases import NEW, Case, Conditions, cases_of
from heapwise.proof.conditions import formula_of
from heapwise.proof.logic import TRUE, And, Exists, Formula, Named, substitute
from heapwise.proof.merge import merged
from heapwise.proof.moves import Moves, chain, component
from heapwise.records import dataclass


@dataclass(frozen=True)
class OpenMoves(Moves):
    """Moves that leave the last components, from `first` on, as they are: these are parameters."""

    first: int = 0
    premise: Formula = TRUE

    @cached_property
    def domain(self) -> Formula:
        """Which tuples are legal positions, for values that the parameters may have."""
        return And((super().domain, self.premise))

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """Symmetries of the rules for each choice of the parameters."""
        places = range(self.first, self.game.size)
        return tuple(images for images in super().symmetries if all(images[i] == i for i in places))

    def by(self, case: Case, phi: Formula) -> Formula:
        """Some option by one case satisfies phi."""
        return _chain(self.cases.index(case), case, phi)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """All moves, each in its cases; amounts that a parameter bounds are variables."""
        found = dict.fromkeys(case for move in self.game.moves for case in cases_of(self.game, move, self._is_bounded))
        return merged(self.game, tuple(found))

    def _is_bounded(self, amount: int, conditions: Conditions) -> bool:
        """Is an amount, with other amounts perhaps, at most a parameter?"""
        return any(isinstance(k, c.AtLeastZero) and self._bounds(amount, dict(k.form.terms)) for k in conditions)

    def _bounds(self, amount: int, factors: dict[int, int]) -> bool:
        parameters = [v for v in factors if self.first <= v < self.game.size]
        others = (factors[v] < 0 for v in factors if v not in parameters)
        is_alone = not any(v < self.first or v >= NEW for v in factors)
        return len(parameters) == 1 and factors[parameters[0]] == 1 and is_alone and amount in factors and all(others)


def _chain(number: int, case: Case, phi: Formula) -> Formula:
    """Some option by this case satisfies phi. Amounts have names of their own in each case, as they may differ in
    what bounds them."""

    def name(variable: int) -> str:
        if variable >= NEW:
            return f"y{variable - NEW}"
        return f"t{number}.{variable}" if variable in case.variables else component(variable)

    if not any(v < NEW for v in case.variables):
        return chain(case, phi, name)
    inner = substitute(phi, {component(i): name(NEW + i) for i in case.written})
    every = tuple(formula_of(k, name) for k in case.conditions)
    whole = Exists(tuple(map(name, case.variables)), And((*every, inner)))
    return Named(f"a move of line {case.line + 1}", whole)
