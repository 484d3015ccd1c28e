"""A compound as a game of heaps: every component that is a position is written as the heaps of its own game.

`selective(2; nim(2), nim(1))` at `(1,2),3` becomes a state (1, 2, 3) with the components `p[1].x[1]`, `p[1].x[2]` and
`p[2]`. The rules stay those of the compound and its interpreter says what the options are; only who reads states of
numbers alone, such as tables and proofs, is given this form. `model.compounds` decides for which games it says all.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from heapwise.records import dataclass
from heapwise.rules.body import Move
from heapwise.rules.game import Game, Rank
from heapwise.rules.layout import Layout, PlaceName, entries_of
from heapwise.terms.position import Component, Position, State


@dataclass(frozen=True)
class FlatPlace(PlaceName):
    """A name of a clause `positions`, as the heaps of all its positions; `inner` are their games."""

    inner: tuple[Game, ...] = ()

    @property
    def size(self) -> int:
        """How many heaps there are in all."""
        return sum(game.size for game in self.inner)

    @property
    def lows(self) -> tuple[int, ...]:
        """The least value of every heap."""
        return tuple(low for game in self.inner for low in game.layout.lows)

    @property
    def highs(self) -> tuple[int | None, ...]:
        """The greatest value of every heap, if there is one."""
        return tuple(high for game in self.inner for high in game.layout.highs)

    def slices(self) -> Iterator[slice]:
        """Where the heaps of every position are."""
        at = 0
        for game in self.inner:
            yield slice(at, at + game.size)
            at += game.size

    def value(self, components: tuple[Any, ...]) -> Any:
        """The position, or the positions, with these heaps."""
        parts = zip(self.inner, self.slices(), strict=True)
        found = [Position((Component(game, tuple(components[part])),)) for game, part in parts]
        return self.shaped(found)

    def shaped(self, values: Sequence[Any]) -> Any:
        """One value for every position, in the form in which rules speak of them."""
        return PlaceName(self.name, self.keyword, self.shape).value(tuple(values))

    def labels(self) -> Iterator[str]:
        """`p[1].x[2]`; where the position has but one heap, `p[1]`."""
        for label, game in zip(PlaceName(self.name, self.keyword, self.shape).labels(), self.inner, strict=True):
            inside = game.layout.labels
            yield from (label if len(inside) == 1 else f"{label}.{name}" for name in inside)


class FlatLayout(Layout):
    """The heaps of a compound, and how the compound itself shows them."""

    shown: Layout

    @staticmethod
    def of(layout: Layout) -> "FlatLayout":
        """The components of a compound as numbers."""
        flat = FlatLayout(tuple(map(_flat_place, layout.variables)))
        object.__setattr__(flat, "shown", layout)
        return flat

    def nested(self, state: Sequence[Any]) -> State:
        """The same components as the compound has them."""
        found: list[Any] = []
        for variable, value in zip(self.variables, self.values(state), strict=True):
            found += [value] if variable.shape is None else entries_of(value)
        return tuple(found)

    def text(self, state: Sequence[Any]) -> str:
        """A state as a position of the compound is typed: `(1,2),3`."""
        return self.shown.text(self.nested(state))

    def expression(self, state: Sequence[Any]) -> str:
        """A state as claims have it: `nim(2)(1,2),3`."""
        return self.shown.expression(self.nested(state))

    def grouped(self, state: Sequence[Any]) -> tuple[Any, ...]:
        """A state as people see positions of the compound."""
        return self.shown.grouped(self.nested(state))


def _flat_place(place: PlaceName) -> PlaceName:
    return FlatPlace(place.name, "heaps", place.shape, inner=place.games) if place.games else place


class FlatGame(Game):
    """A compound on states of numbers: the same rules, the same values."""

    def __init__(self, compound: Game) -> None:
        super().__init__(compound.schema, compound.arguments, compound.known)
        self.compound = compound

    @property
    def declared(self) -> Game:
        """The compound: `len(this)` is the number of its components, and `this` is equal to it."""
        return self.compound

    @cached_property
    def layout(self) -> FlatLayout:
        """The components of a position, all of them numbers."""
        return FlatLayout.of(self.compound.layout)

    def flat(self, state: State) -> State | None:
        """A state of the compound in numbers; None where a component is no position of its game any more."""
        found: list[Any] = []
        for value, game in zip(state, self.compound.layout.component_games, strict=True):
            only = value.only if isinstance(value, Position) else None
            if game is not None and (only is None or only.game is not game):
                return None
            found += (value,) if only is None else only.state
        return tuple(found)

    def flat_highs(self, highs: State) -> tuple[int, ...] | None:
        """Bounds of the compound's components as bounds of their heaps; None for a position that has no such form.

        A component is bounded by a number, which is meant for each of its heaps, or by a position.
        """
        if any(isinstance(high, Position) for high in highs):
            return self.flat(highs)
        bounds: list[int] = []
        for high, game in zip(highs, self.compound.layout.component_games, strict=True):
            ends = (None,) if game is None else game.layout.highs
            bounds += (high if end is None else end for end in ends)
        return tuple(bounds)

    def nested_highs(self, highs: Sequence[int]) -> tuple[int, ...]:
        """Bounds of heaps as bounds of the compound's components: of several heaps the largest."""
        bounds, at = [], 0
        for game in self.compound.layout.component_games:
            size = 1 if game is None else game.size
            bounds.append(max(highs[at : at + size], default=0))
            at += size
        return tuple(bounds)

    def flat_position(self, position: Position) -> Position:
        """The positions of the compound in a sum as positions of this game."""
        return Position.of(self._flat_component(component) for component in position)

    def _flat_component(self, component: Component) -> Component:
        state = self.flat(component.state) if component.game is self.compound else None
        return component if state is None else Component(self, state)

    def options(self, state: State) -> set[Position]:
        """All options of a state: those of the compound."""
        return {option for _, option in self.options_by_move(state)}

    def options_by_move(self, state: State) -> "Iterator[tuple[Move, Position]]":
        """The options of the compound. What is no state of numbers stays a position of the compound."""
        for move, option in self.compound.options_by_move(self.layout.nested(state)):
            yield move, self.flat_position(option)

    def is_legal(self, state: State) -> bool:
        """Are all inner positions legal, and the position of the compound that they make?"""
        if not self._in_range(state):
            return False
        nested = self.layout.nested(state)
        positions = (value for value in nested if isinstance(value, Position))
        return all(c.game.is_legal(c.state) for p in positions for c in p) and self.compound.is_legal(nested)

    def has_legal(self, values: tuple[Any, ...]) -> bool:
        """Are these values a legal position?"""
        return self.compound.has_legal(values)

    def state_of(self, values: tuple[Any, ...], place: Any = None) -> State:
        """The legal state with these values: numbers, or those of a position of the compound."""
        if len(values) == self.size and all(type(value) is int for value in values):
            values = self.layout.nested(values)
        state = self.flat(self.compound.state_of(values, place))
        assert state is not None
        return state

    def rank(self, state: State) -> Rank:
        """How high a state stands in the compound."""
        return self.compound.rank(self.layout.nested(state))
