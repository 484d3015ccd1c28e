"""Kernels: restricted Python that runs as it stands, or compiled by numba where it is installed.

Compiled code is kept on disk only in a folder that belongs to the user and that nobody else can enter or write
(numba's index is a pickle, and unpickling runs code), and while the disk has room; else it is compiled anew in every
process. `HEAPWISE_KERNELS=python` runs kernels as Python, for reading and debugging.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import sys
import time
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from heapwise.engine.kept_code import keep
from heapwise.files import cache_folder, write_atomically
from heapwise.fingerprint import fingerprint
from heapwise.interrupts import in_one_piece


@cache
def is_compiled() -> bool:
    """Are kernels compiled in this process?"""
    return os.environ.get("HEAPWISE_KERNELS") != "python" and find_spec("numba") is not None


class Lazy:
    """A function that is compiled when it is first called, together with the kernels that it calls."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function

    def __call__(self, *arguments: Any) -> Any:
        return self._ready(*arguments)

    @property
    def is_ready(self) -> bool:
        """Was it called in this process?"""
        return "_ready" in vars(self)

    @property
    def is_kept(self) -> bool:
        """Was it compiled before, and kept on disk?"""
        folder, function = private_folder(), self.function
        names = f"*/{function.__module__.rpartition('.')[2]}.{function.__name__}-*.nbi"
        return folder is not None and any(folder.glob(names))

    @cached_property
    def _ready(self) -> Callable[..., Any]:
        """The compiler looks names up among the globals of a function, where it has to find what it compiled itself."""
        names = self.function.__globals__
        for name in self.function.__code__.co_names:
            other = names.get(name)
            if isinstance(other, Lazy):
                names[name] = other._ready
        return lazily(self.function)


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function as a kernel, which is not compiled before it is called."""
    assert isinstance(function, FunctionType)
    return Lazy(function) if is_compiled() else function


_COMPILED = ("engine", "formulas", "proof")  # the packages that have kernels
_KEPT = 30 * 86_400  # seconds
_ROOM = 16 * 2**20  # bytes; a kernel takes a tenth of one such, or less
_READY: set[Callable[..., Any]] = set()


@cache
def lazily(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function as a kernel, made when it is first asked for: small work goes without."""
    _READY.add(function)
    return _compiled(function) if is_compiled() else function


def is_ready(function: Callable[..., Any]) -> bool:
    """Has the kernel of a function been asked for in this process?"""
    return function in _READY


def is_loaded() -> bool:
    """Has this process loaded the compiler?"""
    return "numba" in sys.modules


@cache
def numba() -> Any:
    """The compiler. A library that is stopped while it is loaded cannot be loaded again, so Ctrl-C waits."""
    with in_one_piece():
        import numba.extending
    return numba


def _compiled(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    folder = private_folder()
    if folder is not None:
        numba().config.CACHE_DIR = str(folder)
    compiled: Callable[..., Any] = numba().njit(function, nogil=True, **options)
    if folder is not None:
        keep(compiled)
    return compiled


def functions_of(source: str, version: int, names: Mapping[str, Any], *, is_kept: bool) -> ModuleType:
    """The functions that a source of ours defines, as Python; `names` are those that it uses.

    The source is compiled from memory. What `is_kept` lies on disk for numba, which asks when it was written, under a
    name that stands for its content and the version of what wrote it; a file that holds anything else is written anew.
    """
    name = _name_of(source, version)
    module = ModuleType(name, "A kernel, written by `heapwise.engine.kernels`.")
    folder = private_folder() if is_kept else None
    path = Path(f"<{name}>") if folder is None else folder / f"{name}.py"
    if folder is not None:
        _keep_source(path, source)
    module.__dict__.update(names)
    exec(compile(source, str(path), "exec"), module.__dict__)  # noqa: S102 - text of ours alone, no name of the user's
    sys.modules[name] = module  # numba looks functions up here when it reads compiled code
    return module


def _keep_source(path: Path, source: str) -> None:
    """The text of a kernel; what lies there is looked at, and written anew if it is anything else."""
    try:
        if not (path.is_file() and path.read_bytes() == source.encode()):
            write_atomically(path, source)
    except OSError:
        return  # numba asks when it was written, and compiles anew in every process where it cannot


def _name_of(source: str, version: int) -> str:
    return f"kernel_{hashlib.sha256(f'{version} {source}'.encode()).hexdigest()[:32]}"


def is_kept(source: str, version: int) -> bool:
    """Has numba kept the compiled functions of a source?"""
    folder = private_folder()
    return folder is not None and any(folder.glob(f"*/{_name_of(source, version)}.*.nbi"))


def compiled_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of generated source, compiled: divisions are not checked, and there are none by 0."""
    return _compiled(function, error_model="numpy")


@cache
def private_folder() -> Path | None:
    """The folder for compiled code, if it is safe to read from and has room: numba stops where it cannot write.

    Each state of our sources has a folder of its own: numba looks at the file of a kernel, not at those that it calls.
    """
    above = cache_folder() / "kernels"
    folder = above / fingerprint(*_COMPILED)[:16]
    try:
        above.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not _is_private(above):
            return None
        if not folder.exists():
            _remove_old(above)
        folder.mkdir(exist_ok=True, mode=0o700)
        free = shutil.disk_usage(folder).free
    except OSError:
        return None
    return folder if _is_private(folder) and free >= _ROOM else None


def _is_private(folder: Path) -> bool:
    """Does a folder belong to the user, with nobody else able to enter or write it?"""
    status = folder.lstat()
    is_own = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    return is_own and stat.S_ISDIR(status.st_mode) and status.st_mode & 0o077 == 0


def _remove_old(folder: Path) -> None:
    """What was compiled of other sources is of no use when nothing was added to it for a month."""
    for other in folder.iterdir():
        if other.is_dir() and not other.is_symlink() and time.time() - other.stat().st_mtime > _KEPT:
            shutil.rmtree(other, ignore_errors=True)
