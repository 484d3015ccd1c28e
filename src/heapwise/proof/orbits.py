"""Moves that symmetries of the rules turn into one another: of each such class one move is looked at.

In Nim, to lower the second heap is to lower the first one after the two have changed places. If a set of positions is
the same after every symmetry, then "some option by this move is in the set" turns into the same of any other move of
the class when the components change places.
"""

from collections.abc import Hashable, Mapping

from heapwise.model.symmetry import Permutation
from heapwise.proof.cases import NEW, Case
from heapwise.proof.logic import Formula, Or, substitute
from heapwise.proof.moves import Moves, component
from heapwise.records import Record


class Orbit(Record):
    """One case, and the permutations that make the others of its class of it."""

    case: Case
    images: tuple[Permutation, ...]


def orbits(moves: Moves) -> list[Orbit]:
    """The classes of all cases under the verified symmetries."""
    generators = moves.symmetries
    left = {_key(case, {}): case for case in moves.cases}
    found = []
    for key, case in list(left.items()):
        if key in left:
            images = {key: tuple(range(moves.game.size))}
            for here in (waiting := [images[key]]):
                for generator in generators:
                    there = tuple(generator[i] for i in here)
                    image = _key(case, dict(enumerate(there)))
                    if image in left and image not in images:
                        images[image] = there
                        waiting.append(there)
            found.append(Orbit(case, tuple(images.values())))
            left = {k: c for k, c in left.items() if k not in images}
    return found


def symmetric_options(moves: Moves, found: list[Orbit], phi: Formula) -> tuple[Formula, Formula]:
    """Some option satisfies phi, which is the same after every symmetry; and the part of it with one case a class."""
    single = [moves.by(orbit.case, phi) for orbit in found]
    every = (_moved(one, images) for orbit, one in zip(found, single, strict=True) for images in orbit.images)
    return Or(tuple(every)), Or(tuple(single))


def _moved(formula: Formula, images: Permutation) -> Formula:
    return substitute(formula, {component(i): component(image) for i, image in enumerate(images)})


def _key(case: Case, images: Mapping[int, int]) -> Hashable:
    """What a case says once its components have changed places, whatever the order of its conditions."""

    def place(variable: int) -> int:
        index = variable - NEW if variable >= NEW else variable
        return images.get(index, index) + (NEW if variable >= NEW else 0)

    conditions = (condition.map(lambda form: form.rename(place)).key for condition in case.conditions)
    return frozenset(conditions), frozenset(map(place, case.variables)), frozenset(map(place, case.written))
