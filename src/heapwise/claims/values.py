"""Answers to `G`, `P`, `N`, `W` and `R`, computed by the interpreter and remembered for all claims of a run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heapwise.errors import error
from heapwise.numbers import UndefinedValue
from heapwise.rules.conventions import Fold, Play
from heapwise.rules.game import Game
from heapwise.rules.interpreter import Interpreter
from heapwise.rules.position import Component, Position


class Values:
    """Interpreters by convention. One `Values` serves a whole run; each claim asks under its own play."""

    def __init__(self) -> None:
        self._interpreters: dict[Fold, Interpreter] = {}
        self.tick: Callable[[], None] = lambda: None

    def interpreter(self, fold: Fold) -> Interpreter:
        """The interpreter of a convention."""
        if fold not in self._interpreters:
            self._interpreters[fold] = Interpreter(fold, tick=lambda: self.tick())
        return self._interpreters[fold]

    def asker(self, play: Play) -> Callable[[str, Position, Any], Any]:
        """The function that answers the questions of claims under a play."""

        def ask(question: str, position: Position, player: Any) -> Any:
            value = self.interpreter(play.fold(question)).value(position)
            return answer(question, value, play, player)

        return ask

    def reached(self, game: Game) -> tuple[int, ...] | None:
        """The largest value of every component of a game among all positions that were valued."""
        most: list[int] | None = None
        for interpreter in self._interpreters.values():
            for key in interpreter.known():
                for component in (key,) if isinstance(key, Component) else key:
                    if component.game is game:
                        state = [v if isinstance(v, int) else 0 for v in component.state]
                        most = state if most is None else [max(a, b) for a, b in zip(most, state, strict=True)]
        return None if most is None else tuple(most)


def answer(question: str, value: Any, play: Play, player: Any = None) -> Any:
    """What a question answers, from the value that its fold computes."""
    if question in ("P", "N"):
        if play.players != 2:
            raise error("E039", None, question=question, play=play.name)
        return play.is_previous(value) == (question == "P")
    if question == "R":
        return value[1]
    if question == "W" and isinstance(value, tuple):
        if player is None:
            raise error("E039", None, help="player", question=question, play=play.name)
        if not isinstance(player, int) or not 0 <= player < len(value):
            raise UndefinedValue(f"there is no player {player}")
        return value[player]
    return value
