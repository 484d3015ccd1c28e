"""A match: where it stands, whose turn it is, what may be played and what is best. Players are numbered from 0."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any, Protocol

from heapwise.errors import error
from heapwise.questions import Answers
from heapwise.reference.conventions import Orders
from heapwise.rules.game import Rules
from heapwise.terms.evaluate import options
from heapwise.terms.position import Position


class Stand:
    """A position of a match, with the player who is to move."""

    def __init__(self, position: Position, player: int) -> None:
        self.position, self.player = position, player

    @cached_property
    def options(self) -> tuple[Position, ...]:
        """What may be played, in order."""
        return tuple(sorted(options(self.position)))


class Session:
    """A match from a position on. `people` are the players who are asked for their moves; the others play best."""

    is_listed = True  # may its options be listed?

    def __init__(self, rules: Rules, start: Position, answers: Answers, people: Iterable[int] = (0,)) -> None:
        self.rules, self.answers, self.people = rules, answers, frozenset(people)
        self.players = answers.play.players
        for player in self.people:
            if not 0 <= player < self.players:
                raise error("E364", None, player=player, last=self.players - 1)
        self._line = [Stand(start, 0)]

    # -- where the match stands

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._line[-1].position

    @property
    def player(self) -> int:
        """The player to move."""
        return self._line[-1].player

    @property
    def options(self) -> tuple[Position, ...]:
        """What he may play, in order."""
        return self._line[-1].options

    @property
    def moves(self) -> int:
        """How many moves were played."""
        return len(self._line) - 1

    @property
    def is_over(self) -> bool:
        """Is there no move left?"""
        return not self.options

    @property
    def is_persons_turn(self) -> bool:
        """Is a person to move?"""
        return self.player in self.people

    # -- moves

    def allows(self, option: Position) -> bool:
        """Does a move lead there?"""
        return option in self.options

    def move(self, option: Position) -> None:
        """Play a move of the player whose turn it is."""
        if not self.allows(option):
            raise error("E361", None, help="none", here=str(self.position), there=str(option))
        self._line.append(Stand(option, (self.player + 1) % self.players))

    def take_back(self) -> int:
        """Go back to the last position at which a person was to move; the number of moves that are undone."""
        before = [i for i, stand in enumerate(self._line[:-1]) if stand.player in self.people]
        if not before:
            return 0
        undone = self.moves - before[-1]
        del self._line[before[-1] + 1 :]
        return undone

    # -- what is best

    def last_mover(self, position: Position | None = None) -> int:
        """The player who moves last if all play best, from here or after a move to an option."""
        here, player = (self.position, self.player) if position is None else (position, self.player + 1)
        seat = self.answers.seat(here)
        if isinstance(seat, tuple):
            return int(seat[player % self.players])
        return int((player + seat) % self.players)

    def rank(self, last: int, player: int) -> int:
        """How much a player likes it that `last` makes the last move: 0 is best."""
        outcome = self.answers.play.outcome
        if isinstance(outcome, Orders):
            return outcome.orders[player].index(last)
        return outcome.seats.index((last - player) % self.players)

    def content(self, last: int) -> tuple[int, ...]:
        """Who has got what he likes best if `last` makes the last move: under orders perhaps several, or nobody."""
        return tuple(player for player in range(self.players) if self.rank(last, player) == 0)

    def is_won(self) -> bool:
        """Can the player to move get what he likes best?"""
        return self.rank(self.last_mover(), self.player) == 0

    def best(self) -> tuple[Position, ...]:
        """The moves that keep what the position is worth; in a lost position that is every move."""
        last = self.last_mover()
        return tuple(option for option in self.options if self.last_mover(option) == last)

    def advice(self) -> Position:
        """A best move: for who gets what he likes best the one to the smallest total, for others one to the greatest
        from which play goes on, so that somebody may still go wrong."""
        if self.is_won():
            return min(self.best(), key=_total)
        found = sorted(self.best(), key=_total, reverse=True)
        return next((option for option in found if options(option)), found[0])

    def value(self, option: Position) -> Any:
        """What an option is worth: its Grundy value in normal play, else the player who then moves last."""
        return self.answers.grundy(option) if self.answers.play.is_normal else self.last_mover(option)


def _total(position: Position) -> int:
    """All numbers of a position together."""
    values = (v for component in position for v in component.state)
    return sum(_total(v) if isinstance(v, Position) else v for v in values)


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
