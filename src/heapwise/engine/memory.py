"""Memory, asked for before it is taken, so that what does not fit is refused with a number and not by the machine.

Whoever fills an array knows how many cells it has and how wide they are; `Memory.ask` lets it go on, or says what is
needed, what is allowed and what would fit.
"""

from collections.abc import Sequence
from math import prod

from heapwise.errors import error
from heapwise.records import Record
from heapwise.reference.interpreter import MOST_KEPT

# Bytes of a cell, and the largest value that fits into it; tables are unsigned, with no value to spare for marks.
WIDTHS = {1: 2**8 - 1, 2: 2**16 - 1, 4: 2**32 - 1, 8: 2**64 - 1}
_VALUED, _COMPONENT, _OPTION = 130, 24, 200  # bytes of the interpreter: a value, each component, and an option
GIVEN = 24  # bytes for a given value that is compared, with what it is computed from


class Memory(Record):
    """So many bytes may be held at once."""

    most: float = 2.0 * 2**30

    def holds(self, needed: float) -> bool:
        """Do so many bytes fit?"""
        return needed <= self.most

    def ask(self, needed: float, what: str, fits: int = 0) -> None:
        """Refuse what does not fit; `fits` is the largest bound on heaps that would, 0 if that is not known."""
        if not self.holds(needed):
            values = {"what": what, "needed": size_text(needed), "allowed": size_text(self.most), "fits": fits}
            raise error("E336", None, help="fits" if fits else "help", **values)

    def ask_for_box(self, shape: tuple[int, ...], bytes_of_cell: float) -> None:
        """Refuse a box of cells that does not fit, and say which cube would."""
        cells = prod(shape)
        if not self.holds(cells * bytes_of_cell):
            fits = largest_side(len(shape), self.most / bytes_of_cell)
            self.ask(cells * bytes_of_cell, f"a table of {cells:,} positions", fits - 1)


def interpreted(sides: Sequence[int]) -> int:
    """About what the interpreter takes for a box: positions with their values, and the options of those it met last, as
    many as moves in one heap have in the mean."""
    cells = prod(sides)
    return cells * (_VALUED + _COMPONENT * len(sides)) + min(cells * sum(sides) // 2, MOST_KEPT) * _OPTION


def largest_side(dimension: int, cells: float) -> int:
    """The largest n with n to the power of the dimension at most `cells`; 0 without a dimension, where all would do.

    >>> largest_side(3, 1000)
    10
    """
    if not dimension:
        return 0
    side = round(float(max(0.0, cells) ** (1 / dimension)))
    while side**dimension > cells:
        side -= 1
    while (side + 1) ** dimension <= cells:
        side += 1
    return side


def size_text(size: float) -> str:
    """A size in words."""
    for unit in ("B", "KB", "MB", "GB"):
        if size < 1024:
            return f"{size:.3g} {unit}"
        size /= 1024
    return f"{size:,.1f} TB"
