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
from heapwise.questions.statements import PositionCondition, condition
from heapwise.rules.game import Game
from heapwise.tables.boxes import TableBox, box, numbers_of, position_at
from heapwise.terms.position import Component, Position

_MANY = 20_000  # positions, from which on it is worth to load the engine


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
    with Watch(seconds, memory) as watch:
        answers.tick, answers.memory = watch.tick, memory
        looked_at, found = _by_columns(holds, region, answers) or _one_by_one(holds, region)
    if not looked_at:
        raise error("E316", None, what=f"no position of {rules} is legal there")
    if as_json:
        positions = [as_list(rules, position) for position in found]
        json_result(
            {
                "game": rules.text,
                "play": play,
                "condition": condition_text,
                "looked_at": looked_at,
                "positions": positions,
            }
        )
        return
    if found:
        result("\n".join(_lines(rules, found, differences)))
    note(f"{len(found):,} of {looked_at:,} positions")


def _by_columns(holds: PositionCondition, region: TableBox, answers: Answers) -> tuple[int, list[Position]] | None:
    """How many legal positions there are, and those that are meant: by tables where these are many and numbers."""
    game = holds.game
    if len(region) < _MANY or game.layout.has_positions:
        return None
    from heapwise.checks.matching import Matching
    from heapwise.claims.position_values import Values
    from heapwise.claims.region import Region

    lows = tuple(max(low, region.fixed.get(i, low)) for i, low in enumerate(game.layout.lows))
    ends = (high if end is None else min(high, end) for high, end in zip(region.highs, game.layout.highs, strict=True))
    matching = Matching(holds, Values(answers.room, answers.tick), answers.play)
    found = matching.states(Region(game, lows, tuple(ends), (), {}))
    return matching.looked_at, [Position((Component(game, state),)) for state in found]


def _one_by_one(holds: PositionCondition, region: TableBox) -> tuple[int, list[Position]]:
    """The same, by asking at every position."""
    points = (position_at(holds.game, point) for point in region.by_total())
    legal = [position for position in points if position is not None]
    return len(legal), [position for position in legal if holds(position[0].state)]


def _lines(rules: Game, found: list[Position], differences: bool) -> Iterable[str]:
    width = max(len(typed(rules, position)) for position in found)
    for position in found:
        text = typed(rules, position)
        yield f"{text.ljust(width)}   {_differences(rules, position)}" if differences else text


def _differences(rules: Game, position: Position) -> str:
    numbers = numbers_of(rules, position) or ()
    return ",".join(str(b - a) for a, b in pairwise(numbers))
