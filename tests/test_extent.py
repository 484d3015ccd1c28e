"""For which parameters a verdict was found: as short as it may be, and never more than was found."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import heapwise as hw
from heapwise.app.registry import cli
from heapwise.claims.extent import extent, found_words, telling
from heapwise.messages import speak, speaking


@pytest.mark.parametrize(
    ("instances", "words"),
    [
        ([], ""),
        ([{}], ""),
        ([{"q": str(q)} for q in range(2, 13)], "q in 2..12"),
        ([{"q": "7"}], "q = 7"),
        ([{"q": q} for q in ("2", "4", "5")], "q in {2, 4, 5}"),
        ([{"q": q} for q in ("2", "3", "4", "7", "9")], "q in 2..4 | {7, 9}"),
        ([{"S": "{1}"}, {"S": "{1, 2}"}], "S in {{1}, {1, 2}}"),
        ([{"n": str(n), "k": str(k)} for n in (1, 2) for k in range(1, 4)], "n in 1..2, k in 1..3"),
        ([{"n": str(n), "k": str(k)} for n in (2, 3) for k in range(1, n)], "n = 2, k = 1; n = 3, k in 1..2"),
    ],
)
def test_words(instances: list[dict[str, str]], words: str) -> None:
    assert extent(instances) == words


@pytest.mark.parametrize(
    ("instances", "words"),
    [
        ([{"S": f"{{1, {q}}}", "q": str(q)} for q in range(2, 5)], "q in 2..4"),
        ([{"S": "{1}", "q": "2"}], "S = {1}, q = 2"),
        ([{"S": "{1}", "q": str(q)} for q in range(2, 5)], "S = {1}, q in 2..4"),
        ([{"S": S, "q": str(q)} for S in ("{1}", "{2}") for q in (2, 3)], "S in {{1}, {2}}, q in 2..3"),
        ([{"S": f"{{{q}}}", "T": f"{{0, {q}}}"} for q in (2, 3)], "T in {{0, 2}, {0, 3}}"),
        ([{"p": str(q), "q": str(q)} for q in (2, 3)], "p = 2, q = 2; p = 3, q = 3"),
        ([{"p": str(q), "q": f"{2 * q - 1}/2"} for q in (1, 2)], "p = 1, q = 1/2; p = 2, q = 3/2"),
        ([{"p": str(q), "q": str(-q)} for q in (1, 2)], "p = 1, q = -1; p = 2, q = -2"),
    ],
)
def test_what_follows_from_other_parameters_is_not_said(instances: list[dict[str, str]], words: str) -> None:
    assert extent(telling(instances)) == words


def read(words: str) -> set[tuple[int, ...]]:
    """The rows that the words for numbers name, read by a second hand."""
    found = set[tuple[int, ...]]()
    for block in words.split("; "):
        sides = [part.partition(" ")[2] for part in block.replace(", b", "\nb").replace(", c", "\nc").split("\n")]
        found |= set(product(*map(values, sides)))
    return found


def values(side: str) -> list[int]:
    if side.startswith("= "):
        return [int(side[2:])]
    found: list[int] = []
    for part in side.removeprefix("in ").split(" | "):
        low, _, high = part.partition("..")
        found += range(int(low), int(high) + 1) if high else map(int, part.strip("{}").split(", "))
    return found


@given(st.sets(st.tuples(*[st.integers(0, 5)] * 3), min_size=1))
def test_they_name_the_instances_and_no_others(rows: set[tuple[int, ...]]) -> None:
    words = extent([dict(zip("abc", map(str, row), strict=True)) for row in sorted(rows)])
    assert read(words) == rows


def test_every_word_has_its_own_parameters() -> None:
    three = [{"n": "2"}, {"n": "3"}, {"n": "4"}]
    assert found_words("holds", [{"n": "1"}]) == "holds for n = 1"
    assert found_words("proved", three) == "proved for the 3 instances n in 2..4"
    assert found_words("undecided", []) == "undecided"
    with speaking():
        speak("ja")
        assert "n in 2..4" in found_words("proved", three)


def test_summaries_say_for_what(tmp_path: Path) -> None:
    path = tmp_path / "nim.claims"
    statement = "sorted(x) = sorted(x) and nimsum(x) = 0"  # sorted lists are not for every n
    path.write_text(f"claims for nim(n)\ntheorem p: P(x) iff {statement}  check n in 1..3, upto 3\n", encoding="utf-8")
    plain = CliRunner().invoke(cli, ["check", str(path), "--jobs", "1"])
    assert "\nnim.p: proved for the 3 instances n in 1..3\n" in plain.stdout
    lines = CliRunner().invoke(cli, ["check", str(path), "--jobs", "1", "--json"]).stdout.splitlines()
    (summary,) = [line for line in map(json.loads, lines) if line.get("summary")]
    assert summary["verdicts"] == {"proved": "n in 1..3"}
    output = tmp_path / "nim.tex"
    assert CliRunner().invoke(cli, ["report", str(path), "--prove", "-o", str(output)]).exit_code == 0
    text = output.read_text(encoding="ascii")
    assert text.count("proved for the 3 instances n in 1..3") == 2  # in the table, and above the claim


def test_of_a_claim_without_parameters_nothing_is_added() -> None:
    (claim,) = hw.check("claims for wythoff\ntheorem s: G(a, b) = G(b, a) upto 5").claims
    assert list(claim.extents.values()) == [""]
