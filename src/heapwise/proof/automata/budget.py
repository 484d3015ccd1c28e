"""Limits that count what is built and never the time, so that a verdict is the same on every machine."""

from collections.abc import Callable

from heapwise.records import dataclass, field, replace

# What a transition and a member of a subset cost in plain Python, in bytes; an estimate is enough for a limit.
_CELL = 8
_MEMBER = 40
_LOOK = 1_000_000


class BudgetExceeded(Exception):
    """An automaton outgrew the budget: where, in which operation, and how far it had come."""

    def __init__(self, limit: str, operation: str, states: int, label: str) -> None:
        self.limit = limit
        self.operation = operation
        self.states = states
        self.label = label
        where = f" in {label}" if label else ""
        so_far = f" had come to {states} states" if states else ""
        super().__init__(f"more than the allowed {limit}: {operation}{where}{so_far}")


@dataclass(frozen=True, slots=True)
class AutomatonBudget:
    """How large an automaton may get before it is made minimal.

    `states` bounds each raw automaton, `letters` its alphabet, `memory` the bytes it is estimated to take, and `work`
    what all operations of a workshop do together: the transitions, members of sets and letters that their loops meet.
    One unit takes about a tenth of a microsecond. `look` is called after every million of them, and may end the work.
    """

    states: int = 200_000
    letters: int = 1 << 16
    memory: int = 1 << 30
    work: int = 1 << 40
    look: Callable[[], None] | None = field(default=None, compare=False)

    def times(self, factor: int) -> "AutomatonBudget":
        """So many times the states and the work."""
        return replace(self, states=self.states * factor, work=self.work * factor)


@dataclass(slots=True)
class BuildMeter:
    """What a workshop has built so far."""

    operations: int = 0
    largest_raw: int = 0
    largest_minimal: int = 0
    work: int = 0

    def note(self, raw: int, minimal: int) -> None:
        """Count one finished operation."""
        self.operations += 1
        self.largest_raw = max(self.largest_raw, raw)
        self.largest_minimal = max(self.largest_minimal, minimal)


@dataclass(slots=True)
class OperationWatch:
    """The budget as one operation sees it; what it does is added to the meter."""

    budget: AutomatonBudget
    operation: str
    label: str = ""
    meter: BuildMeter = field(default_factory=BuildMeter)
    members: int = 0

    def spend(self, work: int, states: int = 0) -> None:
        """Count work that comes next, and stop where it is more than what is left."""
        before = self.meter.work
        self.meter.work += work
        if self.meter.work > self.budget.work:
            raise BudgetExceeded("work", self.operation, states, self.label)
        if self.budget.look is not None and before // _LOOK != self.meter.work // _LOOK:
            self.budget.look()

    def alphabet(self, letters: int) -> None:
        """Stop before an alphabet is written out that is too large."""
        if letters > self.budget.letters:
            raise BudgetExceeded("letters", self.operation, 0, self.label)
        self.spend(letters)

    def most_states(self, width: int) -> int:
        """The number of states at which the next limit is reached."""
        return min(self.budget.states, self.budget.memory // (_CELL * width))

    def stop(self, states: int) -> BudgetExceeded:
        """The error to raise when `most_states` is passed."""
        limit = "states" if states > self.budget.states else "memory"
        return BudgetExceeded(limit, self.operation, states, self.label)

    def subset(self, states: int, size: int) -> None:
        """Count the members of one more subset, against the memory too."""
        self.spend(size, states)
        self.members += size
        if self.members * _MEMBER > self.budget.memory:
            raise BudgetExceeded("memory", self.operation, states, self.label)
