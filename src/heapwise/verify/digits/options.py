"""Which positions are options of a position of a set: read from the layers of the option alone.

All positions of the set and all moves from them are followed at once. Of the heaps of the option only counts are known,
so a position may be accepted that is no such option; one that is, is accepted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from heapwise.verify.digits.atoms import LayerStatement
from heapwise.verify.digits.classes import CountClasses, together
from heapwise.verify.digits.game import GoalTest, ReadState, SideBySide
from heapwise.verify.digits.layers import GivenLayers
from heapwise.verify.digits.readers import SentenceReader
from heapwise.verify.digits.rules import GivenRule
from heapwise.verify.untrusted import Work

Followed = frozenset[ReadState]


@dataclass
class _Written:
    """In the place of a reader of the option: it keeps the layer that was read last, and asks nothing."""

    zeros: CountClasses
    ones: CountClasses
    counted: CountClasses  # none, or some: kinds of no heaps are left out
    has_classes: bool = False
    start: Any = 0
    row_start: int = 0
    hopeless: frozenset[int] = frozenset()

    def step(self, state: Any, zeros: int, ones: int, digit: int, level: int) -> Any:
        """The layer."""
        return self.zeros.of(zeros), self.ones.of(ones)

    def row(self, state: int, bit: int, digit: int, level: int) -> int:
        """No heap is looked at."""
        return 0

    def truths(self, state: Any, counts: Mapping[int, int]) -> tuple[bool, ...]:
        """Nothing is asked."""
        return (True,)


def option_of(rule: GivenRule, reader: SentenceReader, goal: GoalTest, work: Work) -> LayerStatement:
    """Some position at which the sentence of a reader is true has a move to this one."""
    known = together(reader.zeros, reader.ones, reader.counted, rule.unchanged(), rule.changed(1))
    written: Any = _Written(known, known, CountClasses(1, 1))
    game = SideBySide(GivenLayers(rule, reader, written, 1, work), goal, "")
    behind: dict[tuple[ReadState, int], set[ReadState]] = {}

    def everything(state: ReadState, level: int) -> set[ReadState]:
        if (state, level) not in behind:
            behind[state, level] = game.everything(state, level)
        return behind[state, level]

    def step(state: Followed, zeros: int, ones: int, digit: int, level: int) -> Followed:
        layer: Any = known.of(zeros), known.of(ones)
        work.spend(sum(len(everything(one, level)) for one in state))
        return frozenset(
            after._replace(new=0) for one in state for after in everything(one, level) if after.new == layer
        )

    def is_true(state: Followed) -> bool:
        return any(all(game.ends(one)) for one in state)

    named = max(reader.named, rule.named)
    return LayerStatement("an option of the set", known, known, named, frozenset(game.starts()), step, is_true)
