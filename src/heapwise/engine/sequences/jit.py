"""Numba, where it is installed: imported when first needed, and never required.

Compiled code is kept in memory only. (Numba's cache on disk is an index in a format that runs code when it is read;
whoever wants it has to own the folder.)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any


@cache
def is_available() -> bool:
    """Is numba installed?"""
    return find_spec("numba") is not None


_READY: set[Callable[..., Any]] = set()


def is_ready(kernel: Callable[..., Any]) -> bool:
    """Has the kernel been compiled in this process?"""
    return kernel in _READY


@cache
def compiled(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel as machine code, or as it stands where numba is missing."""
    if not is_available():
        return kernel
    from numba import njit

    fast: Callable[..., Any] = njit(kernel, nogil=True)
    _READY.add(kernel)
    return fast
