"""Many small tasks, done by many, with the answers in the order of the tasks.

Few tasks are away at a time, so that whoever comes finds work and whoever leaves costs little. Small tasks travel in
groups that take about as long as a journey is worth; a group that takes longer comes back with what it has. When
somebody dies, nobody knows over which task: those that were away are done once more, one by one and alone, and the one
over which a process dies again is given up.

Some tasks begin with the same work, as instances of a claim do that is tried for all values of its parameters. Nobody
begins it a second time while it is away, unless there is nothing else to do for some seconds.
"""

import heapq
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from time import monotonic, process_time, sleep
from typing import Any, Generic, TypeVar

from heapwise.records import Record, dataclass, field
from heapwise.workers.crew import Crew

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Turn = tuple[int, ...]  # the place of a task in the order; what follows from a task has a longer one

_AHEAD = 2  # groups for each hand: one at work, one at the door
_GROUP = 0.25  # seconds that a group should take
_LONG = 1.0  # seconds after which a group comes back with what it has
_MOST = 256  # tasks of a group
_ALONE = 1.0  # seconds of the processor that go into work here before others are asked
_LOOK = 0.2  # seconds between looks at the clock, and at who is there
_PATIENCE = 4.0  # seconds that a hand waits for what another one has begun; most claims are then tried for all values
_PUT_OFF = 1024  # tasks that wait for the beginning of another one, while more of them are looked through


class Failure(Record):
    """No answer: what happened whenever somebody worked on the task; None if nobody was left to do it."""

    problem: BaseException | None


@dataclass(frozen=True)
class _Group(Generic[Task]):
    """What somebody was given: tasks with their places in the order."""

    tasks: Sequence[tuple[Turn, Task]]
    is_alone: bool = False
    since: float = field(default_factory=monotonic)


