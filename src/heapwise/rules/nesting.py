"""Games inside games: an alias of an alias, a component that is a position of a game of positions ... It has to end."""

from collections.abc import Hashable, Iterator
from contextlib import contextmanager

from heapwise.errors import error
from heapwise.source import Place

MOST_GAMES = 30

_OPEN: list[Hashable] = []  # what is being made now, from the outside in


@contextmanager
def making(key: Hashable, name: str, place: Place | None) -> Iterator[None]:
    """Refuse to make something while it is being made, or too deep inside of other things."""
    if key in _OPEN:
        raise error("E044", place, help="game", call=f"`{name}`")
    if len(_OPEN) >= MOST_GAMES:
        raise error("E003", place, help="nested", what="games inside games", most=MOST_GAMES)
    _OPEN.append(key)
    try:
        yield
    finally:
        _OPEN.pop()
