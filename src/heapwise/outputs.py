"""What a command may write over: the one place that decides for all output files.

Never a file that was read in the same run, through whatever name, link or spelling; and without `--force` no rules, no
claims, no expected verdicts, no journal and no certificate. Everything else is replaced, atomically. Texts that are
edited in place, and caches, are written by `files.write_atomically` itself.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from heapwise.errors import error
from heapwise.files import check_writable, write_atomically
from heapwise.records import dataclass, field

_HEAD = 1 << 16
_BY_ENDING = {".game": "rules", ".claims": "claims", ".expected": "expected verdicts"}
_GAP = r"(?:\s|--[^\n]*(?:\n|$))"
_BY_CONTENT = {
    "a certificate": re.compile(r'\s*\{[\s\S]*"heapwise certificate"\s*:'),
    "a journal": re.compile(r'\s*[0-9a-f]{64} \{"(?:claim|task)"'),
    "rules or claims": re.compile(
        rf"\ufeff?{_GAP}*(?:language{_GAP}+\d+{_GAP}+)?(?:game{_GAP}+[^\W\d]\w*(?:{_GAP}|[(=])|claims{_GAP})"
    ),
}


@dataclass
class _Run:
    """The files of one command."""

    may_replace: bool = False
    read: set[object] = field(default_factory=set)
    written: list[Path] = field(default_factory=list)


_run: ContextVar[_Run | None] = ContextVar("run", default=None)


@contextmanager
def command() -> Iterator[None]:
    """One command with its files; outside of one, as in Python, everything is written that is asked for."""
    token = _run.set(_Run())
    try:
        yield
    finally:
        _run.reset(token)


def allow_replacing() -> None:
    """`--force`: rules, claims, journals and certificates may be written over, if they were not read."""
    run = _run.get()
    if run is not None:
        run.may_replace = True


def note_read(path: Path) -> None:
    """A file is read for what it says; E366 if it is about to be written over."""
    run = _run.get()
    if run is None:
        return
    names = _names(path)
    run.read |= names
    for output in run.written:
        if _names(output) & names:
            raise error("E366", None, path=output)


def announce(path: Path) -> None:
    """A file is going to be written: refuse now what would be refused then, before anything is computed."""
    check_writable(path)
    check_output(path)
    run = _run.get()
    if run is not None:
        run.written.append(path)


def check_output(path: Path) -> None:
    """Refuse to write over a file that was read (E366), or that is worth keeping (E367)."""
    run = _run.get()
    if run is None or not path.is_file():
        return
    if _names(path) & run.read:
        raise error("E366", None, path=path)
    what = None if run.may_replace else kept_in(path)
    if what is not None:
        raise error("E367", None, path=path, what=what)


def write_output(path: Path, content: str | bytes) -> None:
    """Write a file that was asked for, whole or not at all."""
    check_output(path)
    write_atomically(path, content)


def kept_in(path: Path) -> str | None:
    """What is in a file that nobody may lose; None where it may be replaced."""
    try:
        with path.open("rb") as stream:
            head = stream.read(_HEAD).decode(errors="replace")
    except OSError:
        return None
    if not head.strip():
        return None
    found = (what for what, pattern in _BY_CONTENT.items() if pattern.match(head))
    return _BY_ENDING.get(path.suffix.lower()) or next(found, None)


def _names(path: Path) -> set[object]:
    """What a file is known by: its place without links, and what the system calls it, which other links share.

    Systems give the number of a file that is gone to a new one, so the time of its last change belongs to it.
    """
    try:
        status = path.stat()
    except (OSError, ValueError):
        return set()
    return {path.resolve(), (status.st_dev, status.st_ino, status.st_mtime_ns)}
