"""A bar on standard error while claims are checked: how many, how fast, and how long it may still take."""

import os
import stat
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

from heapwise.app.say import is_terminal, written_over
from heapwise.messages import said

_WIDTH = 18
_FIRST = 1.0  # seconds before a run is called long
_PAUSE = 0.5  # seconds until the bar is drawn again


class Progress:
    """The bar; it is there on a terminal only, and steps aside while a result is printed.

    A thread draws it, so that it moves while one claim takes long. `clear` ends it.
    """

    def __init__(self) -> None:
        self.done, self.total = 0, 0
        self._begin = self._last = time.monotonic()
        self._is_shown = False
        self._lock = threading.Lock()
        self._finished = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Room for a result."""
        with self._lock:
            self._wipe()
            yield

    def step(self, total: int) -> None:
        """One more of so many instances is decided."""
        self.done, self.total = self.done + 1, total
        self._last = time.monotonic()
        self._start()
        self._draw()

    def clear(self) -> None:
        """Take the bar away for good."""
        self._finished.set()
        if self._thread is not None:
            self._thread.join()
        self._wipe()

    def _start(self) -> None:
        if self._thread is None and _may_be_drawn() and not self._finished.is_set():
            self._thread = threading.Thread(target=self._draw_again, daemon=True)
            self._thread.start()

    def _draw_again(self) -> None:
        while not self._finished.wait(_PAUSE):
            self._draw()

    def _draw(self) -> None:
        now = time.monotonic()
        passed = now - self._begin
        if not _may_be_drawn() or passed <= _FIRST or 0 < self.total <= self.done:
            return
        with self._lock:
            self._write(written_over(said(bar(self.done, self.total, passed, now - self._last))))
            self._is_shown = True

    def _wipe(self) -> None:
        if self._is_shown:
            self._write(written_over())
            self._is_shown = False

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


def _may_be_drawn() -> bool:
    """Results that go through a pipe may end on the same terminal, where the bar could not step aside for them."""
    return is_terminal() and (sys.stdout.isatty() or not stat.S_ISFIFO(os.fstat(sys.stdout.fileno()).st_mode))


def bar(done: int, total: int, passed: float, since_last: float = 0.0) -> str:
    """One line, narrower than a terminal. What takes longer than all before is expected to take as long again."""
    if done == 0:
        return f"[{'.' * _WIDTH}] {duration(passed)} so far"
    filled = _WIDTH * done // total
    rate = f"{done / passed:.1f} a second" if done > passed else f"{duration(passed / done)} each"
    left = duration(max(passed * (total - done) / done, since_last))
    return f"[{'#' * filled}{'.' * (_WIDTH - filled)}] {done} of {total} instances, {rate}, about {left} left"


def duration(seconds: float) -> str:
    """`42 s`, `7 min`, `3.5 h`"""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
