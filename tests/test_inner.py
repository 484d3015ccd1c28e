"""The inner heaps of a component: `p.x[1]` is what a table calls so."""

from __future__ import annotations

from pathlib import Path

import pytest

import heapwise as hw
from heapwise.claims.refusals import review
from heapwise.documents.library import Document, library
from heapwise.lang.format import format_text
from heapwise.lsp.edited_text import EditedText
from heapwise.lsp.hover import hover
from heapwise.lsp.names import meaning_at, way_to
from heapwise.messages import help_text
from heapwise.rules.game import Game
from heapwise.source import Source
from heapwise.tables.boxes import axes, numbers_of, position_at

FORMS = [
    ("with_pass(G)", "p.x[1] (+) p.x[2] = nimsum(p.x)", "G = nim(2)"),
    ("with_pass(G)", "p.x = [1, 2] implies sum(p.x) = 3", "G = nim(2)"),
    ("with_pass(G)", "p = wythoff(p.a, p.b)", "G = wythoff"),
    ("with_pass(G)", "all(sum(q.x) < sum(p.x) for q in options(p))", "G = nim(2)"),
    ("with_pass(G)", "all(sum(q.x) <= sum(p.x) for q in followers(p))", "G = nim(2)"),
    ("with_pass(G)", "p.p[1].x[1] = p.p[1].x[1]", "G = conjunctive(nim(1))"),
    ("selective(k, G)", "all(p[i].x[1] >= 0 for i in 1..2) and p[2].x[2] >= 0", "k = 2, G = [nim(1), nim(2)]"),
    ("selective(k, G)", "p[1].n + p[2].a >= 0", "k = 1, G = [kayles, wythoff]"),
    ("sequential(G, H)", "p.n = 0 implies (P(p, q) iff P(q))", "G = mark, H = nim(1)"),
]


def claim(game: str, statement: str, where: str) -> str:
    return f"claims for {game}\nquestion q: {statement} for {where} upto 2"


@pytest.mark.parametrize(("game", "statement", "where"), FORMS)
def test_forms(game: str, statement: str, where: str) -> None:
    (verdict,) = hw.check(claim(game, statement, where))
    assert verdict.word in ("holds", "proved"), verdict.reason
    assert verdict.premise_true > 0


COMPOUNDS = [
    ("with_pass", "G = nim(2)", "p.x[1] = 1 and p.x[2] = 2 and pass = 1", "p = nim(2)(1, 2)"),
    (
        "ordinal",
        "G = wythoff, H = moore(2, 1)",
        "p.a = 1 and p.b = 2 and q.x[1] = 0 and q.x[2] = 2",
        "q = moore(2, 1)(0, 2)",
    ),
    (
        "selective",
        "k = 2, G = [nim(2), kayles]",
        "p[1].x[1] = 1 and p[1].x[2] = 2 and p[2].n = 2",
        "p[1] = nim(2)(1, 2)",
    ),
]


@pytest.mark.parametrize(("game", "where", "here", "position"), COMPOUNDS)
def test_a_claim_and_a_table_mean_the_same_number(game: str, where: str, here: str, position: str) -> None:
    """One position of the region has these heaps, and it is the one that a table has at these numbers."""
    schema = library().find(game)
    assert schema is not None
    parameters = ", ".join(p.name for p in schema.parameters)
    text = f"claims for {game}({parameters})\nquestion q: {here} implies {position} for {where} upto 2"
    (verdict,) = hw.check(text)
    assert (verdict.word, verdict.premise_true) == ("holds", 1), verdict.reason
    assert verdict.positions > 10


def test_labels_of_tables_are_names_of_claims() -> None:
    rules = library().game("with_pass(nim(2))")
    assert isinstance(rules, Game)
    labels = [axis.label for axis in axes(rules)]
    assert labels == ["p.x[1]", "p.x[2]", "pass"]
    found = position_at(rules, (1, 2, 1))
    assert found is not None
    assert numbers_of(rules, found) == (1, 2, 1)
    assert [v.word for v in hw.check(claim("with_pass(G)", " + ".join(labels) + " >= 0", "G = nim(2)"))] == ["proved"]


