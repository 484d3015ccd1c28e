"""The kernel that fills a table from the code of `encode`: every position in order, every option looked up.

Restricted Python: integers, arrays and loops. It gives up, with a reason, rather than read a value that is not there.

What the functions pass on: `code` is the game; `box` has the least values, the sizes and the strides of the components
in its three rows; `values` are those of the components at hand and of the amounts so far; `loops` has the current
and the last value of every amount; `notes` is what is known of the options so far (see `note`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from heapwise.engine.grid.encode import (
    AMOUNT_STARTS,
    AT_LEAST_ZERO,
    BEFORE,
    BOUND_DIVISORS,
    BOUND_FORMS,
    COEFFICIENTS,
    CONGRUENT,
    CONSTANTS,
    ENDS,
    FIRST,
    FORM_LISTS,
    GUARDS,
    HIGH_ENDS,
    HIGH_STARTS,
    IF_FALSE,
    IF_TRUE,
    IN_SET,
    IS_ZERO,
    KINDS,
    LEGAL,
    LOW_STARTS,
    MOST_AMOUNTS,
    MOVES,
    NO,
    NOT_ALL_ZERO,
    POOL,
    SECOND,
    STARTS,
    TARGET_COUNTS,
    TARGET_STARTS,
    TARGETS,
    THIRD,
    UPDATE_COMPONENTS,
    UPDATE_FORMS,
    UPDATE_STARTS,
    VARIABLES,
    YES,
)  # fmt: skip
from heapwise.engine.jit import kernel

UNKNOWN, ILLEGAL = -1, -2  # entries of a table that are no values
DONE, OUTSIDE, TOO_EARLY, TOO_WIDE = range(4)  # how a run ended
GRUNDY, OUTCOME, REMOTENESS, MISERE_REMOTENESS = range(4)  # kinds of folds
COUNT, SEATS, FARTHEST, NEAREST, STAMP, FOLD, WANTED = range(7)  # the entries of `notes`
LOW, SIZE, STRIDE = range(3)  # the rows of `box`
_FAR = 1 << 60


@kernel
def item(code: Any, name: int, number: int) -> int:
    """An entry of one of the code's lists."""
    return code[code[name] + number]


@kernel
def form_value(code: Any, form: int, values: Any) -> int:
    """The value of a linear form."""
    total = item(code, CONSTANTS, form)
    for i in range(item(code, STARTS, form), item(code, STARTS, form + 1)):
        total += item(code, COEFFICIENTS, i) * values[item(code, VARIABLES, i)]
    return total


@kernel
def form_slope(code: Any, form: int, variable: int) -> int:
    """The coefficient of a variable in a form."""
    for i in range(item(code, STARTS, form), item(code, STARTS, form + 1)):
        if item(code, VARIABLES, i) == variable:
            return item(code, COEFFICIENTS, i)
    return 0


@kernel
def passes(code: Any, test: int, values: Any) -> bool:
    """One test of a program."""
    kind, first, second, third = (
        item(code, KINDS, test), item(code, FIRST, test), item(code, SECOND, test), item(code, THIRD, test)
    )  # fmt: skip
    if kind == NOT_ALL_ZERO:
        for i in range(first, first + second):  # noqa: SIM110 - a kernel is made of loops
            if form_value(code, item(code, FORM_LISTS, i), values) != 0:
                return True
        return False
    value = form_value(code, first, values)
    if kind == AT_LEAST_ZERO:
        return value >= 0
    if kind == IS_ZERO:
        return value == 0
    if kind == CONGRUENT:
        return item(code, POOL, second + value % third) == 1
    low, high = second, second + third  # the members of a set are in order
    while low < high:
        middle = (low + high) // 2
        if item(code, POOL, middle) < value:
            low = middle + 1
        else:
            high = middle
    return (low < second + third and item(code, POOL, low) == value) == (kind == IN_SET)


@kernel
def holds(code: Any, program: int, values: Any) -> bool:
    """Run a program of tests."""
    at = program
    while at >= 0:
        at = item(code, IF_TRUE, at) if passes(code, at, values) else item(code, IF_FALSE, at)
    return at == YES


