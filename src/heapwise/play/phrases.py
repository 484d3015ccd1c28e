"""What is said during a match: who plays, what a move is worth, how it ended."""

from collections.abc import Sequence

from heapwise.play.moves import written
from heapwise.play.session import Session
from heapwise.reference.conventions import Orders, Play
from heapwise.terms.position import Position

_WIDTH = 78
_CHOICES = ("first", "second", "third")


class MatchPhrases:
    """The sentences of one match."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.play = session.answers.play
        self.has_two = session.players == 2
        self.is_duel = self.has_two and all(len(session.content(last)) == 1 for last in range(2))

    def heading(self) -> str:
        """The first lines."""
        aim = self._aim()
        return (
            f"{self.session.rules.text}, {_convention(self.play)}: {aim}\n{self._who()} `help` lists what you can type."
        )

    def _aim(self) -> str:
        if self.play.is_normal:
            return "whoever makes the last move wins."
        if self.play.is_misere:
            return "whoever makes the last move loses."
        outcome = self.play.outcome
        if isinstance(outcome, Orders):
            return "each player has an order of who should make the last move."
        liked = ", ".join(map(str, outcome.seats))
        return f"who should make the last move, best first, counted on from oneself: {liked}."

    def _who(self) -> str:
        people, players = self.session.people, self.session.players
        if len(people) == players:
            return "The players are people, who take turns."
        turn = "you move first" if people == {0} else "Heapwise moves first" if self.has_two else "player 0 moves first"
        return f"You are player {min(people)} of {players}; {turn}."

    # -- players

    def name(self, player: int) -> str:
        """You, Heapwise, or Player 2."""
        if self.session.people == {player}:
            return "You"
        return "Heapwise" if self.has_two and player not in self.session.people else f"Player {player}"

    def prompt(self) -> str:
        """What stands before a line that is typed."""
        return f"{self.name(self.session.player)}> " if len(self.session.people) > 1 else "> "

    def plays(self, player: int) -> str:
        """`You play`, `Player 1 plays`"""
        return f"{self.name(player)} {self._verb(player, 'play')}"

    def _verb(self, player: int, verb: str) -> str:
        return verb if self.name(player) == "You" else verb + "s"

    # -- worth

    def hint(self) -> str:
        """A best move, and what it brings."""
        session = self.session
        move = written(session.rules, session.advice())
        if session.is_won():
            return f"{move} wins" if self.is_duel else f"{move} brings what you like best"
        if self.is_duel:
            return f"every move loses against best play; {move} is as good as any"
        last = session.last_mover()
        return f"{move}: then player {last} moves last, and no move brings you more"

    def values(self) -> list[str]:
        """The options with what they are worth, best first."""
        session = self.session
        rows = []
        for number, option in enumerate(session.options, 1):
            rank = session.rank(session.last_mover(option), session.player)
            rows.append((rank, number, f"#{number}", written(session.rules, option), self._worth(option, rank)))
        first = max((len(row[2]) for row in rows), default=0)
        second = max((len(row[3]) for row in rows), default=0)
        return [f"  {n:<{first}} {text:<{second}}  {worth}" for *_, n, text, worth in sorted(rows)]

    def _worth(self, option: Position, rank: int) -> str:
        value = self.session.value(option)
        if not self.is_duel:
            return f"player {value} moves last, your {_choice(rank)} choice"
        result = "loses" if rank else "wins"
        return f"{result}, Grundy value {value}" if self.play.is_normal else result

    # -- the end

    def ending(self) -> list[str]:
        """Who has won; where that may be several, or nobody, what each has got."""
        session = self.session
        last = (session.player - 1) % session.players
        moved = f"{self.name(last)} made the last move" if session.moves else "There is no move to make"
        if self.is_duel:
            (winner,) = session.content(last)
            return [f"{moved}. {self.name(winner)} {self._verb(winner, 'win')}."]
        got = (f"{self.name(p)}: {_choice(session.rank(last, p))} choice" for p in range(session.players))
        return [f"{moved}.", "  ".join(got)]


def _convention(play: Play) -> str:
    return f"{play.name} play" if play.is_normal or play.is_misere else play.name


def _choice(rank: int) -> str:
    return _CHOICES[rank] if rank < len(_CHOICES) else f"{rank + 1}th"


def in_columns(items: Sequence[str]) -> list[str]:
    """Items in as many columns as fit, read along the rows."""
    if not items:
        return []
    width = max(map(len, items)) + 2
    count = max(1, _WIDTH // width)
    rows = (items[i : i + count] for i in range(0, len(items), count))
    return ["  " + "".join(item.ljust(width) for item in row).rstrip() for row in rows]
