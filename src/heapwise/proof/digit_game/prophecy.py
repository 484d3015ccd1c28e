"""Prophecy: the opponent announces which states of the goal the digits to come, left unchanged, lead to the goal.

The statement is "for every x there is a y", so y may depend on digits to come; an opponent who lies loses at the end.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import product

from heapwise.proof.digit_game.reader import JointReader
from heapwise.proof.digit_game.states import WorkMeter
from heapwise.records import dataclass


@dataclass
class Prophecy:
    """The sets of states that may be announced, for a goal that reads layers alone."""

    goal: JointReader
    levels: int
    meter: WorkMeter

    @cached_property
    def rests(self) -> tuple[frozenset[int], ...]:
        """The sets of states of the goal that some rest of digits leads to the goal, unchanged; first no rest."""
        states = range(len(self.goal.table.values))
        found = [frozenset(q for q in states if self.goal.values(q, {})[0])]
        for known in found:
            for letter in self._goal_letters():
                before = self._before(letter, known)
                if before not in found:
                    found.append(before)
                    self.meter.spend(len(found))
        return tuple(found)

    def _goal_letters(self) -> Iterator[tuple[int, int, int, int]]:
        goal = self.goal
        return product(goal.zeros.classes, goal.ones.classes, (0, 1) if goal.is_graph else (0,), range(self.levels + 1))

    def _before(self, letter: tuple[int, int, int, int], known: frozenset[int]) -> frozenset[int]:
        return frozenset(q for q in range(len(self.goal.table.values)) if self.goal.step(q, *letter) in known)

    @cached_property
    def _announced(self) -> dict[tuple[int, int, int, int], dict[int, list[int]]]:
        """For each letter and each rest announced before it, the rests that may be announced behind it."""
        found: dict[tuple[int, int, int, int], dict[int, list[int]]] = {}
        for letter in self._goal_letters():
            by_rest = found.setdefault(letter, {})
            for number, known in enumerate(self.rests):
                by_rest.setdefault(self.rests.index(self._before(letter, known)), []).append(number)
        return found

    def next(self, rest: int, zeros: int, ones: int, h: int, level: int) -> list[int]:
        """What may be announced behind a layer, so that what was announced before it stays true."""
        return self._announced[self.goal.zeros(zeros), self.goal.ones(ones), h, level].get(rest, [])
