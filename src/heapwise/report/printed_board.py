"""A board as a plain table: what stands in the page where no script runs, and on paper."""

from collections.abc import Iterator
from typing import Any

from heapwise.explorer import Board
from heapwise.html import Markup, join, tag
from heapwise.report.phrases import say

_COLUMNS = 16  # of a board with one heap
_DEEPEST = 16
_MOST_SIDE = 22

Cell = int | None


def value_table(board: Board) -> Markup:
    """The values of the first two heaps, the others held at their least; of one heap in rows."""
    heads, across, rows = layout(board)
    head = tag("tr", tag("th", across[0]), *(tag("th", column, scope="col") for column in across[1:]))
    body = [
        tag("tr", tag("th", h, scope="row"), *(_cell(board, i) for i in row))
        for h, row in zip(heads, rows, strict=True)
    ]
    return tag(
        "div",
        tag("table", tag("caption", caption(board)), tag("thead", head), tag("tbody", *body), class_="board"),
        class_="scroll",
    )


def layout(board: Board, most: int = _MOST_SIDE) -> tuple[list[str], list[str], list[list[Cell]]]:
    """Headings of rows, of columns with the corner, and the positions by number."""
    shape, labels = board.box.shape, board.box.labels
    if len(shape) == 1:
        starts = range(0, shape[0], _COLUMNS)
        rows: list[list[Cell]] = [[i if i < shape[0] else None for i in range(s, s + _COLUMNS)] for s in starts]
        return [*map(str, starts)], [labels[0], *(f"+{i}" for i in range(_COLUMNS))], rows
    held = list(_held(board))
    pairs = zip(board.box.axes, shape[:2], strict=False)
    down, across = (range(axis.low, min(side, axis.low + most)) for axis, side in pairs)
    rows = [[_number(shape, (a, b, *held)) for b in across] for a in down]
    return [*map(str, down)], [f"{labels[0]} \\ {labels[1]}", *map(str, across)], rows


def _held(board: Board) -> Iterator[int]:
    """The heaps that the table does not show: least values with which some position is legal."""
    point = next((p for p, options in zip(board.box, board.options, strict=True) if options is not None), ())
    yield from point[2:]


def _number(shape: tuple[int, ...], heaps: tuple[int, ...]) -> int:
    number = 0
    for side, heap in zip(shape, heaps, strict=True):
        number = number * side + heap
    return number


def caption(board: Board, is_dark: bool = True) -> str:
    """What a table shows, and which heaps are held."""
    what = "Grundy values of" if board.play.is_normal else "Outcomes of"
    held = [f"{label} = {value}" for label, value in zip(board.box.labels[2:], _held(board), strict=False)]
    under = "" if board.play.is_normal else say(f" under {board.play.name}")
    lost = "the player to move loses where the cell is dark" if is_dark and board.play.players == 2 else ""
    head = say(f"{what} {board.game.text}") + under
    return ", ".join([head, *held]) + (f"; {say(lost)}" if lost else "")


def _cell(board: Board, index: Cell) -> Markup:
    value = None if index is None else board.values[index]
    if value is None:
        return tag("td", tag("span", class_="none"))
    return tag("td", tag("span", shown(value), class_=_class(board, value)))


def _class(board: Board, value: Any) -> str:
    if value == (0 if board.play.is_normal else "P"):
        return "lost"
    return f"v{min(value, _DEEPEST)}" if isinstance(value, int) else "v1"


def shown(value: Any) -> str:
    """A value as it is read."""
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def value_figure(found: list[Board]) -> Markup:
    """The tables of several boards."""
    return join(*map(value_table, found))
