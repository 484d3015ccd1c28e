"""Finite machines as tables, made minimal."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from heapwise.proof.automata import BudgetExceeded
from heapwise.records import Record, field

MOST = 1_000_000  # entries of a table


class MachineTable(Record):
    """A machine with numbered states: `next` by state and letter; `values` is what is known in a state at the end."""

    start: int
    next: dict[tuple[int, Hashable], int] = field(repr=False)
    values: tuple[Any, ...] = field(repr=False)


def minimal(
    start: Hashable, letters: Sequence[Any], step: Callable[[Any, Any], Hashable], value: Callable[[Any], Hashable]
) -> MachineTable:  # fmt: skip
    """The machine with equivalent states put together: the same value, and every letter leads to equivalent ones."""
    rows: dict[Hashable, list[Hashable]] = {}
    todo = [start]
    while todo:
        state = todo.pop()
        if state not in rows:
            if (len(rows) + 1) * len(letters) > MOST:
                raise BudgetExceeded("table", "a statement of the digit game", len(rows), "")
            rows[state] = [step(state, letter) for letter in letters]
            todo += rows[state]
    names: dict[Hashable, int] = {}
    block = {state: names.setdefault(value(state), len(names)) for state in rows}
    while True:
        finer: dict[Hashable, int] = {}
        again = {s: finer.setdefault((block[s], *(block[r] for r in rows[s])), len(finer)) for s in rows}
        if len(finer) == len(names):
            break
        block, names = again, finer
    table = {(block[s], letter): block[r] for s in rows for letter, r in zip(letters, rows[s], strict=True)}
    values = {block[s]: value(s) for s in rows}
    return MachineTable(block[start], table, tuple(values[b] for b in range(len(values))))