@kernel
def start_loop(code: Any, amount: int, level: int, values: Any, loops: Any) -> None:
    """Set an amount before its least value, and its last one: bounds are rounded towards the inside."""
    low, high = -_FAR, _FAR
    for i in range(item(code, LOW_STARTS, amount), item(code, HIGH_STARTS, amount)):
        value, divisor = form_value(code, item(code, BOUND_FORMS, i), values), item(code, BOUND_DIVISORS, i)
        low = max(low, -(-value // divisor))
    for i in range(item(code, HIGH_STARTS, amount), item(code, HIGH_ENDS, amount)):
        value, divisor = form_value(code, item(code, BOUND_FORMS, i), values), item(code, BOUND_DIVISORS, i)
        high = min(high, value // divisor)
    loops[0, level] = low - 1
    loops[1, level] = high


@kernel
def option_index(code: Any, move: int, here: int, box: Any, values: Any) -> int:
    """The index of the option that a move writes; -1 if it lies outside the table."""
    index = here
    for u in range(item(code, UPDATE_STARTS, move), item(code, UPDATE_STARTS, move + 1)):
        component = item(code, UPDATE_COMPONENTS, u)
        new = form_value(code, item(code, UPDATE_FORMS, u), values)
        if not 0 <= new - box[LOW, component] < box[SIZE, component]:
            return -1
        index += box[STRIDE, component] * (new - values[component])
    return index


@kernel
def index_step(code: Any, move: int, box: Any, variable: int) -> int:
    """How far the option's index moves when an amount grows by 1."""
    step = 0
    for u in range(item(code, UPDATE_STARTS, move), item(code, UPDATE_STARTS, move + 1)):
        slope = form_slope(code, item(code, UPDATE_FORMS, u), variable)
        step += box[STRIDE, item(code, UPDATE_COMPONENTS, u)] * slope
    return step


@kernel
def note(value: int, seen: Any, notes: Any) -> None:
    """Remember the value of an option: marked for the mex, in a set of seats, or as nearest lost and farthest won."""
    notes[COUNT] += 1
    if notes[FOLD] == GRUNDY:
        seen[value] = notes[STAMP]
    elif notes[FOLD] == OUTCOME:
        notes[SEATS] |= 1 << value
    elif (value & 1) == notes[FOLD] - REMOTENESS:  # even where the option is lost, in misere play odd
        notes[NEAREST] = min(notes[NEAREST], value)
    else:
        notes[FARTHEST] = max(notes[FARTHEST], value)


@kernel
def take_sum(code: Any, move: int, box: Any, values: Any, table: Any, seen: Any, notes: Any) -> int:
    """Take note of an option that is a sum of positions: the nim-sum of their values."""
    size, total = box.shape[1], 0
    start = item(code, TARGET_STARTS, move)
    for _ in range(item(code, TARGET_COUNTS, move)):
        index = 0
        for component in range(size):
            new = form_value(code, item(code, TARGETS, start + component), values) - box[LOW, component]
            if not 0 <= new < box[SIZE, component]:
                return OUTSIDE
            index += box[STRIDE, component] * new
        if table[index] < 0:
            return TOO_EARLY
        total ^= table[index]
        start += size
    note(total, seen, notes)
    return DONE


@kernel
def take_one(code: Any, move: int, here: int, box: Any, values: Any, table: Any, seen: Any, notes: Any) -> int:
    """Take note of one option."""
    if item(code, TARGET_COUNTS, move) >= 0:
        return take_sum(code, move, box, values, table, seen, notes)
    index = option_index(code, move, here, box, values)
    if index < 0:
        return OUTSIDE
    if table[index] < 0:
        return TOO_EARLY
    note(table[index], seen, notes)
    return DONE


@kernel
def take_line(
    code: Any, move: int, here: int, box: Any, values: Any, variable: int, last: int, table: Any, seen: Any, notes: Any
) -> int:
    """The innermost amount without guards of its own: its options lie on a line through the table."""
    current = values[variable]
    index, step = option_index(code, move, here, box, values), index_step(code, move, box, variable)
    values[variable] = last
    if index < 0 or option_index(code, move, here, box, values) < 0:
        return OUTSIDE
    for _ in range(last - current + 1):
        if table[index] < 0:
            return TOO_EARLY
        note(table[index], seen, notes)
        if notes[SEATS] & notes[WANTED]:
            break
        index += step
    return DONE


@kernel
def take_move(
    code: Any, move: int, here: int, box: Any, values: Any, loops: Any, table: Any, seen: Any, notes: Any
) -> int:
    """Take note of all options of one move, amount inside amount."""
    if not holds(code, item(code, BEFORE, move), values):
        return DONE
    first = item(code, AMOUNT_STARTS, move)
    depth, size = item(code, AMOUNT_STARTS, move + 1) - first, box.shape[1]
    is_sum = item(code, TARGET_COUNTS, move) >= 0
    if depth == 0:
        return take_one(code, move, here, box, values, table, seen, notes)
    level, status = 0, DONE
    start_loop(code, first, 0, values, loops)
    while level >= 0 and status == DONE and not notes[SEATS] & notes[WANTED]:
        loops[0, level] += 1
        values[size + level] = loops[0, level]
        guard, is_last = item(code, GUARDS, first + level), level == depth - 1
        if loops[0, level] > loops[1, level]:
            level -= 1
        elif is_last and guard == YES and not is_sum:
            status = take_line(code, move, here, box, values, size + level, loops[1, level], table, seen, notes)
            level -= 1
        elif holds(code, guard, values):
            if is_last:
                status = take_one(code, move, here, box, values, table, seen, notes)
            else:
                level += 1
                start_loop(code, first + level, level, values, loops)
    return status


def workspace(code: Any, box: Any, fold: int, wanted: int, width: int) -> Any:
    """The arrays that a run passes on: `values`, `loops`, `seen`, `notes`. A kernel makes none.

    With seats, `wanted` is the one that nothing is better than, as a bit: the other options need not be looked at.
    Grundy values stay below `width`, a power of 2, so the nim-sum of values does, too.
    """
    values = np.zeros(box.shape[1] + code[MOST_AMOUNTS], np.int64)
    loops, notes = np.zeros((2, code[MOST_AMOUNTS] + 1), np.int64), np.zeros(7, np.int64)
    notes[FOLD], notes[WANTED] = fold, wanted
    return values, loops, np.zeros(width + 1, np.int64), notes


@kernel
def take_all(code: Any, here: int, box: Any, values: Any, loops: Any, table: Any, seen: Any, notes: Any) -> int:
    """Take note of all options of the position at hand, and of nothing before them."""
    notes[COUNT], notes[SEATS], notes[FARTHEST], notes[NEAREST] = 0, 0, -1, _FAR
    notes[STAMP] += 1
    if code[ENDS] != NO and holds(code, code[ENDS], values):
        return DONE
    for move in range(code[MOVES]):
        status = take_move(code, move, here, box, values, loops, table, seen, notes)
        if status != DONE:
            return status
        if notes[SEATS] & notes[WANTED]:
            break
    return DONE


@kernel
def fold_notes(seen: Any, notes: Any, ending: int, best: Any) -> int:
    """The value that follows from what was noted of the options."""
    if notes[COUNT] == 0:
        return ending
    if notes[FOLD] == GRUNDY:
        value = 0
        while seen[value] == notes[STAMP]:
            value += 1
        return value
    if notes[FOLD] == OUTCOME:
        return best[notes[SEATS]]
    if notes[NEAREST] < _FAR:
        return 1 + notes[NEAREST]
    return 1 + notes[FARTHEST]


@kernel
def load(here: int, box: Any, values: Any) -> None:
    """The components of the position with an index."""
    rest = here
    for component in range(box.shape[1]):
        values[component] = rest // box[STRIDE, component] + box[LOW, component]
        rest %= box[STRIDE, component]


@kernel
def known_image(turns: Any, box: Any, values: Any, table: Any) -> int:
    """The value of a position that symmetry makes equal to the one at hand, if one is known."""
    for turn in range(len(turns)):
        index = 0
        for component in range(box.shape[1]):
            index += (values[component] - box[LOW, component]) * box[STRIDE, turns[turn, component]]
        if table[index] >= 0:
            return table[index]
    return UNKNOWN


@kernel
def fill(
    code: Any, box: Any, turns: Any, order: Any, table: Any, start: int, stop: int, ending: int, best: Any, room: Any
) -> int:
    """Fill the table from one step to another. Positions come in index order, or in `order` if that is not empty;
    illegal ones are skipped. `turns` are permutations of the components that change nothing; `room` is a `workspace`.
    """
    values, loops, seen, notes = room
    for step in range(start, stop):
        here = order[step] if len(order) else step
        if table[here] == ILLEGAL:
            continue
        load(here, box, values)
        table[here] = known_image(turns, box, values, table)
        if table[here] != UNKNOWN:
            continue
        status = take_all(code, here, box, values, loops, table, seen, notes)
        if status != DONE:
            return status
        value = fold_notes(seen, notes, ending, best)
        if notes[FOLD] == GRUNDY and value >= len(seen) - 1:
            return TOO_WIDE
        table[here] = value
    return DONE


@kernel
def mark_illegal(code: Any, box: Any, values: Any, table: Any, weights: Any, most: Any) -> None:
    """Mark the positions that are not legal, or above a limit on a sum of components; `values` has room for these."""
    for here in range(len(table)):
        load(here, box, values)
        is_inside = holds(code, code[LEGAL], values)
        for limit in range(len(most)):
            total = 0
            for component in range(box.shape[1]):
                total += weights[limit, component] * values[component]
            is_inside = is_inside and total <= most[limit]
        if not is_inside:
            table[here] = ILLEGAL
