"""What expressions ask of a sequence, `period(kayles)` and its like: only what is a theorem is an answer."""

from typing import Any

from heapwise.engine.sequences.periods import PeriodReport, is_inner_period, period_of
from heapwise.engine.slices import Tick
from heapwise.reference.conventions import Play
from heapwise.rules.game import Rules

_STEPS = (1_000, 10_000)  # so many values are looked at for a period


class Unproved(Exception):
    """No theorem gives the period of a sequence."""


class ProvedPeriods:
    """The periods of sequences, each looked for once."""

    def __init__(self) -> None:
        self._known: dict[tuple[Rules, Play], PeriodReport] = {}

    def answer(self, word: str, game: Rules, argument: Any, play: Play, tick: Tick | None = None) -> Any:
        """`period`, `preperiod`, `saltus`, `pure`, or `inner_period` with its number; raises `Unproved`."""
        report = self._report(game, play, tick)
        found = is_inner_period(report, argument) if word == "inner_period" else getattr(report, word)
        if report.proved_by is None or found is None:
            raise Unproved(f"no period of {game.text} is proved by the values up to {report.upto:,}")
        return found

    def _report(self, game: Rules, play: Play, tick: Tick | None) -> PeriodReport:
        key = game, play
        if key not in self._known:
            for upto in _STEPS:
                self._known[key] = period_of(game, upto, play, tick=tick)
                if self._known[key].proved_by is not None:
                    break
        return self._known[key]
