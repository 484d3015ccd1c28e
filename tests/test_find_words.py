"""Words that `find` has for sets and values: relations, bounds on each component, parts of values, sketches."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import heapwise as hw
from heapwise.digit_arrays import nim_products
from heapwise.discovery.automata import class_sets
from heapwise.discovery.facts import Facts
from heapwise.discovery.finding import Finding
from heapwise.discovery.formula_search import FormulaSearch
from heapwise.discovery.questions import questions_of
from heapwise.discovery.wishes import Wishes, with_sketch
from heapwise.discovery.wording import completed
from heapwise.documents.library import library
from heapwise.engine.memory import Memory
from heapwise.errors import HeapwiseError
from heapwise.fitting.components import Components
from heapwise.fitting.relations import digit_relations, linear_relations, null_space
from heapwise.fitting.rows import Rows
from heapwise.fitting.split import parts_of_values, split
from heapwise.lang import nodes
from heapwise.lang.spell import spelled
from heapwise.questions import Answers
from heapwise.questions.statements import evaluate
from heapwise.reference.conventions import NORMAL, Play, preference
from heapwise.rules.game import Game


@pytest.mark.parametrize("prime", [2, 3, 5, 2**31 - 1])
def test_a_null_space_is_orthogonal_and_whole(prime: int) -> None:
    random = np.random.default_rng(prime)
    for _ in range(20):
        matrix = random.integers(0, 9, (random.integers(1, 6), 5))
        basis = null_space(matrix, prime)
        assert all(not ((matrix @ vector) % prime).any() for vector in basis)
        pivots = null_space(np.array(basis).reshape(-1, 5), prime)
        assert len(basis) + len(pivots) == 5  # the dimension of a space and of what is orthogonal to it


def test_relations_that_were_planted_are_found() -> None:
    random = Random(1)
    rows = [(a, b, a ^ b, a + b + 1) for a, b in ((random.randrange(64), random.randrange(64)) for _ in range(60))]
    matrix = np.array(rows)
    names = [nodes.Name(name) for name in "abcd"]
    said = [spelled(one.node(names)) for one in (*linear_relations(matrix), *digit_relations(matrix))]
    assert said == ["a + b + 1 = d", "a (+) b (+) c = 0"]


def test_nim_products_are_those_of_the_language() -> None:
    random = Random(2)
    for _ in range(30):
        a, b = random.randrange(300), random.randrange(300)
        assert nim_products(np.array([a]), np.array([b]), 16)[0] == evaluate(f"{a} (*) {b}", library(), Answers(NORMAL))


def test_values_come_apart_into_those_of_the_heaps() -> None:
    a, b = np.indices((32, 32))
    table = 4 * ((a // 4 % 3) ^ (b // 8)) + (a + b) % 4
    parts = parts_of_values(table.astype(np.int32))
    assert parts is not None
    assert parts.modulus == 4
    (term,) = split(Components(("a", "b"), None, 2), parts, lambda axis: None)
    rows = Rows(np.argwhere(np.ones((32, 32))).astype(np.int64))
    assert np.array_equal(term.at(rows), table.reshape(-1))
    assert parts_of_values((table ^ (a & b)).astype(np.int32)) is None


def facts_of(name: str, play: Play = NORMAL) -> Facts:
    game = hw.game(name).rules
    assert isinstance(game, Game)
    return Facts(game, play, Memory(), lambda: None)


def test_a_theorem_on_circular_nim_is_found() -> None:
    search = FormulaSearch(facts_of("circular(5, 3)"), library(), Wishes(terms=2_000))
    found = [one for one in search.answers(next(questions_of(NORMAL))) if isinstance(one, Finding)]
    assert found[0].standing == "proved"
    assert found[0].claim == ("P(x) iff any(x[r] = 0 and x[r+1] = x[r+4] and x[r+1] = x[r+2] + x[r+3] for r in 1..5)")


def test_a_sketch_is_filled() -> None:
    found = hw.find("delete_nim", play="normal", library=False, sketch="G(a, b) = tail1(?f(a, b))")
    assert "G(a, b) = tail1(bitor(a, b))" in [one.claim for one in found]


@pytest.mark.parametrize(
    ("text", "code"), [("P(a, b) iff a = b", "E094"), ("a + ?b", "E094"), ("G(x) = ?c * mex(x)", "E095")]
)
def test_what_is_no_sketch_is_said(text: str, code: str) -> None:
    with pytest.raises(HeapwiseError) as refused:
        with_sketch(Wishes(), text)
    assert refused.value.diagnostics[0].code == code


@pytest.mark.parametrize(
    ("game", "sketch", "code"),
    [("ruler(3)", "G(n) = ?c * n + ?f(n)", None), ("ruler(3)", "G(z) = ?c * z", "E012"),
     ("lasker_nim", "G(n) = ?c * n[5]", None),
     ("lasker_nim", "G(a, b) = ?c * a + ?f(a, b)", "E012")],
)  # fmt: skip
def test_names_of_a_sketch_are_those_of_the_rules(game: str, sketch: str, code: str | None) -> None:
    """Unknown ones are said; what has a value here, or no number, fits nothing."""
    if code is None:
        assert [one.claim for one in hw.find(game, play="normal", library=False, sketch=sketch, terms=100)] == []
        return
    with pytest.raises(HeapwiseError) as refused:
        hw.find(game, play="normal", library=False, sketch=sketch)
    assert refused.value.diagnostics[0].code == code


def test_exactly_one_heap_completes_a_position_of_three_players() -> None:
    facts = facts_of("nim(2)", preference((0, 2, 1)))
    classes = class_sets(facts)
    assert sorted(classes) == [0, 1, 2]
    found = completed(facts.game, facts.play, classes[2], "position with W = 2")
    assert found is not None
    assert "exactly one value of each component makes a position with W = 2" in found.claim
