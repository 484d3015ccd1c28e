"""Who does the work: what a stream of tasks asks of them, and the processes of this machine."""

import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from typing import TYPE_CHECKING, Any, Protocol

from heapwise.garbage import look_seldom

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor


class Crew(Protocol):
    """Take calls of functions that stand in modules, with plain data, and give futures of their results.

    The future of a call over which somebody died has an exception; one that is cancelled has to be given anew.
    """

    @property
    def hands(self) -> int:
        """How many work at the same time; 0 where nobody is there now."""

    @property
    def with_this(self) -> int:
        """How many there are if this process works, too."""

    @property
    def is_gone(self) -> bool:
        """Will nobody come any more?"""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """The future of a call."""

    def tend(self) -> None:
        """Look who is there."""

    def close(self, *, at_once: bool) -> None:
        """Wait for what was begun, or do not."""


class Processes:
    """So many processes of this machine, started when they are needed."""

    is_gone = False

    def __init__(self, count: int) -> None:
        self.hands = self.with_this = count
        self._executor: ProcessPoolExecutor | None = None

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """The future of a call. Where a process died, all calls at work fail, and other processes are started."""
        try:
            return self._running().submit(function, *arguments)
        except BrokenExecutor:
            self._executor = None
            return self._running().submit(function, *arguments)

    def _running(self) -> "ProcessPoolExecutor":
        if self._executor is None:
            # They take their time, and few commands need them.
            from concurrent.futures import ProcessPoolExecutor

            from heapwise.workers.processes import CONTEXT

            self._executor = ProcessPoolExecutor(self.hands, CONTEXT, _begin)
        return self._executor

    def start(self, prepare: Callable[[], None]) -> None:
        """Start them now, for work that will come."""
        for _ in range(self.hands):
            self.submit(prepare)

    @property
    def processes(self) -> list[int]:
        """The numbers that the system gave to the processes."""
        return [] if self._executor is None else list(self._executor._processes or {})

    def tend(self) -> None:
        """They are there."""

    def close(self, *, at_once: bool) -> None:
        """End the processes."""
        executor, self._executor = self._executor, None
        if executor is None:
            return
        processes = list((executor._processes or {}).values())
        executor.shutdown(wait=not at_once, cancel_futures=True)
        for process in processes if at_once else ():
            process.terminate()


class FallbackCrew:
    """A crew, and another one that goes on when nobody of the first will come any more."""

    def __init__(self, first: Crew, other: Crew) -> None:
        self.first, self.other = first, other

    @property
    def _now(self) -> Crew:
        return self.other if self.first.is_gone else self.first

    @property
    def hands(self) -> int:
        """How many work now."""
        return self._now.hands

    @property
    def with_this(self) -> int:
        """How many there are with this process."""
        return self._now.with_this

    @property
    def is_gone(self) -> bool:
        """Have both gone?"""
        return self._now.is_gone

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """The future of a call."""
        return self._now.submit(function, *arguments)

    def tend(self) -> None:
        """Look who is there."""
        self._now.tend()

    def close(self, *, at_once: bool) -> None:
        """Send both home."""
        self.first.close(at_once=at_once)
        self.other.close(at_once=at_once)


def _begin() -> None:
    """Ctrl-C is for the process that talks to the user; it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    look_seldom()
