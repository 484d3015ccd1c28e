"""The kernel that fills a table from the arrays of `encode`: every position in order, every option looked up.

Restricted Python: integers, arrays and loops. It gives up, with a reason, rather than read a value that is not there.
"""

from __future__ import annotations

from typing import Any

from heapwise.engine.grid.encode import AT_LEAST_ZERO, CONGRUENT, IN_SET, IS_ZERO, NO, NOT_ALL_ZERO, NOT_IN_SET, YES
from heapwise.engine.jit import kernel

UNKNOWN, ILLEGAL = -1, -2  # entries of a table that are no values
DONE, OUTSIDE, TOO_EARLY, TOO_WIDE = range(4)  # how a run ended
GRUNDY, OUTCOME, REMOTENESS = range(3)  # kinds of folds

_AT_LEAST_ZERO, _IS_ZERO, _NOT_ALL_ZERO = AT_LEAST_ZERO, IS_ZERO, NOT_ALL_ZERO
_CONGRUENT, _IN_SET, _NOT_IN_SET, _YES, _NO = CONGRUENT, IN_SET, NOT_IN_SET, YES, NO


@kernel
def form_value(code: Any, form: int, values: Any) -> int:
    """The value of a linear form."""
    total = code.constants[form]
    for i in range(code.starts[form], code.starts[form + 1]):
        total += code.coefficients[i] * values[code.variables[i]]
    return total


@kernel
def form_slope(code: Any, form: int, variable: int) -> int:
    """The coefficient of a variable in a form."""
    for i in range(code.starts[form], code.starts[form + 1]):
        if code.variables[i] == variable:
            return code.coefficients[i]
    return 0


@kernel
def holds(code: Any, start: int, values: Any) -> bool:
    """Run a program of tests."""
    at = start
    while at >= 0:
        kind = code.kinds[at]
        passed = False
        if kind == _NOT_ALL_ZERO:
            for i in range(code.first[at], code.first[at] + code.second[at]):
                if form_value(code, code.form_lists[i], values) != 0:
                    passed = True
                    break
        else:
            value = form_value(code, code.first[at], values)
            if kind == _AT_LEAST_ZERO:
                passed = value >= 0
            elif kind == _IS_ZERO:
                passed = value == 0
            elif kind == _CONGRUENT:
                passed = code.pool[code.second[at] + value % code.third[at]] == 1
            else:
                found = False
                for i in range(code.second[at], code.second[at] + code.third[at]):
                    if code.pool[i] == value:
                        found = True
                        break
                passed = found == (kind == _IN_SET)
        at = code.if_true[at] if passed else code.if_false[at]
    return at == _YES


