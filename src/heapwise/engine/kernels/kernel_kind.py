"""What a kernel is made for, apart from the game: how wide sets are, what is computed, and how positions are marked."""

from heapwise.engine.kernels.unions import BitUnion, ExtremeUnion, Union
from heapwise.records import Record


class KernelKind(Record):
    """`words` is 0 where a set has so many that they are looked through one after another.

    `ending` is the value where play ends. `has_best`: the value is looked up in a list by the set of the options'
    values; `lost`: it is a remoteness, which is even (0) or odd (1) where the position is lost; else it is the least
    value that is not in the set. `has_holes`: some positions are marked as not being in the table before the kernel
    starts. `is_check`: values are given, and compared with what follows from the options.
    """

    words: int
    ending: int = 0
    has_best: bool = False
    has_holes: bool = False
    is_check: bool = False
    lost: int | None = None

    @property
    def is_unrolled(self) -> bool:
        """Has every word a line of its own?"""
        return self.words > 0

    @property
    def union(self) -> Union:
        """How sets are kept and joined."""
        return BitUnion(self.words) if self.lost is None else ExtremeUnion(self.lost)
