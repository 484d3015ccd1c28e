"""Pages of the site that are written by the code they are about: library, messages, commands, Python.

They are written into `docs/reference` before Sphinx reads anything, and a page that is as it was is not touched, so
Sphinx does not read it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from heapwise.files import write_atomically
from pages import changes, commands, library, messages, python

if TYPE_CHECKING:
    from sphinx.application import Sphinx

Pages = Mapping[str, str]


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of this."""
    app.connect("builder-inited", lambda app: write(Path(app.srcdir)))
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def write(docs: Path) -> None:
    """Write all pages below `reference`, and take away those that nobody writes any more."""
    folder, written = docs / "reference", set[Path]()
    for name, text in _pages(docs.parent):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            write_atomically(path, text)
        written.add(path)
    for path in folder.rglob("*.*"):
        if path not in written:
            path.unlink()


def _pages(project: Path) -> Iterator[tuple[str, str]]:
    """Names below `reference` with their texts."""
    for part in (library.pages, messages.pages, commands.pages, python.pages, changes.pages):
        yield from part(project)
