"""The normal form of a language: minimal, breadth-first numbers, no track and no column more than it needs."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from heapwise.proof.automata.automaton import Automaton, BareAutomaton, Raw
from heapwise.proof.automata.budget import OperationWatch
from heapwise.proof.automata.kernels import Numbering, quotient
from heapwise.proof.automata.numeration import Numeration


def normalise(raw: Raw, watch: OperationWatch) -> tuple[Automaton, list[int]]:
    """The automaton in normal form, and the state of it that stands for each raw state.

    Raw states are numbered breadth first, columns and blocks of states by the first of their letters and states: that
    order is the one of the normal form.
    """
    width, table = raw.width, raw.table
    blocks = quotient(width, table, raw.accepting, watch)
    first = sorted(dict(zip(reversed(blocks), reversed(range(len(blocks))), strict=True)).values())
    if len(first) < len(blocks):
        table = list(map(blocks.__getitem__, chain.from_iterable(table[s * width : (s + 1) * width] for s in first)))
    targets = [tuple(table[column::width]) for column in range(width)]
    tracks, columns = _thin(raw.tracks, _merge(raw.columns, targets), raw.numeration.base)
    columns, kept = renumber(columns)
    few = table if len(kept) == width else chain.from_iterable(zip(*(targets[column] for column in kept), strict=True))
    accepting = tuple([raw.accepting[state] for state in first])
    shape = BareAutomaton(raw.numeration, len(tracks), columns, len(kept), tuple(few), accepting)
    return Automaton(tracks, shape), blocks


def pruned(raw: Raw) -> Raw:
    """Without the states that no word leads to."""
    table, accepting, columns, width = reachable(raw.columns, raw.width, raw.table, raw.accepting)
    return replace(raw, columns=columns, width=width, table=table, accepting=accepting)


def renumber(columns: Sequence[int]) -> tuple[tuple[int, ...], list[int]]:
    """Columns numbered by their first letter, and the old column of each new one."""
    first: dict[int, int] = {}
    numbered = tuple([first.setdefault(c, len(first)) for c in columns])
    return numbered, list(first)


def _merge(columns: Sequence[int], targets: Sequence[tuple[int, ...]]) -> Sequence[int]:
    """Letters that lead to the same states everywhere get the same column."""
    same: dict[tuple[int, ...], int] = {}
    merged = [same.setdefault(column, c) for c, column in enumerate(targets)]
    return columns if len(same) == len(merged) else [merged[c] for c in columns]


def _thin(tracks: tuple[str, ...], columns: Sequence[int], base: int) -> tuple[tuple[str, ...], Sequence[int]]:
    """Forget the tracks whose digit never matters.  In a minimal automaton that shows in the columns alone."""
    kept: list[str] = []
    weight = 1
    for track in tracks:
        chunks = [columns[at : at + weight] for at in range(0, len(columns), weight)]
        if all(chunks[i] == chunks[i - i % base] for i in range(len(chunks))):
            columns = list(chain.from_iterable(chunks[::base]))
        else:
            kept.append(track)
            weight *= base
    return tuple(kept), columns


def reachable(
    columns: Sequence[int], width: int, table: Sequence[int], accepting: Sequence[bool]
) -> tuple[list[int], list[bool], tuple[int, ...], int]:
    """Table, acceptance, columns and width of the part that is reached when only some letters are read: its states in
    the order in which a walk through the letters meets them."""
    numbered, kept = renumber(columns)
    numbers, found = Numbering[int](), list[int]()
    numbers.number(0)
    for state in numbers.order:
        row = table[state * width : (state + 1) * width]
        found += map(numbers.__getitem__, map(row.__getitem__, kept))
    return found, [accepting[s] for s in numbers.order], numbered, len(kept)


def relabel(shape: BareAutomaton, columns: Sequence[int], numeration: Numeration) -> BareAutomaton:
    """The same minimal automaton with its letters permuted: only the numbers of columns and states change."""
    table, accepting, numbered, width = reachable(columns, shape.width, shape.table, shape.accepting)
    return BareAutomaton(numeration, shape.arity, numbered, width, tuple(table), tuple(accepting))
