"""Values of single positions, each by the cheapest way that is known for it."""

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import reduce
from math import prod
from operator import xor
from typing import Any

from heapwise.engine.far.independent_parts import IndependentPart, parts_of
from heapwise.engine.far.search import FarSearch, Impatient
from heapwise.engine.grid import Grid, Refused, solve
from heapwise.engine.memory import Memory
from heapwise.engine.sequences import HeapRule, PeriodReport, period_of
from heapwise.engine.sequences.outcomes import MOST_PLAYERS
from heapwise.engine.slices import Tick
from heapwise.model.expand import ground
from heapwise.model.ground import GroundGame
from heapwise.model.termination import why_interpreted
from heapwise.reference.conventions import NORMAL, Fold, Preference, preference
from heapwise.rules.game import Game
from heapwise.terms.position import Component, Position, State

_PATIENCE = 0.15  # seconds of searching in a game before a table is made, about what the first one takes
_LONG_PATIENCE = 10.0  # where no table would fit
_BYTES = 5  # of a table for each position, with the sets of values beside it


class FarValues:
    """Values under one convention; what was computed is kept for the next question.

    `tick` is called now and then, and may raise to stop the work. `ways` says in words how values were found.
    """

    def __init__(self, fold: Fold, tick: Tick | None = None, memory: Memory | None = None) -> None:
        self.fold = fold
        self.memory = memory or Memory()
        self.ways: dict[str, None] = {}
        self._tick = tick or (lambda: None)
        self._search = FarSearch(fold, tick)
        self._grids: dict[Game, Grid] = {}
        self._spent: dict[Game, float] = {}  # seconds of searching
        self._reports: dict[HeapRule, PeriodReport] = {}
        self._without_table: set[Game] = set()
        self._known: dict[Component, Any] = {}
        self._bases: dict[Game, int] = {}  # the values of the lowest positions
        self._gains: dict[tuple[Game, tuple[int, ...], State], int] = {}

    def value(self, position: Position) -> Any:
        """The value of a position."""
        if self.fold.adds:
            return reduce(xor, map(self._of_component, position), 0)
        component = position.only
        return self._search.value(position) if component is None else self._of_component(component)

    def _of_component(self, component: Component) -> Any:
        if component not in self._known:
            self._known[component] = self._computed(component)
        return self._known[component]

    def _computed(self, component: Component) -> Any:
        parts = parts_of(component.game)
        if len(parts) > 1 and self.fold.adds:
            return self._of_sum(component, parts)
        rule = parts[0].rule
        if len(parts) == 1 and rule is not None and _follows(self.fold, rule):
            return self._along(rule, component.state[0])
        return self._whole(component)

    def _of_sum(self, component: Component, parts: tuple[IndependentPart, ...]) -> int:
        """The nim-sum of the parts: each is looked at while all others are as low as they can be, which are worth
        the same every time."""
        game, state = component
        if game not in self._bases:
            self._say(f"the nim-sum of {len(parts)} parts that no move joins")
            self._bases[game] = self._whole(Component(game, game.layout.lows))
        value = self._bases[game]
        for part in parts:
            value ^= self._gain(game, part, _at(state, part))
        return value

    def _gain(self, game: Game, part: IndependentPart, values: State) -> int:
        """What the value of the lowest position and that of the same with one part at other values add up to."""
        key = game, part.components, values
        if key not in self._gains:
            if part.rule is not None:
                (low,) = _at(game.layout.lows, part)
                self._gains[key] = self._along(part.rule, values[0]) ^ self._along(part.rule, low)
            else:
                raised = dict(zip(part.components, values, strict=True))
                state = tuple(raised.get(i, low) for i, low in enumerate(game.layout.lows))
                self._gains[key] = self._whole(Component(game, state)) ^ self._bases[game]
        return self._gains[key]

    # -- along a sequence

    def _along(self, rule: HeapRule, heap: int) -> int:
        """The value of a heap from its sequence, which goes on by its period where that is proved."""
        report = self._reports.get(rule)
        value = None if report is None else report.value(heap)
        if value is None:
            report = self._reports[rule] = self._report(rule, heap)
            value = report.value(heap)
            self._say(f"the sequence of a heap: {report}" if report.proved_by else "the sequence of a heap")
        assert value is not None
        return value

    def _report(self, rule: HeapRule, heap: int) -> PeriodReport:
        play = preference(self.fold.seats) if isinstance(self.fold, Preference) else NORMAL
        is_outcome, memory = isinstance(self.fold, Preference), int(self.memory.most)
        return period_of(rule, heap, play, of_outcomes=is_outcome, memory=memory, tick=self._tick)

    # -- in all components together

    def _whole(self, component: Component) -> Any:
        """The value by a search, or by the least table around the position if the search is long."""
        game, state = component
        grid = self._grids.get(game)
        if grid is not None and grid.has(state):
            return grid.value(state)
        position = Position((component,))
        if game in self._without_table or not _has_table(game):
            return self._search.value(position)
        needed = _BYTES * _cells(game, state)
        patience = _PATIENCE if self.memory.holds(needed) else _LONG_PATIENCE
        if grid is None and self._spent.get(game, 0.0) < patience:
            with suppress(Impatient), self._counting(game):
                return self._search.value_within(position, patience - self._spent.get(game, 0.0))
        self.memory.ask(needed, f"{component}, which is found in a table of {_cells(game, state):,} positions,")
        try:
            return self._tabled(game, self._highs(game, state)).value(state)
        except Refused:
            self._without_table.add(game)
            return self._search.value(position)

    @contextmanager
    def _counting(self, game: Game) -> Iterator[None]:
        """Many short searches are as long as one long one."""
        begin = time.monotonic()
        try:
            yield
        finally:
            self._spent[game] = self._spent.get(game, 0.0) + time.monotonic() - begin

    def _highs(self, game: Game, state: State) -> State:
        """The least box around a position; if there was a table that did not hold it, half as much again, so that
        questions about one position after another need few tables."""
        if game not in self._grids:
            return state
        old = self._grids[game]
        tops = (low + side - 1 for low, side in zip(old.lows, old.values.shape, strict=True))
        more = tuple(max(v, top) + max(v, top) // 2 for v, top in zip(state, tops, strict=True))
        more = tuple(m if h is None else min(m, h) for m, h in zip(more, game.layout.highs, strict=True))
        return more if self.memory.holds(_BYTES * _cells(game, more)) else state

    def _tabled(self, game: Game, highs: State) -> Grid:
        grid = self._grids[game] = solve(game, highs, self.fold, (), self._tick, self.memory)
        self._say(f"a table of {grid.values.size:,} positions")
        return grid

    def _say(self, words: str) -> None:
        self.ways[words] = None


def _cells(game: Game, highs: State) -> int:
    return prod(high - low + 1 for high, low in zip(highs, game.layout.lows, strict=True))


def _at(state: State, part: IndependentPart) -> State:
    """What a part has in a state."""
    return tuple(state[i] for i in part.components)


def _follows(fold: Fold, rule: HeapRule) -> bool:
    """Are values under a convention those of a sequence? Heaps that fall into several have to add."""
    is_shared = isinstance(fold, Preference) and len(fold.seats) <= MOST_PLAYERS
    return fold.adds or (is_shared and rule.takes_only)


def _has_table(game: Game) -> bool:
    """May the grid be asked?"""
    grounded = None if game.layout.has_positions else ground(game)
    if not isinstance(grounded, GroundGame) or why_interpreted(grounded) is not None:
        return False
    return grounded.is_linear and grounded.is_closed_kind
