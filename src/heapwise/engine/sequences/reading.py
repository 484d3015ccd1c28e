"""One ground move of a one-heap game, read as removals or splits.

Variable 0 is the heap n; the amounts t1, t2, ... follow. A `Line` is the inequality `heap * n + forms of the parts +
constant >= 0`, once amounts are written as parts of the result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heapwise.engine.sequences.conditions import whens
from heapwise.engine.sequences.rule import Amounts, Removal, Split, When
from heapwise.engine.sequences.settle import settled
from heapwise.model.conditions import (
    FALSE,
    And,
    AtLeastZero,
    Condition,
    InSet,
    IsZero,
    NotAllZero,
    Or,
    at_least_zero,
    conjunction,
)
from heapwise.model.ground import GroundMove
from heapwise.model.linear import Linear, total

Moves = list[Removal | Split]
HEAP = Linear.variable(0)
TAKEN = Linear.variable(1)  # in a move that leaves one heap: the stones taken


def read_move(move: GroundMove, going_on: tuple[Condition, ...], first: int) -> Moves | None:
    """What a move says; `going_on` holds where play has not ended. None where it says something else."""
    move = settled(move)
    found: Moves = []
    for guards in _cases((*going_on, *_bounds(move), *move.guards)):
        read = _read(move, guards, first)
        if read is None:
            return None
        found += read
    return found


def _bounds(move: GroundMove) -> Iterator[Condition]:
    """The bounds of the amounts as conditions."""
    for number, amount in enumerate(move.amounts, 1):
        variable = Linear.variable(number)
        yield from (at_least_zero(variable * bound.divisor - bound.form) for bound in amount.lows)
        yield from (at_least_zero(bound.form - variable * bound.divisor) for bound in amount.highs)


def _cases(conditions: Sequence[Condition]) -> Iterator[list[Condition]]:
    """The conditions without `or`, except where it speaks of n alone: one list for every choice."""
    flat = [part for c in conditions for part in (c.parts if isinstance(c, And) else (c,))]
    for i, condition in enumerate(flat):
        if isinstance(condition, Or) and not _is_about_heap(condition):
            for part in condition.parts:
                yield from _cases([*flat[:i], part, *flat[i + 1 :]])
            return
    if conjunction(flat) != FALSE:
        yield flat


def _read(move: GroundMove, guards: list[Condition], first: int) -> Moves | None:
    # An empty heap that is left beside others is nothing: a rule never says that something is done in it.
    results = _results(move)
    results = [form for form in results if form != Linear(0)] if len(results) > 1 else results
    if not results:
        return None if move.amounts else _read_end(guards, first)
    if len(results) == 1:
        return _read_removal(results[0], len(move.amounts), guards, first)
    return _read_split(results, len(move.amounts), guards, first)


def _results(move: GroundMove) -> list[Linear]:
    """The heaps that are left."""
    if move.result is not None:
        return [target.components[0] for target in move.result]
    return [form for _, form in move.updates] or [HEAP]


def _is_about_heap(condition: Condition) -> bool:
    return condition.is_linear and all(set(form.variables) <= {0} for form in condition.forms())


# ----------------------------------------------------------------------------------------------- nothing left


def _read_end(guards: list[Condition], first: int) -> Moves | None:
    """Play ends at certain heaps by taking all."""
    found = whens(guards, first) if all(map(_is_about_heap, guards)) else None
    if found is None or any(w.all_but for w in found):
        return None
    return [Split(n, 0) for when in found for n in sorted(when.exactly)]


# ---------------------------------------------------------------------------------------------- one heap left


def _read_removal(left: Linear, amounts: int, guards: list[Condition], first: int) -> Moves | None:
    """n -> n - s. Every condition speaks of n alone, or bounds s, or bounds n - s."""
    taken = HEAP - left
    if amounts == 0:
        return _fixed_removal(taken, guards, first)
    if amounts > 1 or taken.coefficient(1) not in (1, -1):
        return None
    # s = sign * t + rest, so t = sign * (s - rest): every form becomes one in n and s.
    sign = taken.coefficient(1)
    amount = {1: (TAKEN - (taken - TAKEN * sign)) * sign}
    reading = _Removals(first)
    if not all(reading.add(guard.map(lambda form: form.substitute(amount))) for guard in guards):
        return None
    return reading.moves()


def _fixed_removal(taken: Linear, guards: list[Condition], first: int) -> Moves | None:
    if not taken.is_constant or taken.constant < 1 or not all(map(_is_about_heap, guards)):
        return None
    reading = _Removals(first)
    reading.low = reading.high = taken.constant
    return reading.moves() if all(map(reading.add, guards)) else None


class _Removals:
    """What is known of s, of n - s and of n, while conditions are read."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.low = 1
        self.high: int | None = None
        self.only: frozenset[int] | None = None
        self.never: frozenset[int] = frozenset()
        self.least = first
        self.on_heap: list[Condition] = []

    def add(self, condition: Condition) -> bool:
        """Read one condition; False if it has none of the forms."""
        if isinstance(condition, And):
            return all(map(self.add, condition.parts))
        if _is_about_heap(condition):
            self._on_heap(condition)
            return True
        forms = list(condition.forms())
        if len(forms) != 1 or not condition.is_linear:
            return False
        (form,) = forms
        if isinstance(condition, AtLeastZero):
            return self._bound(form)
        if form.variables != (1,) or form.coefficient(1) not in (1, -1):
            return False
        return self._membership(condition, form)

    def _on_heap(self, condition: Condition) -> None:
        """A lower bound on n, where one s is taken, is one on n - s."""
        if isinstance(condition, AtLeastZero) and condition.form.coefficient(0) == 1 and self.low == self.high:
            self.least = max(self.least, -condition.form.constant - self.low)
        else:
            self.on_heap.append(condition)

    def _bound(self, form: Linear) -> bool:
        heap, taken, constant = form.coefficient(0), form.coefficient(1), form.constant
        if (heap, taken) == (0, 1):
            self.low = max(self.low, -constant)
        elif (heap, taken) == (0, -1):
            self.high = constant if self.high is None else min(self.high, constant)
        elif (heap, taken) == (1, -1):
            self.least = max(self.least, -constant)
        else:
            return False
        return True

    def _membership(self, condition: Condition, form: Linear) -> bool:
        sign = form.coefficient(1)
        match condition:
            case IsZero() | NotAllZero():
                members, inside = {0}, isinstance(condition, IsZero)
            case InSet():
                members, inside = set(condition.members), condition.inside
            case _:
                return False
        amounts = frozenset(sign * (m - form.constant) for m in members)
        if inside:
            self.only = amounts if self.only is None else self.only & amounts
        else:
            self.never |= amounts
        return True

    def moves(self) -> Moves | None:
        """The removals that were read."""
        found = whens(self.on_heap, self.first)
        if found is None:
            return None
        amounts = self._amounts()
        if amounts.all_but and self.least > self.first:
            return None
        return [Removal(amounts, self.least if self.least > self.first else 0, when) for when in found]

    def _amounts(self) -> Amounts:
        if self.only is None and self.high is None:
            return Amounts(self.never | frozenset(range(1, self.low)), True)
        chosen = self.only if self.only is not None else frozenset(range(self.low, (self.high or 0) + 1))
        high = max(chosen, default=0) if self.high is None else self.high
        return Amounts(frozenset(s for s in chosen if self.low <= s <= high) - self.never)


