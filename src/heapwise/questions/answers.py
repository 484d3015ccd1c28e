"""Answers about positions: values under one play, and what they say about the moves.

Small positions are answered by the interpreter, which needs no preparation; large ones by the engine.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from math import prod
from typing import TYPE_CHECKING, Any

from heapwise import arrays
from heapwise.errors import HeapwiseError, error
from heapwise.records import Record, dataclass, field
from heapwise.reference.conventions import NORMAL, Orders, Play
from heapwise.reference.interpreter import Interpreter, options_of
from heapwise.rules.game import Rules
from heapwise.terms.evaluate import options
from heapwise.terms.known_names import SEQUENCE_WORDS
from heapwise.terms.position import Component, Position

if TYPE_CHECKING:
    from heapwise.engine.far import FarValues
    from heapwise.engine.memory import Memory

_NEAR = 100_000  # options in all that the interpreter looks at while the engine would still be loading
_ALONE = 5_000_000  # the same where there is no engine, which needs arrays

OutcomeValue = str | int | tuple[int, ...]


class Answer(Record):
    """All about one position. Values are Grundy values in normal play and outcomes elsewhere.

    Where a position has more options than can be gone through, `is_listed` is false and there are none here. `ways`
    says how the values of a large position were found.
    """

    rules: Rules
    position: Position
    play: Play
    value: Any
    outcome: OutcomeValue
    options: tuple[tuple[Position, Any], ...]
    winning: tuple[Position, ...]
    is_listed: bool = True
    ways: tuple[str, ...] = ()
    is_by_strategy: bool = False  # of the winning moves one is named, and the Grundy value may not be known


@dataclass(eq=False)
class Answers:
    """Values of positions under one play, each computed once. `tick` is called for every new position."""

    play: Play = NORMAL
    tick: Callable[[], None] | None = None
    memory: float | None = None
    _interpreters: dict[str, Interpreter] = field(default_factory=dict)
    _far: "dict[str, FarValues]" = field(default_factory=dict)

    def _value(self, question: str, position: Position) -> Any:
        if question not in self._far and is_near(position):
            return self._interpreter(question).value(position)
        return self._far_values(question).value(position)

    def _interpreter(self, question: str) -> Interpreter:
        if question not in self._interpreters:
            self._interpreters[question] = Interpreter(self.play.fold(question), tick=self.tick)
        return self._interpreters[question]

    def _far_values(self, question: str) -> "FarValues":
        if not arrays.are_here():
            raise error("E383", None, module="numpy")
        if question not in self._far:
            from heapwise.engine.far import FarValues

            self._far[question] = FarValues(self.play.fold(question), self.tick, self.room)
        return self._far[question]

    @property
    def room(self) -> "Memory | None":
        """What the engine may take, if it is not what it takes by itself."""
        from heapwise.engine.memory import Memory

        return None if self.memory is None else Memory(self.memory)

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

    def outcome(self, position: Position) -> OutcomeValue:
        """`P` or `N` for two players, otherwise the seat that makes the last move."""
        if self.play.is_normal or self.play.is_misere:
            return "P" if self.is_previous(position) else "N"
        seat: OutcomeValue = self.seat(position)
        return seat

    def remoteness(self, position: Position) -> int:
        """How many moves are left if the winner hurries and the loser delays."""
        return int(self._value("R", position)[1])

    def ask(self, question: str, position: Position, player: int | None = None) -> Any:
        """The answer to `G`, `P`, `N`, `W` or `R` of an expression, or what it asks of the sequence of a game."""
        if question in SEQUENCE_WORDS:
            return self._of_sequence(question, position, player)
        value = self.seat(position) if question in ("P", "N", "W") else self._value(question, position)
        return self.play.answer(question, value, player)

    def _of_sequence(self, word: str, game: Any, argument: Any) -> Any:
        from heapwise.engine.sequences.proved import ProvedPeriods, Unproved

        try:
            return ProvedPeriods().answer(word, game, argument, self.play, self.tick)
        except Unproved as unproved:
            raise error("E092", None, problem=unproved) from None

    def __len__(self) -> int:
        return sum(map(len, self._interpreters.values()))

    # -- a whole answer

    def about(self, rules: Rules, position: Position) -> Answer:
        """Value, outcome, options with their values, and the moves that win."""
        value = self.grundy if self.play.is_normal else self.outcome
        here, there = value(position), _options(position)
        found = tuple((option, value(option)) for option in there or ())
        if self.play.is_normal:  # the values say it, and there may be very many
            winning = tuple(option for option, v in found if v == 0) if here else ()
        else:
            winning = self.winning(position, [option for option, _ in found])
        outcome, ways = self.outcome(position), tuple(way for far in self._far.values() for way in far.ways)
        return Answer(rules, position, self.play, here, outcome, found, winning, there is not None, ways)

    def winning(self, position: Position, found: list[Position]) -> tuple[Position, ...]:
        """The options by which the player to move gets the best he can; none for two players if that is a loss."""
        if isinstance(self.play.outcome, Orders):
            return ()
        if self.play.players == 2 and self.is_previous(position):
            return ()
        here, players = self.seat(position), self.play.players
        return tuple(option for option in found if (self.seat(option) + 1) % players == here)

    def best_moves(self, player: int, position: Position, found: list[Position]) -> tuple[Position, ...]:
        """Under orders: the best options of one player, if he is to move."""
        players = self.play.players
        here = self.seat(position)[player]
        return tuple(option for option in found if self.seat(option)[(player + 1) % players] == here)


def is_near(position: Position) -> bool:
    """Is a position so small that the interpreter is done with it at once? It is given more time where it is alone."""
    return all(map(_is_small, position))


def _is_small(component: Component) -> bool:
    layout = component.game.layout
    if layout.has_positions:  # only the interpreter knows these
        return True
    above = [value - low for value, low in zip(component.state, layout.lows, strict=True)]
    size, most = prod(v + 1 for v in above), _NEAR if arrays.are_here() else _ALONE
    return bool(size * sum(above) <= most and size * _count(component) <= most)


def _count(component: Component) -> int:
    """How many options there are: a move may change several heaps at once. Mistakes are told on the way."""
    with suppress(HeapwiseError):
        return len(options_of(component))
    return 0


def _options(position: Position) -> list[Position] | None:
    """The options in order; those that rules have too much to go through for come from the engine, if it knows them."""
    try:
        found: Iterable[Position] = options(position)
    except HeapwiseError as problem:
        from heapwise.engine.far import TOO_MUCH, options_far_out

        if problem.code != TOO_MUCH:
            raise
        listed = options_far_out(position)
        if listed is None:
            return None
        found = listed
    return sorted(found)
