"""Files: the ones that travel with the package, and writing so that no half-written file is ever seen."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from heapwise.errors import HeapwiseError, error

_PACKAGE = Path(__file__).parent
_CHECKOUT = _PACKAGE.parent.parent


def resource(path: str) -> Path:
    """A file or folder of `games/` or `grammars/`: in the installed package, or at the top of a checkout."""
    installed = _PACKAGE / path
    return installed if installed.exists() else _CHECKOUT / path


def cache_folder() -> Path:
    """Where heapwise keeps what can be computed again: the user's cache folder, or `HEAPWISE_CACHE`."""
    base = os.environ.get("HEAPWISE_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "heapwise"


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a whole file or nothing: into a neighbour first, then renamed over the old one. A link stays a link."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    if path.exists() and not path.is_file():  # a device or a pipe, such as /dev/stdout, must not be replaced
        path.write_bytes(data)
        return
    with replacing(path) as stream:
        stream.write(data)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A stream whose content takes the place of a file at the end of the block, whole or not at all."""
    path = real(path)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
        mode = path.stat().st_mode if path.exists() else 0o644
        os.chmod(temporary, mode & 0o777)
        os.replace(temporary, path)
    finally:
        Path(temporary).unlink(missing_ok=True)  # there is none, unless something went wrong


def files_in(folder: Path, pattern: str) -> list[Path]:
    """The files of a folder, in the order of their names, and files alone: nobody waits for a pipe that happens to lie
    there, and links may lead to nothing, or to themselves."""
    return sorted(path for path in folder.glob(pattern) if path.is_file())


def real(path: Path) -> Path:
    """Where a path leads; links that lead to themselves are an `OSError` like any other."""
    with suppress(RuntimeError):  # what Python says of them before 3.13; since then they stay links
        if not (found := path.resolve()).is_symlink():
            return found
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """What the system refuses while a file is written is a message."""
    try:
        yield
    except OSError as problem:
        raise _refusal(path, problem) from None


def check_writable(path: Path) -> None:
    """Refuse a file that cannot be written, before anything is computed for it."""
    with writing(path):
        folder = real(path).parent
        if path.is_dir():
            raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
        folder.stat()
        where = path if path.exists() and not path.is_file() else folder  # a device is written to, not replaced
        if not os.access(where, os.W_OK):
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))


def _refusal(path: Path, problem: OSError) -> HeapwiseError:
    help = {errno.ENOENT: "folder", errno.EISDIR: "inside"}.get(problem.errno or 0, "help")
    words = problem.strerror or problem
    return error("E321", None, help=help, path=path, folder=path.parent, problem=words)
