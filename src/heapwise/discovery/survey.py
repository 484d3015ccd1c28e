"""Many games side by side: of each its period, or what a search says first; each by whoever has time for it."""

from collections.abc import Iterator
from time import monotonic
from typing import Any

from heapwise.discovery.finding import collected
from heapwise.discovery.run import search
from heapwise.discovery.wishes import wishes_of
from heapwise.documents.search import Around
from heapwise.engine.memory import Memory
from heapwise.engine.sequences import PeriodReport, period_of
from heapwise.errors import HeapwiseError
from heapwise.fingerprint import fingerprint
from heapwise.questions import read_play
from heapwise.questions.sweep import GameSweep
from heapwise.records import Record, asdict, dataclass
from heapwise.running.sweeping import GameRefusal, GameTask, asked, tasks_of
from heapwise.workers import Crew, Failure, Journal

_MOST_MORE = 6  # findings of one game
WANTS = ("period", "P", "G", "misere")


class SurveyQuestion(Record):
    """What is asked of each game: its period up to a heap, or statements about P, G, or P under misere play."""

    want: str = "period"
    upto: int = 1_000
    play: str = "normal"
    terms: int | None = None
    states: int = 1_000
    memory: float = 2.0 * 2**30

    @property
    def wishes(self) -> tuple[str, str]:
        """The letter and the play of a search."""
        return ("P", "misere") if self.want == "misere" else (self.want, self.play)


class SurveyRow(Record):
    """One game, and plain data about it: a period, a finding, what is excluded where there is none, or a problem."""

    game: str
    numbers: tuple[int, ...]
    data: dict[str, Any]

    @property
    def report(self) -> PeriodReport:
        """The period, where that was asked."""
        known: dict[str, Any] = {
            name: self.data.get(name) for name in ("preperiod", "period", "saltus", "pure", "proved_by")
        }
        return PeriodReport(**known, upto=self.data.get("upto", 0))

    @property
    def standing(self) -> str:
        """How sure it is: proved, guess, seen, none; or lost, or a problem."""
        if "problem" in self.data:
            return "problem"
        if "finding" in self.data:
            return "none" if self.data["finding"] is None else str(self.data["finding"]["standing"])
        return "none" if self.data["period"] is None else "proved" if self.data["proved_by"] else "seen"

    @property
    def claim(self) -> str:
        """What was found first, if anything was."""
        return str((self.data.get("finding") or {}).get("claim", ""))

    @property
    def claims(self) -> list[str]:
        """That and what was found beside it, if it is said in words: an automaton `cold` is another in each game."""
        is_set = (self.data.get("finding") or {}).get("states") is not None
        return [] if is_set else list(filter(None, (self.claim, *self.data.get("more", ()))))

    def __str__(self) -> str:
        if "problem" in self.data:
            return str(self.data["problem"])
        if "finding" not in self.data:
            return str(self.report)
        found = self.data["finding"]
        return f"{found['standing']}   {found['claim']}" if found else "".join(self.data["excluded"][-1:])


@dataclass
class Survey:
    """The games of a sweep, with what was found by an earlier run that was interrupted."""

    sweep: GameSweep
    around: Around
    question: SurveyQuestion
    is_resumed: bool = False
    is_cut: bool = False  # was somebody lost, so that another run may find more?

    def __post_init__(self) -> None:
        """The journal belongs to all that the answers depend on."""
        library = self.around.library
        parts = (fingerprint(), library.sha256 if library else "", repr(self.around.texts), str(asdict(self.question)))
        self.journal = Journal("\0".join(("survey", *parts)), self.is_resumed)

    def rows(self, crew: Crew | None = None) -> Iterator[SurveyRow]:
        """A row for each game, in their order; each is kept as it comes, whoever else is lost."""
        found = asked(
            survey_answer, tasks_of(self.sweep, self.question, self.around), crew,
            known=lambda task: self.journal.finished.get(task.text),
            keep=lambda task, answer: self.journal.add(task.text, answer),
        )  # fmt: skip
        for task, answer in found:
            self.is_cut |= isinstance(answer, Failure)
            yield SurveyRow(task.text, tuple(task.known.values()), _data(answer))

    def forget(self) -> None:
        """The survey came to its end."""
        if not self.is_cut:
            self.journal.forget()


def _data(answer: dict[str, Any] | GameRefusal | Failure) -> dict[str, Any]:
    if isinstance(answer, Failure):
        return {"problem": str(answer.problem or "nobody was left to do it")}
    return {"problem": str(HeapwiseError(answer.diagnostics).short)} if isinstance(answer, GameRefusal) else answer


def survey_answer(task: GameTask[SurveyQuestion]) -> dict[str, Any]:
    """What is found of one game, as plain data; a game that refuses has a problem."""
    begin = monotonic()
    try:
        found = _period(task) if task.question.want == "period" else _first_finding(task)
    except HeapwiseError as problem:
        found = {"problem": problem.short}
    return found | {"seconds": round(monotonic() - begin, 3)}


def _period(task: GameTask[SurveyQuestion]) -> dict[str, Any]:
    question = task.question
    return period_of(task.game, question.upto, read_play(question.play), memory=int(question.memory)).as_data()


def _first_finding(task: GameTask[SurveyQuestion]) -> dict[str, Any]:
    """What a search says first; what it excludes, where it says nothing."""
    question = task.question
    wishes = wishes_of(
        question.wishes, terms=question.terms, states=question.states, memory=Memory(question.memory),
        has_library=False, has_families=False,
    )  # fmt: skip
    run = search(task.game, task.around, wishes)
    found = collected(run.name, list(run.results()))
    said = [one for one in found if one.is_claim and one.automaton is None and one.standing in ("proved", "guess")]
    said = said or [one for one in found if one.is_claim and one.standing == "proved"]
    if not said:
        return {"finding": None, "excluded": [one.text for one in found.excluded]}
    return {"finding": said[0].as_data(), "more": [one.claim for one in said[1:_MOST_MORE]]}
