"""Conventions of play: how the value of a position follows from the set of the values of its options.

Nothing else about a convention is known to interpreter, engine or prover. Outcomes are counted as seats: i means that
the player who moves i-th from now, 0 being the player to move, makes the last move.

How people write a convention stands elsewhere: in a command in `questions/positions.py`, in a claim in
`claims/resolve.py`.
"""

from collections.abc import Set as AbstractSet
from typing import Any, Protocol

from heapwise.errors import error
from heapwise.numbers import UndefinedValue, mex
from heapwise.records import Record


class Fold(Protocol):
    """From the values of the options to the value; `adds` if the value of a sum is the nim-sum of the values."""

    @property
    def adds(self) -> bool: ...

    def ending(self) -> Any:
        """The value where play has ended."""

    def combine(self, values: AbstractSet[Any]) -> Any:
        """The value from those of at least one option."""

    def __hash__(self) -> int: ...


class Grundy(Record):
    """The least value that no option has. In misere play an ended game has 1, and sums do not add."""

    misere: bool = False

    @property
    def adds(self) -> bool:
        """Sprague and Grundy's theorem holds for normal play alone."""
        return not self.misere

    def ending(self) -> int:
        """0, or 1 in misere play."""
        return int(self.misere)

    def combine(self, values: AbstractSet[Any]) -> int:
        """The mex."""
        return mex(values)


class Preference(Record):
    """Everybody wants the same seat, counted from himself, to make the last move; best seat first."""

    seats: tuple[int, ...]

    adds = False

    def ending(self) -> int:
        """The player before the one to move has made the last move."""
        return len(self.seats) - 1

    def combine(self, values: AbstractSet[Any]) -> int:
        """An option's seat j is seat j + 1 here; the mover takes what he likes best."""
        players = len(self.seats)
        seats: set[int] = {(j + 1) % players for j in values}
        return min(seats, key=self.seats.index)


class Orders(Record):
    """Player X likes the players in `orders[X]`, best first, to move last. A value lists, for each player who may be
    to move, the player who then moves last."""

    orders: tuple[tuple[int, ...], ...]

    adds = False

    def ending(self) -> tuple[int, ...]:
        """Whoever is to move, the player before him has moved last."""
        players = len(self.orders)
        return tuple((player - 1) % players for player in range(players))

    def combine(self, values: AbstractSet[Any]) -> tuple[int, ...]:
        """After player X comes X + 1."""
        players = len(self.orders)
        return tuple(
            min((v[(player + 1) % players] for v in values), key=self.orders[player].index) for player in range(players)
        )


class Remoteness(Record):
    """Does the player to move win, and after how many moves, if the winner hurries and the loser delays?"""

    misere: bool = False

    adds = False

    def ending(self) -> tuple[bool, int]:
        """In misere play whoever cannot move has won."""
        return self.misere, 0

    def combine(self, values: AbstractSet[Any]) -> tuple[bool, int]:
        """Win by the nearest lost option, or lose by the farthest won one."""
        lost = [moves for is_won, moves in values if not is_won]
        if lost:
            return True, 1 + min(lost)
        return False, 1 + max(moves for _, moves in values)

    def after(self, moves: int) -> tuple[bool, int]:
        """The value with a number of moves. The winner moves last, in misere play the loser, so it says who wins."""
        return (moves % 2 == 1) != self.misere, moves


class Play(Record):
    """A convention by name, with what may be asked under it."""

    name: str
    outcome: Preference | Orders

    @property
    def players(self) -> int:
        """How many players take turns."""
        outcome = self.outcome
        return len(outcome.seats) if isinstance(outcome, Preference) else len(outcome.orders)

    @property
    def is_normal(self) -> bool:
        """Whoever makes the last move wins, two players."""
        return self.outcome == Preference((0, 1))

    @property
    def is_misere(self) -> bool:
        """Whoever makes the last move loses, two players."""
        return self.outcome == Preference((1, 0))

    @property
    def has_orders(self) -> bool:
        """Has every player an order of his own, so that it matters who is to move?"""
        return isinstance(self.outcome, Orders)

    @property
    def has_two_sides(self) -> bool:
        """Is every position P or N? So it is in normal and misere play, and not where players have different orders."""
        return self.is_normal or self.is_misere

    def is_previous(self, outcome: Any) -> bool:
        """Two players: does the player win who is not to move?"""
        assert isinstance(self.outcome, Preference)
        return bool(outcome != self.outcome.seats[0])

    def fold(self, question: str) -> Fold:
        """What computes the values that a question asks for: `G`, `R`, or an outcome."""
        if question in ("G", "R", "P", "N") and not self.has_two_sides:
            raise error("E039", None, question=question, play=self.name)
        if question == "G":
            return Grundy(self.is_misere)
        return Remoteness(self.is_misere) if question == "R" else self.outcome

    def answer(self, question: str, value: Any, player: Any = None) -> Any:
        """What `G`, `P`, `N`, `W` or `R` is, from the value that its fold computes."""
        if question in ("P", "N"):
            if not self.has_two_sides:
                raise error("E039", None, question=question, play=self.name)
            return self.is_previous(value) == (question == "P")
        if question == "R":
            return value[1]
        if question == "W" and isinstance(value, tuple):
            return self._of_player(value, player)
        return value

    def _of_player(self, value: tuple[int, ...], player: Any) -> int:
        """Who moves last if a player is to move."""
        if player is None:
            raise error("E039", None, help="player", question="W", play=self.name)
        if not isinstance(player, int) or not 0 <= player < len(value):
            raise UndefinedValue(f"there is no player {player}")
        return value[player]

    def __str__(self) -> str:
        return self.name


NORMAL = Play("normal", Preference((0, 1)))
MISERE = Play("misere", Preference((1, 0)))


def preference(seats: tuple[int, ...]) -> Play:
    """Play under a preference that all players share; with two players it is normal or misere play."""
    if sorted(seats) != list(range(len(seats))) or len(seats) < 2:
        raise error("E059", None, seats=", ".join(map(str, seats)))
    if len(seats) == 2:
        return NORMAL if seats == (0, 1) else MISERE
    return Play("preference " + " > ".join(map(str, seats)), Preference(seats))


def orders(lists: tuple[tuple[int, ...], ...]) -> Play:
    """Play in which every player has an order of his own."""
    if len(lists) < 2 or any(sorted(order) != list(range(len(lists))) for order in lists):
        raise error("E059", None, help="orders", seats="; ".join(", ".join(map(str, o)) for o in lists))
    return Play("orders (" + ", ".join("(" + ", ".join(map(str, o)) + ")" for o in lists) + ")", Orders(lists))
