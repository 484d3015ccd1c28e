"""Positions that a lowered formula speaks of: the numbers of their components, which stand where rules want them."""

from collections.abc import Iterator
from typing import Any

from heapwise.formulas import ir
from heapwise.formulas.lower_values import Lowered, PositionValue, is_number, joined, whole
from heapwise.formulas.problems import NotExpressible
from heapwise.formulas.quantities import Quantity
from heapwise.rules.flat import FlatLayout, FlatPlace
from heapwise.rules.layout import Grouping, Layout, PlaceName
from heapwise.terms.position import Position


def components(slot: int, shape: Grouping | FlatPlace) -> Lowered:
    """The components of a slot: numbers, one, a vector, or rows; or positions, whose heaps are numbered through."""
    if isinstance(shape, FlatPlace):
        return of_heaps(shape, tuple(ir.Var(slot, (i,)) for i in range(shape.size)))
    if shape is None:
        return Quantity(ir.Var(slot))
    if isinstance(shape, int):
        return tuple(Quantity(ir.Var(slot, (i,))) for i in range(shape))
    return tuple(tuple(Quantity(ir.Var(slot, (r, h))) for h in range(n)) for r, n in enumerate(shape))


def of_heaps(place: PlaceName, heaps: tuple[ir.Node, ...]) -> Lowered:
    """The value of a name of components: numbers, or positions with these heaps."""
    if not isinstance(place, FlatPlace):
        return place.value(tuple(map(Quantity, heaps)))
    parts = zip(place.inner, place.slices(), strict=True)
    return place.shaped([PositionValue((game,), (heaps[part],)) for game, part in parts])


def position_of(game: Any, values: tuple[Lowered, ...]) -> PositionValue:
    """A position of one game, from values that stand as rules and claims have to write them."""
    if len(values) == 1 and type(values[0]) is tuple:
        values = values[0]
    layout = game.layout
    if isinstance(layout, FlatLayout):
        return PositionValue((game,), (tuple(_heaps(layout.shown, values)),))
    if layout.has_positions:
        raise NotExpressible("a position made of positions")
    entries = layout.entries(values)
    if entries is None or not all(map(is_number, entries)):
        raise NotExpressible(f"a position of {game} with other components")
    return PositionValue((game,), (tuple(map(whole, entries)),))


def value_of(position: Lowered) -> PositionValue:
    """A position, also one that is known: a parameter of a claim, or a member of one."""
    if isinstance(position, PositionValue):
        return position
    if not isinstance(position, Position) or any(component.game.layout.has_positions for component in position):
        raise NotExpressible("a position made of positions")
    return joined(tuple(PositionValue((c.game,), (tuple(map(whole, c.state)),)) for c in position))


def _heaps(compound: Layout, values: tuple[Lowered, ...]) -> Iterator[ir.Node]:
    """The heaps of a position of a compound: of each component a number, or those of a position."""
    entries = compound.entries(values)
    if entries is None:
        raise NotExpressible("a position with other components")
    for value, game in zip(entries, compound.component_games, strict=True):
        is_position = isinstance(value, PositionValue | Position)
        position = value_of(value) if is_position else value if game is None else position_of(game, (value,))
        if isinstance(position, PositionValue) and position.games == (game,):
            yield from position.arguments[0]
        elif game is None and is_number(position):
            yield whole(position)
        else:
            raise NotExpressible("a position made of other positions")
