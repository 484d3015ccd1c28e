"""The digits of a word by blocks, what is known after some layers of a position and one of its options, and what the
opponent may give next."""

from collections.abc import Callable
from typing import NamedTuple

from heapwise.proof.automata import BudgetExceeded
from heapwise.proof.digit_game.rule import RoleState
from heapwise.records import Record, dataclass


class Levels(Record):
    """The digits of a word by blocks: level 0 is the units, and the highest one stands for all digits that rules and
    claims do not name; it is repeated, any number of times. Where a parameter k names a digit, one level below it
    stands for all digits between the units and k, and is repeated, too: those of `between`."""

    count: int
    between: frozenset[int] = frozenset()

    def repeats(self, level: int) -> bool:
        """May a digit of this level stand any number of times, also none?"""
        return level == self.count - 1 or level in self.between


class HeapKind(NamedTuple):
    """Heaps that are alike: the state of their role, their class for the hypothesis, and for the goal."""

    role: RoleState
    old: int
    new: int


Counts = tuple[tuple[HeapKind, int], ...]


class LayerState(NamedTuple):
    """What is known after some layers."""

    hypothesis: int
    goal: int
    is_less: int  # 1 once a digit of g is greater than that of h
    rest: int  # which rest was announced, 0 without prophecy
    heaps: Counts


class Letter(NamedTuple):
    """What the opponent gives: digits of g and h, the order so far, and the zeros and ones of each kind of heap."""

    g: int
    h: int
    is_less: int
    cut: tuple[tuple[int, int], ...]


StateSet = frozenset[LayerState]


_LOOK = 100_000  # steps between two looks at the clock


@dataclass
class WorkMeter:
    """How much work is left; `look` is called now and then, and may end it."""

    left: int
    look: Callable[[], None] | None = None
    _unseen: int = 0

    def spend(self, work: int = 1) -> None:
        """Count work; raises `BudgetExceeded` where none is left."""
        self.left -= work
        self._unseen += work
        if self.left < 0:
            raise BudgetExceeded("work", "the digit game", 0, "")
        if self.look is not None and self._unseen > _LOOK:
            self._unseen = 0
            self.look()
