"""Regions: finitely many positions of a game, and whether moves stay among them.

A region bounds components from above, and sums of components by further limits. Such a set is closed when no move
raises what a limit bounds; otherwise it can be enlarged by limits that no move raises, if they bound everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import islice
from typing import Any

from heapwise.errors import error
from heapwise.rules.game import Game
from heapwise.rules.position import Component, Position, State

_EXHAUSTIVE = 2_000  # positions of a region whose options are all looked at, where nothing is shown by linear forms


@dataclass(frozen=True)
class Limit:
    """A bound on a sum of components: `weights . x <= most`; no weight is negative."""

    weights: tuple[int, ...]
    most: int


class Region:
    """The legal positions of a game within bounds.

    `bounds` has the greatest value of every component, None where there is none but that of the game's own range;
    for a component that is a position it bounds the heaps of that position. `total` bounds the sum of all numbers
    without an upper end, `limits` other sums.
    """

    def __init__(
        self, game: Game, bounds: Sequence[int | None], total: int | None = None, limits: tuple[Limit, ...] = ()
    ) -> None:
        self.game = game
        self.total = total
        weights = tuple(int(high is None) for high in game.layout.highs)
        own = () if total is None else (Limit(weights, total),)
        self.limits = (*own, *limits)
        self.bounds = tuple(_least(b, h) for b, h in zip(bounds, game.layout.highs, strict=True))

    @classmethod
    def upto(cls, game: Game, bound: int) -> Region:
        """Every component without an upper end at most `bound`."""
        return cls(game, tuple(bound if high is None else high for high in game.layout.highs))

    # -- what lies inside

    @cached_property
    def highs(self) -> tuple[int | None, ...]:
        """The greatest value that bounds and limits allow every component; None where nothing bounds it."""
        shares = ((self._share(limit, i) for limit in self.limits) for i in range(len(self.bounds)))
        return tuple(reduce(_least, share, bound) for share, bound in zip(shares, self.bounds, strict=True))

    def _share(self, limit: Limit, index: int) -> int | None:
        """What a limit leaves for one component when all others are least."""
        weight = limit.weights[index]
        if weight == 0:
            return None
        others = sum(w * low for w, low in zip(limit.weights, self.game.layout.lows, strict=True))
        return (limit.most - others) // weight + self.game.layout.lows[index]

    @property
    def is_finite(self) -> bool:
        """Does something bound every component?"""
        return None not in self.highs

    def _finite_highs(self) -> tuple[int, ...]:
        for label, high in zip(self.game.layout.labels, self.highs, strict=True):
            if high is None:
                raise error("E070", None, game=self.game.text, component=label)
        return tuple(high for high in self.highs if high is not None)

    def __contains__(self, state: State) -> bool:
        return self.has(state) and self.game.is_legal(state)

    def has(self, state: State) -> bool:
        """Is a state, legal or not, within the bounds?"""
        values = zip(state, self.bounds, strict=True)
        return all(_is_within(v, b) for v, b in values) and all(_is_below(state, limit) for limit in self.limits)

    def states(self) -> Iterator[State]:
        """All legal states in lexicographic order."""
        choices = [self._choices(i, high) for i, high in enumerate(self._finite_highs())]
        return (state for state in self._prefixes((), choices) if self.game.is_legal(state))

    def _choices(self, index: int, high: int) -> Sequence[Any]:
        game = self.game.layout.component_games[index]
        if game is None:
            return range(self.game.layout.lows[index], high + 1)
        return [Position((Component(game, state),)) for state in Region.upto(game, high).states()]

    def _prefixes(self, prefix: State, choices: list[Sequence[Any]]) -> Iterator[State]:
        if len(prefix) == len(choices):
            yield prefix
            return
        for value in choices[len(prefix)]:
            longer = (*prefix, value)
            if self._may_hold(longer):
                yield from self._prefixes(longer, choices)
            elif type(value) is int:
                return

    def _may_hold(self, prefix: State) -> bool:
        """Can a prefix be continued inside all limits?"""
        start = (*prefix, *self.game.layout.lows[len(prefix) :])
        return all(_is_below(start, limit) for limit in self.limits)

    def positions(self) -> Iterator[State]:
        """All legal states in an order in which every option of a state comes before it."""
        return iter(sorted(self.states(), key=lambda state: (self.game.rank(state), state)))

    def size_estimate(self) -> int:
        """How many states the bounds allow, those that are not legal included; exact for a box and for one limit."""
        from heapwise.model.counting import count_below

        sizes = [len(self._choices(i, high)) for i, high in enumerate(self._finite_highs())]
        lows = self.game.layout.lows
        room = [(limit.weights, limit.most - _value(limit.weights, lows)) for limit in self.limits]
        return min([count_below(sizes, weights, most) for weights, most in room] or [count_below(sizes, (), 0)])

    # -- closed under moves

    @cached_property
    def is_closed(self) -> bool | None:
        """Do all moves from the region stay in it? None: not shown."""
        states = list(islice(self.states(), _EXHAUSTIVE + 1))
        if len(states) <= _EXHAUSTIVE:
            return all(self._keeps(state) for state in states)
        return None

    def _keeps(self, state: State) -> bool:
        components = (c for option in self.game.options(state) for c in option)
        return all(c.game is self.game and self.has(c.state) for c in components)

    def __str__(self) -> str:
        labels = self.game.layout.labels
        parts = [f"{label} <= {bound}" for label, bound in zip(labels, self.bounds, strict=True) if bound is not None]
        parts += [f"{_sum_text(limit.weights, labels)} <= {limit.most}" for limit in self.limits]
        return ", ".join(parts) or "all positions"


def _least(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else min(a, b)


def _is_within(value: Any, bound: int | None) -> bool:
    if bound is None:
        return True
    if isinstance(value, Position):
        return all(Region.upto(c.game, bound).has(c.state) for c in value)
    return bool(value <= bound)


def _is_below(state: Sequence[Any], limit: Limit) -> bool:
    return _value(limit.weights, state) <= limit.most


def _value(weights: Sequence[int], state: Sequence[Any]) -> int:
    return sum(w * v for w, v in zip(weights, state, strict=True) if w)


def _sum_text(weights: Sequence[int], labels: Sequence[str]) -> str:
    return " + ".join(label if w == 1 else f"{w}*{label}" for w, label in zip(weights, labels, strict=True) if w)
