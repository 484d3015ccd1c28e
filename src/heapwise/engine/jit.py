"""Kernels: restricted Python that runs as it stands, or compiled by numba where it is installed.

Compiled code is kept on disk only in a folder that belongs to the user and that nobody else can enter or write
(numba's index is a pickle, and unpickling runs code); else it is compiled anew in every process. `HEAPWISE_KERNELS=
python` runs kernels as Python, for reading and debugging.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from heapwise.files import cache_folder


@cache
def is_compiled() -> bool:
    """Are kernels compiled in this process?"""
    return os.environ.get("HEAPWISE_KERNELS") != "python" and find_spec("numba") is not None


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function as a kernel."""
    if not is_compiled():
        return function
    from numba import config, njit

    folder = _private_folder()
    if folder is not None:
        config.CACHE_DIR = str(folder)
    compiled: Callable[..., Any] = njit(function, cache=folder is not None, nogil=True)
    return compiled


@cache
def _private_folder() -> Path | None:
    """The folder for compiled code, if it is safe to read from."""
    folder = cache_folder() / "kernels"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        status = folder.lstat()
    except OSError:
        return None
    is_own = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    is_private = stat.S_ISDIR(status.st_mode) and status.st_mode & 0o077 == 0
    return folder if is_own and is_private else None
