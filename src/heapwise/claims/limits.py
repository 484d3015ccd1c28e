"""Limits of time and memory: work that meets one stops, and says which and where."""

import time
from collections.abc import Callable

from heapwise.engine.memory import Memory
from heapwise.errors import HeapwiseError
from heapwise.numbers import TooLarge
from heapwise.records import dataclass, field


class LimitReached(Exception):
    """A limit stopped the work; `reason` says which one, `covered` how many positions a part had looked at by then."""

    def __init__(self, reason: str, covered: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.covered = reason, covered


# Messages that say that work or memory would be too much; E078 only adds the position.
_TOO_MUCH = ("E003", "E336")


@dataclass
class Limits:
    """Seconds and bytes for one instance; `tick` is cheap and may be called for every position."""

    seconds: float | None = None
    memory: int | None = None
    deadline: float | None = None  # of the whole run, on the clock of `time.monotonic`
    _started: float = field(default_factory=time.monotonic)
    _ticks: int = 0

    def tick(self) -> None:
        """Raise `LimitReached` if a limit is passed: the clock is looked at each time, the memory now and then."""
        self._ticks += 1
        if self._ticks & 0xFFF == 0:
            self.check()
        elif self.seconds is not None or self.deadline is not None:
            self._check_clock()  # asking is cheap, and the work between two ticks may be long

    @property
    def room(self) -> Memory:
        """What may be taken at once; it is asked for before large arrays are made."""
        return Memory() if self.memory is None else Memory(self.memory)

    @property
    def seconds_left(self) -> float | None:
        """What is left of the time for the instance and for the run; None where nobody set a limit."""
        now = time.monotonic()
        ends = (None if self.seconds is None else self._started + self.seconds, self.deadline)
        return min((max(0.0, end - now) for end in ends if end is not None), default=None)

    def check(self) -> None:
        """Look at the clock and at the memory."""
        self._check_clock()
        if self.memory is not None and memory_in_use() > self.memory:
            raise LimitReached(f"the memory of {self.memory / 2**20:.0f} MiB was used up")

    def _check_clock(self) -> None:
        now = time.monotonic()
        if self.seconds is not None and now - self._started > self.seconds:
            raise LimitReached(f"the time of {self.seconds:g} s for one instance was used up")
        if self.deadline is not None and now > self.deadline:
            raise LimitReached("the time for the whole run was used up")


def is_limit(problem: HeapwiseError) -> bool:
    """Does a message say that something is too much, rather than wrong?"""
    return all(d.code in _TOO_MUCH or d.code == "E078" for d in problem.diagnostics)


def is_too_much(problem: HeapwiseError) -> bool:
    """The same, also of a value that outgrows what is computed."""
    return is_limit(problem) or any(isinstance(d.values.get("problem"), TooLarge) for d in problem.diagnostics)


def patience(most: int) -> Callable[[], None]:
    """A tick that ends a computation after so many positions."""
    left = iter(range(most))

    def tick() -> None:
        if next(left, None) is None:
            raise LimitReached("it takes too many positions")

    return tick


def memory_in_use() -> float:
    """Bytes that this process holds, files that it looks into apart; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as stream:
            _, resident, shared, *_ = stream.read().split()
            return (int(resident) - int(shared)) * 4096.0
    except (OSError, ValueError, IndexError):
        return _most_memory()


def _most_memory() -> float:
    """The most that was ever held, for systems without /proc."""
    try:
        import resource
        import sys
    except ImportError:
        return 0.0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most * (1.0 if sys.platform == "darwin" else 1024.0)
