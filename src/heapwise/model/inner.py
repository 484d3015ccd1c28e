"""Components that are positions, while their heaps have no values yet: `p.x`, `terminal(p)`, what a move writes."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from heapwise.model.conditions import Condition
from heapwise.model.ground import GroundGame, TooMany
from heapwise.model.linear import Linear, renaming
from heapwise.model.symbols import NotLinear, Summand, SymbolicSum
from heapwise.rules.flat import FlatPlace
from heapwise.rules.game import Game
from heapwise.rules.layout import PlaceName
from heapwise.terms.position import Position
from heapwise.terms.types import Type, Vector


def symbolic_place(variable: PlaceName, components: Sequence[Any]) -> Any:
    """The value of a name of a clause of places: numbers, or positions made of forms."""
    if not isinstance(variable, FlatPlace):
        return variable.value(tuple(components))
    parts = zip(variable.inner, variable.slices(), strict=True)
    return variable.shaped([position_of(game, tuple(components[part])) for game, part in parts])


def position_of(game: "Game", forms: Sequence[Any]) -> SymbolicSum:
    """A position of one game."""
    return SymbolicSum((Summand(game, tuple(forms)),))


def summand_of(position: Any) -> Summand:
    """The one game and its components that a position is."""
    if isinstance(position, Position) and position.only is not None:
        return Summand(position.only.game, tuple(map(Linear, position.only.state)))
    if isinstance(position, SymbolicSum) and len(position.summands) == 1:
        return position.summands[0]
    raise NotLinear("a component that is a position of other games, or of none,")


def component_forms(summand: Summand, name: str, kind: Type) -> Any:
    """The component of this name, as numbers, vectors and rows of forms."""
    layout = summand.game.layout
    for variable, at in zip(layout.variables, layout.offsets, strict=True):
        if variable.name == name and (variable.shape is not None) == isinstance(kind, Vector):
            return variable.value(summand.arguments[at : at + variable.size])
    raise NotLinear(f"`{name}` of {summand.game}")


def written_heaps(variable: PlaceName, offset: int, cell: int, entry: Any) -> list[tuple[int, Any]]:
    """The components that one entry of what a move writes goes to, each with its new value."""
    if not isinstance(variable, FlatPlace):
        return [(offset + cell, entry)]
    summand, part = summand_of(entry), [*variable.slices()][cell]
    if summand.game is not variable.inner[cell]:
        raise NotLinear(f"a position of {summand.game}")
    return list(zip(range(offset + part.start, offset + part.stop), summand.arguments, strict=True))


def legal_inside(
    variable: PlaceName, offset: int, ground: "Callable[[Game], GroundGame | TooMany]"
) -> Iterator[Condition]:
    """What inner games ask of their positions."""
    if not isinstance(variable, FlatPlace):
        return
    for game, part in zip(variable.inner, variable.slices(), strict=True):
        if game.schema.body.legal:
            names = {i: Linear.variable(offset + part.start + i) for i in range(game.size)}
            rules = ground(game)
            if isinstance(rules, GroundGame):
                yield rules.legal.map(renaming(names))
