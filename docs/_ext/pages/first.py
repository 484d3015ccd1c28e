"""What the first page shows beside its text: a board to play on, and the P-positions of the same game."""

from __future__ import annotations

from collections.abc import Iterator

import heapwise as hw
from heapwise.explorer import board_of
from heapwise.reference.conventions import NORMAL
from heapwise.rules.game import Game
from pages.boards import explorer

GAME = "wythoff"  # of two heaps, with P-positions that nobody expects
_UPTO, _DRAWN = 12, 21


def pages() -> Iterator[tuple[str, str]]:
    """A piece of HTML and a picture."""
    game = hw.game(GAME)
    assert isinstance(game.rules, Game)
    board = board_of(game.rules, NORMAL, _UPTO)
    assert board is not None
    yield "first.html", explorer([board], "")
    yield "first.svg", game.table(upto=_DRAWN, want="p").plot().svg
