"""`heapwise survey GAME --for CHOICE`"""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path

import click

from heapwise.app import inputs
from heapwise.app.say import deliver, json_result, result
from heapwise.app.watch import Watch
from heapwise.discovery.survey import Pattern, Survey, SurveyRow, patterns_of, survey_of
from heapwise.messages import said_by_line
from heapwise.questions import read_play
from heapwise.questions.named_files import shelf_here

_MOST_EXCEPTIONS = 12


@click.command(
    "survey",
    epilog=inputs.epilog(
        "heapwise survey 'subtraction({a, b})' --for 'a in 1..4, b in a+1..6'",
        "heapwise survey 'allbut({k})' --for 'k in 1..9' --format csv",
    ),
)
@inputs.game_argument
@click.option("--for", "chosen", required=True, metavar="CHOICE", help="Which, as in 'a in 1..9, b in a+1..12'.")
@click.option("--upto", type=click.IntRange(1, 10**6), default=1_000, show_default=True, help="Largest heap.")
@inputs.play_option
@click.option("--format", "form", type=click.Choice(["text", "csv", "json", "latex"]), default="text")
@inputs.output_option
@inputs.force_option
@inputs.files_option
@inputs.json_option
@inputs.limits
def survey_command(
    game: str, chosen: str, upto: int, play: str, form: str, output: Path | None, files: tuple[str, ...],
    as_json: bool, seconds: float | None, memory: float,
) -> None:  # fmt: skip
    """The periods of many one-heap games: GAME with numbers in the place of the names in CHOICE.

    A line for each, whether its period is proved, and a formula in the names for what varies, with its exceptions. What
    a formula says of the other games of its kind is a guess.
    """
    games, convention = shelf_here(files), read_play(play)
    known = survey_of(game, chosen, games)
    rows: list[SurveyRow] = []
    with Watch(seconds, memory) as watch:
        for row in known.rows(games, convention, upto, watch.tick):
            rows.append(row)
            if as_json or form == "json":
                json_result({"schema": 1, "kind": "instance", **row.as_data(known.names)})
        patterns = list(patterns_of(known, rows))
    if as_json or form == "json":
        for one in patterns:
            json_result({"schema": 1, "kind": "pattern", "what": one.what, "formula": one.formula, "right": one.right,
                         "exceptions": [list(e) for e in one.exceptions]})  # fmt: skip
    elif form == "text":
        result(said_by_line("\n".join((*_lines(rows), *_summary(known, rows, patterns))), "period"))
    else:
        deliver(_csv(known, rows) if form == "csv" else _latex(known, rows), output)


def _lines(rows: list[SurveyRow]) -> list[str]:
    width = max(len(row.game) for row in rows)
    return [f"{row.game:{width}}   {row.report}" for row in rows]


def _summary(known: Survey, rows: list[SurveyRow], patterns: list[Pattern]) -> list[str]:
    standing = Counter("none" if r.report.period is None else "proved" if r.report.proved_by else "seen" for r in rows)
    lines = ["", ", ".join(f"{count} {_WORDS[word]}" for word, count in sorted(standing.items()))]
    for one in patterns:
        lines.append(f"{one.what} = {one.formula} for {one.right} of {len(rows)}")
        if one.exceptions:
            shown = "  ".join(known.instance(numbers) for numbers in one.exceptions[:_MOST_EXCEPTIONS])
            more = len(one.exceptions) - _MOST_EXCEPTIONS
            lines.append(f"  not for {shown}" + (f"  and {more} more" if more > 0 else ""))
    return lines


_WORDS = {"none": "without a period", "proved": "with a period that is proved", "seen": "with a period that was seen"}
_COLUMNS = ("preperiod", "period", "saltus")


def _csv(known: Survey, rows: list[SurveyRow]) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*known.names, *_COLUMNS, "proved_by"])
    for row in rows:
        writer.writerow([*row.numbers, *_cells(row), row.report.proved_by or ""])
    return stream.getvalue()


def _latex(known: Survey, rows: list[SurveyRow]) -> str:
    heads = " & ".join(f"${name}$" for name in (*known.names, *_COLUMNS))
    lines = [" & ".join(map(str, (*row.numbers, *_cells(row)))) + r" \\" for row in rows]
    begin = rf"\begin{{tabular}}{{{'r' * (len(known.names) + len(_COLUMNS))}}}"
    return "\n".join((begin, heads + r" \\ \hline", *lines, r"\end{tabular}"))


def _cells(row: SurveyRow) -> list[str]:
    return ["" if getattr(row.report, name) is None else str(getattr(row.report, name)) for name in _COLUMNS]
