"""One heap: what comes back in its values, with the theorem that says that it always will."""

from collections.abc import Iterator

from heapwise.discovery.facts import Facts
from heapwise.discovery.finding import Finding, RuledOut
from heapwise.discovery.judge import StatementJudge, Status, parameters_of
from heapwise.documents.document import GameNames
from heapwise.engine.sequences import PeriodReport, period_of, recognise
from heapwise.errors import HeapwiseError
from heapwise.reference.conventions import Play
from heapwise.rules.game import Game

_UPTO = 2_000
_LEAST_CONFIRMED = 0.4  # of preperiod and period, besides two and a half periods, before a period is guessed


def periods(facts: Facts, games: GameNames) -> Iterator[Finding | RuledOut]:
    """The period of a one-heap game: of its values in normal play, of its P-positions under misere play."""
    if recognise(facts.game) is None:
        return
    try:
        report = period_of(facts.game, _UPTO, facts.play, tick=facts.tick)
    except HeapwiseError as refusal:
        yield RuledOut(f"no period was looked for: {refusal.short}", facts.play.name)
        return
    if report.period is None:
        yield RuledOut(f"no period up to {_UPTO:,}", facts.play.name)
    elif report.proved_by is not None or _is_sure(report):
        yield _finding(facts, games, report)


def _is_sure(report: PeriodReport) -> bool:
    known, period = report.preperiod or 0, report.period or 0
    return report.upto >= known + 2.5 * period + _LEAST_CONFIRMED * (known + period) + 4


def _finding(facts: Facts, games: GameNames, report: PeriodReport) -> Finding:
    standing = Status.PROVED if report.proved_by else Status.GUESS
    how = report.proved_by or f"seen up to {report.upto:,}"
    text = shift_text(facts.game, report, facts.play)
    return Finding(
        standing, text, facts.play.name, how, 9, method="period", fitted=report.upto,
        parameters=parameters_of(facts.game), judge=StatementJudge(facts.game.schema, facts.play, games),
    )  # fmt: skip


def shift_text(game: Game, report: PeriodReport, play: Play) -> str:
    """`n >= 11 implies G(n + 12) = G(n) + 4`"""
    (name,) = (variable.name for variable in game.layout.variables)
    if game.layout.variables[0].shape is not None:
        later, now = f"[{name}[1] + {report.period}]", name
        heap = f"{name}[1]"
    else:
        later, now, heap = f"{name} + {report.period}", name, name
    saltus = f" + {report.saltus}" if report.saltus else ""
    if play.is_normal or not play.has_two_sides:
        word = "G" if play.is_normal else "W"  # of more players: who wins
        shift = f"{word}({later}) = {word}({now}){saltus}"
    else:
        shift = f"P({later}) iff P({now})"
    return shift if report.pure or not report.preperiod else f"{heap} >= {report.preperiod} implies {_inner(shift)}"


def _inner(shift: str) -> str:
    return f"({shift})" if " iff " in shift else shift
