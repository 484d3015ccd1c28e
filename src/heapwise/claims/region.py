"""A region: the finitely many positions that a check looks at, and how it is named."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice, product
from random import Random
from typing import Any

from heapwise.errors import error
from heapwise.records import Record
from heapwise.rules.game import Game, Rules, SumOfGames
from heapwise.rules.layout import in_order
from heapwise.terms.position import Component, Position, State

_LONG = 10_000  # choices for one component
_MOST_KEPT = 100_000
_DEEPEST = 300  # components that are walked one inside the other


class Region(Record):
    """All states with components between `lows` and `highs`, with totals of some components bounded as well.

    `name` is how people bounded it: `{"upto": 7}`, `{"total": 20}`, `{"bounds": {"a": 30}}`. Illegal states of a game
    do not belong to the region. A component of a compound is bounded through its own game.
    """

    game: Game | None
    lows: tuple[int, ...]
    highs: tuple[int, ...]
    totals: tuple[tuple[tuple[int, ...], int], ...]
    name: dict[str, Any]
    is_single: bool = False  # one case without a position: the statement speaks of none

    @property
    def limits(self) -> tuple[tuple[tuple[int, ...], int], ...]:
        """The bounds on totals, with a weight for every component."""
        count = len(self.lows)
        return tuple((tuple(int(i in group) for i in range(count)), most) for group, most in self.totals)

    @cached_property
    def size_estimate(self) -> int:
        """How many states the box has, legal or not."""
        size = 1
        for choices in self._choices:
            size *= _count(choices)
        return size

    @cached_property
    def _choices(self) -> tuple[Any, ...]:
        games = self.game.layout.component_games if self.game is not None else (None,) * len(self.lows)
        return tuple(
            range(low, high + 1) if game is None else _few(_positions(game, high), game)
            for low, high, game in zip(self.lows, self.highs, games, strict=True)
        )

    def states(self) -> Iterator[State]:
        """The states of the region, in lexicographic order."""
        if self.is_single:
            yield self.lows
            return
        choices = self._choices
        is_deep = self.totals and len(choices) <= _DEEPEST and all(isinstance(c, range) for c in choices)
        for state in _below(choices, self.totals) if is_deep else _tuples(choices):
            is_within = all(sum(state[i] for i in indices) <= most for indices, most in self.totals)
            if is_within and (self.game is None or self.game.is_legal(state)):
                yield state

    def draw(self, source: Random) -> State | None:
        """A random state of the box, legal or not; None where a component has no value at all."""
        if self.is_single:
            return self.lows
        if not all(map(_count, self._choices)):
            return None
        return tuple(c[source.randrange(_count(c))] for c in self._choices)

    def __contains__(self, state: State) -> bool:
        games = self.game.layout.component_games if self.game is not None else (None,) * len(self.lows)
        bounds = zip(state, self.lows, self.highs, games, strict=True)
        is_inside = all(
            _is_up_to(v, high, game) if isinstance(v, Position) else low <= v <= high for v, low, high, game in bounds
        )
        return is_inside and all(sum(state[i] for i in indices) <= most for indices, most in self.totals)

    def __str__(self) -> str:
        return describe(self.name)


def _few(positions: Iterator[Position], game: Rules) -> tuple[Position, ...]:
    """The positions of a component's game, which are kept in memory."""
    found = tuple(islice(positions, _MOST_KEPT + 1))
    if len(found) > _MOST_KEPT:
        raise error("E003", None, what=f"positions of {game.text} as a component", most=_MOST_KEPT)
    return found


def _count(choices: Any) -> int:
    """How many choices there are; a range may have more than `len` can say."""
    return max(0, choices.stop - choices.start) if isinstance(choices, range) else len(choices)


def _below(
    choices: tuple[range, ...], totals: tuple[tuple[tuple[int, ...], int], ...], begun: tuple[int, ...] = ()
) -> Iterator[tuple[int, ...]]:
    """Tuples of numbers in order, where no beginning is passed that is beyond a total: of many heaps few are left."""
    place = len(begun)
    if place == len(choices):
        yield begun
        return
    for value in choices[place]:
        here = (*begun, value)
        if any(sum(here[i] if i <= place else choices[i].start for i in g) > most for g, most in totals if place in g):
            return
        yield from _below(choices, totals, here)


def _tuples(choices: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """All tuples of choices, in order. `product` keeps every choice in memory, so long ranges are walked here."""
    if all(_count(c) <= _LONG for c in choices):
        return product(*choices)
    return ((first, *rest) for first in choices[0] for rest in _tuples(choices[1:]))


def describe(name: dict[str, Any]) -> str:
    """The words for a region: `all heaps <= 7`."""
    parts = [f"{label} <= {high}" for label, high in name.get("bounds", {}).items()]
    if "upto" in name:
        parts.append(f"{'all others' if parts else 'all'} <= {name['upto']}")
    if "total" in name:
        parts.append(f"total <= {name['total']}")
    parts += [f"{label} <= {most}" for label, most in name.get("totals", {}).items()]
    return ", ".join(parts) or "the one case there is"


def by_size(state: State) -> tuple[Any, ...]:
    """The order in which smaller positions come first: by total, then component by component."""
    return (sum(v if isinstance(v, int) else _weight(v) for v in state), *state)


def _weight(position: Position) -> int:
    return sum(by_size(component.state)[0] for component in position)


def ends_inside(rules: Rules | None, highs: Sequence[int]) -> Iterator[tuple[str, int]]:
    """The names of components inside of others, `p.d`, that have an end of their own beyond the bound on these."""
    if not isinstance(rules, Game):
        return
    for label, high, inner in zip(rules.layout.labels, highs, rules.layout.component_games, strict=True):
        for game in inner.games if isinstance(inner, SumOfGames) else (inner,) * (inner is not None):
            own = ((v.name, v.high) for v in game.layout.variables if v.high is not None and v.high > high)
            deeper = ends_inside(game, (high,) * game.layout.size)
            yield from ((f"{label}.{name}", end) for name, end in (*own, *deeper))


def _is_up_to(position: Position, high: int, game: Rules) -> bool:
    """Is a position one of a game whose open components are at most so large? Moves may make others of it."""
    if in_order(position, game) is None:
        return False
    for component in position:
        layout = component.game.layout
        for value, end, inner in zip(component.state, layout.highs, layout.component_games, strict=True):
            if not (_is_up_to(value, high, inner) if inner is not None else end is not None or value <= high):
                return False
    return True


def _positions(game: Rules, high: int) -> Iterator[Position]:
    """The positions of a game that is a component of another one, with every open component up to a bound."""
    if isinstance(game, SumOfGames):
        for parts in product(*(tuple(_positions(g, high)) for g in game.games)):
            yield Position.of(c for part in parts for c in part)
        return
    assert isinstance(game, Game)
    layout = game.layout
    highs = tuple(high if h is None else h for h in layout.highs)
    for state in Region(game, layout.lows, highs, (), {}).states():
        yield Position((Component(game, state),))
