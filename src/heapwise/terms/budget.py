"""How much one question may go through. A text can ask for a billion values in ten letters; it gets a message instead.

What a walk over bound variables goes through is counted, walks inside it included, so no nesting gets around the limit.
Every question has a budget of its own: the options of a position, one formula at one position.
"""

from collections.abc import Callable
from typing import Any

from heapwise.errors import error
from heapwise.source import Place
from heapwise.terms.values import MOST_MEMBERS, size

OPTION = 3  # an option costs as much as going through so many values


class Budget:
    """Counts down while a walk is going on. There is one for the whole program, since walks nest across games."""

    __slots__ = ("is_counting", "left")

    def __init__(self) -> None:
        self.is_counting = False
        self.left = MOST_MEMBERS

    def count(self, work: Callable[[], Any]) -> Any:
        """The result of some work; it shares the budget of the work around it, and starts one if there is none."""
        if self.is_counting:
            return work()
        self.is_counting, self.left = True, MOST_MEMBERS
        try:
            return work()
        finally:
            self.is_counting = False

    def within(self, most: int, work: Callable[[], Any]) -> tuple[Any, int]:
        """The result of work that may go through so many values, and how many it went through."""
        kept = self.is_counting, self.left
        self.is_counting, self.left = True, most
        try:
            return work(), most - self.left
        finally:
            self.is_counting, self.left = kept

    def apart(self, work: Callable[[], Any]) -> Any:
        """The result of work that is a question of its own, such as a Grundy value that a formula asks for."""
        kept = self.is_counting, self.left
        self.is_counting = False
        try:
            return work()
        finally:
            self.is_counting, self.left = kept

    def open(self, values: Any, place: Place) -> Any:
        """The same values, after counting how many there are."""
        amount = values.stop - values.start if type(values) is range else size(values)
        if amount > 0:
            self.left -= amount
            if self.left < 0 and (self.is_counting or amount > MOST_MEMBERS):
                self.refuse(place)
        return values

    def spend(self, amount: int, place: Place) -> None:
        """Count some work."""
        self.left -= amount
        if self.left < 0 and self.is_counting:
            self.refuse(place)

    def refuse(self, place: Place) -> None:
        """Stop: there is too much to go through."""
        raise error("E003", place, help="walk", what="values to go through", most=MOST_MEMBERS)


BUDGET = Budget()
