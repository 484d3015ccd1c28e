"""The picture on the page about proofs is what the program draws now, and the figures beside it are there."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner

from heapwise.app.registry import cli

DOCS = Path(__file__).parent.parent / "docs"


def test_the_picture_is_what_is_drawn(tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.svg"
    done = CliRunner().invoke(cli, ["show", "single_delete(3)", "three_heaps", "--automaton", "-o", str(drawn)])
    assert done.exit_code == 0, done.output
    assert drawn.read_text(encoding="utf-8") == (DOCS / "img" / "single_delete.svg").read_text(encoding="utf-8")


def test_links_and_files_of_the_page_exist() -> None:
    text = (DOCS / "proofs.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([\w./-]+)\)", text)
    tests = re.findall(r"`(tests/\w+\.py)`", text)
    assert len(links) >= 3
    assert len(tests) >= 4
    assert all((DOCS / link).exists() for link in links)
    assert all((DOCS.parent / test).exists() for test in tests)


def test_figures_were_written() -> None:
    text = (DOCS / "figures-proofs.md").read_text(encoding="utf-8")
    for section in ("statements", "library"):
        inside = text.split(f"<!-- {section} -->")[1].split(f"<!-- end of {section} -->")[0]
        assert "cores" in inside  # the machine is named
        assert " proved" in inside
