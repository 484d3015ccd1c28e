"""Positions: a component is a game with its state, and a position is the disjunctive sum of components.

Nearly every position has one component. `G(x)`, an option, a position that a compound game is made of: all are sums,
so nothing that walks positions needs a second case for games that split.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from heapwise.numbers import UndefinedValue
from heapwise.terms.types import POSITION, Type, Vector

if TYPE_CHECKING:
    from heapwise.rules.game import Game

# The values of all components in order of declaration: integers, or positions of component games.
State = tuple[Any, ...]


class Component(NamedTuple):
    """A game and where it stands."""

    game: Game
    state: State

    def __str__(self) -> str:
        return self.game.show(self.state)


class Position(tuple[Component, ...]):
    """Components in a fixed order: the same multiset is always the same position."""

    __slots__ = ()

    @classmethod
    def of(cls, components: Iterable[Component]) -> Position:
        """The disjunctive sum of components."""
        return cls(sorted(components))

    def __add__(self, other: tuple[Any, ...]) -> Position:
        return Position(sorted((*self, *other)))

    def __radd__(self, other: object) -> Position:
        """Lets `sum` start at 0."""
        return self

    def __str__(self) -> str:
        return " + ".join(map(str, self)) or "nothing"

    @property
    def only(self) -> Component | None:
        """The component, if there is just one."""
        return self[0] if len(self) == 1 else None


def component_of(position: Position, name: str, kind: Type) -> Any:
    """The component of this name, a value of this type, of a position that is no sum."""
    only = position.only
    if only is None:
        raise UndefinedValue(f"{position} is a sum of positions, and has no component `{name}` of its own")
    variables = only.game.layout.variables
    number = next((i for i, variable in enumerate(variables) if variable.name == name), None)
    value = None if number is None else only.game.layout.values(only.state)[number]
    if number is None or not _is_of(value, kind):
        raise UndefinedValue(f"`{name}` is {kind} in the text, and none of `{only.game.text}`")
    return value


def _is_of(value: Any, kind: Type) -> bool:
    if isinstance(kind, Vector):
        return type(value) is tuple and all(_is_of(entry, kind.item) for entry in value)
    return isinstance(value, Position if kind == POSITION else int)


NOTHING = Position()
