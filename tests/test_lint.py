"""Style, and the first look at a small board: what is reported, what is not; the library has nothing to hear."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from heapwise.app.registry import cli
from heapwise.claims.refusals import review
from heapwise.documents.library import Document, library
from heapwise.documents.lint import lint
from heapwise.documents.probe import MOST_OPTIONS, MOST_POSITIONS, check_game, check_schema, small_states, walk
from heapwise.documents.search import document_at
from heapwise.errors import HeapwiseError
from heapwise.files import resource
from heapwise.lsp.edited_text import EditedText
from heapwise.rules.game import Game
from heapwise.source import Source

NAMES = sorted(library().names())


def document(text: str) -> Document:
    return Document(Source("my.game", text), library())


def codes(text: str) -> list[str]:
    return [d.code for d in lint(document(text))]


def test_the_library_is_there() -> None:
    assert len(NAMES) > 30


@pytest.mark.parametrize("name", NAMES)
def test_the_library_goes_right_on_small_boards(name: str) -> None:
    schema = library().find(name)
    assert schema is not None
    looked_at = check_schema(schema)
    assert looked_at, f"no small game of {name}"
    assert all(seen.positions > 0 for _, seen in looked_at)


@pytest.mark.parametrize("name", NAMES)
def test_the_library_has_good_style(name: str) -> None:
    schema = library().find(name)
    assert schema is not None
    assert lint(Document(schema.source, library())) == []


# -------------------------------------------------------------------------------------------------- small boards


def game(text: str, *arguments: object) -> Game:
    (schema,) = document(text).schemas.values()
    made = schema.bind(arguments)
    assert isinstance(made, Game)
    return made


def test_small_states_are_legal_and_come_by_their_total() -> None:
    states = list(
        small_states(game("game g(n in 1..)\n    heaps x[n]\n    legal distinct(x)\n    move x[1] -> 0\n", 2))
    )
    assert states[:4] == [(0, 1), (1, 0), (0, 2), (2, 0)]
    assert [sum(s) for s in states] == sorted(sum(s) for s in states)


def test_a_walk_is_bounded() -> None:
    wide = game("game g(n in 1..)\n    heaps x[n]\n    move x -> y   for y in 0..x   where y != x\n", 6)
    seen = walk(wide)
    assert seen.positions <= MOST_POSITIONS
    assert seen.options <= MOST_OPTIONS


def test_a_game_without_small_boards_costs_nothing() -> None:
    many = game("game g(n in 1..)\n    heaps x[n]\n    move x[i] -> y   for i in 1..n, y in 0..x[i]-1\n", 5_000)
    assert walk(many).positions == 0


RING = """game g(n in 1.., k in 1..n)
    heaps x[n] cyclic
    move x[A] -> y   for s in 1..n, A = s..s+k-1, y in 0..x[A]{}
"""


def test_open_parameters_get_an_example() -> None:
    (found,) = lint(document(RING.format("")))
    assert found.code == "E021"
    assert found.values["example"] == "n = 1, k = 1, x = [0]"
    assert codes(RING.format("   where y != x[A]")) == []


def test_wrong_rules_are_met_although_the_position_would_not_show_them() -> None:
    text = "game g\n    heaps a, b\n    move a -> a - 1\n    move b -> b / 2   where b >= 1, a = 0\n"
    with pytest.raises(HeapwiseError) as problem:
        check_game(game(text))
    assert problem.value.code == "E025"


# -------------------------------------------------------------------------------------------------------- claims


REFUSED = [
    ("E014", "claims for nimm(n)\nquestion q: P(x) upto 3"),
    ("E039", "claims for nim(n)\nquestion q under preference 0 > 1 > 2: G(x) = 0 for n = 2 upto 3"),
    ("E067", "claims for nim(n)\nquestion q: P(x) for n = 2"),
    ("E067", "claims for nim(n)\nquestion q: P(x) upto 3"),
    ("E067", "claims\nquestion q: a = b for a in 0.., b in {a, 1}"),
    ("E068", "claims for nim(n)\nquestion q: P(x) for n = 2 upto 7 / 2"),
    ("E069", "claims for nim(n)\ndisproved q at n = 2: P(x) for n = 2 upto 3"),
    ("E027", "claims for nim(n)\ndisproved q at n = 2, x = (1, 2, 3): P(x) for n = 2 upto 3"),
    ("E072", "claims for nim(n)\nquestion q: P(x) for n in 3..2 upto 3"),
    ("E083", "claims for nim(n)\nquestion q: P(x) for n = 2 check x[3] <= 2, upto 3"),
    ("E016", "claims for moore(n, k)\nquestion q: P(x) for n = 2, k = 3 upto 3"),
]


@pytest.mark.parametrize(("code", "text"), REFUSED)
def test_lint_the_editor_and_check_refuse_the_same(code: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.claims"
    path.write_text(text, encoding="utf-8")
    linted = CliRunner().invoke(cli, ["lint", str(path), "--json"])
    checked = CliRunner().invoke(cli, ["check", str(path), "--jobs", "1"])
    assert [d["code"] for d in json.loads(linted.stdout)] == [code]
    assert [d.code for d in EditedText(path, text).diagnostics()] == [code]
    assert set(re.findall(r"error\[(\w+)\]", checked.output)) == {code}
    assert (linted.exit_code, checked.exit_code) == (3, 3)


@pytest.mark.parametrize("path", sorted(resource("games").rglob("*.claims")), ids=lambda path: path.stem)
def test_the_claims_of_the_library_have_nothing_to_hear(path: Path) -> None:
    assert review(document_at(path)) == []


def test_errors_stand_before_warnings(tmp_path: Path) -> None:
    """Of many messages the first ones are shown; warnings do not hide what `check` refuses."""
    claims = "".join(f"theorem t{i}: G(x) = {i} check n = 1, upto 2\n" for i in range(12))
    path = tmp_path / "many.claims"
    path.write_text(f"claims for nim(n)\n{claims}theorem last: G(x) = unknown check n = 1, upto 2\n", encoding="utf-8")
    shown = CliRunner().invoke(cli, ["lint", str(path)]).stderr
    assert 0 <= shown.find("error[E012]") < shown.find("warning[W209]")
