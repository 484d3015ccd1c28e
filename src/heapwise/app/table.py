"""`heapwise table GAME --upto N`"""

from __future__ import annotations

from pathlib import Path

import click

from heapwise.app import inputs
from heapwise.app.lookup import game_of
from heapwise.app.say import deliver, keep
from heapwise.app.watch import Watch
from heapwise.engine.memory import Memory, size_text
from heapwise.errors import error
from heapwise.messages import said
from heapwise.questions import read_play
from heapwise.tables import WANTS, Table, compute
from heapwise.tables.estimate import Estimate, check_memory, check_time
from heapwise.tables.files import as_bfile, as_csv, as_json, write_npy
from heapwise.tables.text import as_latex, as_text

_WRITERS = {"text": as_text, "csv": as_csv, "json": as_json, "latex": as_latex}


@click.command(
    "table",
    epilog=inputs.epilog(
        "heapwise table 'nim(2)' --upto 7", "heapwise table 'nim(2)' --upto 3 --fix x[2]=2 --format csv"
    ),
)
@inputs.game_argument
@inputs.upto_option
@click.option(
    "--want", type=click.Choice(WANTS), help="What to compute.  [default: grundy in normal play, else outcome]"
)
@inputs.play_option
@inputs.fix_option
@click.option(
    "--format",
    "form",
    type=click.Choice([*_WRITERS, "npy", "bfile"]),
    default="text",
    show_default=True,
    help="How to write it.",
)
@click.option(
    "--order",
    type=click.Choice(["antidiagonals", "rows"]),
    default="antidiagonals",
    help="How a b-file reads two components.",
)
@inputs.output_option
@inputs.force_option
@inputs.files_option
@click.option("--json", "as_json_object", is_flag=True, help="The same as --format json.")
@inputs.limits
def table_command(
    game: str, upto: str, want: str | None, play: str, fix: tuple[str, ...], form: str, order: str, output: Path | None,
    files: tuple[str, ...], as_json_object: bool, seconds: float | None, memory: float,
) -> None:  # fmt: skip
    """The values of all positions of GAME with heaps of at most N.

    Axes are the components in the order of the rules, from 0; a component with an upper end in the rules goes up to
    that end. With --format npy a table that is larger than memory is written straight to its file, and the same
    command goes on where an earlier one was stopped.
    """
    rules, convention = game_of(game, files), read_play(play)
    form = "json" if as_json_object else form
    if form == "npy" and output is None:
        raise error("E320")
    what = want or ("grundy" if convention.is_normal else "outcome")
    plan = Estimate(rules, inputs.read_bounds(upto), inputs.read_assignments(fix), convention, what)
    if form == "npy" and output is not None and _goes_to_disk(plan, output, memory):
        _store(plan, output, seconds, memory)
        return
    check_memory(plan, memory, size_text)
    if seconds is not None:
        check_time(plan, seconds)
    with Watch(seconds, memory, len(plan.box)) as watch:
        table = compute(rules, plan.box, what, convention, watch.tick, Memory(memory))
    _write(table, form, order, output)


def _goes_to_disk(plan: Estimate, output: Path, memory: float) -> bool:
    """Is the table larger than memory, or has an older run begun it on disk?"""
    from heapwise.tables.stored import is_begun

    return is_begun(plan.job(), output) or (plan.bytes > memory and plan.job().suits)


def _store(plan: Estimate, output: Path, seconds: float | None, memory: float) -> None:
    from heapwise.tables.stored import store

    with Watch(seconds) as watch:  # what is held in memory is asked for before
        keep(output, lambda: store(plan.job(), output, Memory(memory), watch.tick))


def _write(table: Table, form: str, order: str, output: Path | None) -> None:
    if form == "npy":
        assert output is not None
        keep(output, lambda: write_npy(table, output))
    elif form == "bfile":
        deliver(as_bfile(table, order), output)
    elif form == "text":
        title, _, rows = as_text(table).partition("\n")
        deliver(f"{said(title)}\n{rows}", output)
    else:
        deliver(_WRITERS[form](table), output)
