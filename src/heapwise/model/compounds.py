"""Which compounds are games of heaps: those whose inner games are, and never split."""

from heapwise.model.expand import ground
from heapwise.model.ground import GroundGame
from heapwise.rules.flat import FlatGame
from heapwise.rules.game import Game
from heapwise.terms.position import Position

_FLAT: dict[Game, Game] = {}


def flat(game: Game) -> Game:
    """The game on states of numbers: a compound by the heaps of its components, where that says all; else the game."""
    if game not in _FLAT:
        inner = [rules for rules in game.layout.component_games if rules is not None]
        _FLAT[game] = FlatGame(game) if inner and all(map(_stays, inner)) else game
    return _FLAT[game]


def flat_position(position: "Position") -> "Position":
    """The same position, its compounds by the heaps of their components."""
    for component in position:
        if component.game.layout.has_positions and isinstance(game := flat(component.game), FlatGame):
            position = game.flat_position(position)
    return position


def _stays(inner: object) -> bool:
    """Do all moves of a game lead to one position of the same game, with states of numbers, and none to be tested?"""
    if not isinstance(inner, Game) or inner.layout.has_positions or not inner.is_shown_to_end:
        return False
    found = ground(inner)
    return isinstance(found, GroundGame) and found.is_complete and all(move.result is None for move in found.moves)