class Stream(Generic[Task, Answer]):
    """The answers of a function to tasks, given out to a crew; without one all is done here.

    `known` answers a task from what an earlier run kept; `keep` is told every answer as it comes, whether or not it is
    its turn. `more` names tasks that follow from an answer, and come right behind it. `tick` is called while others
    work, and may raise. `is_small` tells which tasks may be begun here, before anybody is asked for help. `beginning`
    names the work that a task shares with others of this name, None where there is none; `informed` is a task as it is
    given out, with what is known by then.
    """

    def __init__(
        self, function: Callable[[Task], Answer], tasks: Iterable[Task], crew: Crew | None = None, *,
        known: Callable[[Task], Answer | None] = lambda task: None,
        keep: Callable[[Task, Answer], None] = lambda task, answer: None,
        more: Callable[[Task, Answer], Iterable[Task]] = lambda task, answer: (),
        tick: Callable[[], None] = lambda: None, is_small: Callable[[Task], bool] = lambda task: False,
        beginning: Callable[[Task], Hashable] = lambda task: None,
        informed: Callable[[Task], Task] = lambda task: task, most: int = _MOST,
    ) -> None:  # fmt: skip
        self.function, self.crew, self.most = function, crew, most
        self.known, self.keep, self.more, self.tick, self.is_small = known, keep, more, tick, is_small
        self.beginning, self.informed = beginning, informed
        self._begun: set[Hashable] = {None}  # what somebody has an answer of
        self._tasks = enumerate(tasks)
        self._again: list[tuple[Turn, Task]] = []  # a heap of what has to be done before others are begun
        self._suspects: list[tuple[Turn, Task]] = []  # somebody died, and they were away
        self._open: list[Turn] = []  # a heap of the turns of all that was begun and not given out
        self._answers: dict[Turn, tuple[Task, Answer | Failure]] = {}
        self._flights: dict[Future[Any], _Group[Task]] = {}
        self._pace = 0.0

    def __iter__(self) -> Iterator[tuple[Task, Answer | Failure]]:
        """Every task with its answer, in order."""
        try:
            yield from self._begun_here()
            while self.crew is not None and not self.crew.is_gone:
                self.send()
                yield from self._in_turn()
                if not self._flights and not self._again and not self._suspects:
                    return
                self._receive(self.crew)
            for turn, task in iter(self._next, None):
                self._answers[turn] = task, Failure(None)
            yield from self._in_turn()
        finally:
            for future in self._flights:
                future.cancel()

    # -- here

    def _begun_here(self) -> Iterator[tuple[Task, Answer | Failure]]:
        """What is soon done is done here; and all of it where there is nobody else."""
        begin = process_time()
        while (found := self._next()) is not None:
            turn, task = found
            if self.crew is not None and not (process_time() - begin < _ALONE and self.is_small(task)):
                heapq.heappush(self._again, found)
                return
            self._done(turn, task, self.function(self.informed(task)))
            yield from self._in_turn()
        yield from self._in_turn()

    def _in_turn(self) -> Iterator[tuple[Task, Answer | Failure]]:
        """The answers whose turn has come."""
        while self._open and self._open[0] in self._answers:
            yield self._answers.pop(heapq.heappop(self._open))

    def _next(self) -> tuple[Turn, Task] | None:
        """The first task that nobody works on and whose answer is not known."""
        while (found := heapq.heappop(self._again) if self._again else self._new()) is not None:
            answer = self.known(found[1])
            if answer is None:
                return found
            self._answered(*found, answer)
        return None

    def _new(self) -> tuple[Turn, Task] | None:
        for number, task in self._tasks:
            heapq.heappush(self._open, (number,))
            return (number,), task
        return None

    def _answered(self, turn: Turn, task: Task, answer: Answer) -> None:
        """There is an answer; what follows from it comes next."""
        self._answers[turn] = task, answer
        self._begun.add(self.beginning(task))
        for number, following in enumerate(self.more(task, answer)):
            heapq.heappush(self._open, (*turn, number))
            heapq.heappush(self._again, ((*turn, number), following))

    def _done(self, turn: Turn, task: Task, answer: Answer) -> None:
        self.keep(task, answer)
        self._answered(turn, task, answer)

    # -- away

    def send(self) -> None:
        """Give out as much as there are hands for."""
        assert self.crew is not None
        is_careful = self._suspects or any(group.is_alone for group in self._flights.values())
        room = min(1, self.crew.hands) if is_careful else _AHEAD * self.crew.hands
        while len(self._flights) < room and (group := self._group(len(self._flights) < self.crew.hands)) is not None:
            tasks = [self.informed(task) for _, task in group.tasks]
            self._flights[self.crew.submit(_answers_to, self.function, tasks)] = group

    def _group(self, is_idle: bool) -> _Group[Task] | None:
        """The next tasks that go together; what somebody has begun is left to them while nobody is idle."""
        if self._suspects:
            return _Group([heapq.heappop(self._suspects)], is_alone=True)
        size = 1 if self._pace == 0 else max(1, min(self.most, int(_GROUP / self._pace)))
        away = {self.beginning(task) for group in self._flights.values() for _, task in group.tasks} - self._begun
        found: list[tuple[Turn, Task]] = []
        put_off: list[tuple[Turn, Task]] = []
        while len(found) < size and len(put_off) < _PUT_OFF and (task := self._next()) is not None:
            (put_off if self.beginning(task[1]) in away else found).append(task)
        if not found and is_idle and all(g.since < monotonic() - _PATIENCE for g in self._flights.values()):
            found, put_off = put_off[:size], put_off[size:]
        self._to_do(put_off)
        return _Group(found) if found else None

    def _receive(self, crew: Crew) -> None:
        """What has come back by now."""
        if self._flights:
            done, _ = wait(self._flights, _LOOK, FIRST_COMPLETED)
            for future in done:
                self._arrived(self._flights.pop(future), future)
        else:
            sleep(_LOOK)
        self.tick()
        crew.tend()
        if crew.is_gone:
            self._to_do(task for group in (*self._flights.values(), _Group(self._suspects)) for task in group.tasks)
            self._flights.clear()

    def _arrived(self, group: _Group[Task], future: Future[Any]) -> None:
        try:
            answers, seconds = future.result()
        except CancelledError:
            self._to_do(group.tasks)
        except Exception as problem:
            self._lost(group, problem)
        else:
            for (turn, task), answer in zip(group.tasks, answers, strict=False):
                self._done(turn, task, answer)
            self._to_do(group.tasks[len(answers) :])
            pace = seconds / len(answers)
            self._pace = max(pace, (self._pace + pace) / 2)

    def _to_do(self, tasks: Iterable[tuple[Turn, Task]]) -> None:
        for numbered in tasks:
            heapq.heappush(self._again, numbered)

    def _lost(self, group: _Group[Task], problem: Exception) -> None:
        """Somebody died, or could not even begin."""
        if group.is_alone:
            ((turn, task),) = group.tasks
            self._answers[turn] = task, Failure(problem)
            return
        for numbered in group.tasks:
            heapq.heappush(self._suspects, numbered)


def _answers_to(function: Callable[[Task], Answer], tasks: Sequence[Task]) -> tuple[list[Answer], float]:
    """The answers to a group, as far as it gets, and how long it took: this runs where the work is done."""
    begin, answers = monotonic(), list[Answer]()
    for task in tasks:
        answers.append(function(task))
        if monotonic() - begin > _LONG:
            break
    return answers, monotonic() - begin
