"""The terms of a search: they read as they are valued, rules of rewriting are laws, and what was planted is found."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import numpy as np
import pytest

import heapwise as hw
from heapwise.documents.library import library
from heapwise.errors import HeapwiseError
from heapwise.fitting.bank import Bank, Joined, bank_for
from heapwise.fitting.components import Components, components_of
from heapwise.fitting.description import described
from heapwise.fitting.leaves import of_instance
from heapwise.fitting.normal import RULES, normal, symbols
from heapwise.fitting.rows import Column, Rows
from heapwise.fitting.sample import Positions, Sample, positions_of, sample_of
from heapwise.fitting.search import search
from heapwise.fitting.term import UNDEFINED
from heapwise.lang import parse_expression
from heapwise.lang.spell import spelled
from heapwise.numbers import UndefinedValue
from heapwise.questions import Answers
from heapwise.questions.statements import evaluate
from heapwise.reference.conventions import NORMAL
from heapwise.rules.game import Game
from heapwise.source import Source

SIDE = 16


def components(name: str) -> Components:
    game = hw.game(name).rules
    assert isinstance(game, Game)
    found = components_of(game)
    assert found is not None
    return found


def evaluated(text: str, **numbers: object) -> object:
    """The value of a term of the language, by the interpreter."""
    names = "|".join(numbers)
    said = re.sub(rf"\b({names})\b", lambda m: f"({numbers[m[0]]})", text)
    return evaluate(said, library(), Answers(NORMAL))


def bank_of(name: str, side: int = 7) -> Bank:
    known = components(name)
    rows = np.array(list(np.ndindex((side,) * known.size)), dtype=np.int64)
    return bank_for(known, Rows(rows), of_instance(known.size), joined_terms=60)


@pytest.mark.parametrize("name", ["wythoff", "nim(3)"])
def test_every_term_reads_and_has_the_values_that_it_says(name: str) -> None:
    bank, random = bank_of(name, 7 if name == "wythoff" else 4), Random(2)
    terms = [bank.terms[i] for i in random.sample(range(len(bank)), 60)]
    terms += [bank.joined.term(i) for i in random.sample(range(len(bank.joined.pairs)), 30)]
    looked = 0
    for term in terms:
        text = spelled(term.node)
        values = term.at(bank.rows)
        for row in random.sample(range(len(bank.rows)), 2):
            heaps = list(map(int, bank.rows.heaps[row]))
            named = {"a": heaps[0], "b": heaps[1]} if name == "wythoff" else {"x": str(heaps)}
            if abs(values[row]) < UNDEFINED:
                assert evaluated(text, **named) == values[row], text
                looked += 1
    assert looked > 100


def planted(text: str) -> Sample:
    def table(side: int) -> np.ndarray:
        value = [[evaluated(text, a=a, b=b) for b in range(side)] for a in range(side)]
        return np.array(value, dtype=np.int32)

    whole = table(2 * SIDE)
    beyond = whole.copy()
    beyond[:SIDE, :SIDE] = -1
    return sample_of(positions_of(whole[:SIDE, :SIDE]), positions_of(beyond))


@pytest.mark.parametrize(
    "text",
    [
        "max(a, b) - min(a, b)", "a mod 3 + 2 * b", "floor(a / 2) (+) b", "popcount(a) + b", "(a + min(a, b)) mod 5",
        "min(b, 2 + floor(a / 2))",
    ],
)  # fmt: skip
def test_planted_formulas_are_found(text: str) -> None:
    known = components("wythoff")
    found = search(known, of_instance(known.size), planted(text), is_p=False)
    assert found.fits
    assert found.fits[0].symbols <= symbols(parse_expression(Source("<planted>", text)))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("(a (+) b) <= 1", lambda a, b: (a ^ b) <= 1),
        ("a + b >= 3", lambda a, b: a + b >= 3),
        ("a mod 6 in {1, 4, 5}", lambda a, b: np.isin(a % 6, (1, 4, 5))),
    ],
)
def test_planted_sets_are_found(text: str, wanted: Callable[[Column, Column], Column]) -> None:
    a, b = np.indices((4 * SIDE, 4 * SIDE))
    whole = wanted(a, b).astype(np.int32)
    beyond = whole.copy()
    beyond[:SIDE, :SIDE] = -1
    sample = sample_of(positions_of(whole[:SIDE, :SIDE]), positions_of(beyond), is_p=True)
    found = search(components("wythoff"), of_instance(2), sample, is_p=True, joined_terms=60)
    assert any(fit.node == parse_expression(Source("<planted>", text)) for fit in found.fits)


@pytest.mark.parametrize("is_p", [True, False])
def test_a_table_of_chance_gives_nothing(is_p: bool) -> None:
    known = components("wythoff")
    table = np.random.default_rng(3).integers(0, 2, (32, 32)).astype(np.int32)
    beyond = table.copy()
    beyond[:16, :16] = -1
    sample = sample_of(positions_of(table[:16, :16]), positions_of(beyond), is_p=True)
    assert not search(known, of_instance(known.size), sample, is_p=is_p, joined_terms=100).fits


@pytest.mark.parametrize(("left", "right"), RULES)
def test_rules_of_rewriting_are_laws(left: str, right: str) -> None:
    random, looked = Random(f"{left}"), 0
    for _ in range(300):
        numbers = {name: random.randrange(9) for name in "abckm"}
        if random.random() < 0.5:
            numbers["b"] = numbers[random.choice("ac")]
        if random.random() < 0.3:
            numbers["a"] = 0
        try:
            value = evaluated(left, **numbers)
        except (HeapwiseError, UndefinedValue):
            continue
        looked += 1
        assert evaluated(right, **numbers) == value, numbers
        if looked >= 25:
            break
    assert looked >= 10


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1 = nimsum(x; k + 1) + 1", "nimsum(x; k + 1) = 0"),
        ("a - b = 0", "a = b"),
        ("2 = 5 - (a (+) b)", "a (+) b = 3"),
        ("0 + (a (+) 0) != b + 0", "a != b"),
        ("nimsum(x) < 1 or a - b < 1", "nimsum(x) = 0 or a - b < 1"),
        ("count(x[i] = 1 for i in 1..3) < 1", "count(x[i] = 1 for i in 1..3) = 0"),
        ("all(x[i] + 0 = 1 for i in 1..3)", "all(x[i] = 1 for i in 1..3)"),
    ],
)
def test_normal_forms(text: str, wanted: str) -> None:
    assert spelled(normal(parse_expression(Source("<one>", text)))) == wanted


# ------------------------------------------------------------------------------- what exceptions have in common


def test_planted_conditions_are_described() -> None:
    a, b = np.indices((32, 32)).reshape(2, -1).astype(np.int64)
    planted = {
        "a mod 2 = 0 and abs(a - b) = 2": (abs(a - b) == 2) & (a % 2 == 0),
        "a = b and a >= 1": (a == b) & (a > 0),
        "max(a, b) <= 3": (a <= 3) & (b <= 3),
        "a = 1 or b = 1": (a == 1) | (b == 1),
        "a > b and (a + b) mod 6 = 5": (a > b) & ((a + b) % 6 == 5),
    }
    for text, wanted in planted.items():
        found = described(Components(("a", "b"), None, 2), (), *(2 * [_positions(a, b, wanted)]))
        assert found is not None
        assert (spelled(found.formula.node), found.is_exact) == (text, True)


def test_what_is_true_of_a_corner_alone_is_not_said() -> None:
    corner, further = (np.indices((side, side)).reshape(2, -1).astype(np.int64) for side in (8, 16))
    near, far = ((a == b) & (a < 8) | (a > 10) & (b == 0) for a, b in (corner, further))
    found = described(Components(("a", "b"), None, 2), (), _positions(*corner, near), _positions(*further, far))
    assert found is None or "a = b" not in spelled(found.formula.node)


def test_noise_has_no_description() -> None:
    a, b = np.indices((32, 32)).reshape(2, -1).astype(np.int64)
    for seed in range(5):
        noise = np.random.default_rng(seed).random(len(a)) < 0.2
        assert described(Components(("a", "b"), None, 2), (), *(2 * [_positions(a, b, noise)])) is None


def _positions(a: Column, b: Column, wanted: Column) -> Positions:
    return Positions(Rows(np.column_stack((a, b))), wanted.astype(np.int64))


def test_no_terms_make_no_pairs() -> None:
    """Where time is short there may be none yet."""
    assert len(Joined(bank_of("wythoff"), 0).pairs) == 0
