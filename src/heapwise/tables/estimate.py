"""What a table will cost, before it is computed."""

from collections.abc import Callable, Mapping
from functools import cached_property
from random import Random
from time import process_time
from typing import TYPE_CHECKING

from heapwise.engine.memory import interpreted
from heapwise.errors import error
from heapwise.records import Record, replace
from heapwise.reference.conventions import NORMAL, Play
from heapwise.rules.game import Rules
from heapwise.tables import fast, sums
from heapwise.tables.boxes import Bounds, TableBox, box, position_at
from heapwise.tables.sequences import rule_of, sequence_bytes, sequence_seconds
from heapwise.terms.evaluate import options

if TYPE_CHECKING:
    from heapwise.engine.sequences import HeapRule
    from heapwise.tables.stored import TableJob

_SAMPLES = 12
_PATIENCE = 0.3


class Estimate(Record):
    """A table that somebody asks for."""

    rules: Rules
    upto: Bounds
    fix: Mapping[str, int]
    play: Play = NORMAL
    want: str = "grundy"

    @cached_property
    def box(self) -> TableBox:
        """Its box."""
        return box(self.rules, self.upto, self.fix)

    def to(self, upto: int) -> "Estimate":
        """The same with another bound for all components."""
        return replace(self, upto=upto)

    def job(self) -> "TableJob":
        """The same as a table on disk."""
        from heapwise.tables.stored import TableJob

        return TableJob(self.rules, self.box, self.want, self.play)

    @cached_property
    def is_fast(self) -> bool:
        """Does the engine take it, as a sequence or as a table? What it does not take is left to the interpreter."""
        return self.is_sequence or self._is_added or fast.is_taken(self.rules, self.box, self.play)

    @cached_property
    def _rule(self) -> "HeapRule | None":
        return rule_of(self.rules, self.box, self.want, self.play)

    @property
    def _is_added(self) -> bool:
        return sums.is_added(self.rules, self.want, self.play)

    @property
    def is_sequence(self) -> bool:
        """Is it the sequence of values of one heap?"""
        return self._rule is not None

    @cached_property
    def bytes(self) -> float:
        """The memory for its positions."""
        if self._rule is not None:
            return sequence_bytes(self._rule, len(self.box))
        if self._is_added:
            return float(sums.BYTES * len(self.box))
        if self.is_fast:
            return fast.bytes_for(self.rules, self.box, self.want, self.play)
        return float(interpreted(self.box.shape))

    @cached_property
    def engine_seconds(self) -> float:
        """About how long the engine takes, by the figures of one machine; what is a sequence is mostly soon there."""
        if self._rule is not None:
            return sequence_seconds(self._rule, len(self.box))
        if self._is_added or not self.is_fast:
            return 0.0
        return fast.seconds_for(self.rules, self.box, self.want, self.play)

    @cached_property
    def seconds_a_position(self) -> float:
        """The interpreter's time, from looking at the options of a few positions: that of the processor, which may be
        busy with other things. What a rule needs to begin is done before."""
        random, begin = Random(0), 0.0
        for looked in range(_SAMPLES + 1):
            point = [random.randrange(side) if looked else 0 for side in self.box.shape]
            position = position_at(self.rules, self.box.point(point))
            if position is not None:
                options(position)
            if not looked:
                begin = process_time()
            elif process_time() - begin > _PATIENCE:
                break
        return 1.5 * (process_time() - begin) / looked


def check_memory(plan: Estimate, memory: float, shown: Callable[[float], str]) -> None:
    """Refuse a table that would not fit, and say which one would."""
    if plan.bytes > memory:
        fits = _largest(plan.upto, lambda n: plan.to(n).bytes <= memory)
        values = {"needed": shown(plan.bytes), "allowed": shown(memory), "fits": fits}
        raise error("E312", None, help="help" if fits else "none", cells=f"{len(plan.box):,}", **values)


def check_time(plan: Estimate, seconds: float) -> None:
    """Refuse a table that would take much longer than is allowed. The engine is not refused: it is soon stopped."""
    if plan.is_fast:
        return
    each = plan.seconds_a_position
    if each * len(plan.box) > 3 * seconds:
        fits = _largest(plan.upto, lambda n: each * len(plan.to(n).box) <= seconds)
        values = {"needed": f"{each * len(plan.box):,.0f}", "allowed": f"{seconds:g}", "fits": fits}
        raise error("E313", None, help="help" if fits else "none", cells=f"{len(plan.box):,}", **values)


def _largest(upto: Bounds, fits: Callable[[int], bool]) -> int:
    """The largest bound that fits; 0 if none does, or if there is not one bound."""
    if not isinstance(upto, int):
        return 0
    low, high = 0, upto
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low
