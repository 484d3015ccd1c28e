"""Ctrl-C at a time that suits: what must not be stopped half-way is done first."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from heapwise.errors import HeapwiseError

_SOON = 0.05  # seconds, in which a callback ends
HAS_THREADS = sys.platform != "emscripten"  # Python in a browser is alone, and no signal comes to it


@contextmanager
def in_one_piece() -> Iterator[None]:
    """Ctrl-C waits until the block has ended, and interrupts then. Only the main thread is ever interrupted."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is None:
        yield
        return
    waiting: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: waiting.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if waiting:
        signal.raise_signal(signal.SIGINT)


@contextmanager
def as_interruption() -> Iterator[None]:
    """Ctrl-C may come out as another error: of a compiler, say, that it stopped. Here it is an interruption again.

    Messages of ours pass: a limit of time interrupts, too, and says so. An interruption that met a callback, as of the
    memory's clean-up, where nobody can take it up, is sent once more.
    """
    came, again = False, list[threading.Timer]()

    def note(number: int, frame: Any) -> None:
        nonlocal came
        came = True
        signal.default_int_handler(number, frame)

    def hush(lost: "sys.UnraisableHookArgs") -> None:
        if not issubclass(lost.exc_type, KeyboardInterrupt):
            say(lost)
            return
        again.append(threading.Timer(_SOON, signal.raise_signal, (signal.SIGINT,)))
        again[-1].start()

    say, sys.unraisablehook = sys.unraisablehook, hush
    before = signal.getsignal(signal.SIGINT)
    is_ours = threading.current_thread() is threading.main_thread() and before is signal.default_int_handler
    if is_ours:
        signal.signal(signal.SIGINT, note)
    try:
        yield
        if any(timer.is_alive() for timer in again):
            raise KeyboardInterrupt
    except Exception as error:
        if came and not isinstance(error, HeapwiseError):
            raise KeyboardInterrupt from error
        raise
    finally:
        for timer in again:
            timer.cancel()
        sys.unraisablehook = say
        if is_ours:
            signal.signal(signal.SIGINT, before)


@contextmanager
def heard() -> Iterator[None]:
    """Interruptions arrive, also where Ctrl-C is ignored, as in a process that a script has put in the background."""
    before = signal.getsignal(signal.SIGINT)
    is_deaf = threading.current_thread() is threading.main_thread() and before is signal.SIG_IGN
    if is_deaf:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        if is_deaf:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
