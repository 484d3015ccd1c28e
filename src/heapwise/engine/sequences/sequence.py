"""The sequence of a rule: values that grow on demand, and go on by copying once a period is proved."""

import numpy as np

from heapwise.arrays import Array
from heapwise.engine.sequences.certificate import Certificate, Seats, certify
from heapwise.engine.sequences.column import MEMORY, HeapValues
from heapwise.engine.sequences.grundy import GrundyValues
from heapwise.engine.sequences.outcomes import Outcomes
from heapwise.engine.sequences.rule import HeapRule
from heapwise.engine.slices import Tick
from heapwise.reference.conventions import Play, Preference

_FIRST_LOOK = 256
_BLOCK = 1 << 17  # values copied at once: they stay in the cache


class Sequence:
    """Grundy values, or outcomes under a play, of the heaps 0, 1, 2, ...; heaps below `rule.first` have 0.

    `method` is `auto`, `plain`, `dense` or `sparse`. With `certify=False` no period is looked for, and every value is
    computed.

    >>> from heapwise.engine.sequences import rule_of_code
    >>> Sequence(rule_of_code("0.77")).values(11).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
    """

    def __init__(
        self, rule: HeapRule, play: Play | None = None, *, method: str = "auto", certify: bool = True,
        memory: int = MEMORY,
    ) -> None:  # fmt: skip
        self.rule = rule
        self.play = play
        self.certificate: Certificate | None = None
        self._looks = certify
        self.column = HeapValues(np.uint8, memory)
        self._source = GrundyValues(rule, method) if play is None else Outcomes(rule, play, method)

    @property
    def seats(self) -> Seats:
        """What the values are: outcomes with this order of the seats, or, if None, Grundy values."""
        if self.play is None:
            return None
        assert isinstance(self.play.outcome, Preference)
        return self.play.outcome.seats

    def values(self, upto: int, tick: Tick | None = None) -> Array:
        """The values of the heaps 0 to `upto`; `tick` is called now and then and may raise to stop the work."""
        self.column.reserve(upto + 1)
        while self.column.count <= upto and not self.is_proved(upto, tick):
            pass
        if self.column.count <= upto:
            self._repeat(upto + 1)
        return self.column.values[: upto + 1]

    def resume(self, values: Array) -> None:
        """Start from values that were computed before."""
        column = HeapValues(values.dtype, self.column.memory)
        column.reserve(len(values))
        column.data[: len(values)] = values
        column.count = len(values)
        self.column = column
        self._look()

    def go_on_from(self, other: "Sequence") -> None:
        """Take over the values of the same sequence."""
        self.column, self.certificate = other.column, other.certificate

    def _look(self) -> None:
        if self._looks and self.certificate is None:
            self.certificate = certify(self.rule, self.seats, self.column.values)

    def is_proved(self, upto: int, tick: Tick | None = None) -> bool:
        """Is a period proved by values up to `upto`? Looks at 256 values, then at twice as many, and so on."""
        count = self.column.count
        if self.certificate is None and count <= upto:
            self._source.extend(self.column, min(upto + 1, max(_FIRST_LOOK, 2 * count)), tick)
            self._look()
        return self.certificate is not None

    def _repeat(self, count: int) -> None:
        """Go on by the period that is proved."""
        assert self.certificate is not None
        pattern, column = self.certificate.pattern, self.column
        column.admit(int(column.values.max(initial=0)) + pattern.saltus * (count // pattern.period + 1))
        done = column.count
        while done < count:
            periods = max(1, min(done - pattern.preperiod, _BLOCK) // pattern.period)
            back = periods * pattern.period
            size = min(back, count - done)
            column.data[done : done + size] = column.data[done - back : done - back + size]
            if pattern.saltus:
                column.data[done : done + size] += periods * pattern.saltus
            done += size
        column.count = count
