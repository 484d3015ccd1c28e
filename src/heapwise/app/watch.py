"""Long work in the terminal: says how far it is, and stops it at the limits of time and memory.

A thread looks at the clock, so that work which is lost in one position is seen, too.
"""

import _thread
import threading
import time
from contextlib import ExitStack, suppress
from types import TracebackType
from typing import Self

import click

from heapwise.app.say import is_terminal, written_over
from heapwise.claims.limits import memory_in_use
from heapwise.engine.memory import size_text
from heapwise.errors import error
from heapwise.interrupts import HAS_THREADS, heard
from heapwise.messages import words

_FIRST_WORD = 2.0
_LOOK = 0.1
_AGAIN = 1.0
_SAY_AGAIN = {True: 0.5, False: 10.0}  # a line that is written over, or a new line each time


class Watch:
    """`with Watch(...) as watch:` around the work, which calls `watch.tick` for every position it looks at.

    `total` is how many there are, where that is known.
    """

    def __init__(self, seconds: float | None = None, memory: float | None = None, total: int | None = None) -> None:
        self.seconds, self.memory, self.total = seconds, memory, total
        self.count, self.stage, self.last = 0, "", ""
        self._begin = time.monotonic()
        self._finished = threading.Event()
        self._limit: str | None = None
        self._spoken = 0.0
        self._ears = ExitStack()
        self._thread = threading.Thread(target=self._look, daemon=True) if HAS_THREADS else None

    def tick(self) -> None:
        """One more position. Where nobody else looks at the clock, it is done here."""
        self.count += 1
        if self._thread is None and self.seconds is not None and self.elapsed > self.seconds:
            self._limit = "E302"
            raise self._refusal()

    def at(self, stage: str) -> None:
        """What is done now, in words."""
        self.stage = stage

    def found(self, text: str) -> None:
        """The last that was found, said at once where somebody looks on; the answer says all of it at the end."""
        self.last = words("watch", "found", what=text)
        if is_terminal():
            self._say()

    def __enter__(self) -> Self:
        self._ears.enter_context(heard())
        if self._thread is not None:
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._finished.set()
            if self._thread is not None:
                self._thread.join()
            # An interruption that was sent at the very end arrives here and not in somebody else's work.
            if self._limit is not None and kind is None:
                time.sleep(_LOOK)
        except KeyboardInterrupt:
            if self._limit is None:
                raise
        finally:
            self._ears.close()
        self.clear()
        if self._limit is not None and kind is KeyboardInterrupt:
            raise self._refusal() from None

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return time.monotonic() - self._begin

    def _interrupt(self) -> None:
        """An interruption may get lost, in a callback of a library for instance: it is sent until the work ends."""
        _thread.interrupt_main()
        while not self._finished.wait(_AGAIN):
            _thread.interrupt_main()

    def _look(self) -> None:
        while not self._finished.wait(_LOOK):
            if self.seconds is not None and self.elapsed > self.seconds:
                self._limit = "E302"
            elif self.memory is not None and memory_in_use() > self.memory:
                self._limit = "E303"
            if self._limit is not None:
                self._interrupt()
                return
            if self.elapsed > (self._spoken + _SAY_AGAIN[is_terminal()] if self._spoken else _FIRST_WORD):
                self._say()

    def _say(self) -> None:
        self._spoken = self.elapsed
        key = "positions_in" if self.count else "at_work"
        text = words("watch", key, count=self.count, seconds=f"{self._spoken:.0f}")
        if self.stage:
            text = f"{self.stage}: {text}"
        if self.total is not None and 0 < self.count < self.total:  # beyond it, nobody knows how many there are
            left = self._spoken * (self.total - self.count) / self.count
            text += words("watch", "to_go", percent=100 * self.count // self.total, seconds=f"{left:.0f}")
        _write(written_over(f"{self.last}{text}") if is_terminal() else text)

    def clear(self) -> None:
        """Take away what stands on the line, before other words come there."""
        if self._spoken and is_terminal():
            _write(written_over())

    def _refusal(self) -> Exception:
        if self._limit == "E302":
            return error("E302", None, seconds=f"{self.seconds:g}", count=f"{self.count:,}")
        return error("E303", None, size=size_text(self.memory or 0), count=f"{self.count:,}")


def _write(text: str) -> None:
    """Where nobody reads any more, limits are still looked at."""
    with suppress(OSError, ValueError):
        click.echo(text, err=True, nl=not is_terminal(), color=is_terminal())
