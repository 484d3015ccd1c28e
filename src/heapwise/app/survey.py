"""`heapwise survey GAME --for CHOICE`"""

import csv
import io
from collections import Counter
from pathlib import Path

import click

from heapwise.app import inputs
from heapwise.app.lookup import tell
from heapwise.app.say import deliver, json_line, note, result
from heapwise.app.watch import Watch
from heapwise.clean import one_line
from heapwise.discovery.survey import WANTS, Survey, SurveyQuestion, SurveyRow
from heapwise.discovery.survey_patterns import Pattern, patterns_of
from heapwise.documents.search import shelf_here
from heapwise.messages import said, words
from heapwise.questions import read_play
from heapwise.questions.sweep import GameSweep, sweep_of
from heapwise.rules.used import games_in
from heapwise.typeset.latex import plain
from heapwise.workers import Hiring

_MOST_EXCEPTIONS = 12
_COUNT = click.IntRange(1, 10**9)


@click.command(
    "survey",
    epilog=inputs.epilog(
        "heapwise survey 'subtraction({a, b})' --for 'a in 1..4, b in a+1..6'",
        "heapwise survey 'allbut({k})' --for 'k in 1..9' --format csv",
        "heapwise survey 'moore(2, k)' --for 'k in 1..2' --want P --terms 3000",
    ),
)
@inputs.game_argument
@click.option("--for", "chosen", required=True, metavar="CHOICE", help="Which, as in 'a in 1..9, b in a+1..12'.")
@click.option("--want", type=click.Choice(WANTS), default="period", show_default=True, help="What of each game.")
@click.option("--upto", type=click.IntRange(1, 10**6), default=1_000, show_default=True, help="Largest heap.")
@inputs.play_option
@click.option("--terms", type=_COUNT, metavar="N", help="Offer about N terms to each search.")
@click.option("--states", type=_COUNT, default=1_000, show_default=True, metavar="N", help="Largest automaton.")
@click.option("--format", "form", type=click.Choice(["text", "csv", "json", "latex"]), default="text")
@inputs.output_option
@inputs.force_option
@inputs.hiring_options
@inputs.resume_option
@inputs.files_option
@inputs.json_option
@inputs.limits
def survey_command(
    game: str, chosen: str, want: str, upto: int, play: str, terms: int | None, states: int, form: str,
    output: Path | None, hiring: Hiring, resume: bool, files: tuple[str, ...], as_json: bool, seconds: float | None,
    memory: float,
) -> None:  # fmt: skip
    """Many games side by side: GAME with numbers in the place of the names in CHOICE.

    A line for each: its period, and whether it is proved, or with --want P, G or misere the first thing that `find`
    says of it. Below stands a formula in the names for what varies, with its exceptions; what it says of the other
    games of its kind is a guess. Each game is the work of one process, or of a worker of a cluster, and is kept as it
    comes.
    """
    read_play(play)  # a mistake is said once
    games = shelf_here(files)
    sweep = sweep_of(game, chosen, games)
    tell(games, games_in(games.game(sweep.texts[0])))
    survey = Survey(sweep, games, SurveyQuestion(want, upto, play, terms, states, memory), resume)
    is_data, is_table, rows, lines = as_json or form == "json", form in ("csv", "latex"), list[SurveyRow](), list[str]()
    say = result if output is None else lines.append
    width = max(map(len, sweep.texts))
    with Watch(seconds, memory, len(sweep.numbers)) as watch, hiring.crew() as crew:
        for row in survey.rows(crew):
            watch.tick()
            rows.append(row)
            if is_data:
                say(json_line(_data(sweep, row)))
            elif not is_table:
                say(f"{row.game:{width}}   {said(one_line(str(row)), section='findings')}")
        patterns = list(patterns_of(sweep.names, rows))
    if is_data:
        for one in patterns:
            say(json_line({"schema": 1} | one.as_data()))
    elif not is_table:
        say("\n".join(_summary(sweep, rows, patterns)))
    else:
        deliver(_csv(sweep, rows) if form == "csv" else _latex(sweep, rows), output)
    if lines:
        deliver("\n".join(lines), output)
    survey.forget()
    if survey.is_cut:
        note(words("survey", "lost"))


def _data(sweep: GameSweep, row: SurveyRow) -> dict[str, object]:
    numbers = dict(zip(sweep.names, row.numbers, strict=True))
    return {"schema": 1, "kind": "instance", "game": row.game, **numbers, **row.data}


def _summary(sweep: GameSweep, rows: list[SurveyRow], patterns: list[Pattern]) -> list[str]:
    counts = sorted(Counter(row.standing for row in rows).items())
    kind = "period" if any("period" in row.data for row in rows) else "finding"
    lines = ["", ", ".join(words("survey", f"{word}_{kind}", count=count) for word, count in counts)]
    for one in patterns:
        what = one.formula if one.what == "finding" else f"{words('survey', one.what)} = {one.formula}"
        key = "said" if one.what == "finding" else "pattern"
        lines.append(words("survey", key, what=what, right=one.right, count=len(rows)))
        if one.exceptions:
            shown = "  ".join(sweep.text_of(numbers) for numbers in one.exceptions[:_MOST_EXCEPTIONS])
            more = len(one.exceptions) - _MOST_EXCEPTIONS
            said = "otherwise" if one.what == "finding" else "not_for"
            lines.append("  " + words("survey", said, games=shown))
            lines += ["  " + words("survey", "and_more", count=more)] if more > 0 else []
    return lines


_FIGURES = ("preperiod", "period", "saltus", "proved_by")
_FINDING = ("standing", "claim")
_IN_LATEX = ("preperiod", "period", "saltus", "standing")


def _columns(rows: list[SurveyRow]) -> tuple[str, ...]:
    return _FINDING if any("finding" in row.data for row in rows) else _FIGURES


def _cells(row: SurveyRow, columns: tuple[str, ...]) -> list[str]:
    """The cells of a row behind its numbers; empty where there is nothing."""
    known = row.data | {"standing": row.standing, "claim": row.claim}
    return ["" if (value := known.get(name)) is None else str(value) for name in columns]


def _csv(sweep: GameSweep, rows: list[SurveyRow]) -> str:
    stream, columns = io.StringIO(), _columns(rows)
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*sweep.names, *columns])
    writer.writerows([*row.numbers, *_cells(row, columns)] for row in rows)
    return stream.getvalue()


def _latex(sweep: GameSweep, rows: list[SurveyRow]) -> str:
    columns = _FINDING if _columns(rows) == _FINDING else _IN_LATEX
    heads = " & ".join((*("${}$".format(name.replace("_", r"\_")) for name in sweep.names), *columns))
    kinds = "r" * len(sweep.names) + ("ll" if columns == _FINDING else "rrrl")
    lines = [" & ".join([*map(str, row.numbers), *map(_in_latex, _cells(row, columns))]) + r" \\" for row in rows]
    return "\n".join((rf"\begin{{tabular}}{{{kinds}}}", heads + r" \\ \hline", *lines, r"\end{tabular}"))


def _in_latex(cell: str) -> str:
    return cell if cell.isalnum() or not cell else rf"\texttt{{{plain(cell)}}}"
