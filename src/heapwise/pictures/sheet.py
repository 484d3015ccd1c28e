"""Sheets: a title, one grid or many small ones, and a legend."""

from collections.abc import Sequence
from math import ceil, sqrt

from heapwise.pictures.colours import INK, SOFT
from heapwise.pictures.grid import Cells, Panel, cell_size, legend, legend_width, paint
from heapwise.pictures.picture import Picture
from heapwise.pictures.scene import Scene, Shape, Text, width_of, wrapped
from heapwise.records import Record

_ROOM, _SMALL_ROOM = 580.0, 1000.0
_LEFT, _TOP, _MARGIN = 62.0, 42.0, 20.0
_SMALL_LEFT = 46.0
_SPARE = 0.88  # fonts of browsers may be wider than ours


class Captions(Record):
    """What stands above a picture, and its description for those who do not see it."""

    title: str
    notes: tuple[str, ...]
    description: str


def headed(words: Captions, width: float) -> tuple[list[Shape], float]:
    """Title and notes, and where they end."""
    found: list[Shape] = []
    y = _MARGIN + 8
    for line in wrapped(words.title, 17, width):
        found.append(Text(_MARGIN, y, line, 17, INK, is_bold=True))
        y += 24
    for note in words.notes:
        for line in wrapped(note, 12.5, _SPARE * width):
            found.append(Text(_MARGIN, y, line, 12.5, SOFT))
            y += 18
    return found, y


def sheet(
    words: Captions, parts: Sequence[tuple[str, Cells]], labels: tuple[str, str], starts: tuple[int, int]
) -> Picture:
    """One grid, or several with a heading each; axes have names and first values."""
    rows, columns = parts[0][1].numbers.shape
    kinds = tuple(dict.fromkeys(kind for _, cells in parts for kind in cells.seen))
    across = min(len(parts), max(1, ceil(sqrt(len(parts) * 1.4 * rows / columns))))
    is_one = len(parts) == 1
    left = _LEFT if is_one else _SMALL_LEFT
    size = cell_size(rows, columns, _ROOM) if is_one else cell_size(rows, columns, _SMALL_ROOM / across - left, 24.0)
    step = (left + columns * size + (_MARGIN if is_one else 4), _TOP + rows * size + _MARGIN)
    inner = across * step[0]
    width = max(inner + legend_width(kinds) + 2 * _MARGIN, min(640.0, width_of(words.title, 18)) + 2 * _MARGIN)
    head, top = headed(words, width - 2 * _MARGIN)
    height = max(top + ceil(len(parts) / across) * step[1], top + _TOP + 22 * len(kinds)) + _MARGIN
    scene = Scene(width, height, words.title, words.description, head)
    for i, (heading, cells) in enumerate(parts):
        x, y = left + i % across * step[0], top + _TOP + i // across * step[1]
        paint(Panel(cells, labels, starts, size, x, y, heading), scene)
    scene.add(*legend(kinds, inner + _MARGIN, top + _TOP))
    return Picture(scene)