# ------------------------------------------------------------------------------------------ several heaps left


def _read_split(results: list[Linear], amounts: int, guards: list[Condition], first: int) -> Moves | None:
    """n -> several heaps with the total n - t. Every condition speaks of n alone, bounds parts, or compares two."""
    taken = HEAP - total(results)
    if not taken.is_constant or taken.constant < 0 or amounts != len(results) - 1:
        return None
    parts = _parts(results, amounts)
    if parts is None:
        return None
    reading = _Parts(len(results), taken.constant, first)
    about_parts = [g.map(lambda form: form.substitute(parts)) for g in guards if not _is_about_heap(g)]
    if not all(map(reading.add, about_parts)) or not reading.is_even():
        return None
    found = whens([g for g in guards if _is_about_heap(g)], first)
    return None if found is None else reading.moves(found)


def _parts(results: list[Linear], amounts: int) -> dict[int, Linear] | None:
    """Every amount as a part of the result less a constant: variable i becomes the i-th part so found."""
    renamed: dict[int, Linear] = {}
    for form in results:
        if len(form.variables) == 1 and 0 < form.variables[0] <= amounts and form.terms[0][1] == 1:
            renamed.setdefault(form.variables[0], Linear.variable(form.variables[0]) - form.constant)
    return renamed if len(renamed) == amounts else None


class _Parts:
    """What is known of the parts; the last one is n - t less all others, and has no variable of its own."""

    def __init__(self, count: int, taken: int, first: int) -> None:
        self.count, self.taken = count, taken
        self.least = [first] * count
        self.sums: list[tuple[int, int]] = []  # so many parts have at least this sum
        self.order: set[int] = set()  # b - a is at least this, where a and b are two parts
        self.unequal = False

    def add(self, condition: Condition) -> bool:
        """Read one condition; False if it has none of the forms."""
        if isinstance(condition, And):
            return all(map(self.add, condition.parts))
        if isinstance(condition, AtLeastZero):
            return self._bound(condition.form)
        if isinstance(condition, NotAllZero) and self.count == 2 and len(condition.differences) == 1:
            (form,) = condition.differences
            difference = self._over_parts(form)
            self.unequal = difference in (([1, -1], 0), ([-1, 1], 0))
            return self.unequal
        return False

    def _over_parts(self, form: Linear) -> tuple[list[int], int]:
        """Coefficients of all parts and the constant: n is the sum of the parts and t."""
        heap = form.coefficient(0)
        inner = [form.coefficient(i) + heap for i in range(1, self.count)]
        return [*inner, heap], form.constant + heap * self.taken

    def _bound(self, form: Linear) -> bool:
        coefficients, constant = self._over_parts(form)
        if all(c in (0, 1) for c in coefficients) and 1 in coefficients:
            named = [i for i, c in enumerate(coefficients) if c]
            if len(named) == 1:
                self.least[named[0]] = max(self.least[named[0]], -constant)
            else:
                self.sums.append((len(named), -constant))
            return True
        if self.count == 2 and sorted(coefficients) == [-1, 1]:
            self.order.add(-constant)
            self.smaller = coefficients.index(-1)
            return True
        return False

    def is_even(self) -> bool:
        """Do all parts obey the same bound, apart from which of two is called the smaller?"""
        if self.order:
            if self.order not in ({0}, {1}):
                return False
            self.unequal = self.unequal or self.order == {1}
            least = self.least[self.smaller]
            if self.least[1 - self.smaller] > least + (self.order == {1}):
                return False
            self.least = [least] * 2
        return len(set(self.least)) == 1 and all(number * self.least[0] >= bound for number, bound in self.sums)

    def moves(self, found: tuple[When, ...]) -> Moves:
        """The splits that were read."""
        return [Split(self.taken, self.count, self.least[0], self.unequal, when) for when in found]
