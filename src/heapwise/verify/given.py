"""Sets that are given as automata, by a text or by a search: their tables are part of what is proved.

A table reads digits in one order. In the other one a state is the set of states from which what was read so far is
accepted. That zeros in front of the highest digits do not matter is looked at before anything is read.
"""

from functools import lru_cache
from operator import mul
from typing import Any

from heapwise.verify.automata import AutomatonTable, table
from heapwise.verify.readers import DigitReader, Digits, ReaderState
from heapwise.verify.untrusted import not_one, of, record, sequence, too_large, wholes, wrong

MOST_TRANSITIONS = 1 << 20  # of a set in the other order, where a state may be many

Plain = tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]]


def plain(value: Any, size: int) -> Plain:
    """Columns, rows and accepting states, so that equal tables are equal."""
    data = record(value, "an automaton", keys=("columns", "rows", "accepting"))
    rows = tuple(wholes(row, "a state") for row in sequence(of(data, "rows"), "rows"))
    return wholes(of(data, "columns"), "a column"), rows, wholes(of(data, "accepting"), "an accepting state")


def reader(base: int, order: str, parts: Plain, *, is_lsd: bool) -> DigitReader:
    """The reader of a set whose table has this order, in one order or in the other."""
    found = _table(base, order, parts)
    return _forwards(found) if (order == "lsd") == is_lsd else _backwards(found)


@lru_cache(maxsize=256)
def _table(base: int, order: str, parts: Plain) -> AutomatonTable:
    columns, rows, accepting = parts
    data = {"columns": list(columns), "rows": [*map(list, rows)], "accepting": list(accepting)}
    found = table(data, base)
    zero = found.columns[0]
    if order == "lsd":
        is_padded = all((s in found.accepting) == (row[zero] in found.accepting) for s, row in enumerate(found.rows))
    else:
        is_padded = found.rows[0][zero] == 0
    if not is_padded:
        raise wrong("zeros in front of the digits of a number change what a given automaton says")
    return found


def _column(found: AutomatonTable, digits: Digits) -> int:
    if len(digits) != found.arity:
        raise not_one("a given automaton has another number of variables")
    weights = (found.base**i for i in range(found.arity))
    letter: int = sum(map(mul, digits, weights))
    return found.columns[letter]


def _forwards(found: AutomatonTable) -> DigitReader:
    def go(state: ReaderState, digits: Digits) -> ReaderState:
        return found.rows[state][_column(found, digits)]

    return DigitReader(0, go, lambda state: state in found.accepting)


def _backwards(found: AutomatonTable) -> DigitReader:
    if found.size > MOST_TRANSITIONS:
        raise too_large("a given automaton has too many transitions to be read in the other order")

    def go(good: ReaderState, digits: Digits) -> ReaderState:
        column = _column(found, digits)
        return frozenset(state for state, row in enumerate(found.rows) if row[column] in good)

    return DigitReader(found.accepting, go, lambda good: 0 in good)
