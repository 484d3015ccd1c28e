"""Machine code on disk: in a folder that nobody else can enter, each file with the checksum of its name and content.

Code that somebody else wrote, that was cut off, or that a failing disk changed, could do anything. So it is kept only
in a folder that belongs to the user and that nobody else can enter or write, and while the disk has room; and a file
that has not the right checksum is not looked at any further, and is written anew. The name of a file stands for the
source, the arguments, the machine and the compiler.
"""

import hashlib
import os
import shutil
import stat
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from heapwise.files import cache_folder, write_atomically
from heapwise.fingerprint import fingerprint

_COMPILED = ("engine", "formulas", "proof")  # the packages that have kernels
_KEPT = 30 * 86_400  # seconds
_ROOM = 16 * 2**20  # bytes; a kernel takes a hundredth of one such, or less
_SIZE = hashlib.sha256().digest_size


def has(pattern: str) -> bool:
    """Is there a file whose name begins so?"""
    folder = private_folder()
    return folder is not None and any(folder.glob(f"{pattern}*"))


def read(name: str) -> tuple[str, bytes] | None:
    """The name of a function and its code, if the file is as it was written."""
    folder = private_folder()
    if folder is None:
        return None
    with suppress(OSError):
        data = (folder / name).read_bytes()
        if data[:_SIZE] == _sum(name, data[_SIZE:]):
            function, _, code = data[_SIZE:].partition(b"\n")
            return function.decode(), code
    return None


def write(name: str, function: str, code: bytes) -> None:
    """Keep the code of a function. A folder that cannot be written only means that nothing is kept."""
    folder = private_folder()
    content = function.encode() + b"\n" + code
    if folder is not None:
        with suppress(OSError):
            write_atomically(folder / name, _sum(name, content) + content)


def _sum(name: str, content: bytes) -> bytes:
    """The name counts, too: a file that was taken for another one is not whole."""
    return hashlib.sha256(name.encode() + b"\0" + content).digest()


@cache
def private_folder() -> Path | None:
    """The folder for machine code, if it is safe to read from and has room; one for each state of our sources."""
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
