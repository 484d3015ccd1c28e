"""Commands about many games: `--for` chooses them, and `--jobs` says how many processes help."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import click

from heapwise.app.lookup import tell
from heapwise.app.watch import Watch
from heapwise.documents.search import shelf_here
from heapwise.errors import HeapwiseError, error
from heapwise.questions.sweep import sweep_of
from heapwise.rules.used import games_in
from heapwise.running.sweeping import GameRefusal, GameTask, asked, tasks_of
from heapwise.tables import WANTS
from heapwise.workers import Failure, Hiring

Question = TypeVar("Question")

for_option = click.option(
    "--for", "chosen", metavar="CHOICE", help="Several games: numbers for names in GAME, as in 'q in 2..6'."
)
want_option = click.option(
    "--want", type=click.Choice(WANTS), help="What to compute.  [default: grundy in normal play, else outcome]"
)
jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 256), metavar="N", help="Processes; as many as there are cores if not given."
)


def of_each_game(
    ask: Callable[[GameTask[Question]], Any], question: Question, game: str, chosen: str, files: tuple[str, ...],
    jobs: int | None, watch: Watch,
) -> Iterator[tuple[GameTask[Question], Any]]:  # fmt: skip
    """What a function of a module says of each game, in order; the first game that refuses ends it."""
    games = shelf_here(files)
    sweep = sweep_of(game, chosen, games)
    tell(games, games_in(games.game(sweep.texts[0])))
    watch.total = len(sweep.numbers)
    with Hiring(jobs).crew() as crew:
        for task, answer in asked(ask, tasks_of(sweep, question, games), crew):
            if isinstance(answer, GameRefusal):
                raise HeapwiseError(answer.diagnostics)
            if isinstance(answer, Failure):
                raise error("E326", None, problem=answer.problem)
            watch.tick()
            yield task, answer
