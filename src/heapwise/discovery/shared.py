"""A search by several processes, and one that was done before, or interrupted: stage by stage.

What a search finds depends on texts and sources alone, so that a stage is done once, as long as both stay as they are.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from heapwise.discovery.finding import RuledOut
from heapwise.discovery.kept import as_kept, from_kept
from heapwise.discovery.questions import Stage
from heapwise.discovery.run import Result, Search, search
from heapwise.discovery.wishes import Wishes
from heapwise.documents.search import Around
from heapwise.errors import HeapwiseError
from heapwise.fingerprint import fingerprint
from heapwise.records import Record, dataclass, field, replace
from heapwise.rules.game import Rules
from heapwise.rules.schema import Schema
from heapwise.workers import Crew, Failure, Journal, Stream

Kept = list[dict[str, Any]]
_MOST_KEPT = 100  # searches


class StageTask(Record):
    """A stage of the search over a game that is given by its text; plain data."""

    text: str
    stage: Stage
    wishes: Wishes
    around: Around = field(repr=False)


@dataclass
class SharedSearch:
    """A search over a game by its text, whose stages are kept as they are done."""

    text: str
    wishes: Wishes
    around: Around
    is_resumed: bool = True
    is_cut: bool = False  # did it end early, with stages that are kept?

    def __post_init__(self) -> None:
        """The journal belongs to all that the findings depend on."""
        self.run = search(rules_of(self.text, self.around), self.around, self.wishes)
        library = self.around.library
        parts = (
            fingerprint(), library.sha256 if library else "", repr(self.around.texts), self.text, self.wishes.text,
        )  # fmt: skip
        self.journal = Journal("\0".join(("find", *parts)), self.is_resumed, "findings")

    def results(self, crew: Crew | None = None) -> Iterator[Result]:
        """What is found, in the order of the stages, whoever works on them."""
        self.is_cut = True
        yield from self.run.results(self._here if crew is None else self._by(crew))
        self.is_cut = False
        self.journal.keep(_MOST_KEPT)

    @property
    def _quiet(self) -> Wishes:
        """The wishes without those who are told."""
        usual = Wishes()
        return replace(self.wishes, tick=usual.tick, tell=usual.tell)

    def _here(self, stage: Stage) -> Iterator[Result]:
        """A stage by this process, which hands on every finding at once."""
        known = self._known(stage)
        if known is not None:
            yield from known
            return
        results = list[Result]()
        for result in self.run.of(stage):
            results.append(result)
            yield result
        self.journal.add(stage.key, as_kept(results))

    def _known(self, stage: Stage) -> list[Result] | None:
        """What an earlier run kept of a stage; what is of another shape is done again."""
        kept = self.journal.finished.get(stage.key)
        try:
            return None if kept is None else from_kept(kept, self.run, stage.play)
        except (KeyError, TypeError, ValueError, AttributeError):
            return None

    def _by(self, crew: Crew) -> "_Answers":
        """The stages by others."""
        tasks = [StageTask(self.text, stage, self._quiet, self.around) for stage in self.run.stages()]
        stream: Stream[StageTask, Kept] = Stream(
            stage_answer, tasks, crew, tick=self.wishes.tick, most=1,
            known=lambda task: None if (known := self._known(task.stage)) is None else as_kept(known),
            keep=lambda task, answer: self.journal.add(task.stage.key, answer),
        )  # fmt: skip
        return _Answers(self.run, iter(stream))


@dataclass
class _Answers:
    """The answers of others, which come in the order of the stages."""

    run: Search
    stream: Iterator[tuple[StageTask, Kept | Failure]]

    def __call__(self, stage: Stage) -> Iterable[Result]:
        self.run.wishes.tell(f"waiting for {stage.kind}, {stage.play} play")
        task, answer = next(self.stream)
        assert task.stage == stage
        if isinstance(answer, Failure):
            if isinstance(answer.problem, HeapwiseError):
                raise answer.problem
            return [RuledOut("one stage was not looked at: whoever worked on it was lost", stage.play.name)]
        return from_kept(answer, self.run, stage.play)


def stage_answer(task: StageTask) -> Kept:
    """The findings of a stage, where the work is done."""
    run = search(rules_of(task.text, task.around), task.around, task.wishes)
    return as_kept(run.of(task.stage))


def rules_of(text: str, games: Around) -> Rules | Schema:
    """A game, or rules whose parameters are open."""
    schema = games.find(text.strip())
    return schema if schema is not None and schema.parameters else games.game(text)
