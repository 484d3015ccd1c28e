"""What all methods share: the task they are given and the outcome they give back."""

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from heapwise.arrays import np
from heapwise.claims.column_batches import Slab
from heapwise.claims.exact_check import Judge
from heapwise.claims.instances import Instance
from heapwise.claims.limits import Limits
from heapwise.claims.position_values import Values
from heapwise.claims.quantifiers import ProvedFor
from heapwise.claims.region import by_size
from heapwise.claims.verdict import SAMPLE, Counterexample
from heapwise.records import Record, dataclass, field
from heapwise.terms.position import State

if TYPE_CHECKING:
    from heapwise.checks.steps import PartResult


class Unsuitable(Exception):
    """A method cannot be used for an instance; `reason` says what stands in its way."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass
class Task:
    """One instance with the means to decide it."""

    instance: Instance
    values: Values
    limits: Limits
    seed: int = 0
    samples: int = 200
    on_exception: Callable[[State], None] | None = None
    others: "Others | None" = None
    is_recorded: bool = False  # a proof leaves what a certificate of it needs
    work: int | None = None  # times the whole budget of a proof; None: a little, if nobody asked for a proof
    case_of: Callable[[Mapping[str, str]], ProvedFor | None] | None = None  # asked where an instance is worth a proof

    def __post_init__(self) -> None:
        """Values that are computed for a task stop at its limits."""
        self.values = self.values.for_task(self.limits.tick)


class Others(Protocol):
    """Somebody else who looks at parts of the region of a task, given by the ends of their first component."""

    def __call__(self, task: Task, parts: Sequence[tuple[int, int]]) -> "Iterator[PartResult]":
        """What the parts show, in any order."""


@dataclass
class Outcome:
    """What a method found: the word of the verdict and the figures behind it."""

    word: str
    method: str
    positions: int = 0
    premise_true: int = 0
    both_true: int | None = None
    both_false: int | None = None
    exceptions: int | None = 0
    sample: tuple[tuple[Any, ...], ...] = ()
    smallest: State | None = None
    hint: str | None = None
    counterexample: Counterexample | None = None
    reason: str | None = None
    region: dict[str, Any] | str | None = None
    certificate: dict[str, Any] | None = None
    sampling: dict[str, Any] | None = None
    notes: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    judge: Judge | None = None
    proof: Callable[[], dict[str, Any]] | None = None  # of a task that is recorded: the whole proof, as plain data


class Disagreement(Exception):
    """Two computations differ at a position; that is a mistake of ours, and there is no verdict."""

    def __init__(self, state: State) -> None:
        super().__init__(state)  # as it was given, since it travels between processes

    def __str__(self) -> str:
        return f"two computations disagree at {self.args[0]}: please report this"


class Left(Exception):
    """An instance is better cut into blocks, and left to whoever gave the work."""


class Method(Protocol):
    """A way to decide an instance."""

    name: str

    def run(self, task: Task) -> Outcome:
        """Decide the instance, or raise `Unsuitable`."""


class _Reversed(Record):
    """Turns Python's least-first heap round: the largest of the kept exceptions is the one to drop."""

    key: tuple[Any, ...]
    state: State

    def __lt__(self, other: "_Reversed") -> bool:
        return self.key > other.key


@dataclass
class Exceptions:
    """All exceptions are counted; the smallest ones are kept."""

    task: Task
    count: int = 0
    _kept: list[_Reversed] = field(default_factory=list)

    def add(self, state: State) -> None:
        """Take note of a position at which the statement is false."""
        self.count += 1
        if self.task.on_exception is not None:
            self.task.on_exception(state)
        self._keep(state)

    def add_slab(self, slab: Slab) -> None:
        """Take note of many of them, in lexicographic order."""
        self.count += slab.rows
        if self.task.on_exception is not None:
            for row in range(slab.rows):
                self.task.on_exception(slab.state(row))
        totals = np.sum(slab.columns, axis=0)
        for row in np.argsort(totals, kind="stable")[:SAMPLE]:
            self._keep(slab.state(row))

    def _keep(self, state: State) -> None:
        entry = _Reversed(by_size(state), state)
        if len(self._kept) < SAMPLE:
            heapq.heappush(self._kept, entry)
        else:
            heapq.heappushpop(self._kept, entry)

    def smallest(self) -> list[State]:
        """The smallest exceptions, by total and then in order."""
        return [entry.state for entry in sorted(self._kept, reverse=True)]
