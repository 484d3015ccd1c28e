"""`heapwise plot GAME --upto N -o FILE`"""

from __future__ import annotations

from pathlib import Path

import click

from heapwise.app import inputs, shell_words
from heapwise.app.lookup import game_of
from heapwise.app.say import keep
from heapwise.app.watch import Watch
from heapwise.engine.memory import Memory, size_text
from heapwise.pictures import Picture
from heapwise.pictures.picture import checked
from heapwise.questions import read_play
from heapwise.tables import WANTS, compute
from heapwise.tables.estimate import Estimate, check_memory, check_time
from heapwise.tables.pictures import picture_of
from heapwise.tables.pictures.draw import check_axes


@click.command(
    "plot",
    epilog=inputs.epilog(
        "heapwise plot wythoff --upto 255 --want p -o wythoff.svg",
        "heapwise plot 'nim(2)' --upto 15 --claim p_positions -o difference.svg",
    ),
)
@inputs.game_argument
@inputs.upto_option
@click.option("-o", "--output", type=inputs.OutputFile(), required=True, help="The picture: .svg or .png.")
@inputs.force_option
@click.option(
    "--want", type=click.Choice(WANTS), help="What to compute.  [default: grundy in normal play, else outcome]"
)
@click.option(
    "--claim",
    "name",
    metavar="NAME",
    shell_complete=shell_words.claims_of_game,
    help="Where this claim and the truth differ.",
)
@inputs.play_option
@inputs.fix_option
@inputs.files_option
@inputs.limits
def plot_command(
    game: str, upto: str, output: Path, want: str | None, name: str | None, play: str, fix: tuple[str, ...],
    files: tuple[str, ...], seconds: float | None, memory: float,
) -> None:  # fmt: skip
    """A picture of the values of GAME with heaps of at most N.

    One component gives a sequence with its period, two a grid with the first component downwards, three a grid for each
    value of the first one; hold others with --fix. P-positions are black discs.
    """
    checked(output)
    if name is not None and (want is not None or play != "normal"):
        raise click.UsageError("--claim says itself what is asked, and under which play; leave --want and --play away.")
    rules, convention = game_of(game, files), read_play(play)
    what = want or ("grundy" if convention.is_normal else "outcome")
    plan = Estimate(rules, inputs.read_bounds(upto), inputs.read_assignments(fix), convention, what)
    check_axes(plan.box)
    check_memory(plan, memory, size_text)
    if seconds is not None:
        check_time(plan, seconds)
    with Watch(seconds, memory, len(plan.box)) as watch:
        if name is None:
            picture: Picture = picture_of(compute(rules, plan.box, what, convention, watch.tick, Memory(memory)))
        else:
            from heapwise.checks.difference_picture import difference

            picture = difference(rules, name, plan.box, files, watch.tick)
    keep(output, lambda: picture.save(output))
