"""Compiled code on disk with a checksum, which is looked at before anything opens the file.

numba keeps what it compiled as pickles and machine code, and trusts what it finds. A file that was cut off or changed
by a failing disk could do anything. So the checksum of its name and content stands behind the content, where numba does
not read; a file without the right one is thrown away, and its function is compiled anew.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

_SIZE = hashlib.sha256().digest_size


def keep(compiled: Any) -> None:
    """Keep what a function of numba compiles from now on, and take what was kept before; `compiled` is changed."""
    with suppress(RuntimeError, OSError):  # numba finds no place for its files: nothing is kept
        compiled._cache = _kinds()(compiled.py_func)


def is_whole(path: Path) -> bool:
    """Has a file the checksum of its content? One that has not is thrown away."""
    try:
        data = path.read_bytes()
    except OSError:
        return False
    if data[-_SIZE:] == _sum(path, data[:-_SIZE]):
        return True
    with suppress(OSError):
        path.unlink()
    return False


def _sum(path: Path, content: bytes) -> bytes:
    """The name counts, too: a file that was taken for another one is not whole."""
    return hashlib.sha256(path.name.encode() + b"\0" + content).digest()


class _Summed:
    """A file that is written, with its checksum at the end."""

    def __init__(self, path: Path, stream: Any) -> None:
        self.stream, self.sum = stream, hashlib.sha256(path.name.encode() + b"\0")

    def write(self, data: bytes) -> int:
        """Some more of the content."""
        self.sum.update(data)
        return int(self.stream.write(data))

    def end(self) -> None:
        """The checksum of all of it."""
        self.stream.write(self.sum.digest())


@cache
def _kinds() -> Callable[[Any], Any]:
    """The cache of functions, as numba has it, with files that are looked at first."""
    from numba.core.caching import FunctionCache, IndexDataCacheFile

    class Files(IndexDataCacheFile):  # type: ignore[misc]
        """The files of one function."""

        def _load_index(self) -> Any:
            return super()._load_index() if is_whole(Path(self._index_path)) else {}

        def _load_data(self, name: str) -> Any:
            if not is_whole(Path(self._data_path(name))):
                raise FileNotFoundError(name)  # numba then compiles the function, and writes the file anew
            return super()._load_data(name)

        @contextmanager
        def _open_for_write(self, filepath: str) -> Iterator[_Summed]:
            with super()._open_for_write(filepath) as stream:
                summed = _Summed(Path(filepath), stream)
                yield summed
                summed.end()

    class Functions(FunctionCache):  # type: ignore[misc]
        """One function in them. A folder that cannot be written only means that nothing is kept."""

        def __init__(self, function: Any) -> None:
            super().__init__(function)
            old: Any = self._cache_file  # type: ignore[has-type]
            name = old._index_name.removesuffix(".nbi")
            self._cache_file = Files(self._cache_path, name, old._source_stamp)

        def save_overload(self, sig: Any, data: Any) -> None:
            with suppress(OSError):
                super().save_overload(sig, data)

    return Functions
