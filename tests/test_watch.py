"""`heapwise check --watch` in a terminal: a file breaks, is repaired, and another one comes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from terminals import Terminal

GAME = "game mine(n in 1..)\n    heaps x[n]\n    move x[i] -> y   for i in 1..n, y in 0..x[i]-1\n"
CLAIMS = 'claims for mine(n)\n    theorem p "me": P(x) iff nimsum(x) = 0   check n = 2, upto 3\n'


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are another matter there")
def test_files_change_while_they_are_watched(tmp_path: Path) -> None:
    game, claims = tmp_path / "mine.game", tmp_path / "mine.claims"
    game.write_text(GAME, encoding="utf-8")
    claims.write_text(CLAIMS, encoding="utf-8")
    terminal = Terminal("check", str(tmp_path), "--watch")
    before = terminal.state
    assert "1 of 1 claims as stated" in terminal.until("watching")

    claims.write_text(CLAIMS.replace("nimsum(x)", "nimsum(z)"), encoding="utf-8")
    assert "files have changed" in terminal.until("E012")
    claims.write_text(CLAIMS, encoding="utf-8")
    terminal.until("1 of 1 claims as stated")

    game.write_text(GAME.replace("x[i]-1", "x[i]-2"), encoding="utf-8")
    assert "refuted" in terminal.until("0 of 1 claims as stated")
    (tmp_path / "more.claims").write_text(CLAIMS.replace("theorem p", "theorem q"), encoding="utf-8")
    terminal.until("0 of 2 claims as stated")

    assert terminal.state == before
    terminal.type(b"\x03")
    assert terminal.end() == 1  # the last run: contradicted
