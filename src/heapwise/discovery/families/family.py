"""Families: games that differ in some numbers. The numbers are the parameters of a schema, or what its sets are made
of, as in `S = {k, m}`."""

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import islice, product
from typing import Any

from heapwise.errors import HeapwiseError
from heapwise.fitting.components import Components, components_of, opened_length
from heapwise.records import Record
from heapwise.rules.game import Game
from heapwise.rules.schema import Schema
from heapwise.terms import term as t
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
    """A schema, the names of the numbers that its instances differ in, what a claim says to introduce them, and which
    of them may be negative as far as is seen: instances in which they are so are not looked at."""

    schema: Schema
    names: tuple[str, ...]
    introduced: str
    bind: Bind
    signed: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """`moore(n, k)`, or what its parameters are."""
        return self.introduced or f"{self.schema.name}({', '.join(self.names)})"

    def hypotheses(self, *conditions: str) -> str:
        """What a claim about the instances says that are looked at, of which some conditions are true."""
        joined = ", ".join((*(f"{name} >= 0" for name in self.signed), *conditions))
        if not joined:
            return self.introduced
        return f"{self.introduced}{', ' if ' where ' in self.introduced else ' where '}{joined}".strip()

    def members(self) -> list[Member]:
        """Instances with few components, small numbers first."""
        least = 1 if self.introduced else 0
        grid = [n for n in range(_MOST_VALUES.get(len(self.names), 0) + 1) if n >= least]
        numbers = sorted(product(grid, repeat=len(self.names)), key=lambda v: (max(v), sum(v), v))
        return list(islice(filter(None, map(self._member, numbers)), _MOST_MEMBERS))

    def has(self, game: Game) -> bool:
        """Is a game one of the instances that formulas are about? Of sets only those of the same kind are."""
        return min(self.numbers_of(game).values(), default=-1) >= 0

    def numbers_of(self, game: Game) -> Mapping[str, int]:
        """The numbers that make a game; empty where it is no small instance with a set of the same kind."""
        if not self.introduced:
            return dict(zip(self.names, game.arguments, strict=True))
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
        yield Family(schema, names, "", lambda numbers: numbers, _signed(schema))
    elif types == [Set(NUMBER)]:
        yield from _of_sets(schema, names[0])


def _signed(schema: Schema) -> tuple[str, ...]:
    """The names of the parameters that are not seen to be natural numbers."""
    natural = set[int]()
    for parameter in schema.parameters:
        if parameter.domain is not None and _is_natural(parameter.domain, natural):
            natural.add(parameter.slot)
    return tuple(parameter.name for parameter in schema.parameters if parameter.slot not in natural)


def _is_natural(term: t.AnyTerm, known: Collection[int]) -> bool:
    """Are a number, or all members of a set, natural numbers, as those in some slots are?"""
    match term:
        case t.Constant(value=int(number)):
            return number >= 0
        case t.Local(slot=slot):
            return slot in known
        case t.Operation(name=".." | "\\", arguments=(first, *_)):
            return _is_natural(first, known)
        case t.Operation(name="{}" | "|" | "+" | "*", arguments=parts):
            return all(_is_natural(part, known) for part in parts)
    return False


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
