"""What a term may be worth while components and amounts have no values yet.

A known value is a value of the interpreter. An unknown number is a linear form or one of the numbers below; vectors
and tuples are tuples of both kinds; an unknown set is one of the sets below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from heapwise.model.conditions import Condition
from heapwise.model.linear import Linear
from heapwise.numbers import Surd
from heapwise.records import Record, fields, replace
from heapwise.terms import term as t
from heapwise.terms.defined import roots_in
from heapwise.terms.position import NOTHING, Position
from heapwise.terms.values import FiniteSet, Subsets, Upward, Without, between, made_endless, splits

if TYPE_CHECKING:
    from heapwise.rules.game import Game
    from heapwise.terms.evaluate import Compute

Values = Sequence[int]


class NotLinear(Exception):
    """A term is not linear in any way that is known here; says which, in words."""


class Symbol(Record):
    """A value that depends on variables."""

    def evaluate(self, values: Values) -> Any:
        """The value, once the variables have theirs."""
        raise NotImplementedError


class Cases(Symbol):
    """One value or another: the first one whose condition holds; some condition always does, and only one."""

    cases: tuple[tuple[Condition, Any], ...]

    def evaluate(self, values: Values) -> Any:
        return next(evaluated(value, values) for condition, value in self.cases if condition.holds(values))


class Extreme(Symbol):
    """The least (`sign` = 1) or the greatest (`sign` = -1) of several forms."""

    sign: int
    members: tuple[Linear, ...]

    def evaluate(self, values: Values) -> int:
        choose = min if self.sign == 1 else max
        return choose(form.evaluate(values) for form in self.members)


class Ratio(Symbol):
    """A form divided by a positive integer, exactly."""

    form: Linear
    divisor: int

    def evaluate(self, values: Values) -> Any:
        from heapwise.numbers import divide

        return divide(self.form.evaluate(values), self.divisor)


class Quotient(Symbol):
    """`floor(form / divisor)`"""

    form: Linear
    divisor: int

    def evaluate(self, values: Values) -> int:
        return self.form.evaluate(values) // self.divisor


class Remainder(Symbol):
    """`form mod divisor`"""

    form: Linear
    divisor: int

    def evaluate(self, values: Values) -> int:
        return self.form.evaluate(values) % self.divisor


class ConditionCount(Symbol):
    """How many conditions hold, and a number more."""

    conditions: tuple[Condition, ...]
    more: int = 0

    def evaluate(self, values: Values) -> int:
        return sum(c.holds(values) for c in self.conditions) + self.more


class Summand(Symbol):
    """A position of a game whose components are linear forms."""

    game: Game
    arguments: tuple[Any, ...]

    def evaluate(self, values: Values) -> Position:
        return self.game.position_of(tuple(evaluated(a, values) for a in self.arguments))


class SymbolicSum(Symbol):
    """A disjunctive sum of positions."""

    summands: tuple[Summand, ...]

    def evaluate(self, values: Values) -> Position:
        return Position.of(c for s in self.summands for c in s.evaluate(values)) if self.summands else NOTHING


class Unknown(Symbol):
    """A value that is not linear: the term, and what its slots hold."""

    term: t.AnyTerm
    slots: tuple[tuple[int, Any], ...]
    compute: Computer

    def evaluate(self, values: Values) -> Any:
        return self.compute.run(self.term, [(slot, evaluated(value, values)) for slot, value in self.slots])


class Computer(Record, eq=False):
    """Runs terms of one game by the interpreter's own functions."""

    size: int
    compiled: Callable[[t.AnyTerm], Compute]
    words: Callable[[t.AnyTerm], str]  # a term as the author wrote it

    def run(self, term: t.AnyTerm, slots: Sequence[tuple[int, Any]]) -> Any:
        """The value of a term in a frame with these slots."""
        frame: list[Any] = [None] * max((self.size, *(slot + 1 for slot, _ in slots)))
        for slot, value in slots:
            frame[slot] = value
        return self.compiled(term)(frame)


# ------------------------------------------------------------------------------------------------ sets


class IntervalSet(Symbol):
    """`low..high`; without `high` it has no end."""

    low: Any
    high: Any | None

    def evaluate(self, values: Values) -> Any:
        from heapwise.terms.values import Upward

        low = evaluated(self.low, values)
        return Upward(low) if self.high is None else between(low, evaluated(self.high, values))


class BoxSet(Symbol):
    """A box: vectors whose entries are in the sides, each a set of numbers or again of vectors."""

    low: Any
    high: tuple[Any, ...]

    def evaluate(self, values: Values) -> Any:
        return between(evaluated(self.low, values), evaluated(self.high, values))


class SplitSet(Symbol):
    """`splits(total, parts, least)`"""

    total: Any
    parts: int
    least: int

    def evaluate(self, values: Values) -> Any:
        return FiniteSet(splits(evaluated(self.total, values), self.parts, self.least))


class ListedSet(Symbol):
    """A set of members, each there under a condition."""

    members: tuple[tuple[Condition, Any], ...]

    def evaluate(self, values: Values) -> Any:
        return FiniteSet(evaluated(member, values) for condition, member in self.members if condition.holds(values))


