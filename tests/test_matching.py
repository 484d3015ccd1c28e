"""Lists of positions by tables are those that the interpreter makes, one position after another."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from heapwise.app import listing
from heapwise.app.registry import cli
from heapwise.checks.matching import Matching

LISTS = [
    ("nim(3)", "P(x)", "7", ()),
    ("wythoff", "P", "12", ("--play", "misere")),
    ("wythoff", "P", "12", ("--fix", "a=3")),
    ("wythoff", "G(a, b) = 3 and a <= b", "12", ()),
    ("wythoff", "R(a, b) > 2 and P(a, b)", "9", ()),
    ("moore(3, 2)", "W(x) = 2", "4", ("--play", "preference(1, 2, 0)")),
    ("welter(3)", "P(x)", "8", ()),
    ("delete_nim", "P(a, b) iff a | b > 2", "9", ()),
    ("nim(2)", "P(x) or some option of x has P", "5", ()),
    ("nim(2)", "x[1] = 7", "3", ()),
    ("nim(2)", "x[2] mod x[1] = 0", "5", ()),
    ("nim(2)", "x[1] > 0 and P(x[1] - 1, x[2])", "6", ()),
    ("euclid", "P(a, b)", "9", ()),
]


def _both(monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> list[tuple[str, str, int]]:
    found = []
    for many in (0, 10**9):
        monkeypatch.setattr(listing, "_MANY", many)
        result = CliRunner().invoke(cli, ["list", *arguments])
        found.append((result.stdout, result.stderr, result.exit_code))
    return found


@pytest.mark.parametrize(("game", "condition", "upto", "options"), LISTS, ids=lambda value: str(value))
def test_by_tables_as_one_by_one(
    game: str, condition: str, upto: str, options: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    by_table, one_by_one = _both(monkeypatch, [game, condition, "--upto", upto, *options])
    assert by_table == one_by_one
    assert by_table[0] or "0 of " in by_table[1] or by_table[2]


def test_tables_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    states = Matching.states

    def noted(self: Matching, region: object) -> object:
        found = states(self, region)  # type: ignore[arg-type]
        seen.append(self.looked_at)
        return found

    monkeypatch.setattr(Matching, "states", noted)
    result = CliRunner().invoke(cli, ["list", "nim(3)", "P(x)", "--upto", "29"])
    assert seen == [27_000]
    assert "27,000 positions" in result.stderr
