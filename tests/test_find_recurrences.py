"""Games that some finders are for: values that come back in themselves, automata in bases that the rules speak of,
quotients of heaps, and conditions one or the other of which holds."""

from __future__ import annotations

from math import isqrt

import numpy as np
import pytest

import heapwise as hw
from heapwise.discovery import find
from heapwise.discovery.automata import value_graph
from heapwise.discovery.facts import Facts
from heapwise.documents.library import library
from heapwise.engine.memory import Memory
from heapwise.fitting.bank import bank_for
from heapwise.fitting.components import Components
from heapwise.fitting.covers import clauses
from heapwise.fitting.leaves import of_instance
from heapwise.fitting.rows import Column, Rows
from heapwise.fitting.sample import Positions, Sample
from heapwise.fitting.self_similar import self_similar
from heapwise.fitting.term import SLOPES, number
from heapwise.lang.spell import spelled
from heapwise.questions import Answers
from heapwise.questions.statements import evaluate
from heapwise.reference.conventions import NORMAL
from heapwise.rules.game import Game

THIRDS = """
game thirds
    heaps n
    move n -> n - t   for t in 1..floor(n / 3)
"""


def values(options: dict[int, set[int]]) -> list[int]:
    """Grundy values by the definition."""
    found: list[int] = []
    for n in sorted(options):
        reached = {found[m] for m in options[n]}
        found.append(next(v for v in range(n + 2) if v not in reached))
    return found


def again(first: tuple[int, ...], sequence: Column) -> list[int]:
    """A sequence from what is said of it alone."""
    said = self_similar(sequence)
    assert said is not None
    assert said.first == first
    found = list(said.first)
    for n in range(len(found), len(sequence)):
        one = next(one for one in said.classes if (n - one.at.first) % one.at.slope == 0 and n >= one.at.first)
        k = (n - one.at.first) // one.at.slope
        earlier = 0 if one.earlier is None else found[one.earlier.slope * k + one.earlier.first]
        found.append(earlier + one.added.slope * k + one.added.first)
    return found


@pytest.mark.parametrize(
    ("part", "first"),
    [(lambda n: n // 2, ()), (lambda n: (n + 1) // 2, (0,)), (lambda n: n // 3, ()), (lambda n: 2 * n // 3, ())],
)
def test_what_is_said_gives_all_values(part: object, first: tuple[int, ...]) -> None:
    assert callable(part)
    known = values({n: set(range(n - part(n), n)) for n in range(400)})
    assert again(first, np.array(known)) == known


def test_a_sequence_without_a_rule_has_none() -> None:
    assert self_similar(np.random.default_rng(5).integers(0, 4, 400)) is None
    assert self_similar(np.arange(400) // 3) is None  # lines, which formulas say
    late = np.array(values({n: set(range(n - n // 2, n)) for n in range(400)}))
    late[399] += 1
    assert self_similar(late) is None


def test_a_recurrence_is_found_and_holds() -> None:
    rules = hw.parse(THIRDS)
    (found,) = [
        one
        for one in find(rules["thirds"](), want="G", play="normal", library=False, terms=300)
        if one.method == "recurrences"
    ]
    assert found.claim == "G(3 * n) = n and G(3 * n + 1) = G(2 * n) and G(3 * n + 2) = G(2 * n + 1)"
    assert found.standing == "guess"
    verdict = found.check(upto=40)
    assert verdict is not None
    assert verdict.word == "holds"


@pytest.mark.parametrize(("rule", "base"), [("floor(n / 3)", 3), ("floor(n / 2)", 2)])
def test_values_are_read_in_the_base_of_the_rules(rule: str, base: int) -> None:
    rules = hw.parse(f"game some_5\n heaps n\n move n -> {rule} where n >= 1\n move n -> n - 1 where n >= 1").document
    game = rules.schemas["some_5"].bind(())
    assert isinstance(game, Game)
    found = value_graph(Facts(game, NORMAL, Memory(), lambda: None))
    assert found is not None
    assert found.automaton.shape.numeration.base == base
    known = values({n: {n // base, n - 1} if n else set() for n in range(2_000)})
    for n, value in enumerate(known):
        assert [g for g in range(4) if found.automaton.accepts({"x0": n, "g": g})] == [value]


EUCLID = """
game euclid
    heaps a, b
    move a -> a - b * t   for t in 1..a where b >= 1 and a >= b * t
    move b -> b - a * t   for t in 1..b where a >= 1 and b >= a * t
"""


def test_euclids_game_has_its_golden_ratio() -> None:
    found = find(hw.parse(EUCLID)["euclid"](), want="P", play="normal", library=False, terms=1_000)
    claim = "P(a, b) iff min(a, b) = 0 or (a != b and max(a, b) <= floor(min(a, b) * (1 + sqrt(5)) / 2))"
    assert claim in [one.claim for one in found]


def test_clauses_hold_wherever_they_should_and_one_is_the_planted_one() -> None:
    rows = np.argwhere(np.ones((12, 12)))
    planted = (rows[:, 0] % 2 == 1) | (rows[:, 1] % 3 == 0)
    positions = Positions(Rows(rows), planted.astype(np.int64))
    bank = bank_for(Components(("a", "b"), None, 2), positions.rows, of_instance(2), 10)
    found = list(clauses(bank, Sample(positions, positions)))
    assert found
    for one in found:
        holds = one.formula(is_opposite=False).at(positions.rows)
        assert holds[planted].all()
        assert (holds[~planted] == one.also).all()
        assert (holds != one.formula(is_opposite=True).at(positions.rows)).all()
    assert any(not one.also.any() for one in found)


def test_slopes_are_integer_parts() -> None:
    numbers = np.arange(3_000)
    for slope in SLOPES:
        exact = [(slope.rational * n + isqrt(slope.radicand * n * n)) // slope.divisor for n in range(3_000)]
        assert slope.of(numbers).tolist() == exact
        text = spelled(slope.part(number(7)).node)
        assert evaluate(text, library(), Answers(NORMAL)) == exact[7]
