"""`heapwise list GAME 'CONDITION' --upto N`"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import click

from heapwise.app import inputs
from heapwise.app.lookup import lookup
from heapwise.app.say import json_result, note, result
from heapwise.app.watch import Watch
from heapwise.errors import error
from heapwise.questions import Answers, read_play
from heapwise.questions.positions import as_list, typed
from heapwise.questions.statements import condition
from heapwise.rules.game import Game
from heapwise.tables.boxes import TableBox, box, numbers_of, position_at
from heapwise.terms.position import Position


@click.command(
    "list",
    epilog=inputs.epilog(
        "heapwise list 'nim(2)' 'P(x)' --upto 7", "heapwise list 'nim(3)' 'G(x) = 1 and x[1] <= x[2] <= x[3]' --upto 4"
    ),
)
@inputs.game_argument
@click.argument("condition_text", metavar="CONDITION")
@inputs.upto_option
@click.option("--differences", is_flag=True, help="Show the differences of neighbouring components, too.")
@inputs.play_option
@inputs.fix_option
@inputs.files_option
@inputs.json_option
@inputs.limits
def list_command(
    game: str, condition_text: str, upto: str, differences: bool, play: str, fix: tuple[str, ...],
    files: tuple[str, ...], as_json: bool, seconds: float | None, memory: float,
) -> None:  # fmt: skip
    """The positions of GAME with components up to N at which CONDITION holds, smaller totals first.

    The condition is written as in claims, with the components and parameters of the rules: G, P, N, W and R ask for
    values, as in 'P(a, b) and a <= b'.
    """
    answers = Answers(read_play(play))
    games, (rules,) = lookup(files, game)
    if not isinstance(rules, Game):
        raise error("E040", None, text=condition_text)
    holds = condition(condition_text, rules, games, answers)
    region = box(rules, inputs.read_bounds(upto), inputs.read_assignments(fix))
    answers.expect(rules, region.highs)
    with Watch(seconds, memory) as watch:
        answers.tick, answers.memory = watch.tick, memory
        legal = list(_legal(rules, region))
        found = [position for position in legal if holds(position[0])]
    if not legal:
        raise error("E316", None, what=f"no position of {rules} is legal there")
    if as_json:
        positions = [as_list(rules, position) for position in found]
        json_result(
            {
                "game": rules.text,
                "play": play,
                "condition": condition_text,
                "looked_at": len(legal),
                "positions": positions,
            }
        )
        return
    if found:
        result("\n".join(_lines(rules, found, differences)))
    note(f"{len(found):,} of {len(legal):,} positions")


def _legal(rules: Game, region: TableBox) -> Iterable[Position]:
    for point in region.by_total():
        position = position_at(rules, point)
        if position is not None:
            yield position


def _lines(rules: Game, found: list[Position], differences: bool) -> Iterable[str]:
    width = max(len(typed(rules, position)) for position in found)
    for position in found:
        text = typed(rules, position)
        yield f"{text.ljust(width)}   {_differences(rules, position)}" if differences else text


def _differences(rules: Game, position: Position) -> str:
    numbers = numbers_of(rules, position) or ()
    return ",".join(str(b - a) for a, b in pairwise(numbers))
