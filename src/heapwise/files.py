"""Files: the ones that travel with the package, and writing so that no half-written file is ever seen."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

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
    path = path.resolve()
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        mode = path.stat().st_mode if path.exists() else 0o644
        os.chmod(temporary, mode & 0o777)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