@pytest.mark.parametrize(
    ("game", "statement", "where", "part"),
    [
        ("with_pass(G)", "pass.x = 1", "G = nim(2)", "in front of the point stands a position"),
        ("selective(k, G)", "p.x[1] = 1", "k = 1, G = [nim(1)]", "`p[1].x`"),
        ("with_pass(G)", "p.y = 1", "G = nim(2)", "the components of `nim` are x"),
        ("with_pass(G)", "p.n + 1 = 1", "G in {kayles, wythoff}", "the components of `wythoff` are a, b"),
    ],
)
def test_what_is_no_component(game: str, statement: str, where: str, part: str) -> None:
    document = Document(Source("my.claims", claim(game, statement, where)), library())
    (found,) = review(document)
    assert found.code == "E090"
    assert part in str(help_text(found))


def test_the_game_has_to_be_named() -> None:
    document = Document(Source("my.claims", "claims for with_pass(G)\nquestion q: p.x[1] = 1 upto 2"), library())
    assert [d.code for d in review(document)] == ["E090"]
    swept = "claims for with_pass(G)\nquestion q: p.x[1] >= 0 check G in {nim(1), nim(2)}, upto 2"
    assert [v.word for v in hw.check(swept)] == ["proved", "proved"]


def test_another_game_on_the_command_line_is_an_error_and_no_surprise() -> None:
    swept = "claims for with_pass(G)\nquestion q: p.x[1] >= 0 check G in {nim(1)}, upto 2"
    (verdict,) = hw.check(swept, effort="G = kayles")
    assert verdict.word == "error"
    assert "E029" in str(verdict.reason)


def test_rules_do_not_look_inside() -> None:
    text = "game g(G in games)\n    position p of G\n    move p -> q   for q in options(p)   where p.x[1] > 0\n"
    assert [d.code for d in review(Document(Source("my.game", text), library()))] == ["E090"]


def test_a_sum_has_no_component_of_its_own() -> None:
    (verdict,) = hw.check(claim("with_pass(G)", "all(q.n <= p.n for q in options(p))", "G = kayles"))
    assert verdict.word == "error"
    assert "is a sum of positions" in str(verdict.reason)


def test_the_layout_is_kept() -> None:
    text = (
        "claims for with_pass(G)\n\nquestion q:\n    p.x[1] = p.x[2] implies P(p, 0)\n    for G = nim(2)\n    upto 2\n"
    )
    assert format_text(Source("my.claims", text)) == text


def test_editors_go_to_the_other_game(tmp_path: Path) -> None:
    text = EditedText(tmp_path / "my.claims", claim("with_pass(G)", "p.x[1] >= 0", "G = nim(2)"))
    at = text.source.text.index(".x") + 1
    meaning = meaning_at(text.draft, way_to(text.draft.tree, at + 1))
    assert meaning is not None
    assert meaning.source.name.endswith("nim.game")
    found = hover(text, at + 1)
    assert found is not None
    assert "heaps x[n]" in found[0]
    assert "a vector of numbers" in found[0]
    assert text.source.at(found[1]) == "x"


def test_a_definition_is_understood_in_each_claim() -> None:
    lets = "let d = p.x[1] - p.x[2]\nlet first(q) = q.x[1]\n"
    twins = "question a: pass = 0 implies (P(p, pass) iff d = 0) for G = nim(2) upto 3\n"
    lower = "question b: all(first(o) <= first(p) for o in options(p)) for G = nim(3) upto 1\n"
    found = hw.check(f"claims for with_pass(G)\n{lets}{twins}{lower}")
    assert [v.word for v in found] == ["holds", "holds"]
    document = Document(Source("my.claims", f"claims for with_pass(G)\n{lets}question a: d = 0 upto 3\n"), library())
    assert "E090" in [d.code for d in review(document)]


@pytest.mark.parametrize("said", ["p[1] = 2", "sum(p) = 2", "nimsum(p) = 0", "p = (1, 1)", "p + 1 = 2"])
def test_other_spellings_are_told_the_names(said: str) -> None:
    text = f"claims for with_pass(G)\nquestion it: {said} implies N(p, pass) for G = nim(2) upto 2\n"
    (verdict,) = hw.check(text)
    assert verdict.word == "error"
    assert "as in `p.x[1]`" in str(verdict.reason)
