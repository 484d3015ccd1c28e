"""Tables of sums of games in normal play: a table of each game, and the nim-sums of their values."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from heapwise import arrays
from heapwise.arrays import np
from heapwise.engine.memory import Memory
from heapwise.reference.conventions import Play
from heapwise.rules.game import Game, Rules, SumOfGames
from heapwise.tables.boxes import ILLEGAL, TableBox, axes
from heapwise.tables.table import Table, narrowest

if TYPE_CHECKING:
    import numpy.typing as npt

BYTES = 3  # of a position: its value, whether there is one, and what is made of both


def is_added(rules: Rules, want: str, play: Play) -> bool:
    """Do the values of a sum follow from those of its games?"""
    return isinstance(rules, SumOfGames) and play.is_normal and want != "remoteness" and arrays.are_here()


def sum_values(
    rules: Rules, box: TableBox, want: str, play: Play, memory: Memory | None,
    table_of: Callable[[Game, TableBox], Table],
) -> "npt.NDArray[Any] | None":  # fmt: skip
    """The values of a box of a sum; None where they do not follow from tables of Grundy values."""
    if not is_added(rules, want, play):
        return None
    assert isinstance(rules, SumOfGames)
    (memory or Memory()).ask_for_box(box.shape, BYTES)
    values: npt.NDArray[Any] = np.zeros((), np.uint8)
    is_illegal: npt.NDArray[Any] = np.zeros((), bool)
    for game, part in _parts(rules, box):
        own = np.asarray(table_of(game, part).narrow)
        unsigned = np.maximum(own, 0).astype(f"u{own.dtype.itemsize}")
        values, is_illegal = np.bitwise_xor.outer(values, unsigned), np.logical_or.outer(is_illegal, own < 0)
    if want != "grundy":
        values = ((values == 0) == (want == "p")).view(np.uint8)
    if is_illegal.any():
        values = values.astype(narrowest(int(values.max()), has_illegal=True))
        values[is_illegal] = ILLEGAL
    return np.asarray(values)  # also where all heaps are held


def _parts(rules: SumOfGames, box: TableBox) -> Iterator[tuple[Game, TableBox]]:
    """Every game, and its part of the box."""
    begin = 0
    for game in rules.games:
        own = axes(game)
        end = begin + len(own)
        fixed = {i - begin: value for i, value in box.fixed.items() if begin <= i < end}
        yield game, TableBox(own, box.highs[begin:end], fixed)
        begin = end
