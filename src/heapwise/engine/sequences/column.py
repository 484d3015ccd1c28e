"""Values that grow in number and in width, and never wrap: room is made before a value is written."""

import numpy as np
from numpy.typing import DTypeLike

from heapwise.arrays import Array
from heapwise.errors import error

MEMORY = 4 << 30  # bytes, where nobody says otherwise


class HeapValues:
    """The values of the heaps 0, 1, 2, ... in the narrowest unsigned width that holds them."""

    def __init__(self, dtype: DTypeLike = np.uint16, memory: int = MEMORY) -> None:
        self.data: Array = np.zeros(0, dtype)
        self.count = 0
        self.memory = memory

    @property
    def values(self) -> Array:
        """The values that are known, not to be written to."""
        known = self.data[: self.count]
        known.flags.writeable = False
        return known

    def reserve(self, count: int) -> None:
        """Make room for `count` values, or refuse before anything is allocated."""
        if count <= len(self.data):
            return
        size = max(count, min(2 * len(self.data), self._most()))
        self._check(count, self.data.itemsize)
        grown = np.zeros(size, self.data.dtype)
        grown[: self.count] = self.data[: self.count]
        self.data = grown

    def admit(self, value: int) -> None:
        """Make every value up to this one fit."""
        if value <= np.iinfo(self.data.dtype).max:
            return
        wider = np.min_scalar_type(value)
        self._check(len(self.data), wider.itemsize)
        self.data = self.data.astype(wider)

    def _most(self) -> int:
        return self.memory // self.data.itemsize

    def _check(self, count: int, width: int) -> None:
        if count * width > self.memory:
            fits = self.memory // width
            raise error("E331", None, count=count, bytes=count * width, memory=self.memory, fits=fits)
