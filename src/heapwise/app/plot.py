"""`heapwise plot GAME --upto N -o FILE`"""

from pathlib import Path

import click

from heapwise.app import inputs, many, shell_words
from heapwise.app.lookup import game_of
from heapwise.app.say import keep
from heapwise.app.table import TableQuestion
from heapwise.app.watch import Watch
from heapwise.pictures import Picture
from heapwise.pictures.picture import checked
from heapwise.running.sweeping import GameTask
from heapwise.tables import Table
from heapwise.tables.pictures import picture_of
from heapwise.tables.pictures.draw import check_axes, multiples


@click.command(
    "plot",
    epilog=inputs.epilog(
        "heapwise plot wythoff --upto 255 --want p -o wythoff.svg",
        "heapwise plot 'nimhoff(2, k)' --for 'k in 1..6' --upto 31 --want p -o nimhoff.svg",
        "heapwise plot 'nim(2)' --upto 15 --claim p_positions -o difference.svg",
    ),
)
@inputs.game_argument
@inputs.upto_option
@many.for_option
@click.option("-o", "--output", type=inputs.OutputFile(), required=True, help="The picture: .svg or .png.")
@inputs.force_option
@many.want_option
@click.option(
    "--claim", "name", metavar="NAME", shell_complete=shell_words.claims_of_game,
    help="Where this claim and the truth differ.",
)  # fmt: skip
@inputs.play_option
@inputs.fix_option
@many.jobs_option
@inputs.files_option
@inputs.limits
def plot_command(
    game: str, upto: str, output: Path, chosen: str | None, want: str | None, name: str | None, play: str,
    fix: tuple[str, ...], jobs: int | None, files: tuple[str, ...], seconds: float | None, memory: float,
) -> None:  # fmt: skip
    """A picture of the values of GAME with heaps of at most N.

    One component gives a sequence with its period, two a grid with the first component downwards, three a grid for each
    value of the first one; hold others with --fix. P-positions are black discs. With --for there is a small grid for
    each of several games.
    """
    checked(output)
    if name is not None and (want is not None or play != "normal" or chosen is not None):
        raise click.UsageError(
            "--claim says itself what is asked, and under which play, of one game; leave --want, --play and --for away."
        )
    question = TableQuestion(
        inputs.read_bounds(upto), inputs.read_assignments(fix), want, play, "", "", seconds, memory
    )
    if chosen is not None:
        with Watch(seconds, memory) as watch:
            answers = list(many.of_each_game(_table_of, question, game, chosen, files, jobs, watch))
        labels = (", ".join(f"{name} = {value}" for name, value in task.known.items()) for task, _ in answers)
        several = multiples([(label, table) for label, (_, table) in zip(labels, answers, strict=True)], game)
        keep(output, lambda: several.save(output))
        return
    plan = question.plan(game_of(game, files))
    check_axes(plan.box)
    question.check(plan)
    with Watch(seconds, memory, len(plan.box)) as watch:
        if name is None:
            picture: Picture = picture_of(question.table(plan, watch.tick))
        else:
            from heapwise.checks.difference_picture import difference

            picture = difference(plan.rules, name, plan.box, files, watch.tick)
    keep(output, lambda: picture.save(output))


def _table_of(task: GameTask[TableQuestion]) -> Table:
    """The table of one of several games, wherever it is worked on."""
    plan = task.question.plan(task.game)
    task.question.check(plan)
    return task.question.table(plan)
