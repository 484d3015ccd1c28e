"""Tables of games with one heap, as sequences: heaps are valued one after another, without looking at positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from heapwise import arrays
from heapwise.arrays import np
from heapwise.engine.memory import Memory
from heapwise.reference.conventions import Play
from heapwise.rules.game import Game, Rules
from heapwise.tables.boxes import ILLEGAL, TableBox
from heapwise.tables.table import narrowest

if TYPE_CHECKING:
    import numpy.typing as npt

    from heapwise.engine.sequences import HeapRule

FEW = 64  # so many heaps are soon valued by the definition
_TOTAL = 4e-6  # seconds for all splits of a total into three heaps, for each smaller heap


def rule_of(rules: Rules, box: TableBox, want: str, play: Play) -> HeapRule | None:
    """The rule of a game with one component in normal play, or None if it has no known sequence."""
    if not isinstance(rules, Game) or len(box.axes) != 1 or box.fixed or len(box) < FEW:
        return None
    if not arrays.are_here() or not play.is_normal or want == "remoteness":
        return None
    from heapwise.engine.sequences import recognise

    return recognise(rules)


def sequence_bytes(rule: HeapRule, count: int) -> float:
    """About how much memory so many values take: a byte each, or where they grow with the heaps what the last may need,
    and half as much again while they are copied."""
    return count * (1.5 * np.min_scalar_type(count).itemsize if rule.is_open else 1.1)


def sequence_seconds(rule: HeapRule, count: int) -> float:
    """About how long so many values take, where moves leave three heaps or more; no kernel splits so."""
    return max(rule.parts - 2, 0) * count**2 * _TOTAL


def sequence_values(
    rules: Rules, box: TableBox, want: str, play: Play, memory: Memory | None = None
) -> npt.NDArray[Any] | None:
    """The values of a box with one component in normal play, or None if the game has no known sequence."""
    rule = rule_of(rules, box, want, play)
    if rule is None:
        return None
    from heapwise.engine.sequences import Sequence

    values = Sequence(rule, memory=int((memory or Memory()).most)).values(box.highs[0])
    if want != "grundy":
        values = ((values == 0) == (want == "p")).view(np.uint8)
    if rule.first:
        values = values.astype(narrowest(int(values.max()), has_illegal=True))
        values[: rule.first] = ILLEGAL
    return values
