"""What a kernel is made for, apart from the game: how wide sets are, what is computed, and how positions are marked."""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.rules.conventions import Fold, Grundy, Preference

UNROLLED = 8  # words of a set up to which every word has a line of its own in the kernel


@dataclass(frozen=True)
class Shape:
    """`words` is 0 where a set has so many that they are looked through one after another.

    `ending` is the value where play ends. `has_best`: the value is looked up in a list by the set of the options'
    values, else it is the least value that is not in the set. `has_holes`: some positions are marked as not being in
    the table before the kernel starts. `is_check`: values are given, and compared with what follows from the options.
    """

    words: int
    ending: int = 0
    has_best: bool = False
    has_holes: bool = False
    is_check: bool = False

    @property
    def is_unrolled(self) -> bool:
        """Has every word a line of its own?"""
        return self.words > 0


def shape_of(fold: Fold, words: int, *, has_holes: bool, is_check: bool = False) -> Shape | None:
    """The shape for a convention, if there is one."""
    match fold:
        case Grundy(misere=misere):
            return Shape(words if words <= UNROLLED else 0, int(misere), False, has_holes, is_check)
        case Preference():
            return Shape(1, fold.ending(), True, has_holes, is_check)
    return None
