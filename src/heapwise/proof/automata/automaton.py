"""Complete deterministic automata over named tracks, in the one form that every language has."""

from collections.abc import Iterable, Mapping, Sequence, Set

from heapwise.proof.automata.numeration import Numeration
from heapwise.records import dataclass


@dataclass(frozen=True, slots=True)
class BareAutomaton:
    """An automaton without the names of its tracks.  State 0 is the start.

    Letters that act alike in every state share a column: `columns[letter]` is the column, and from state s the letter
    leads to `table[s * width + column]`.  An xor over ten tracks has 1024 letters and two columns.
    """

    numeration: Numeration
    arity: int
    columns: tuple[int, ...]
    width: int
    table: tuple[int, ...]
    accepting: tuple[bool, ...]

    @property
    def states(self) -> int:
        """How many states there are."""
        return len(self.accepting)

    @property
    def accepted(self) -> set[int]:
        """The states that accept."""
        return {state for state, accepts in enumerate(self.accepting) if accepts}

    def step(self, state: int, letter: int) -> int:
        """Where a letter leads."""
        return self.table[state * self.width + self.columns[letter]]

    def row(self, state: int) -> tuple[int, ...]:
        """The successors of a state, column by column."""
        return self.table[state * self.width : (state + 1) * self.width]

    def absorbing(self) -> dict[bool, int]:
        """The state that rejects all continuations and the one that accepts all, where they exist."""
        loops = (s for s in range(self.states) if all(t == s for t in self.row(s)))
        return {self.accepting[s]: s for s in loops}


def set_of(states: Iterable[int]) -> int:
    """A set of states as the bits of a number."""
    members = 0
    for state in states:
        members |= 1 << state
    return members


def states_in(members: int) -> list[int]:
    """The states of such a set, the last one first.

    >>> states_in(set_of((2, 5, 3)))
    [5, 3, 2]
    """
    found = []
    while members:
        found.append(members.bit_length() - 1)
        members ^= 1 << found[-1]
    return found


def reached(states: Iterable[int], edges: Sequence[Set[int]]) -> set[int]:
    """The states to which edges lead from some, these included."""
    found = set(states)
    queue = list(found)
    for state in queue:
        queue += edges[state] - found
        found |= edges[state]
    return found


def leading_to(states: Iterable[int], edges: Sequence[Iterable[int]]) -> set[int]:
    """The states from which edges lead to some, these included."""
    back: list[set[int]] = [set() for _ in edges]
    for state, targets in enumerate(edges):
        for target in targets:
            back[target].add(state)
    return reached(states, back)


@dataclass(frozen=True, slots=True)
class Automaton:
    """A set of tuples of natural numbers: a shape, and a name for each of its tracks, sorted.

    Automata made by a workshop are minimal, numbered breadth first and free of tracks that do not matter, so two of
    them are equal exactly when they accept the same tuples.
    """

    tracks: tuple[str, ...]
    shape: BareAutomaton

    @property
    def states(self) -> int:
        """How many states there are."""
        return self.shape.states

    @property
    def is_empty(self) -> bool:
        """Does it accept no tuple at all?"""
        return not any(self.shape.accepting)

    @property
    def is_full(self) -> bool:
        """Does it accept every tuple?"""
        return all(self.shape.accepting)

    def accepts(self, values: Mapping[str, int], padding: int = 0) -> bool:
        """Is the tuple in the set?  Values of tracks that were dropped may be given or left out."""
        numeration, shape = self.shape.numeration, self.shape
        own = tuple(values[track] for track in self.tracks)
        state = 0
        for letter in numeration.word(own, numeration.length(own) + padding):
            state = shape.step(state, letter)
        return shape.accepting[state]


@dataclass(frozen=True, slots=True)
class Raw:
    """An automaton as an operation left it: all states reachable and numbered as a walk through the letters meets them,
    not minimal, tracks not yet thinned out."""

    tracks: tuple[str, ...]
    numeration: Numeration
    columns: tuple[int, ...]
    width: int
    table: list[int]
    accepting: list[bool]
