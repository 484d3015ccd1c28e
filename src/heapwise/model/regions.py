"""Regions: finitely many positions of a game, and whether moves stay among them.

A region bounds components from above, and sums of components by further limits. Such a set is closed when no move
raises what a limit bounds; otherwise it can be enlarged by limits that no move raises, if they bound everything.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from itertools import islice, product
from typing import Any

from heapwise.errors import error
from heapwise.model.closure import Limit, falling_sums, keeps
from heapwise.model.counting import count_below
from heapwise.model.expand import ground
from heapwise.model.ground import ExpansionBudget, GroundGame
from heapwise.model.options import options_of_move
from heapwise.rules.game import Game
from heapwise.terms.position import Component, Position, State

# Where nothing is shown by linear forms: positions whose options are all looked at; corners of larger regions, how
# many moves are tried there, and how many options of each.
_EXHAUSTIVE = 500
_CORNERS = 16
_MOVES = 200
_OPTIONS = 100
_MODERATE = ExpansionBudget(moves=2_000, steps=100_000)


class LegalRegion:
    """The legal positions of a game within bounds.

    `bounds` has the greatest value of every component, None where there is none but that of the game's own range;
    for a component that is a position it bounds the heaps of that position. `limits` bound sums of components.
    """

    def __init__(self, game: Game, bounds: Sequence[int | None], limits: tuple[Limit, ...] = ()) -> None:
        self.game = game
        self.limits = limits
        self.bounds = tuple(_least(b, h) for b, h in zip(bounds, game.layout.highs, strict=True))

    @classmethod
    def upto(cls, game: Game, bound: int) -> "LegalRegion":
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
        return [Position((Component(game, state),)) for state in LegalRegion.upto(game, high).states()]

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

    def size_estimate(self) -> int:
        """How many states the bounds allow, those that are not legal included; exact for a box and for one limit."""
        sizes = [len(self._choices(i, high)) for i, high in enumerate(self._finite_highs())]
        lows = self.game.layout.lows
        room = [(limit.weights, limit.most - _value(limit.weights, lows)) for limit in self.limits]
        return min([count_below(sizes, weights, most) for weights, most in room] or [count_below(sizes, (), 0)])

    # -- closed under moves

    @cached_property
    def is_closed(self) -> bool | None:
        """Do all moves from the region stay in it? True by proof or because all were tried, None: not shown."""
        rules = _moderate(self.game)
        if rules is not None and keeps(rules, self.highs, self.limits):
            return True
        if not self.is_finite:
            return None
        if self.size_estimate() <= _EXHAUSTIVE:
            return all(self._keeps(state) for state in self.states())
        return False if rules is not None and self._leaves_from_a_corner(rules) else None

    def _leaves_from_a_corner(self, rules: GroundGame) -> bool:
        """Does one of a few moves from the corners lead out of the region?"""
        highs, lows = self._finite_highs(), self.game.layout.lows
        corners = (state for state in islice(product(*zip(highs, lows, strict=True)), _CORNERS) if state in self)
        moves = ((state, move) for state in corners if not rules.ends.holds(state) for move in rules.moves)
        found = (islice(options_of_move(rules, move, state), _OPTIONS) for state, move in islice(moves, _MOVES))
        return not all(c.game is self.game and self.has(c.state) for some in found for option in some for c in option)

    def _keeps(self, state: State) -> bool:
        components = (c for option in self.game.options(state) for c in option)
        return all(c.game is self.game and self.has(c.state) for c in components)

    def enlarged(self) -> "LegalRegion | None":
        """A region around this one that moves do not leave, if one is found."""
        if self.is_closed:
            return self
        rules = _moderate(self.game)
        if rules is None or not rules.is_closed_kind or not self.is_finite:
            return None
        limits = [Limit(weights, self._most(weights)) for weights in falling_sums(rules)]
        alone = {limit.weights.index(1): limit.most for limit in limits if sum(limit.weights) == 1}
        bounds = [alone.get(i) for i in range(rules.size)]
        larger = LegalRegion(self.game, bounds, tuple(limit for limit in limits if sum(limit.weights) > 1))
        return larger if larger.is_finite and larger.is_closed else None

    def _most(self, weights: tuple[int, ...]) -> int:
        """A bound on a sum of components in this region."""
        found = [_value(weights, self._finite_highs())]
        lows = self.game.layout.lows
        for limit in self.limits:
            spare = [v - w for v, w in zip(limit.weights, weights, strict=True)]
            if all(n >= 0 for n in spare):
                found.append(limit.most - _value(spare, lows))
        return min(found)


def _moderate(game: Game) -> GroundGame | None:
    """The ground moves of a game, if there are not too many to look at for a region."""
    rules = ground(game, _MODERATE)
    return rules if isinstance(rules, GroundGame) and len(rules.moves) <= _MODERATE.moves else None


def _least(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else min(a, b)


def _is_within(value: Any, bound: int | None) -> bool:
    if bound is None:
        return True
    if isinstance(value, Position):
        return all(LegalRegion.upto(c.game, bound).has(c.state) for c in value)
    return bool(value <= bound)


def _is_below(state: Sequence[Any], limit: Limit) -> bool:
    return _value(limit.weights, state) <= limit.most


def _value(weights: Sequence[int], state: Sequence[Any]) -> int:
    return sum(w * v for w, v in zip(weights, state, strict=True) if w)
