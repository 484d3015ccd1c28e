"""Values of a box without numpy: what a table needs of an array, in lists."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Any


class PlainCells:
    """Numbers in rows, the last axis fastest; it answers a few questions as an array of numpy does.

    >>> cells = PlainCells([0, 1, 2, 1, 0, 3], (2, 3))
    >>> cells[1, 2], cells[1].tolist(), cells.places(0)
    (3, [1, 0, 3], [(0, 0), (1, 1)])
    """

    def __init__(self, flat: Sequence[int], shape: tuple[int, ...]) -> None:
        self._flat, self.shape = flat, shape

    @property
    def ndim(self) -> int:
        """The number of axes."""
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self._flat)

    def max(self) -> int:
        """The largest number."""
        return max(self._flat)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, index: int | tuple[int, ...]) -> Any:
        """A cell, or what stands behind the first numbers of its place."""
        index = index if isinstance(index, tuple) else (index,)
        at = 0
        for number, side in zip(index, self.shape, strict=False):
            if not -side <= number < side:
                raise IndexError(index)
            at = at * side + number % side
        rest = self.shape[len(index) :]
        size = prod(rest)
        return PlainCells(self._flat[at * size : (at + 1) * size], rest) if rest else self._flat[at]

    def tolist(self) -> Any:
        """As lists of lists."""
        return [row.tolist() for row in self] if self.ndim > 1 else list(self._flat) if self.ndim else self._flat[0]

    def places(self, number: int) -> list[tuple[int, ...]]:
        """Where a number stands, in order."""
        indices = product(*map(range, self.shape))
        return [index for index, found in zip(indices, self._flat, strict=True) if found == number]
