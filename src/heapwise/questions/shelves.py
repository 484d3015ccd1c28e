"""Where games are looked up, when somebody names files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from heapwise.rules.library import Shelf, headings, library, library_files, neighbours, read_source


def shelf(files: Sequence[str | Path] = ()) -> Shelf:
    """The files given, nearest first, the files beside them, then the library."""
    if not files:
        return library()
    given = tuple(Path(name) for name in files)
    for path in given:
        read_source(path)  # a file that cannot be read is an error, and no file without games
    headings.cache_clear()
    beside = [path for file in given for path in neighbours(file) if path not in given]
    return Shelf((*given, *dict.fromkeys(beside), *library_files()))
