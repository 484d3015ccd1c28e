"""Families: games that differ in some numbers. The numbers are the parameters of a schema, or what its sets are made
of, as in `S = {k, m}`."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from typing import Any

from heapwise.errors import HeapwiseError
from heapwise.fitting.components import Components, components_of, opened_length
from heapwise.records import Record
from heapwise.rules.game import Game
from heapwise.rules.schema import Schema
from heapwise.terms.types import NUMBER, Set
from heapwise.terms.values import FiniteSet

_MOST_COMPONENTS = 5
_MOST_VALUES = {1: 11, 2: 8, 3: 4}  # the largest value that numbers may have, by how many numbers there are
_MOST_MEMBERS = 40

Bind = Callable[[tuple[int, ...]], tuple[Any, ...]]  # from the numbers to the arguments of the schema


class Member(Record):
    """One instance, with the numbers that make it."""

    game: Game
    known: Mapping[str, int]


class Family(Record):
    """A schema, the names of the numbers that its instances differ in, and what a claim says to introduce them."""

    schema: Schema
    names: tuple[str, ...]
    introduced: str
    bind: Bind

    @property
    def text(self) -> str:
        """`moore(n, k)`, or what its parameters are."""
        return self.introduced or f"{self.schema.name}({', '.join(self.names)})"

    def members(self) -> list[Member]:
        """Instances with few components, small numbers first."""
        least = 1 if self.introduced else 0
        grid = [n for n in range(_MOST_VALUES.get(len(self.names), 0) + 1) if n >= least]
        numbers = sorted(product(grid, repeat=len(self.names)), key=lambda v: (max(v), sum(v), v))
        return list(islice(filter(None, map(self._member, numbers)), _MOST_MEMBERS))

    def has(self, game: Game) -> bool:
        """May a game be one of the instances? Of sets only those of the same kind are."""
        return not self.introduced or bool(self.numbers_of(game))

    def numbers_of(self, game: Game) -> Mapping[str, int]:
        """The numbers that make a game; empty where it is none of the small instances."""
        return next((member.known for member in self.members() if member.game is game), {})

    def components(self, members: list[Member]) -> Components | None:
        """The components as all members have them."""
        found = [components_of(member.game) for member in members]
        if None in found or not found:
            return None
        smallest = min((one for one in found if one is not None), key=lambda one: one.size)
        return None if smallest.lengths else opened_length(smallest, members[0].game)

    def _member(self, numbers: tuple[int, ...]) -> Member | None:
        try:
            game = self.schema.bind(self.bind(numbers))
            if not isinstance(game, Game) or game.layout.has_positions:
                return None
            if not 1 <= game.layout.size <= _MOST_COMPONENTS:
                return None
        except HeapwiseError:
            return None  # numbers that the heading does not allow
        return Member(game, dict(zip(self.names, numbers, strict=True)))


def families_of(schema: Schema) -> Iterator[Family]:
    """The families that a schema has: of its numbers, or of the numbers in its one set."""
    parameters = schema.parameters
    types = [parameter.type for parameter in parameters]
    names = tuple(parameter.name for parameter in parameters)
    if types and all(kind == NUMBER for kind in types) and len(types) in _MOST_VALUES:
        yield Family(schema, names, "", lambda numbers: numbers)
    elif types == [Set(NUMBER)]:
        yield from _of_sets(schema, names[0])


def _of_sets(schema: Schema, name: str) -> Iterator[Family]:
    """Sets of few numbers, and of all numbers up to one."""
    one, two = _free_names(schema)
    yield Family(schema, (one,), f"for {one} in 1.., {name} = {{s for s in 1..{one}}}", _up_to)
    yield Family(schema, (one,), f"for {one} in 1.., {name} = {{{one}}}", _members)
    both = f"for {one} in 1.., {two} in 1.., {name} = {{{one}, {two}}} where {one} < {two}"
    yield Family(schema, (one, two), both, _increasing)


def _free_names(schema: Schema) -> list[str]:
    """Names that the schema does not use."""
    used = {parameter.name for parameter in schema.parameters} | {place.name for place in schema.places}
    return [name for name in "kmpqabcdefghij" if name not in used][:2]


def _up_to(numbers: tuple[int, ...]) -> tuple[Any, ...]:
    return (FiniteSet(range(1, numbers[0] + 1)),)


def _members(numbers: tuple[int, ...]) -> tuple[Any, ...]:
    return (FiniteSet(numbers),)


def _increasing(numbers: tuple[int, ...]) -> tuple[Any, ...]:
    return (FiniteSet(numbers),) if numbers[0] < numbers[1] else ()
