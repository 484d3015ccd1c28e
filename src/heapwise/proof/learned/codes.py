"""Tables over codes: the Fibonacci digits of numbers, read as binary numbers, in the place of the numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heapwise.arrays import np
from heapwise.proof.fibonacci.digits import decode, is_code

if TYPE_CHECKING:
    from numpy.typing import NDArray


def side_of_codes(places: int) -> int:
    """How many numbers have at most so many Fibonacci digits.

    >>> [side_of_codes(places) for places in range(5)]
    [1, 2, 3, 5, 8]
    """
    small, large = 1, 2
    for _ in range(places):
        small, large = large, small + large
    return small


def coded_table(table: NDArray[np.bool_], places: int) -> NDArray[np.bool_]:
    """A table of numbers with so many digits as one of codes; false where an index is no code of a number."""
    codes = range(1 << places)
    valid = np.array([is_code(code) for code in codes])
    numbers = np.array([decode(code) if is_code(code) else 0 for code in codes])
    moved: NDArray[np.bool_] = table[np.ix_(*(numbers,) * table.ndim)]
    for axis in range(table.ndim):
        moved &= valid.reshape([-1 if axis == other else 1 for other in range(table.ndim)])
    return moved
