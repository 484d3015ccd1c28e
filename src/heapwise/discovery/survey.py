"""Many instances side by side: the period of each, and a formula in the parameters for what varies."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from heapwise.documents.library import Shelf
from heapwise.engine.sequences import PeriodReport, period_of
from heapwise.errors import error
from heapwise.fitting.bank import bank_for
from heapwise.fitting.components import Components
from heapwise.fitting.leaves import of_instance
from heapwise.fitting.normal import normal, symbols
from heapwise.fitting.rows import Rows
from heapwise.lang.spell import spelled
from heapwise.questions import Answers
from heapwise.questions.statements import evaluate
from heapwise.reference.conventions import NORMAL, Play

_CHOSEN = re.compile(r"([^\W\d]\w*)\s+in\b")
_MOST_INSTANCES = 10_000
_LEAST_FOR_FORMULA = 8
_RIGHT = 0.6  # of the instances, for a formula with exceptions


@dataclass(frozen=True)
class SurveyRow:
    """One instance and its period."""

    game: str
    numbers: tuple[int, ...]
    report: PeriodReport

    def as_data(self, names: Sequence[str]) -> dict[str, Any]:
        """For programs."""
        return {"game": self.game, **dict(zip(names, self.numbers, strict=True)), **self.report.as_data()}


@dataclass(frozen=True)
class Pattern:
    """A formula for what varies, and the instances for which it is wrong."""

    what: str
    formula: str
    right: int
    exceptions: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Survey:
    """The instances of a game expression for some numbers by name."""

    text: str
    names: tuple[str, ...]
    numbers: tuple[tuple[int, ...], ...]

    def rows(self, games: Shelf, play: Play, upto: int, tick: Callable[[], None]) -> Iterator[SurveyRow]:
        """A row for each instance, as it is computed."""
        for chosen in self.numbers:
            text = self.instance(chosen)
            yield SurveyRow(text, chosen, period_of(games.game(text), upto, play, tick=tick))

    def instance(self, chosen: tuple[int, ...]) -> str:
        """The expression with numbers in the place of names."""
        known = dict(zip(self.names, map(str, chosen), strict=True))
        return re.sub(rf"\b({'|'.join(self.names)})\b", lambda m: known[m[0]], self.text)


def survey_of(text: str, chosen: str, games: Shelf) -> Survey:
    """The survey of `subtraction({a, b})` for `a in 1..9, b in a+1..12`; the choice is read as claims read theirs."""
    names = tuple(dict.fromkeys(_CHOSEN.findall(chosen)))
    if not names or not any(re.search(rf"\b{name}\b", text) for name in names):
        raise error("E370", None, text=chosen, game=text)
    listed = evaluate(f"[[{', '.join(names)}] for {chosen}]", games, Answers(NORMAL))
    numbers = tuple(tuple(map(int, row)) for row in listed)
    if not numbers or len(numbers) > _MOST_INSTANCES:
        raise error("E371", None, count=f"{len(numbers):,}", most=f"{_MOST_INSTANCES:,}")
    return Survey(text, names, numbers)


def patterns_of(survey: Survey, rows: Sequence[SurveyRow]) -> Iterator[Pattern]:
    """Formulas in the numbers for the period, the preperiod and the saltus, the simplest with few exceptions."""
    known = [row for row in rows if row.report.period is not None]
    if len(known) < _LEAST_FOR_FORMULA:
        return
    numbers = np.array([row.numbers for row in known], dtype=np.int64)
    for what in ("period", "preperiod", "saltus"):
        wanted = np.array([getattr(row.report, what) or 0 for row in known], dtype=np.int64)
        found = _formula(survey.names, Rows(numbers), wanted)
        if found is not None:
            text, is_right = found
            exceptions = tuple(tuple(map(int, row)) for row in numbers[~is_right])
            yield Pattern(what, text, int(is_right.sum()), exceptions)


def _formula(names: tuple[str, ...], rows: Rows, wanted: np.ndarray[Any, Any]) -> tuple[str, Any] | None:
    """The simplest term that is right most often, if that is often enough."""
    bank = bank_for(Components(names, None, len(names)), rows, of_instance(len(names)), 60)
    columns = np.vstack((bank.table, bank.joined.values(np.arange(len(bank.joined.pairs)))))
    right = (columns == wanted).sum(axis=1)
    best = np.flatnonzero(right == right.max())
    if right.max() < _RIGHT * len(rows):
        return None
    terms = [bank.terms[i] if i < len(bank) else bank.joined.term(int(i) - len(bank)) for i in best[:200]]
    at, term = min(enumerate(terms), key=lambda pair: symbols(normal(pair[1].node)))
    return spelled(normal(term.node)), columns[best[at]] == wanted


__all__ = ["Pattern", "Survey", "SurveyRow", "patterns_of", "survey_of"]
