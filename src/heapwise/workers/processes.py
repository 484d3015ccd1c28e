"""The processes of this machine that work: they import heapwise alone, and never what a user's script is.

A process that is started anew runs the main module of the one that starts it once more, in case it has to find
functions there; a script without `if __name__ == "__main__"` would begin again and again. What we send stands in
modules.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from types import ModuleType
from typing import Any

_PLAIN: Any = get_context("forkserver" if sys.platform != "win32" else "spawn")


class _Worker(_PLAIN.Process):  # type: ignore[misc]
    """A process that knows of no main module."""

    @staticmethod
    def _Popen(process: Any) -> Any:
        with _no_main():
            return _PLAIN.Process._Popen(process)


class _Context(type(_PLAIN)):  # type: ignore[misc]
    """Starts such processes."""

    Process = _Worker


CONTEXT = _Context()


@contextmanager
def _no_main() -> Iterator[None]:
    """What is started inside finds an empty main module."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
