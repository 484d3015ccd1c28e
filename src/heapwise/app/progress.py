"""A bar on standard error while claims are checked: how many, how fast, and how long it may still take."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from heapwise.app.say import is_terminal

_WIDTH = 24
_FIRST = 1.0  # seconds before a run is called long


class Progress:
    """The bar; it is there on a terminal only, and steps aside while a result is printed."""

    def __init__(self) -> None:
        self.done = 0
        self._begin = time.monotonic()
        self._is_shown = False

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Room for a result."""
        self.clear()
        yield

    def step(self, total: int) -> None:
        """One more of so many claims is decided."""
        self.done += 1
        passed = time.monotonic() - self._begin
        if is_terminal() and passed > _FIRST and self.done < total:
            filled = _WIDTH * self.done // total
            left = passed * (total - self.done) / self.done
            bar = "#" * filled + "." * (_WIDTH - filled)
            text = f"[{bar}] {self.done} of {total} claims, {self.done / passed:.1f} a second, about {left:.0f} s left"
            self._write(f"\r{text}\x1b[K")
            self._is_shown = True

    def clear(self) -> None:
        """Take the bar away."""
        if self._is_shown:
            self._write("\r\x1b[K")
            self._is_shown = False

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()
