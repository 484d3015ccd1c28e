"""The list of changes, which stands at the top of the project."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def pages(project: Path) -> Iterator[tuple[str, str]]:
    """One page."""
    yield "changes.md", (project / "CHANGELOG.md").read_text(encoding="utf-8")
