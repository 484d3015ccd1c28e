"""The kernels that everything is built on, in plain Python: product, subset construction, minimisation.

Each takes flat tables and gives flat tables, and beside them the labels that say what every new state stands for, so
that a certificate can be checked transition by transition.

They are not compiled: numba takes 0.9 s before its first product is done, and few proofs of the library take so long in
all. Sets of states are the bits of numbers, which are joined, compared and found again twice as fast as frozensets.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from itertools import cycle, islice
from operator import add, or_
from sys import maxsize
from typing import Generic, TypeVar

from heapwise import arrays
from heapwise.arrays import np
from heapwise.proof.automata.automaton import BareAutomaton, set_of, states_in
from heapwise.proof.automata.budget import OperationWatch

Key = TypeVar("Key", bound=Hashable)

Connective = tuple[bool, bool, bool, bool]

AND: Connective = (False, False, False, True)
OR: Connective = (False, True, True, True)
IFF: Connective = (True, False, False, True)
IMPLIES: Connective = (True, True, False, True)

_MANY_CELLS = 500  # of a table, from which on arrays are worth their start
_WIDE = 4096  # states of an automaton, up to which a set of them is as cheap as a small one


class Numbering(dict[Key, int], Generic[Key]):
    """Numbers in order of appearance; looking up a key that is new gives it the next one. `standard` says which key
    stands for another one; there may be so many numbers as the watch allows."""

    def __init__(
        self, watch: OperationWatch | None = None, width: int = 1, standard: Callable[[Key], Key] | None = None
    ) -> None:
        super().__init__()
        self.order: list[Key] = []
        self._standard, self._watch = standard, watch
        self._most = maxsize if watch is None else watch.most_states(width)

    def number(self, key: Key) -> int:
        """The number of a key, a new one where it has none."""
        return self[key]

    def __missing__(self, key: Key) -> int:
        standard = key if self._standard is None else self._standard(key)
        if standard != key:
            number = self[standard]
        else:
            number = len(self.order)
            self.order.append(key)
            if number >= self._most and self._watch is not None:
                raise self._watch.stop(number + 1)
        self[key] = number
        return number


def product(
    left: BareAutomaton, right: BareAutomaton, pairs: Sequence[tuple[int, int]], connective: Connective,
    watch: OperationWatch,
) -> tuple[list[int], list[bool], list[tuple[int, int]]]:  # fmt: skip
    """The reachable pairs of states, reading the column pairs; the connective is its truth table, false-false first."""
    size = right.states
    numbers = Numbering[int](watch, len(pairs), _absorbed(left, right, connective))
    numbers.number(0)
    table: list[int] = []
    left_row, right_row = _rows_of(left, [a for a, _ in pairs], size), _rows_of(right, [b for _, b in pairs])
    watch.spend(len(left.table) + len(right.table))
    for code in numbers.order:
        watch.spend(len(pairs), len(numbers.order))
        table += map(numbers.__getitem__, map(add, left_row(code // size), right_row(code % size)))
    labels = [divmod(code, size) for code in numbers.order]
    accepting = [connective[2 * left.accepting[p] + right.accepting[q]] for p, q in labels]
    return table, accepting, labels


def _rows_of(shape: BareAutomaton, columns: Sequence[int], times: int = 1) -> Callable[[int], list[int]]:
    """The row of a state in these columns, multiplied; a state is met in many pairs, and its row is made once."""

    @cache
    def row_of(state: int) -> list[int]:
        row = shape.row(state)
        return [times * row[c] for c in columns]

    return row_of


def _absorbed(left: BareAutomaton, right: BareAutomaton, connective: Connective) -> Callable[[int], int]:
    """Which pair stands for all pairs where one side has already decided the connective."""
    size = right.states
    first = {s: a for a, s in left.absorbing().items() if connective[2 * a] == connective[2 * a + 1]}
    second = {s: a for a, s in right.absorbing().items() if connective[a] == connective[2 + a]}
    decided: dict[bool, int] = {}

    def standard(code: int) -> int:
        p, q = divmod(code, size)
        if p in first:
            return decided.setdefault(connective[2 * first[p]], code)
        if q in second:
            return decided.setdefault(connective[second[q]], code)
        return code

    return standard


def subsets(
    shape: BareAutomaton, groups: Sequence[frozenset[int]], start: Iterable[int], accepting: Sequence[bool],
    watch: OperationWatch, thin: Callable[[int], int] | None = None,
) -> tuple[list[int], list[bool], list[int]]:  # fmt: skip
    """The reachable sets of states, reading a group means any of its columns.

    `thin` leaves out of a set what adds nothing to it.  Without it, the state that rejects everything is left out of
    every set, and one that accepts everything stands alone; that keeps most sets small enough.
    """
    absorbing = shape.absorbing()
    alive, full = ~set_of(absorbing[a] for a in absorbing if not a), set_of(absorbing[a] for a in absorbing if a)

    def standard(members: int) -> int:
        chosen = full if members & full else thin(members) if thin else members
        watch.subset(len(numbers.order), members.bit_count())
        return chosen

    numbers = Numbering[int](watch, len(groups), standard)
    watch.spend(shape.states * sum(map(len, groups)))
    ways = _ways(shape, groups, lambda members: thin(members & alive) if thin else members & alive)
    cost = len(groups) * (1 + shape.states // _WIDE)
    table: list[int] = []
    numbers.number(set_of(start) & alive)
    for members in numbers.order:
        states = states_in(members)
        watch.spend(cost * (1 + len(states)), len(numbers.order))
        read = ways(states[0]) if states else [0] * len(groups)
        for state in states[1:]:
            read = list(map(or_, read, ways(state)))
        table += map(numbers.__getitem__, read)
    accepted = set_of(s for s, accepts in enumerate(accepting) if accepts)
    return table, [members & accepted != 0 for members in numbers.order], numbers.order


def _ways(
    shape: BareAutomaton, groups: Sequence[frozenset[int]], kept: Callable[[int], int]
) -> Callable[[int], list[int]]:
    """From a state, by each of the groups, the states to which it leads, those that are kept. An attempt that is soon
    given up meets few of the states."""
    most = max(map(len, groups))
    places = [*zip(*(islice(cycle(group), most) for group in groups), strict=True)]

    @cache
    def together(*states: int) -> int:
        return kept(set_of(states))

    @cache
    def from_state(state: int) -> list[int]:
        row = shape.row(state)
        return list(map(together, *(map(row.__getitem__, columns) for columns in places)))

    return from_state


def quotient(width: int, table: Sequence[int], accepting: Sequence[bool], watch: OperationWatch) -> list[int]:
    """The block of every state under the coarsest partition that respects acceptance and the transitions.

    Blocks are refined by the blocks of the successors, compared in full (Moore). Automata of games are done after a few
    rounds, those of the library after eight at most: words tell states apart that are as long as numbers have digits.
    """
    block = [int(a) for a in accepting]
    count = 0
    is_in_bytes = len(table) >= _MANY_CELLS and arrays.are_here()
    seen = _seen_in_bytes(width, table) if is_in_bytes else _seen(width, table)
    while True:
        watch.spend(len(table), len(block))
        names: dict[Hashable, int] = {}
        block = [names.setdefault(view, len(names)) for view in seen(block)]
        if len(names) in (count, len(block)):
            return block
        count = len(names)


def _seen(width: int, table: Sequence[int]) -> Callable[[list[int]], Iterable[Hashable]]:
    """What every state sees of blocks: its own, and those of its successors."""
    rows = [table[s : s + width] for s in range(0, len(table), width)]
    return lambda block: [(b, *map(block.__getitem__, row)) for b, row in zip(block, rows, strict=True)]


def _seen_in_bytes(width: int, table: Sequence[int]) -> Callable[[list[int]], Iterable[Hashable]]:
    """The same as bytes of an array, which are made and compared several times as fast where there are many."""
    own = np.arange(len(table) // width, dtype=np.int32)
    states = np.column_stack((own, np.array(table, np.int32).reshape(-1, width)))
    step = 4 * (width + 1)

    def seen(block: list[int]) -> Iterable[bytes]:
        whole = np.array(block, np.int32)[states].tobytes()
        return [whole[at : at + step] for at in range(0, len(whole), step)]

    return seen
