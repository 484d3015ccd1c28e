"""A match in a position with more options than can be listed, by a guide that knows how to win without them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from heapwise.play.session import Session
from heapwise.questions import Answers
from heapwise.rules.game import Rules
from heapwise.terms.position import Position


class Guide(Protocol):
    """Who knows a game without its tables."""

    def winning(self, here: Position) -> Position | None:
        """A winning move; none in a lost position, or at the end."""

    def some(self, here: Position) -> Position | None:
        """A move that leaves much to play; none at the end."""

    def allows(self, here: Position, there: Position) -> bool:
        """Does a move lead there?"""


class GuidedSession(Session):
    """A match whose options are never listed."""

    is_listed = False

    def __init__(
        self, rules: Rules, start: Position, answers: Answers, guide: Guide, people: Iterable[int] = (0,)
    ) -> None:  # fmt: skip
        super().__init__(rules, start, answers, people)
        self.guide = guide

    @property
    def options(self) -> tuple[Position, ...]:
        """None are listed: moves are typed as positions."""
        return ()

    @property
    def is_over(self) -> bool:
        """Is there no move left?"""
        return self.guide.some(self.position) is None

    def allows(self, option: Position) -> bool:
        """Does a move lead there?"""
        return self.guide.allows(self.position, option)

    def is_won(self) -> bool:
        """Can the player to move get what he likes best?"""
        return self.guide.winning(self.position) is not None

    def advice(self) -> Position:
        """A winning move, or one that leaves much to play."""
        found = self.guide.winning(self.position) or self.guide.some(self.position)
        assert found is not None
        return found
