"""What is known in a formula once parameters are put in: values, cases of choices, and their sympy objects.

In `sum(x[i] for i in 1..n)` with n = 3 the choice of i has three cases, and so the sum becomes one of three components.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from heapwise.errors import HeapwiseError
from heapwise.formulas import objects as o
from heapwise.formulas.functions import object_of
from heapwise.formulas.symbols import Symbols
from heapwise.numbers import Number, UndefinedValue
from heapwise.terms import term as t
from heapwise.terms.evaluate import Compiler
from heapwise.terms.types import POSITION
from heapwise.terms.values import FiniteSet, Upward, show

UNKNOWN: Any = object()
Case = dict[int, Any]
_MOST_MEMBERS = 1_000


class Known:
    """Values by slot, and everything that follows from them."""

    def __init__(self, compiler: Compiler, symbols: Symbols, values: dict[int, Any]) -> None:
        self.compiler, self.symbols, self.values = compiler, symbols, values
        self._needs: dict[int, tuple[t.AnyTerm, frozenset[int] | None]] = {}

    def value(self, term: t.AnyTerm) -> Any:
        """The value of a term, or UNKNOWN; what is undefined is not known."""
        needs = self._needed(term)
        if needs is None or not needs <= self.values.keys():
            return UNKNOWN
        compiler = Compiler(self.compiler.source, self.values, self.compiler.this)
        try:
            return compiler.compile(term)(dict(self.values))  # type: ignore[arg-type]
        except (UndefinedValue, HeapwiseError):
            return UNKNOWN

    def object(self, term: t.AnyTerm) -> Any:
        """The object of a known value, or UNKNOWN."""
        value = self.value(term)
        return UNKNOWN if value is UNKNOWN else self.as_object(value)

    def as_object(self, value: Any) -> Any:
        """A value as an object; vectors stay tuples."""
        if isinstance(value, tuple) and type(value) is tuple:
            return tuple(map(self.as_object, value))
        if isinstance(value, bool | Number):
            return object_of(value)
        if isinstance(value, range):
            return o.FromTo(object_of(value.start), object_of(value.stop - 1))
        if isinstance(value, Upward):
            return o.FromTo(object_of(value.low))
        if isinstance(value, FiniteSet) and len(value) <= _MOST_MEMBERS:
            return o.Members(*(_row(self.as_object(item)) for item in value))
        return self.symbols.constant(value, show(value))

    def cases(self, steps: tuple[t.Step, ...], most: int) -> list[Case] | None:
        """All cases of some steps, if they are known and not too many."""
        cases: list[Case] = [{}]
        for step in steps:
            following: list[Case] = []
            for case in cases:
                with self.assuming(case):
                    found = self._after(step, most)
                if found is None or len(following) + len(found) > most:
                    return None
                following += [{**case, **more} for more in found]
            cases = following
        return cases

    def _after(self, step: t.Step, most: int) -> list[Case] | None:
        """What one more step adds to a case: nothing, one case or several."""
        value = self.value(t.step_term(step))
        if value is UNKNOWN:
            return None
        match step:
            case t.Guard():
                return [{}] if value else []
            case t.Define():
                return [{step.slot: value}]
        members = list(islice(iter(value), most + 1))
        if len(members) > most or not all(_fits(step.target, member) for member in members):
            return None
        return [dict(_assigned(step.target, member)) for member in members]

    @contextmanager
    def assuming(self, case: Case) -> Iterator[None]:
        """More values for a while."""
        before = dict(self.values)
        self.values.update(case)
        try:
            yield
        finally:
            self.values.clear()
            self.values.update(before)

    def define(self, step: t.Define) -> bool:
        """Give a slot its value, if that is known."""
        value = self.value(step.value)
        if value is UNKNOWN:
            self.values.pop(step.slot, None)
            return False
        self.values[step.slot] = value
        return True

    def _needed(self, term: t.AnyTerm) -> frozenset[int] | None:
        """The slots that a term reads; None if it speaks of positions, of the values of a game, or of itself."""
        if id(term) not in self._needs:
            speaks = term.type == POSITION or any(map(_speaks, t.walk(term)))
            self._needs[id(term)] = term, None if speaks else t.free_slots(term)
        return self._needs[id(term)][1]


def _speaks(term: t.AnyTerm) -> bool:
    return t.asks(term) or isinstance(term, t.Recursive | t.PositionOf | t.ThisGame)


def _fits(target: t.Target, value: Any) -> bool:
    """Does a value come apart into the names of a target?"""
    if isinstance(target, int):
        return True
    return type(value) is tuple and len(target) == len(value) and all(map(_fits, target, value))


def _assigned(target: t.Target, value: Any) -> Iterator[tuple[int, Any]]:
    if isinstance(target, int):
        yield target, value
        return
    for part, entry in zip(target, value, strict=True):
        yield from _assigned(part, entry)


def _row(value: Any) -> Any:
    return o.Row(*map(_row, value)) if isinstance(value, tuple) else value
