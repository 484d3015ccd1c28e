"""Games of chance: what is called proved is compared with values by the definition, and what survives the judge with a
table of four times the judge's side. Tables of random bits give no formula."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random

import heapwise as hw
from finds.base import Case, Part, Row
from finds.survivors import survivors
from heapwise.discovery.automata import losing_set
from heapwise.discovery.facts import Facts
from heapwise.engine.memory import Memory
from heapwise.errors import HeapwiseError
from heapwise.proof.fibonacci.digits import encode
from heapwise.proof.learned import DigitSet
from heapwise.proof.moves import component
from heapwise.reference.conventions import MISERE, NORMAL, Play
from heapwise.rules.game import Game
from trials.naive import Naive
from trials.rules import Rules, random_game

GAMES, EACH = 2_000, 10
_SEARCHED = 50  # every so many of them, for formulas as well
_UPTO = {1: 40, 2: 11, 3: 5, 4: 3}
_STATES = 200


def run(first: int) -> Row:
    """So many games from a seed on."""
    counts: Counter[str] = Counter()
    wrong = list[str]()
    for seed in range(first, first + EACH):
        rules = random_game(Random(seed))
        counts["games"] += 1
        for play in (NORMAL, MISERE):
            try:
                wrong += _of(rules, play, counts, seed)
            except HeapwiseError as refusal:
                counts[f"refused {refusal.diagnostics[0].code}"] += 1
    return {**counts, "wrong": wrong}


def _of(rules: Rules, play: Play, counts: Counter[str], seed: int) -> Iterator[str]:
    document = hw.parse(rules.text).document
    game = document.schemas["random"].bind(rules.layout.arguments)
    assert isinstance(game, Game)
    facts = Facts(game, play, Memory(), lambda: None)
    found = losing_set(facts, _STATES).proved
    if found is not None:
        counts["proved"] += 1
        naive = Naive(lambda x: _sums(rules, x), "seats", (0, 1) if play.is_normal else (1, 0))
        lost = 1 if play.is_normal else 0  # W, of the player who moved before
        for state in rules.states(_UPTO.get(len(rules.layout.places), 2)):
            counts["positions"] += 1
            if _has(found, state) != (naive.of(state) == lost):
                yield f"seed {seed}, {play.name}: {state}"
    if seed % _SEARCHED == 0:
        for text, is_right in survivors(facts):
            counts["formulas"] += 1
            if not is_right:
                yield f"seed {seed}, {play.name}: {text}"


def _has(found: DigitSet, state: tuple[int, ...]) -> bool:
    """Does the automaton accept a position?"""
    numbers = map(encode, state) if found.is_fibonacci else state
    return found.automaton.accepts({component(i): number for i, number in enumerate(numbers)})


def _sums(rules: Rules, state: tuple[int, ...]) -> set[tuple[tuple[int, ...], ...]]:
    return {tuple(sorted(option)) for option in rules.options(state)}


def cases() -> Sequence[Case]:
    """Seeds, some at a time."""
    return [Case(f"seeds {first}..{first + EACH - 1}", partial(run, first)) for first in range(0, GAMES, EACH)]


def page(rows: dict[str, Row]) -> list[str]:
    """The counts."""
    total = Counter[str]()
    for row in rows.values():
        total.update({name: n for name, n in row.items() if isinstance(n, int)})
    wrong = [text for row in rows.values() for text in row["wrong"]]
    return [
        "## Games of chance", "",
        f"{total['games']:,} random games, normal and misere play: {total['proved']:,} sets were proved as automata",
        f"and compared with values by the definition at {total['positions']:,} positions;",
        f"{total['formulas']:,} formulas that survived the judge were compared with a table of four times its side.",
        f"Contradictions: {len(wrong)}.", *(f"* {text}" for text in wrong),
    ]  # fmt: skip


CHANCE = Part("chance", cases, page)
