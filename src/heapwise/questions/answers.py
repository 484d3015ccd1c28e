"""Answers about positions: values under one play, and what they say about the moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from heapwise.rules.conventions import NORMAL, Orders, Play, Preference
from heapwise.rules.evaluate import options
from heapwise.rules.game import Rules
from heapwise.rules.interpreter import Interpreter
from heapwise.rules.position import Position

Outcome = str | int | tuple[int, ...]


@dataclass(frozen=True)
class Answer:
    """All about one position. Values are Grundy values in normal play and outcomes elsewhere."""

    rules: Rules
    position: Position
    play: Play
    value: Any
    outcome: Outcome
    options: tuple[tuple[Position, Any], ...]
    winning: tuple[Position, ...]


@dataclass(eq=False)
class Answers:
    """Values of positions under one play, each computed once. `tick` is called for every new position."""

    play: Play = NORMAL
    tick: Callable[[], None] | None = None
    _interpreters: dict[str, Interpreter] = field(default_factory=dict)

    def _value(self, question: str, position: Position) -> Any:
        if question not in self._interpreters:
            self._interpreters[question] = Interpreter(self.play.fold(question), tick=self.tick)
        return self._interpreters[question].value(position)

    def grundy(self, position: Position) -> int:
        """The Grundy value; in misere play the mex with 1 at the end."""
        return int(self._value("G", position))

    def seat(self, position: Position) -> Any:
        """Who makes the last move, counted from the player to move; under orders, for each player to move."""
        if self.play.is_normal:
            return int(self.grundy(position) == 0)
        return self._value("W", position)

    def is_previous(self, position: Position) -> bool:
        """Two players: does the player win who is not to move?"""
        self.play.fold("P")
        return self.play.is_previous(self.seat(position))

    def outcome(self, position: Position) -> Outcome:
        """`P` or `N` for two players, otherwise the seat that makes the last move."""
        if self.play.is_normal or self.play.is_misere:
            return "P" if self.is_previous(position) else "N"
        seat: Outcome = self.seat(position)
        return seat

    def remoteness(self, position: Position) -> int:
        """How many moves are left if the winner hurries and the loser delays."""
        return int(self._value("R", position)[1])

    def ask(self, question: str, position: Position, player: int | None = None) -> Any:
        """The answer to `G`, `P`, `N`, `W` or `R` of an expression."""
        match question:
            case "G":
                return self.grundy(position)
            case "R":
                return self.remoteness(position)
            case "W":
                return self.seat(position) if player is None else self.seat(position)[player]
        return self.is_previous(position) == (question == "P")

    def __len__(self) -> int:
        return sum(map(len, self._interpreters.values()))

    # -- a whole answer

    def about(self, rules: Rules, position: Position) -> Answer:
        """Value, outcome, options with their values, and the moves that win."""
        value = self.grundy if self.play.is_normal else self.outcome
        found = tuple((option, value(option)) for option in sorted(options(position)))
        winning = self.winning(position, [option for option, _ in found])
        return Answer(rules, position, self.play, value(position), self.outcome(position), found, winning)

    def winning(self, position: Position, found: list[Position]) -> tuple[Position, ...]:
        """The options by which the player to move gets the best he can; none for two players if that is a loss."""
        outcome = self.play.outcome
        if isinstance(outcome, Orders):
            return ()
        if self.play.players == 2 and self.is_previous(position):
            return ()
        return tuple(option for option in found if self._keeps(outcome, self.seat(position), self.seat(option)))

    def best_moves(self, player: int, position: Position, found: list[Position]) -> tuple[Position, ...]:
        """Under orders: the best options of one player, if he is to move."""
        players = self.play.players
        here = self.seat(position)[player]
        return tuple(option for option in found if self.seat(option)[(player + 1) % players] == here)

    def _keeps(self, outcome: Preference, here: int, there: int) -> bool:
        """Does an option's seat lead to the seat of the position?"""
        return bool((there + 1) % len(outcome.seats) == here)
