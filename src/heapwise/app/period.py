"""`heapwise period GAME --upto N`"""

from pathlib import Path

import click

from heapwise.app import inputs
from heapwise.app.lookup import game_of
from heapwise.app.say import json_result, result
from heapwise.app.watch import Watch
from heapwise.arrays import np
from heapwise.engine.memory import Memory
from heapwise.engine.sequences import PeriodReport, code_of, period_along, period_of, recognise
from heapwise.errors import error
from heapwise.messages import said_by_line
from heapwise.questions import read_play
from heapwise.reference.conventions import Play
from heapwise.rules.game import Game, Rules
from heapwise.tables import compute
from heapwise.tables.estimate import Estimate


@click.command(
    "period",
    epilog=inputs.epilog("heapwise period 'octal(0.77)' --upto 1000", "heapwise period wythoff --upto 100 --fix a=2"),
)
@inputs.game_argument
@click.option("--upto", type=click.IntRange(0, 10**9), required=True, metavar="N", help="Largest heap to look at.")
@inputs.play_option
@click.option("--outcomes", is_flag=True, help="Of the outcomes, in normal play too.")
@click.option(
    "--keep",
    type=inputs.OutputFile(),
    metavar="FILE",
    help="Keep the values in FILE, and go on from those that are there.",
)
@inputs.fix_option
@inputs.files_option
@inputs.json_option
@inputs.limits
def period_command(
    game: str, upto: int, play: str, outcomes: bool, keep: Path | None, fix: tuple[str, ...], files: tuple[str, ...],
    as_json: bool, seconds: float | None, memory: float,
) -> None:  # fmt: skip
    """The period of the one-heap game GAME: of its Grundy values in normal play, of its outcomes otherwise.

    Of a game with more components, the period along a line: hold all but one with --fix. Nothing proves such a period.

    A period is called proved only where a theorem says that it never ends, and the theorem is named. "No period found
    up to N" says nothing about larger heaps.
    """
    rules, convention = game_of(game, files), read_play(play)
    with Watch(seconds, memory) as watch:
        if fix:
            report = _along(rules, upto, fix, convention, outcomes, keep, watch, memory)
        else:
            report = period_of(
                rules, upto, convention, of_outcomes=outcomes, memory=int(memory), tick=watch.tick, keep=keep
            )
    if as_json:
        json_result(report.as_data())
    else:
        result(said_by_line(_text(rules, report, outcomes or not convention.is_normal), "period"))


def _along(
    rules: Rules, upto: int, fix: tuple[str, ...], play: Play, of_outcomes: bool, keep: Path | None, watch: Watch,
    memory: float,
) -> PeriodReport:  # fmt: skip
    """The period of the one component that is not held."""
    want = "grundy" if play.is_normal and not of_outcomes else "p" if play.players == 2 else "outcome"
    plan = Estimate(rules, upto, inputs.read_assignments(fix), play, want)
    if len(plan.box.free) != 1 or keep is not None:
        raise error("E377", None, help="keep" if keep is not None else "help", found=len(plan.box.free))
    values = compute(rules, plan.box, want, play, watch.tick, Memory(memory)).values
    known = np.flatnonzero(values >= 0)  # what is no position has no value: the line may end, or begin anew
    values = values[: int(known[-1]) + 1] if len(known) else values[:0]
    holes = np.flatnonzero(values < 0)
    return period_along(values, int(holes[-1]) + 1 if len(holes) else 0)


def _text(rules: Rules, report: PeriodReport, of_outcomes: bool) -> str:
    rule = recognise(rules) if isinstance(rules, Game) else None
    code = None if rule is None else code_of(rule)
    known = f"   (code {code})" if code is not None and code not in rules.text else ""
    what = "outcomes" if of_outcomes else "Grundy values"
    kept = [] if report.sha256 is None else [f"{len(report.values)} values are kept, with sha256 {report.sha256}"]
    return "\n".join((f"{rules.text}, {what}{known}", *_findings(report), *kept))


def _findings(report: PeriodReport) -> list[str]:
    if report.period is None:
        return [f"no period found up to {report.upto}"]
    lines = [f"preperiod {report.preperiod}{' (pure)' if report.pure else ''}", f"period    {report.period}"]
    if report.saltus:
        lines.append(f"saltus    {report.saltus}")
    if report.proved_by is not None:
        return [*lines, f"proved by {report.proved_by}"]
    more = f"; {report.needed} values would decide it" if report.needed is not None else ""
    return [*lines, f"seen up to {report.upto}, not proved{more}"]
