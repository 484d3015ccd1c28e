"""One question about many games, asked of whoever was hired: processes of this machine, or a cluster.

The unit of work is the game. A task has every text that the game is made of, so it can be answered anywhere; what a
game refuses is the answer for that game alone, and so is the loss of whoever worked on it.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Generic, TypeVar

from heapwise.diagnostics import Diagnostic
from heapwise.documents.library import lent
from heapwise.documents.search import Around
from heapwise.errors import HeapwiseError
from heapwise.questions.sweep import GameSweep
from heapwise.records import Record, dataclass, field
from heapwise.rules.game import Rules
from heapwise.running.piece import ONE_AT_A_TIME
from heapwise.workers import Crew, Failure, Stream

Question = TypeVar("Question")


@dataclass(frozen=True)
class GameTask(Generic[Question]):
    """A question about one game of a sweep; both are plain data."""

    text: str
    known: Mapping[str, int]
    question: Question
    around: Around = field(repr=False)

    @property
    def game(self) -> Rules:
        """The game, resolved where the work is done."""
        return self.around.game(self.text)


class GameRefusal(Record):
    """No answer: what is wrong with the question about this game, or with the game."""

    diagnostics: tuple[Diagnostic, ...]


Ask = Callable[[GameTask[Question]], Any]


def tasks_of(sweep: GameSweep, question: Question, around: Around) -> Iterator[GameTask[Question]]:
    """The tasks of a sweep, in its order."""
    for text, known in zip(sweep.texts, sweep.known, strict=True):
        yield GameTask(text, known, question, around)


def asked(
    ask: Ask[Question], tasks: Iterator[GameTask[Question]], crew: Crew | None, **options: Any
) -> Iterator[tuple[GameTask[Question], Any | GameRefusal | Failure]]:
    """Every task with its answer, in their order; `ask` stands in a module, and the options are those of `Stream`."""
    # All are begun here, for a second.
    yield from Stream(partial(_answer, ask), tasks, crew, is_small=lambda task: True, **options)


def _answer(ask: Ask[Question], task: GameTask[Question]) -> Any | GameRefusal:
    with ONE_AT_A_TIME, lent(task.around.library):
        try:
            return ask(task)
        except HeapwiseError as problem:
            return GameRefusal(problem.diagnostics)