class Combined(Symbol):
    """`a \\ b`, `a | b`, `a & b`"""

    sign: str
    left: Any
    right: Any

    def evaluate(self, values: Values) -> Any:
        from heapwise.terms.functions import FUNCTIONS

        return FUNCTIONS[self.sign].apply(evaluated(self.left, values), evaluated(self.right, values))


def may_be_endless(members: Any) -> bool:
    """Is it not seen that a set comes to an end? The union with such a one has no value."""
    match members:
        case IntervalSet(high=high):
            return high is None
        case Combined(sign=sign, left=left, right=right):
            return made_endless(sign, may_be_endless(left), may_be_endless(right))
        case Cases():
            return any(may_be_endless(one) for _, one in members.cases)
        case Unknown():
            return True
    return isinstance(members, Upward | Without)


def is_whole(value: Any) -> bool:
    """Is a value seen to be an integer, whatever the variables are?"""
    if isinstance(value, Cases):
        return all(is_whole(one) for _, one in value.cases)
    return type(value) is int or isinstance(value, Linear | Extreme | Quotient | Remainder | ConditionCount)


def are_ends(low: Any, high: Any) -> bool:
    """Are two values seen to be the ends of a range of integers, or of a range of vectors?"""
    if type(high) is not tuple:
        return is_whole(low) and is_whole(high)
    if type(low) is not tuple:
        return all(are_ends(low, end) for end in high)
    return len(low) == len(high) and all(map(are_ends, low, high))


class OptionsOf(Symbol):
    """`options(game, at)`"""

    game: Game
    at: Any

    def evaluate(self, values: Values) -> Any:
        return FiniteSet(self.game.options_as_values(evaluated(self.at, values)))


class ReachedSet(Symbol):
    """`options(p)` or `followers(p)` of a position, or of several: one of each at a time."""

    name: str
    at: Any

    def evaluate(self, values: Values) -> Any:
        from heapwise.terms.evaluate import followers, options, together

        return FiniteSet(together(evaluated(self.at, values), followers if self.name == "followers" else options))


class Gathered(Symbol):
    """`{body for steps}`, kept as it is written: the term, and what its slots hold."""

    term: t.Gather
    slots: tuple[tuple[int, Any], ...]
    compute: Computer

    def evaluate(self, values: Values) -> Any:
        return self.compute.run(self.term, [(slot, evaluated(value, values)) for slot, value in self.slots])


# ------------------------------------------------------------------------------------------ all of them


def evaluated(value: Any, values: Values) -> Any:
    """A value once the variables have theirs. A variable by itself may be a component that is a position."""
    if isinstance(value, Linear) and not value.constant and len(value.terms) == 1 and value.terms[0][1] == 1:
        return values[value.terms[0][0]]
    if isinstance(value, Linear | Symbol):
        return value.evaluate(values)
    if isinstance(value, Condition):
        return value.holds(values)
    if type(value) is tuple:
        return tuple(evaluated(entry, values) for entry in value)
    return value


def is_symbolic(value: Any) -> bool:
    """Does a value depend on variables?"""
    if type(value) is tuple:
        return any(map(is_symbolic, value))
    return isinstance(value, Linear | Symbol | Condition)


def roots_of(value: Any) -> set[int]:
    """The square roots that the numbers in a value need, wherever they stand: two different ones have no order."""
    match value:
        case Surd():
            return {value.d}
        case tuple() | FiniteSet():
            return {root for entry in value for root in roots_of(entry)}
        case Subsets():
            return roots_of(value.members)
        case Symbol():
            return {root for f in fields(value) for root in roots_of(getattr(value, f.name))}
    return roots_in(value) if isinstance(value, t.AnyTerm) else set()


def changed(value: Any, change: Callable[[Linear], Linear]) -> Any:
    """A value with every linear form in it changed."""
    if isinstance(value, Linear):
        return change(value)
    if isinstance(value, Condition):
        return value.map(change)
    if type(value) is tuple:
        return tuple(changed(entry, change) for entry in value)
    if isinstance(value, Symbol):
        return replace(value, **{f.name: changed(getattr(value, f.name), change) for f in fields(value)})
    return value


def forms_of(value: Any) -> list[Linear]:
    """All linear forms in a value."""
    found: list[Linear] = []

    def see(form: Linear) -> Linear:
        found.append(form)
        return form

    changed(value, see)
    return found


class Opaque(Condition):
    """A condition that is not linear: the term, what its slots hold, and whether it is wanted or its opposite."""

    unknown: Unknown
    wanted: bool = True

    def holds(self, values: Values) -> bool:
        return bool(self.unknown.evaluate(values)) == self.wanted

    def negated(self) -> Condition:
        return replace(self, wanted=not self.wanted)

    def map(self, change: Callable[[Linear], Linear]) -> Condition:
        return replace(self, unknown=changed(self.unknown, change))

    def forms(self) -> Any:
        yield from forms_of(self.unknown)

    @property
    def is_linear(self) -> bool:
        return False
