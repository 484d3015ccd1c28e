"""Answers to `G`, `P`, `N`, `W` and `R`, computed by the interpreter and remembered for all claims of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from math import inf, prod
from operator import le
from typing import TYPE_CHECKING, Any

from heapwise import arrays
from heapwise.claims.limits import LimitReached, is_limit
from heapwise.errors import HeapwiseError
from heapwise.model.compounds import flat, flat_position
from heapwise.records import Record, dataclass, field
from heapwise.reference.conventions import Fold, Play
from heapwise.reference.interpreter import Interpreter
from heapwise.rules.flat import FlatGame
from heapwise.rules.game import Game
from heapwise.terms.known_names import SEQUENCE_WORDS
from heapwise.terms.position import Component, Position

if TYPE_CHECKING:
    from heapwise.engine.grid import Grid
    from heapwise.engine.memory import Memory
    from heapwise.engine.sequences.proved import ProvedPeriods

SumLimits = tuple[tuple[tuple[int, ...], int], ...]  # weights of components, and the most that their sum may be

_MOST_BEYOND = 1 << 22  # cells of a table that nobody prepared


class _Known(Record):
    """What was computed in a run: tables by convention, periods, and what cannot be had."""

    grids: dict[tuple[Game, Fold], Grid] = field(default_factory=dict)
    asked: dict[tuple[Game, Fold], tuple[tuple[int, ...], SumLimits]] = field(default_factory=dict)  # for which regions
    refused: set[tuple[Game, Fold, tuple[int, ...]]] = field(default_factory=set)

    @cached_property
    def periods(self) -> ProvedPeriods:
        """Periods of sequences that are theorems."""
        from heapwise.engine.sequences.proved import ProvedPeriods

        return ProvedPeriods()


@dataclass
class _Used:
    """What one task made use of: how far tables reach for what it asked, and interpreters by convention. So what is
    said of a task does not depend on what else its process has done."""

    tops: dict[Game, tuple[int, ...]] = field(default_factory=dict)
    interpreters: dict[Fold, Interpreter] = field(default_factory=dict)

    def add(self, game: Game, tops: Iterable[int]) -> None:
        """A table that reaches so far."""
        self.tops[game] = tuple(map(max, tops, self.tops.get(game, game.layout.lows)))


class Values:
    """Values for claims, each under its own play. What is known is shared by all that come from one `Values`.

    `tick` is called for every new position, and may raise to stop the work. It does not change: who works under other
    limits takes `values.ticking(tick)`.
    """

    def __init__(
        self, memory: Memory | None = None, tick: Callable[[], None] | None = None, known: _Known | None = None,
        used: _Used | None = None,
    ) -> None:  # fmt: skip
        """Tables may take so much memory each."""
        self.memory, self.tick = memory, tick or _never
        self._known, self._used = known or _Known(), used or _Used()

    def ticking(self, tick: Callable[[], None] | None = None) -> Values:
        """The same values, computed under other limits; without a tick under none."""
        return Values(self.memory, tick, self._known, self._used)

    def for_task(self, tick: Callable[[], None]) -> Values:
        """The same values for another task: tables are shared, but not what was made use of."""
        return Values(self.memory, tick, self._known)

    def prepare(
        self, game: Game, highs: tuple[int, ...], questions: Iterable[str], play: Play, limits: SumLimits = (),
        seconds: float = inf,
    ) -> None:  # fmt: skip
        """Compute tables for the questions at once, where the game allows it, and it takes no more than about so many
        seconds; elsewhere the interpreter is asked."""
        if not isinstance(game, FlatGame) and isinstance(heaps := flat(game), FlatGame):
            if (found := heaps.flat_highs(highs)) is None:
                return
            game, highs, limits = heaps, found, ()
        if game.layout.has_positions:
            return
        for question in questions:
            # A table of the question itself, or one of what settles it: P-positions follow from Grundy values.
            folds = (play.fold(question), settling(play, question))
            any(self._make(game, highs, fold, limits, seconds) for fold in dict.fromkeys(folds))

    def _make(self, game: Game, highs: tuple[int, ...], fold: Fold, limits: SumLimits, seconds: float) -> bool:
        """A table of the region, unless a known one serves; false where none can be made."""
        if not arrays.are_here():
            return False
        from heapwise.engine.grid import Refused, solve, ways

        # A table reaches further than was asked where moves lead out of the box, and may have holes there: it serves
        # what was asked for, and what lies within that.
        asked, bounds = self._known.asked.get((game, fold), ((), ()))
        if asked and all(map(le, highs, asked)) and bounds in ((), limits):
            self._use(game, fold, highs)
            return True
        try:
            if seconds < inf and ways(game, highs, fold, limits)[0].seconds > seconds:
                return False
            self._known.grids[game, fold] = solve(game, highs, fold, limits, self.tick, self.memory)
        except Refused:
            return False
        except HeapwiseError as problem:
            if not is_limit(problem):
                raise
            return False
        self._known.asked[game, fold] = highs, limits
        self._use(game, fold, highs)
        return True

    def _use(self, game: Game, fold: Fold, highs: tuple[int, ...]) -> None:
        """Take note of how far a table reaches that was asked for up to `highs`; the known one may be for more."""
        grid, (asked, _) = self._known.grids[game, fold], self._known.asked[game, fold]
        tops = (low + size - 1 for low, size in zip(grid.lows, grid.values.shape, strict=True))
        self._used.add(game, (high + top - far for high, top, far in zip(highs, tops, asked, strict=True)))

    def grid(self, game: Game, fold: Fold) -> Grid | None:
        """The table of a game, if there is one."""
        return self._known.grids.get((game, fold))

    def grid_upto(self, game: Game, fold: Fold, highs: tuple[int, ...]) -> Grid | None:
        """A table that reaches so far; the one there is where no larger one is to be had."""
        known = self.grid(game, fold)
        if known is not None:
            tops = [low + size - 1 for low, size in zip(known.lows, known.values.shape, strict=True)]
            if all(map(le, highs, tops)) or self._known.asked[game, fold][1]:
                return known
            # Slab after slab asks for a little more: what is made anew is made half as large again.
            highs = tuple(max(high, top + (high > top) * top // 2) for high, top in zip(highs, tops, strict=True))
        highs = tuple(
            high if end is None else min(high, end) for high, end in zip(highs, game.layout.highs, strict=True)
        )
        sizes = [high - low + 1 for high, low in zip(highs, game.layout.lows, strict=True)]
        is_moderate = prod(sizes) <= max(_MOST_BEYOND, 4 * (0 if known is None else known.values.size))
        is_refused = (game, fold, highs) in self._known.refused
        if is_moderate and not is_refused and not self._make(game, highs, fold, (), inf):
            self._known.refused.add((game, fold, highs))
        return self.grid(game, fold)

    def _sequence_word(self, word: str, game: Game, argument: Any, play: Play) -> Any:
        from heapwise.engine.sequences.proved import Unproved

        try:
            return self._known.periods.answer(word, game, argument, play, self.tick)
        except Unproved as unproved:
            raise LimitReached(str(unproved)) from None

    def _tabled(self, position: Position, fold: Fold) -> Any:
        """The value of a position from the tables, None if they do not have it."""
        if len(position) != 1 and not fold.adds:
            return None
        total: Any = 0
        for game, state in flat_position(position):
            grid = self._known.grids.get((game, fold))
            if grid is None or not grid.has(state):
                return None
            value = grid.value(state)
            total = total ^ value if fold.adds else value
        return total

    def _settled(self, question: str, position: Position, play: Play) -> Any:
        """The value by way of what adds in sums, where that settles the question: P-positions are those of value 0."""
        fold = settling(play, question)
        value = self._tabled(position, fold) if self._known.grids else None
        if value is None:
            value = self.by_definition(position, fold)
        return int(value == 0) if fold != play.fold(question) else value

    def by_definition(self, position: Position, fold: Fold) -> Any:
        """The value of a position by the interpreter of a convention, which remembers what it has seen."""
        return self._used.interpreters.setdefault(fold, Interpreter(fold)).value(position, self.tick)

    def asker(self, play: Play) -> Callable[[str, Position, Any], Any]:
        """The function that answers the questions of claims under a play."""

        def ask(question: str, position: Any, player: Any) -> Any:
            if question in SEQUENCE_WORDS:
                return self._sequence_word(question, position, player, play)
            fold = play.fold(question)
            value = self._tabled(position, fold) if self._known.grids else None
            if value is None:
                value = self._settled(question, position, play)
            return play.answer(question, value, player)

        return ask

    def reached(self, game: Game) -> tuple[int, ...] | None:
        """The largest value of every component of a game among all positions that were valued for the task."""
        most = self._tops(game)
        for interpreter in self._used.interpreters.values():
            for key in interpreter.known():
                for component in (key,) if isinstance(key, Component) else key:
                    if component.game is game:
                        state = [v if isinstance(v, int) else 0 for v in component.state]
                        most = state if most is None else [max(a, b) for a, b in zip(most, state, strict=True)]
        return None if most is None else tuple(most)

    def _tops(self, game: Game) -> list[int] | None:
        """How far the used tables of a game reach; those of a compound are made by the heaps of its components."""
        tops = self._used.tops.get(heaps := flat(game))
        if tops is None:
            return None
        return list(heaps.nested_highs(tops) if isinstance(heaps, FlatGame) else tops)


def settling(play: Play, question: str) -> Fold:
    """The fold to compute with: in normal play Grundy values say who moves last, and they add in sums."""
    return play.fold("G") if play.is_normal and question in ("P", "N", "W") else play.fold(question)


def _never() -> None:
    """The tick of work without limits."""
