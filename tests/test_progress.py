"""The bar of `heapwise check`: rate and time left, and nothing where nobody looks."""

from __future__ import annotations

import io
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heapwise.app import progress
from heapwise.app.progress import Progress, bar, duration
from heapwise.app.say import written_over
from terminals import Terminal


def test_rate_and_time_left() -> None:
    assert bar(0, 0, 12) == "[..................] 12 s so far"
    assert bar(6, 24, 3) == "[####..............] 6 of 24 instances, 2.0 a second, about 9 s left"
    assert bar(2, 4, 60) == "[#########.........] 2 of 4 instances, 30 s each, about 60 s left"


@given(st.integers(1, 10_000), st.integers(1, 10_000), st.floats(1, 1e6))
def test_the_bar_fits(done: int, more: int, passed: float) -> None:
    assert len(bar(done, done + more, passed)) < 90
    if done + more < 1000:
        assert len(bar(done, done + more, passed)) < 80


def test_durations() -> None:
    assert [duration(s) for s in (0.2, 42, 300, 9000)] == ["0 s", "42 s", "5 min", "2.5 h"]


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def watched(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A screen in the place of standard error; pytest would undo what a fixture sets there."""
    found = Screen()
    monkeypatch.setattr(sys, "stderr", found)
    monkeypatch.setattr(progress, "_FIRST", 0.0)
    monkeypatch.setattr(progress, "_PAUSE", 0.01)
    return found


def shown(screen: Screen) -> list[str]:
    return [part.removesuffix("\x1b[K") for part in screen.getvalue().split("\r")]


def test_it_moves_while_one_claim_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = watched(monkeypatch)
    with Progress() as bar_:
        bar_.step(3)
        deadline = time.monotonic() + 5
        while len(shown(screen)) < 5 and time.monotonic() < deadline:
            time.sleep(0.01)
        with bar_.aside():
            before = screen.getvalue()
            time.sleep(0.05)
            assert screen.getvalue() == before
    assert sum("1 of 3 instances" in line for line in shown(screen)) >= 3
    assert shown(screen)[-1] == ""  # the line is empty again
    before = screen.getvalue()
    time.sleep(0.05)
    assert screen.getvalue() == before


def test_nothing_is_shown_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = watched(monkeypatch)
    with Progress() as bar_:
        for _ in range(3):
            bar_.step(3)
    assert "3 of 3" not in screen.getvalue()


def test_nothing_is_shown_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "_FIRST", 0.0)
    with Progress() as bar_:
        bar_.step(2)
    assert stream.getvalue() == ""


def test_what_is_written_over_has_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    assert written_over("formulas in the parameters") == "\rformulas in the par\x1b[K"
    assert written_over("局面" * 10) == "\r" + "局面" * 4 + "局\x1b[K"


@pytest.mark.skipif(sys.platform == "win32", reason="terminals are another matter there")
def test_verdicts_fit_into_a_narrow_terminal(tmp_path: Path) -> None:
    text = "claims for nim(n)\n    question only_the_total_matters: P(x) iff sum(x) = 0   check n = 2, upto 5\n"
    (tmp_path / "mine.claims").write_text(text, encoding="utf-8")
    terminal = Terminal("check", str(tmp_path / "mine.claims"), columns=48)
    found = terminal.until("claims as stated")
    terminal.end()
    lines = [line.rpartition("\x1b[K")[2].rstrip() for line in found.splitlines() if "explore:" not in line]
    assert len(lines) > 5
    assert max(map(len, lines)) <= 48
