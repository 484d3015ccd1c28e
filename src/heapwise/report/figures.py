"""Pictures of a game: a sequence for one heap, a heat map for two, a sheet of them for three."""

import base64
from collections.abc import Iterator
from contextlib import suppress

from heapwise.arrays import np
from heapwise.claims.claim import Claim
from heapwise.claims.instances import instances
from heapwise.errors import HeapwiseError
from heapwise.explorer import Board
from heapwise.html import Markup, tag
from heapwise.pictures import Picture
from heapwise.proof.pictures import automaton_of
from heapwise.reference.conventions import Orders
from heapwise.tables import box, compute
from heapwise.tables.boxes import ILLEGAL
from heapwise.tables.pictures import picture_of
from heapwise.tables.table import Table

_LARGER = 31  # the heaps of a heat map that is larger than the board
_MOST_OPTIONS = 12_000  # of the board, so that the larger table is soon computed


def figures(found: list[Board]) -> Iterator[Markup]:
    """The picture of the first board that has one."""
    picture = next((p for p in map(_picture, found) if p is not None), None)
    if picture is not None:
        yield _figure(picture)


def automaton_figures(claim: Claim) -> Iterator[Markup]:
    """The automaton that a claim names, if it is declared and small enough to be drawn."""
    if any(f"{automaton.name.name}(" in claim.text for automaton in claim.automata):
        with suppress(HeapwiseError, StopIteration):
            yield _figure(automaton_of(next(instances(claim, claim.effort))))


def _figure(picture: Picture) -> Markup:
    data = base64.b64encode(picture.svg.encode()).decode()
    return tag("figure", tag("img", src=f"data:image/svg+xml;base64,{data}", alt=picture.title, loading="lazy"))


def _picture(board: Board) -> Picture | None:
    if isinstance(board.play.outcome, Orders) or len(board.box.shape) > 3:
        return None
    try:
        return picture_of(_larger(board) or _as_table(board))
    except HeapwiseError:
        return None


def _larger(board: Board) -> Table | None:
    """More than the board has, where two heaps and few options make that cheap."""
    count = sum(len(options) for options in board.options if options)
    if len(board.box.shape) != 2 or board.game.layout.highs != (None, None) or count > _MOST_OPTIONS:
        return None
    return compute(board.game, box(board.game, _LARGER), "grundy" if board.play.is_normal else "outcome", board.play)


def _as_table(board: Board) -> Table:
    """The values that the board has."""
    outcomes = {"P": 0, "N": 1, None: ILLEGAL}
    numbers = [outcomes.get(value, value) for value in board.values]
    values = np.array(numbers, dtype=np.int32).reshape(board.box.shape)
    return Table(board.game, board.play, "grundy" if board.play.is_normal else "outcome", board.box, values)