@kernel
def lower_end(code: Any, amount: int, values: Any) -> int:
    """The least value that an amount may take."""
    best = 0
    for i in range(code.low_starts[amount], code.high_starts[amount]):
        bound = -(-form_value(code, code.bound_forms[i], values) // code.bound_divisors[i])
        if i == code.low_starts[amount] or bound > best:
            best = bound
    return best


@kernel
def upper_end(code: Any, amount: int, end: int, values: Any) -> int:
    """The greatest value that an amount may take."""
    best = 0
    for i in range(code.high_starts[amount], end):
        bound = form_value(code, code.bound_forms[i], values) // code.bound_divisors[i]
        if i == code.high_starts[amount] or bound < best:
            best = bound
    return best


@kernel
def target_index(code: Any, move: int, values: Any, lows: Any, sizes: Any, strides: Any, here: int) -> int:
    """The index of the option that a move writes; -1 if it lies outside the table."""
    index = here
    for u in range(code.update_starts[move], code.update_starts[move + 1]):
        component = code.update_components[u]
        new = form_value(code, code.update_forms[u], values) - lows[component]
        if new < 0 or new >= sizes[component]:
            return -1
        index += strides[component] * (new - (values[component] - lows[component]))
    return index


@kernel
def sum_value(code: Any, move: int, values: Any, lows: Any, sizes: Any, strides: Any, table: Any) -> int:
    """The nim-sum of the values of the positions that a move leads to; below 0 as in `take`."""
    start = 0
    for before in range(move):
        if code.target_starts[before + 1] >= 0:
            start = code.target_starts[before + 1]
    count = len(sizes)
    value = 0
    for target in range((code.target_starts[move + 1] - start) // count):
        index = 0
        for component in range(count):
            new = form_value(code, code.targets[start + target * count + component], values) - lows[component]
            if new < 0 or new >= sizes[component]:
                return -3
            index += strides[component] * new
        if table[index] < 0:
            return -4
        value ^= table[index]
    return value


@kernel
def look_at_options(
    code: Any, move: int, values: Any, lows: Any, sizes: Any, strides: Any, here: int, table: Any, currents: Any,
    tops: Any, seen: Any, stamp: int, state: Any, fold: int,
) -> int:  # fmt: skip
    """Take note of the values of all options of one move; the return says whether every value was there."""
    if code.before[move] != _YES and not holds(code, code.before[move], values):
        return 0
    first, last = code.amount_starts[move], code.amount_starts[move + 1]
    depth, size = last - first, len(sizes)
    is_sum = code.target_starts[move + 1] >= 0
    if depth == 0:
        return take_one(code, move, values, lows, sizes, strides, here, table, seen, stamp, state, fold, is_sum)
    level = 0
    open_end = code.high_starts[first + 1] if False else 0
    currents[0] = lower_end(code, first, values) - 1
    tops[0] = upper_end(code, first, high_end(code, first), values)
    while level >= 0:
        currents[level] += 1
        if currents[level] > tops[level]:
            level -= 1
            continue
        amount = first + level
        values[size + level] = currents[level]
        if level == depth - 1 and code.guards[amount] == _YES and not is_sum:
            status = run_along(code, move, level, values, lows, sizes, strides, here, table, currents, tops, seen,
                               stamp, state, fold)  # fmt: skip
            if status != 0:
                return status
            level -= 1
            continue
        if code.guards[amount] != _YES and not holds(code, code.guards[amount], values):
            continue
        if level == depth - 1:
            status = take_one(code, move, values, lows, sizes, strides, here, table, seen, stamp, state, fold, is_sum)
            if status != 0:
                return status
            continue
        level += 1
        currents[level] = lower_end(code, first + level, values) - 1
        tops[level] = upper_end(code, first + level, high_end(code, first + level), values)
    return open_end


@kernel
def high_end(code: Any, amount: int) -> int:
    """Where the upper bounds of an amount end in the list of bounds."""
    if amount + 1 < len(code.low_starts):
        return code.low_starts[amount + 1]
    return len(code.bound_forms)


@kernel
def run_along(
    code: Any, move: int, level: int, values: Any, lows: Any, sizes: Any, strides: Any, here: int, table: Any,
    currents: Any, tops: Any, seen: Any, stamp: int, state: Any, fold: int,
) -> int:  # fmt: skip
    """The innermost amount without guards of its own: the options lie on a line through the table."""
    size, top = len(sizes), tops[level]
    index = target_index(code, move, values, lows, sizes, strides, here)
    values[size + level] = top
    if index < 0 or target_index(code, move, values, lows, sizes, strides, here) < 0:
        return 1
    step = 0
    for u in range(code.update_starts[move], code.update_starts[move + 1]):
        step += strides[code.update_components[u]] * form_slope(code, code.update_forms[u], size + level)
    for _ in range(top - currents[level] + 1):
        value = table[index]
        if value < 0:
            return 2
        note(value, seen, stamp, state, fold)
        index += step
    return 0


@kernel
def take_one(
    code: Any, move: int, values: Any, lows: Any, sizes: Any, strides: Any, here: int, table: Any, seen: Any,
    stamp: int, state: Any, fold: int, is_sum: bool,
) -> int:  # fmt: skip
    """Take note of one option."""
    if is_sum:
        value = sum_value(code, move, values, lows, sizes, strides, table)
        if value == -3:
            return 1
        if value == -4:
            return 2
    else:
        index = target_index(code, move, values, lows, sizes, strides, here)
        if index < 0:
            return 1
        value = table[index]
        if value < 0:
            return 2
    note(value, seen, stamp, state, fold)
    return 0


@kernel
def note(value: int, seen: Any, stamp: int, state: Any, fold: int) -> None:
    """Remember the value of an option: marked for the mex, in a set of seats, or as nearest and farthest."""
    state[0] += 1
    if fold == 0:
        seen[value] = stamp
    elif fold == 1:
        state[1] |= 1 << value
    elif value & 1:
        state[2] = max(state[2], value >> 1)
    else:
        state[3] = min(state[3], value >> 1)


@kernel
def fill(
    code: Any, lows: Any, sizes: Any, strides: Any, order: Any, table: Any, fold: int, ending: int, best: Any, seen: Any
) -> tuple[int, int]:
    """Fill the table. Positions come in index order, or in `order` if that is not empty; illegal ones are skipped."""
    count = len(sizes)
    values = seen[:0].copy()
    values = _room(seen, count + code.most_amounts)
    currents, tops, state = _room(seen, code.most_amounts + 1), _room(seen, code.most_amounts + 1), _room(seen, 4)
    stamp = 0
    total = len(order) if len(order) else len(table)
    for step in range(total):
        here = order[step] if len(order) else step
        if table[here] == -2:
            continue
        rest = here
        for component in range(count):
            values[component] = rest // strides[component] + lows[component]
            rest %= strides[component]
        if code.ends != -2 and holds(code, code.ends, values):
            table[here] = ending
            continue
        stamp += 1
        state[0], state[1], state[2], state[3] = 0, 0, -1, 1 << 60
        for move in range(len(code.before)):
            status = look_at_options(code, move, values, lows, sizes, strides, here, table, currents, tops, seen, stamp,
                                     state, fold)  # fmt: skip
            if status != 0:
                return status, here
        if state[0] == 0:
            table[here] = ending
        elif fold == 0:
            value = 0
            while value < len(seen) and seen[value] == stamp:
                value += 1
            if 2 * value >= len(seen):
                return 3, here
            table[here] = value
        elif fold == 1:
            table[here] = best[state[1]]
        elif state[3] < 1 << 60:
            table[here] = 2 * (1 + state[3]) + 1
        else:
            table[here] = 2 * (1 + state[2])
    return 0, 0


@kernel
def _room(like: Any, size: int) -> Any:
    """A fresh array of zeros of the same kind."""
    room = like[:0].copy()
    room = _zeros(size)
    return room


@kernel
def mark_illegal(code: Any, lows: Any, sizes: Any, strides: Any, table: Any, values: Any, limits: Any, tops: Any) -> int:
    """Mark the positions that are not legal, or above a limit on a sum of components; gives how many are left."""
    left = 0
    count = len(sizes)
    for here in range(len(table)):
        rest = here
        for component in range(count):
            values[component] = rest // strides[component] + lows[component]
            rest %= strides[component]
        is_in = True
        for limit in range(len(tops)):
            total = 0
            for component in range(count):
                total += limits[limit, component] * values[component]
            if total > tops[limit]:
                is_in = False
        if is_in and (code.legal == -1 or holds(code, code.legal, values)):
            left += 1
        else:
            table[here] = -2
    return left
