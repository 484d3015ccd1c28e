"""`heapwise table GAME --upto N`"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import click

from heapwise.app import inputs, many
from heapwise.app.lookup import game_of
from heapwise.app.say import deliver, keep
from heapwise.app.watch import Watch
from heapwise.engine.memory import Memory, size_text
from heapwise.errors import error
from heapwise.messages import said
from heapwise.questions import read_play
from heapwise.records import Record
from heapwise.rules.game import Rules
from heapwise.running.sweeping import GameTask
from heapwise.tables import Table, compute
from heapwise.tables.estimate import Estimate, check_memory, check_time
from heapwise.tables.files import as_bfile, as_csv, as_json, write_npy
from heapwise.tables.text import as_latex, as_text

_WRITERS = {"text": as_text, "csv": as_csv, "json": as_json, "latex": as_latex}


@click.command(
    "table",
    epilog=inputs.epilog(
        "heapwise table 'nim(2)' --upto 3 --fix x[2]=2 --format csv",
        "heapwise table 'allbut({k})' --for 'k in 2..4' --upto 12",
    ),
)
@inputs.game_argument
@inputs.upto_option
@many.for_option
@many.want_option
@inputs.play_option
@inputs.fix_option
@click.option(
    "--format", "form", type=click.Choice([*_WRITERS, "npy", "bfile"]), default="text", show_default=True,
    help="How to write it.",
)  # fmt: skip
@click.option(
    "--order",
    type=click.Choice(["antidiagonals", "rows"]),
    default="antidiagonals",
    help="How a b-file reads two components.",
)
@inputs.output_option
@inputs.force_option
@many.jobs_option
@inputs.files_option
@click.option("--json", "as_json_object", is_flag=True, help="The same as --format json.")
@inputs.limits
def table_command(
    game: str, upto: str, chosen: str | None, want: str | None, play: str, fix: tuple[str, ...], form: str, order: str,
    output: Path | None, jobs: int | None, files: tuple[str, ...], as_json_object: bool, seconds: float | None,
    memory: float,
) -> None:  # fmt: skip
    """The values of all positions of GAME with heaps of at most N.

    Axes are the components in the order of the rules, from 0; a component with an upper end in the rules goes up to
    that end. With --format npy a table that is larger than memory is written straight to its file, and the same
    command goes on where an earlier one was stopped. With --for there is a table for each of several games, one below
    the other; in CSV the chosen numbers stand in front.
    """
    form = "json" if as_json_object else form
    if form == "npy" and output is None:
        raise error("E320")
    question = TableQuestion(
        inputs.read_bounds(upto), inputs.read_assignments(fix), want, play, form, order, seconds, memory
    )
    if chosen is not None:
        if form not in _JOINED:
            raise click.UsageError(f"--format {form} writes one table; leave --for away, or choose csv or json.")
        with Watch(seconds, memory) as watch:
            answers = list(many.of_each_game(_text_of, question, game, chosen, files, jobs, watch))
        deliver(_JOINED[form]([(task.known, text) for task, text in answers]), output)
        return
    plan = question.plan(game_of(game, files))
    if form == "npy" and output is not None and _goes_to_disk(plan, output, memory):
        _store(plan, output, seconds, memory)
        return
    question.check(plan)
    with Watch(seconds, memory, len(plan.box)) as watch:
        table = question.table(plan, watch.tick)
    if form == "npy" and output is not None:
        keep(output, lambda: write_npy(table, output))
    else:
        deliver(_written(table, form, order, said), output)


class TableQuestion(Record):
    """What is asked of a game."""

    upto: int | dict[str, int]
    fix: dict[str, int]
    want: str | None
    play: str
    form: str
    order: str
    seconds: float | None
    memory: float

    def plan(self, rules: Rules) -> Estimate:
        """What will be computed for a game."""
        play = read_play(self.play)
        what = self.want or ("grundy" if play.is_normal else "outcome")
        return Estimate(rules, self.upto, self.fix, play, what)

    def check(self, plan: Estimate) -> None:
        """Refuse what would not fit, before it is begun."""
        check_memory(plan, self.memory, size_text)
        if self.seconds is not None:
            check_time(plan, self.seconds)

    def table(self, plan: Estimate, tick: Callable[[], None] = lambda: None) -> Table:
        """The values."""
        return compute(plan.rules, plan.box, plan.want, plan.play, tick, Memory(self.memory))


def _text_of(task: GameTask[TableQuestion]) -> str:
    """The table of one of several games, in English, wherever it is worked on."""
    question = task.question
    plan = question.plan(task.game)
    question.check(plan)
    return _written(question.table(plan), question.form, question.order, str)


def _written(table: Table, form: str, order: str, say: Callable[[str], str]) -> str:
    if form == "bfile":
        return as_bfile(table, order)
    if form != "text":
        return _WRITERS[form](table)
    title, _, rows = as_text(table).partition("\n")
    return f"{say(title)}\n{rows}"


Tables = Sequence[tuple[Mapping[str, int], str]]


def _below(tables: Tables) -> str:
    """One table below the other, their titles in the language of this run."""
    parts = (text.partition("\n") for _, text in tables)
    return "\n\n".join(f"{said(title)}\n{rows.rstrip()}" for title, _, rows in parts)


def _with_numbers(tables: Tables) -> str:
    """One CSV, the chosen numbers before the components; one that has the name of a component is `for n`."""
    columns, *others = (text.splitlines()[0] for _, text in tables)
    if set(others) - {columns}:
        raise click.UsageError("--format csv has one heading, and these games have different components; choose json.")
    names = (f"for {name}" if name in columns.split(",") else name for name in tables[0][0])
    lines = [f"{','.join(names)},{columns}"]
    lines += [f"{','.join(map(str, known.values()))},{row}" for known, text in tables for row in text.splitlines()[1:]]
    return "\n".join(lines) + "\n"


def _objects(tables: Tables) -> str:
    """An object a line, which has the chosen numbers, too."""
    return "\n".join(json.dumps({"for": dict(known)} | json.loads(text)) for known, text in tables)


_JOINED: Mapping[str, Callable[[Tables], str]] = {
    "text": _below,
    "csv": _with_numbers,
    "json": _objects,
    "latex": lambda tables: "\n\n".join(text for _, text in tables),
}


def _goes_to_disk(plan: Estimate, output: Path, memory: float) -> bool:
    """Is the table larger than memory, or has an older run begun it on disk?"""
    from heapwise.tables.stored import is_begun

    return is_begun(plan.job(), output) or (plan.bytes > memory and plan.job().suits)


def _store(plan: Estimate, output: Path, seconds: float | None, memory: float) -> None:
    from heapwise.tables.stored import store

    with Watch(seconds) as watch:  # what is held in memory is asked for before
        keep(output, lambda: store(plan.job(), output, Memory(memory), watch.tick))
