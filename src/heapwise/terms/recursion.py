"""Definitions that speak of themselves: every value is computed once, and long chains of calls need no deep stack."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from heapwise.errors import HeapwiseError, error
from heapwise.source import Place
from heapwise.terms import term as t
from heapwise.terms.values import show

Frame = list[Any]
Compute = Callable[[Frame], Any]
Arguments = tuple[Any, ...]

_PENDING = object()
_MOST_CALLS = 12  # inside each other
_MOST_WAITING = 2_000


class Recursion:
    """The values of some functions, each with the slots of its arguments and its body."""

    def __init__(
        self, functions: Mapping[str, tuple[tuple[int, ...], t.AnyTerm]], compile: Callable[[t.AnyTerm], Compute]
    ) -> None:
        self._functions, self._compile = functions, compile
        self._tables: dict[str, dict[Arguments, Any]] = defaultdict(dict)
        self._bodies: dict[str, Compute] = {}
        self._calls = 0

    def value(self, name: str, arguments: Arguments, frame: Frame, place: Place) -> Any:
        """The value of a function; a message at `place` if it needs itself, or too many others."""
        table = self._tables[name]
        if arguments not in table:
            if self._calls >= _MOST_CALLS:
                raise _Wanted(name, arguments, place)
            if self._calls == 0:
                self._settle(name, arguments, frame, place)
            else:
                self._fill(name, arguments, frame)
        value = table[arguments]
        if value is _PENDING:
            raise _endless(name, arguments, place)
        return value

    def _settle(self, name: str, arguments: Arguments, frame: Frame, place: Place) -> None:
        """Compute a value, after others that are wanted for it: long chains of calls stand on a list, not on Python's
        stack."""
        waiting: dict[tuple[str, Arguments], None] = {(name, arguments): None}
        while waiting:
            wanted = next(reversed(waiting))
            try:
                self._fill(*wanted, frame)
                del waiting[wanted]
            except _Wanted as call:
                key = (call.name, call.arguments)
                if key in waiting:
                    raise _endless(call.name, call.arguments, call.place) from None
                if len(waiting) > _MOST_WAITING:
                    raise error("E003", place, what="values that wait for each other", most=_MOST_WAITING) from None
                waiting[key] = None

    def _fill(self, name: str, arguments: Arguments, frame: Frame) -> None:
        """Compute one value, and those that it needs."""
        table, (slots, body) = self._tables[name], self._functions[name]
        if name not in self._bodies:
            self._bodies[name] = self._compile(body)
        inside = frame.copy()
        for slot, argument in zip(slots, arguments, strict=True):
            inside[slot] = argument
        table[arguments] = _PENDING
        self._calls += 1
        try:
            table[arguments] = self._bodies[name](inside)
        except BaseException:
            del table[arguments]
            raise
        finally:
            self._calls -= 1


class _Wanted(Exception):
    """A value is wanted before others can go on."""

    def __init__(self, name: str, arguments: Arguments, place: Place) -> None:
        super().__init__()
        self.name, self.arguments, self.place = name, arguments, place


def _endless(name: str, arguments: Arguments, place: Place) -> HeapwiseError:
    return error("E044", place, call=f"{name}({', '.join(map(show, arguments))})")
