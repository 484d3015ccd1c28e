"""The normal form of a language: minimal, breadth-first numbers, no track and no column more than it needs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain

from heapwise.proof.automata.automaton import Automaton, BareAutomaton, Raw
from heapwise.proof.automata.budget import OperationWatch
from heapwise.proof.automata.kernels import Numbering, quotient
from heapwise.proof.automata.numeration import Numeration


def normalise(raw: Raw, watch: OperationWatch) -> tuple[Automaton, list[int]]:
    """The automaton in normal form, and the state of it that stands for each raw state."""
    blocks = quotient(raw.width, raw.table, raw.accepting, watch)
    representatives = dict(zip(reversed(blocks), reversed(range(len(blocks))), strict=True))  # the first of each
    rows = {
        block: list(map(blocks.__getitem__, raw.table[state * raw.width : (state + 1) * raw.width]))
        for block, state in representatives.items()
    }
    columns = _merge(raw.columns, list(rows.values()))
    tracks, columns = _thin(raw.tracks, columns, raw.numeration.base)
    columns, kept = renumber(columns)
    order, table = _breadth_first(rows, kept, blocks[0])
    accepting = tuple(raw.accepting[representatives[block]] for block in order)
    shape = BareAutomaton(raw.numeration, len(tracks), columns, len(kept), tuple(table), accepting)
    return Automaton(tracks, shape), [order[b] for b in blocks]


def pruned(raw: Raw) -> Raw:
    """Without the states that no word leads to."""
    rows = {s: raw.table[s * raw.width : (s + 1) * raw.width] for s in range(len(raw.accepting))}
    order, table = _breadth_first(rows, range(raw.width), 0)
    return replace(raw, table=table, accepting=[raw.accepting[state] for state in order])


def renumber(columns: Sequence[int]) -> tuple[tuple[int, ...], list[int]]:
    """Columns numbered by their first letter, and the old column of each new one."""
    first: dict[int, int] = {}
    numbered = tuple([first.setdefault(c, len(first)) for c in columns])
    return numbered, list(first)


def _merge(columns: Sequence[int], rows: Sequence[Sequence[int]]) -> Sequence[int]:
    """Letters that lead to the same states everywhere get the same column."""
    same: dict[tuple[int, ...], int] = {}
    merged = [same.setdefault(column, c) for c, column in enumerate(zip(*rows, strict=True))]
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


def _breadth_first(
    rows: Mapping[int, Sequence[int]], columns: Sequence[int], start: int
) -> tuple[Numbering[int], list[int]]:
    """Numbers in the order in which a walk through the letters meets the states, and the table in these numbers."""
    numbers, table = Numbering[int](), list[int]()
    numbers.number(start)
    is_whole = [*columns] == [*range(len(rows[start]))]
    for state in numbers.order:
        row = rows[state]
        table += map(numbers.__getitem__, row if is_whole else map(row.__getitem__, columns))
    return numbers, table


def reachable(columns: Sequence[int], shape: BareAutomaton) -> tuple[list[int], list[bool], tuple[int, ...], int]:
    """Table, acceptance, columns and width of the part that is reached when only some letters are read."""
    numbered, kept = renumber(columns)
    rows = {s: list(shape.row(s)) for s in range(shape.states)}
    order, table = _breadth_first(rows, kept, 0)
    return table, [shape.accepting[s] for s in order], numbered, len(kept)


def relabel(shape: BareAutomaton, columns: Sequence[int], numeration: Numeration) -> BareAutomaton:
    """The same minimal automaton with its letters permuted: only the numbers of columns and states change."""
    table, accepting, numbered, width = reachable(columns, shape)
    return BareAutomaton(numeration, shape.arity, numbered, width, tuple(table), tuple(accepting))
