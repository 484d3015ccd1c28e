"""Pages of the site that are written by the code they are about: library, messages, commands, Python.

They are written into `docs/reference` before Sphinx reads anything, and a page that is as it was is not touched, so
Sphinx does not read it again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from heapwise.files import write_atomically
from pages import changes, commands, first, library, messages, playground, python

if TYPE_CHECKING:
    from sphinx.application import Sphinx

# Files at the top of the project that have a page of their own here.
_INSIDE = {
    "README.md": "/index.md",
    "CHANGELOG.md": "/reference/changes.md",
    "games/README.md": "/reference/library/index.md",
}
_OUTSIDE = re.compile(r"\]\((?:\.\./)+(" + "|".join(map(re.escape, _INSIDE)) + r")\)")


def setup(app: Sphinx) -> dict[str, bool]:
    """Tell Sphinx of this."""
    app.connect("builder-inited", lambda app: write(Path(app.srcdir) / "reference", Path(app.srcdir).parent))
    app.connect("source-read", _lead_inside)
    app.connect("source-read", playground.linked)
    app.connect("build-finished", playground.put)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _lead_inside(app: Sphinx, name: str, source: list[str]) -> None:
    """Links that lead out of the documents, as they have to on GitHub, lead to the page of the site."""
    source[0] = _OUTSIDE.sub(lambda link: f"]({_INSIDE[link[1]]})", source[0])


def write(folder: Path, project: Path, has_boards: bool = True) -> None:
    """Write all pages into a folder, and take away those that nobody writes any more."""
    written = set[Path]()
    for name, text in _pages(project, has_boards):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            write_atomically(path, text)
        written.add(path)
    for path in folder.rglob("*.*"):
        if path not in written:
            path.unlink()


def _pages(project: Path, has_boards: bool) -> Iterator[tuple[str, str]]:
    """Names of pages with their texts."""
    yield from first.pages()
    yield from playground.pages(project / "docs")
    yield from library.pages(project, has_boards)
    for part in (messages.pages, commands.pages, python.pages, changes.pages):
        yield from part(project)
