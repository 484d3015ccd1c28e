"""What `heapwise check` prints is no wider than a terminal of 80 columns; commands to paste stay whole."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from heapwise.app.registry import cli
from heapwise.messages.width import fitted

CLAIMS = """\
claims for hypergraph_nim(n, E)
    question a_name_that_is_rather_long under orders ((0,1,2),(1,2,0),(2,0,1)):
        W(x, 0) = W(x, 1) and W(x, 1) = W(x, 2) and W(x, 0) = nimsum(x) and W(x, 1) = sum(x)
        check n = 3, E = {{1}, {1, 2}, {1, 3}, {2}, {2, 3}, {3}}, upto 2
    disproved another_name_that_is_rather_long: G(x) = sum(x) and (P(x) iff nimsum(x) = 0) and G(x) >= nimsum(x)
        check n = 3, E = {{1}, {1, 2}, {1, 3}, {2}, {2, 3}, {3}}, upto 4
"""


def test_lines_are_short(tmp_path: Path) -> None:
    (tmp_path / "wide.claims").write_text(CLAIMS, encoding="utf-8")
    result = CliRunner().invoke(cli, ["check", str(tmp_path), "--jobs", "1"])
    lines = result.stdout.split("\n")
    assert result.stdout.count("refuted   ") == 2
    assert result.stdout.count("smallest counterexample") == 2
    for line in lines:
        assert len(line) <= 80 or line.startswith("  explore: ") or str(tmp_path) in line, line
    assert any(line.startswith("  explore: heapwise value ") and len(line) > 80 for line in lines)


def test_prose_is_broken_between_words_and_below_its_label() -> None:
    line = "Numbering    heaps from 1; players from 0, the one to move"
    assert fitted(line, 40) == "Numbering    heaps from 1; players from\n             0, the one to move"
    assert fitted("  #1 0,5,7   #2 1,5,7   #3 2,5,7", 26) == "  #1 0,5,7   #2 1,5,7\n  #3 2,5,7"
    styled = "\x1b[32m   = help: one two three four\x1b[0m"
    assert fitted(styled, 25) == "   \x1b[32m= help: one two three\n           four\x1b[0m"
    assert fitted("12 |     a line of somebody's own source", 20) == "12 |     a line of somebody's own source"
