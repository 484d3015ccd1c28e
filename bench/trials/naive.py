"""Values by the definition and nothing else: a dictionary, and the options of every position. No line of heapwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

State = tuple[int, ...]
Sum = tuple[State, ...]  # in order

END = {"grundy": 0, "misere grundy": 1, "remoteness": (False, 0), "misere remoteness": (True, 0)}


def mex(values: Iterable[int]) -> int:
    """The least natural number that is not there."""
    found, least = set(values), 0
    while least in found:
        least += 1
    return least


def folded(kind: str, seats: tuple[int, ...], values: list[Any]) -> Any:
    """The value from those of the options."""
    if kind == "seats":
        if not values:
            return len(seats) - 1
        there = {(v + 1) % len(seats) for v in values}
        return next(seat for seat in seats if seat in there)
    if not values:
        return END[kind]
    if kind.endswith("grundy"):
        return mex(values)
    lost = [moves for is_won, moves in values if not is_won]
    return (True, 1 + min(lost)) if lost else (False, 1 + max(moves for _, moves in values))


@dataclass
class Naive:
    """Values under one convention. In normal play a sum has the nim-sum of the Grundy values of its parts; under every
    other convention all positions of the sum are walked through."""

    options: Callable[[State], Iterable[Sum]]
    kind: str
    seats: tuple[int, ...] = ()
    _values: dict[Sum, Any] = field(default_factory=dict)

    def of(self, state: State) -> Any:
        """The value of a position."""
        return self.of_sum((state,))

    def of_sum(self, position: Sum) -> Any:
        """The value of a sum of positions."""
        if self.kind == "grundy" and len(position) != 1:
            total = 0
            for state in position:
                total ^= self.of(state)
            return total
        if position not in self._values:
            self._values[position] = folded(self.kind, self.seats, [self.of_sum(p) for p in self._moves(position)])
        return self._values[position]

    def _moves(self, position: Sum) -> set[Sum]:
        found = set()
        for i, state in enumerate(position):
            rest = position[:i] + position[i + 1 :]
            for option in self.options(state):
                found.add(tuple(sorted((*rest, *option))))
        return found
