"""`heapwise list GAME 'CONDITION' --upto N`"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import click

from heapwise.app import inputs, many
from heapwise.app.lookup import lookup
from heapwise.app.say import json_result, note, result
from heapwise.app.watch import Watch
from heapwise.documents.search import Around
from heapwise.errors import error
from heapwise.messages import said
from heapwise.questions import Answers, read_play
from heapwise.questions.positions import as_list, typed
from heapwise.questions.statements import PositionCondition, condition
from heapwise.questions.sweep import filled_in
from heapwise.records import Record, replace
from heapwise.rules.game import Game, Rules
from heapwise.running.sweeping import GameTask
from heapwise.tables.boxes import TableBox, box, numbers_of, position_at
from heapwise.terms.position import Component, Position

Tick = Callable[[], None]

_MANY = 20_000  # positions, from which on it is worth to load the engine


@click.command(
    "list",
    epilog=inputs.epilog(
        "heapwise list 'nim(3)' 'G(x) = 1 and x[1] <= x[2] <= x[3]' --upto 4",
        "heapwise list 'moore(n, 2)' 'P(x) and sum(x) = 6' --for 'n in 2..3' --upto 6",
    ),
)
@inputs.game_argument
@click.argument("condition_text", metavar="CONDITION")
@inputs.upto_option
@many.for_option
@click.option("--differences", is_flag=True, help="Show the differences of neighbouring components, too.")
@inputs.play_option
@inputs.fix_option
@many.jobs_option
@inputs.files_option
@inputs.json_option
@inputs.limits
def list_command(
    game: str, condition_text: str, upto: str, chosen: str | None, differences: bool, play: str, fix: tuple[str, ...],
    jobs: int | None, files: tuple[str, ...], as_json: bool, seconds: float | None, memory: float,
) -> None:  # fmt: skip
    """The positions of GAME with components up to N at which CONDITION holds, smaller totals first.

    The condition is written as in claims, with the components and parameters of the rules: G, P, N, W and R ask for
    values, as in 'P(a, b) and a <= b'. With --for the names that it chooses stand for numbers in GAME and CONDITION.
    """
    question = ListQuestion(condition_text, inputs.read_bounds(upto), inputs.read_assignments(fix), play, memory)
    with Watch(seconds, memory) as watch:
        if chosen is not None:
            for task, listed in many.of_each_game(_listed, question, game, chosen, files, jobs, watch):
                _show_one(task, listed, differences, as_json)
            return
        games, (rules,) = lookup(files, game)
        listed = _found(rules, games, question, watch.tick)
    if as_json:
        json_result(listed.as_data(question))
        return
    if listed.positions:
        result("\n".join(listed.lines(differences)))
    note(listed.count)


class ListQuestion(Record):
    """What is asked of a game."""

    condition: str
    upto: int | dict[str, int]
    fix: dict[str, int]
    play: str
    memory: float


class Listed(Record):
    """The positions of a game at which a condition holds: as they are typed, as JSON has them, their differences."""

    game: str
    looked_at: int
    positions: tuple[tuple[str, Any, str], ...]

    @property
    def count(self) -> str:
        """`4 of 16 positions`"""
        return f"{len(self.positions):,} of {self.looked_at:,} positions"

    def lines(self, differences: bool) -> Iterator[str]:
        """A line each."""
        width = max(len(text) for text, _, _ in self.positions) if self.positions else 0
        for text, _, steps in self.positions:
            yield f"{text.ljust(width)}   {steps}" if differences else text

    def as_data(self, question: ListQuestion) -> dict[str, Any]:
        """For programs."""
        found = {"game": self.game, "play": question.play, "condition": question.condition}
        return found | {"looked_at": self.looked_at, "positions": [numbers for _, numbers, _ in self.positions]}


def _show_one(task: GameTask[ListQuestion], listed: Listed, differences: bool, as_json: bool) -> None:
    """One of several games."""
    if as_json:
        json_result({"for": dict(task.known)} | listed.as_data(task.question))
    else:
        result("\n".join((f"{listed.game}: {said(listed.count)}", *(f"  {t}" for t in listed.lines(differences)))))


def _listed(task: GameTask[ListQuestion]) -> Listed:
    """The answer for one of several games, wherever it is worked on."""
    rules, question = task.game, task.question
    own: set[str] = set()
    if isinstance(rules, Game):
        own = {one.name for one in rules.schema.parameters} | {one.name for one in rules.schema.places}
    free = {name: value for name, value in task.known.items() if name not in own}
    text = filled_in(question.condition, free) if free else question.condition
    return _found(rules, task.around, replace(question, condition=text))


def _found(rules: Rules, games: Around, question: ListQuestion, tick: Tick = lambda: None) -> Listed:
    answers = Answers(read_play(question.play))
    region = box(rules, question.upto, question.fix)
    answers.tick, answers.memory = tick, question.memory
    if isinstance(rules, Game):
        holds = condition(question.condition, rules, games, answers)
        looked_at, found = _by_columns(holds, region, answers) or _one_by_one(
            rules, region, lambda position: holds(position[0].state)
        )
    else:
        looked_at, found = _one_by_one(rules, region, _of_a_sum(question.condition.strip(), answers))
    if not looked_at:
        raise error("E316", None, what=f"no position of {rules} is legal there")
    positions = ((typed(rules, one), as_list(rules, one), _differences(rules, one)) for one in found)
    return Listed(rules.text, looked_at, tuple(positions))


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


def _of_a_sum(question: str, answers: Answers) -> Callable[[Position], bool]:
    """The components of a sum have no names of their own, so it is asked for P or N alone."""
    if question not in ("P", "N"):
        raise error("E040", None, text=question)
    return lambda position: bool(answers.ask(question, position, None))


def _one_by_one(rules: Rules, region: TableBox, holds: Callable[[Position], bool]) -> tuple[int, list[Position]]:
    """The same, by asking at every position; two components of one game may change places, and are one position."""
    points = (position_at(rules, point) for point in region.by_total())
    legal = [*dict.fromkeys(position for position in points if position is not None)]
    return len(legal), [position for position in legal if holds(position)]


def _differences(rules: Rules, position: Position) -> str:
    numbers = numbers_of(rules, position) or ()
    return ",".join(str(b - a) for a, b in pairwise(numbers))
