"""Where games are looked up, when somebody names files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from heapwise.documents.library import Shelf, library
from heapwise.documents.search import Around, around


def shelf(files: Sequence[str | Path] = ()) -> Shelf:
    """The files given, nearest first, the files beside them, then the library."""
    return shelf_here(files) if files else library()


def shelf_here(files: Sequence[str | Path] = ()) -> Around:
    """As `shelf`, for what somebody types: without files the current folder comes before the library."""
    folders = dict.fromkeys(Path(name).parent for name in files) or (Path(),)
    return around(folders, files)
