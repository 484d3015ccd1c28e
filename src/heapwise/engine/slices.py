"""Long work in slices of a fraction of a second, so that limits and Ctrl-C are heard between them."""

import time
from collections.abc import Callable, Iterator

# Called again and again by long work, for every position or slice: it may raise, to stop the work at a limit.
Tick = Callable[[], None]

_SECONDS = 0.1


def slices(at: int, end: int, tick: Tick, size: int = 1) -> Iterator[tuple[int, int]]:
    """The steps from `at` up to `end`, cut into slices that grow as long as they are soon done.

    >>> [stop - start for start, stop in slices(0, 10, lambda: None)]
    [1, 8, 1]
    """
    while at < end:
        tick()
        started, stop = time.monotonic(), min(end, at + size)
        yield at, stop
        at = stop
        spent = time.monotonic() - started
        if spent < _SECONDS:
            size *= 2 if spent > _SECONDS / 32 else 8
