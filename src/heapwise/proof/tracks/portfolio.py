"""Decisions about formulas with divisions by parameters: by coordinates to one modulus after another."""

from collections.abc import Iterable, Sequence

from heapwise.proof.automata import AutomatonBudget
from heapwise.proof.logic import Formula, Make, Portfolio, free, plain
from heapwise.proof.logic.formulas import parts_of
from heapwise.proof.outside import Outside
from heapwise.proof.tracks.atoms import Division
from heapwise.proof.tracks.coordinates import Coordinates
from heapwise.proof.tracks.sorts import Sorts
from heapwise.records import Record


class Nested(Record):
    """The levels of coordinates of some formulas, the largest modulus first."""

    coordinates: tuple[Coordinates, ...]

    def closed(self, formula: Formula) -> Formula:
        """The formula about coordinates that says the same."""
        for one in self.coordinates:
            formula = one.closed(formula)
        return formula

    def number(self, name: str, values: dict[str, int]) -> int:
        """The value of a number from the values of its coordinates."""
        for depth, one in enumerate(self.coordinates):
            level = one.level
            if name in level.wholes:
                below = Nested(self.coordinates[depth + 1 :])
                parts = (level.quotient(name), level.modulus, level.rest(name))
                a, p, r = (below.number(part, values) for part in parts)
                return a * p + r
        return values.get(name, 0)


def nested(formulas: Sequence[Formula], dividing: Iterable[tuple[str, str]]) -> Nested:
    """The coordinates that formulas need; `dividing` are pairs of a modulus and one that it divides."""
    found: list[Coordinates] = []
    pairs = set(dividing)
    while moduli := {part.variables[-1] for part in parts_of(formulas) if isinstance(part, Division)}:
        modulus = next((m for m in sorted(moduli) if not any((m, other) in pairs for other in moduli)), None)
        if modulus is None:
            raise Outside("moduli that divide one another in a circle")
        smaller = frozenset(m for m in moduli if (m, modulus) in pairs)
        larger = frozenset(name for m, name in pairs if m == modulus)
        one = Coordinates(Sorts().level(formulas, modulus, smaller, larger))
        formulas = [one.closed(formula) for formula in formulas]
        found.append(one)
    return Nested(tuple(found))


class TrackPortfolio(Portfolio):
    """Decides formulas about numbers by way of their coordinates."""

    def __init__(self, coordinates: Nested, budget: AutomatonBudget | None = None, make: Make = plain) -> None:
        super().__init__(budget, make=make)
        self.coordinates = coordinates

    def spelled(self, formula: Formula) -> Formula:
        """What is compiled for a formula: one about coordinates."""
        return self.coordinates.closed(formula)

    def meant(self, formula: Formula, values: dict[str, int]) -> dict[str, int]:
        """The numbers with these coordinates; the coordinates are the least ones."""
        return {name: self.coordinates.number(name, values) for name in free(formula)}
