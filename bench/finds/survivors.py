"""Formulas that survive the judge, whether they can be proved or not, beside a table of four times the judge's side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import heapwise as hw
from finds.automata import GAMES
from finds.base import Case, Part, Row
from heapwise.discovery.facts import Facts
from heapwise.discovery.formula_search import FormulaSearch
from heapwise.discovery.questions import questions_of
from heapwise.discovery.tables import sides
from heapwise.discovery.wishes import Wishes
from heapwise.documents.library import library
from heapwise.engine.memory import Memory
from heapwise.errors import HeapwiseError
from heapwise.fitting.sample import positions_of
from heapwise.lang.spell import spelled
from heapwise.reference.conventions import MISERE, NORMAL, Play
from heapwise.rules.game import Game
from heapwise.tables.estimate import Estimate

_FURTHER = (4, 2)  # times the judge's side
_MOST_CELLS = 1 << 24


def survivors(facts: Facts) -> Iterator[tuple[str, bool]]:
    """Each formula that survived, and whether it is right on the larger table."""
    for question in questions_of(facts.play):
        search = FormulaSearch(facts, library(), Wishes())
        found = search.searched(question)
        side = _side(facts)
        if found is None or not found.result.fits or side is None:
            continue
        try:
            positions = positions_of(question.wanted(facts.values(side, question.want)))
        except HeapwiseError:
            continue
        for fit in found.result.fits:
            yield f"{question.letter}: {spelled(fit.node)}", fit.is_right(positions)


def _side(facts: Facts) -> int | None:
    """How large the table is: four times the judge's side, twice where that is too large."""
    known = sides(facts)
    for times in _FURTHER if known else ():
        assert known is not None
        side = times * known[1]
        if side**facts.size <= _MOST_CELLS and Estimate(facts.game, side - 1, {}, facts.play, "p").is_fast:
            return side
    return None


def run(name: str, play: Play) -> Row:
    """The formulas of one game."""
    rules = hw.game(name).rules
    assert isinstance(rules, Game)
    found = list(survivors(Facts(rules, play, Memory(), lambda: None)))
    return {"formulas": len(found), "wrong": [text for text, is_right in found if not is_right]}


def cases() -> Sequence[Case]:
    """Each game under both plays."""
    return [Case(f"{name} {play.name}", partial(run, name, play)) for name in GAMES for play in (NORMAL, MISERE)]


def page(rows: dict[str, Row]) -> list[str]:
    """The counts."""
    total = sum(row["formulas"] for row in rows.values())
    wrong = [f"* {name}: {text}" for name, row in rows.items() for text in row["wrong"]]
    return [
        "## Formulas that survive the judge", "",
        f"Of {total:,} formulas for the games above that survived the judge, proved or not, {len(wrong)} were wrong on",
        "a table of four times its side (of twice the side where four times is too large).", *wrong,
    ]  # fmt: skip


SURVIVORS = Part("survivors", cases, page)
