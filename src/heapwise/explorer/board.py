"""Boards: small tables of positions with their options and values, on which a reader of a page can walk and play.

A board is plain data. Positions are numbered row by row; an option is the number of a position, the list of the
numbers of a sum's components, or text with a value where it lies outside of the board. Values come from the oracle.
"""

from collections.abc import Mapping
from math import prod
from typing import Any

from heapwise.claims.limits import LimitReached, patience
from heapwise.errors import HeapwiseError
from heapwise.questions import Answers
from heapwise.questions.positions import option_text
from heapwise.records import Record
from heapwise.reference.conventions import Orders, Play
from heapwise.rules.game import Game
from heapwise.tables.boxes import TableBox, box, numbers_of, position_at
from heapwise.terms.evaluate import options
from heapwise.terms.position import NOTHING, Position

MOST_POSITIONS = 520
MOST_OPTIONS = 16_000
MOST_VALUED = 20_000  # positions, those outside of the board too; a count, so that a report never depends on the clock
_SIDES = (63, 40, 31, 22, 15, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
_WIDEST = 15  # the largest of two and more heaps: a wider table is hard to read

Values = list[Any]


class Board(Record):
    """The positions of a game in a box, under one play."""

    game: Game
    play: Play
    box: TableBox
    values: Values
    options: list[list[Any] | None]

    def as_data(self) -> dict[str, Any]:
        """What the page carries."""
        outcome = self.play.outcome
        return {
            "game": self.game.text, "play": self.play.name, "normal": self.play.is_normal,
            "players": self.play.players, "seats": list(outcome.seats) if not isinstance(outcome, Orders) else None,
            "labels": list(self.box.labels), "groups": _groups(self.game), "shape": list(self.box.shape),
            "lows": [axis.low for axis in self.box.axes],
            "values": self.values, "options": self.options,
        }  # fmt: skip


def largest(game: Game, play: Play, most: int = MOST_POSITIONS) -> Board | None:
    """The largest board that is quickly computed and small enough to be sent; None if there is none."""
    tried = None
    for side in _SIDES:
        try:
            region = box(game, side)
        except HeapwiseError:
            return None
        is_wide = len(region.shape) > 1 and side > _WIDEST
        if is_wide or prod(region.shape) > most or region.shape == tried:
            continue
        tried = region.shape
        try:
            return board(game, play, region)
        except LimitReached:
            continue
        except HeapwiseError:
            return None
    return None


def board_of(game: Game, play: Play, upto: int | Mapping[str, int] | None) -> Board | None:
    """The board up to a bound, or the largest one; None if it would be too much."""
    try:
        return largest(game, play) if upto is None else board(game, play, box(game, upto))
    except LimitReached:
        return None


def board(game: Game, play: Play, region: TableBox) -> Board:
    """The board of a box; raises `LimitReached` if it takes too long, has too many options, or no legal position."""
    if prod(region.shape) > MOST_VALUED:
        raise LimitReached("it has too many positions")
    answers = Answers(play, patience(MOST_VALUED))
    value = answers.grundy if play.is_normal else answers.outcome
    numbers = {point: number for number, point in enumerate(region)}
    positions = {point: position_at(game, point) for point in numbers}
    values: Values = []
    found: list[list[Any] | None] = []
    count = 0
    for position in positions.values():
        values.append(None if position is None else _plain(value(position)))
        if position is None:
            found.append(None)
            continue
        entries = [_option(game, play, option, numbers, value) for option in sorted(options(position))]
        count += len(entries)
        if count > MOST_OPTIONS:
            raise LimitReached("it has too many options")
        found.append(entries)
    if not any(entries is not None for entries in found):
        raise LimitReached("no position of it is legal")
    return Board(game, play, region, values, found)


def _option(game: Game, play: Play, option: Position, numbers: dict[tuple[int, ...], int], value: Any) -> Any:
    """The number of an option; a list for a sum of positions of the board, whose values add in normal play."""
    parts = [numbers.get(numbers_of(game, Position((component,))) or ()) for component in option]
    if len(parts) == 1 and parts[0] is not None:
        return parts[0]
    if play.is_normal and None not in parts:
        return parts
    return {"to": option_text(game, option) if option != NOTHING else "nothing", "value": _plain(value(option))}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _groups(game: Game) -> list[list[int]]:
    """How components stand together when a position is written; those of compounds stand in one row."""
    if game.layout.has_positions:
        return []
    return [list(group) for group in game.layout.groups]
