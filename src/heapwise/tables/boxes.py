"""Boxes of positions: every component between 0 and its bound, some of them held at a value.

The components are flat and in order of declaration, those of component games and of the parts of a sum included, so
that a table of any game is a plain array.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import prod

from heapwise.errors import error
from heapwise.records import Record
from heapwise.rules.game import Game, Rules, SumOfGames
from heapwise.terms.position import Component, Position

ILLEGAL = -1  # the value in a table where no legal position is
Numbers = tuple[int, ...]
Bounds = int | Mapping[str, int]


class Axis(Record):
    """One component: its name, and the range that the rules give it."""

    label: str
    low: int
    high: int | None

    @property
    def variable(self) -> str:
        """The name of the vector that the component belongs to."""
        return self.label.partition("[")[0]


def axes(rules: Rules) -> tuple[Axis, ...]:
    """All components of the positions of a game, or of a sum of games."""
    if isinstance(rules, SumOfGames):
        pairs = zip(_told_apart([game.text for game in rules.games]), rules.games, strict=True)
        return tuple(Axis(f"{name}.{a.label}", a.low, a.high) for name, game in pairs for a in axes(game))
    assert isinstance(rules, Game)
    return tuple(_axes_of(rules))


def _told_apart(names: list[str]) -> Iterator[str]:
    """The summands of `nim(1) + nim(1)` are `nim(1)` and `nim(1)[2]`."""
    seen: Counter[str] = Counter()
    for name in names:
        seen[name] += 1
        yield name if seen[name] == 1 else f"{name}[{seen[name]}]"


def _axes_of(game: Game) -> Iterator[Axis]:
    layout = game.layout
    for label, low, high, inner in zip(layout.labels, layout.lows, layout.highs, layout.component_games, strict=True):
        if inner is None:
            yield Axis(label, low, high)
        else:
            inside = axes(inner)
            named = (label if len(inside) == 1 else f"{label}.{axis.label}" for axis in inside)
            yield from (Axis(name, axis.low, axis.high) for name, axis in zip(named, inside, strict=True))


def position_at(rules: Rules, numbers: Sequence[int]) -> Position | None:
    """The position with these numbers as components; None where there is no legal one."""
    return _read(rules, iter(numbers))


def _read(rules: Rules, numbers: Iterator[int]) -> Position | None:
    if isinstance(rules, SumOfGames):
        parts = [_read(game, numbers) for game in rules.games]
        legal = [part for part in parts if part is not None]
        return Position.of(c for part in legal for c in part) if len(legal) == len(parts) else None
    assert isinstance(rules, Game)
    games = rules.layout.component_games
    state = tuple(next(numbers) if game is None else _read(game, numbers) for game in games)
    if any(value is None for value in state) or not rules.is_legal(state):
        return None
    return Position((Component(rules, state),))


def numbers_of(rules: Rules, position: Position) -> Numbers | None:
    """The components of a position of a game as numbers; None for sums, and for positions of other games."""
    component = position.only
    if component is None or component.game is not rules:
        return None
    found: list[int] = []
    for value, game in zip(component.state, component.game.layout.component_games, strict=True):
        inner = (value,) if game is None else numbers_of(game, value)
        if inner is None:
            return None
        found += inner
    return tuple(found)


class TableBox(Record):
    """The greatest value of every component; `fixed` are those that are held, by number."""

    axes: tuple[Axis, ...]
    highs: Numbers
    fixed: Mapping[int, int]

    @cached_property
    def free(self) -> Numbers:
        """The components that are not held: the axes of a table."""
        return tuple(i for i in range(len(self.axes)) if i not in self.fixed)

    @property
    def shape(self) -> Numbers:
        """The lengths of the table's axes."""
        return tuple(self.highs[i] + 1 for i in self.free)

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the table's axes."""
        return tuple(self.axes[i].label for i in self.free)

    def __len__(self) -> int:
        return prod(self.shape)

    def __iter__(self) -> Iterator[Numbers]:
        """All points, the last component fastest."""
        sides = [(self.fixed[i],) if i in self.fixed else range(h + 1) for i, h in enumerate(self.highs)]
        return product(*sides)

    def point(self, index: Sequence[int]) -> Numbers:
        """The components at an index of the table."""
        point = [self.fixed.get(i, 0) for i in range(len(self.axes))]
        for i, value in zip(self.free, index, strict=True):
            point[i] = value
        return tuple(point)

    def by_total(self) -> Iterator[Numbers]:
        """All points, smaller totals first, then in order."""
        lows = [self.fixed.get(i, 0) for i in range(len(self.axes))]
        tops = [self.fixed.get(i, high) for i, high in enumerate(self.highs)]
        for total in range(sum(lows), sum(tops) + 1):
            yield from _with_total(lows, tops, total)


def _with_total(lows: list[int], tops: list[int], total: int) -> Iterator[Numbers]:
    if not lows:
        if total == 0:
            yield ()
        return
    rest_low, rest_top = sum(lows[1:]), sum(tops[1:])
    for first in range(max(lows[0], total - rest_top), min(tops[0], total - rest_low) + 1):
        for rest in _with_total(lows[1:], tops[1:], total - first):
            yield (first, *rest)


def box(rules: Rules, upto: Bounds, fix: Mapping[str, int] | None = None) -> TableBox:
    """The box of a bound for all components without an upper end, or of bounds by name, with components held."""
    found = axes(rules)
    fixed = _by_axis(rules, found, fix or {})
    bounds = {} if isinstance(upto, int) else _by_axis(rules, found, upto)
    highs = [_high(rules, axis, i, upto, bounds, fixed) for i, axis in enumerate(found)]
    if prod(max(0, high) + 1 for high in highs) > sys.maxsize:
        raise error("E003", None, what="positions", most=sys.maxsize)
    return TableBox(found, tuple(highs), fixed)


def _high(rules: Rules, axis: Axis, i: int, upto: Bounds, bounds: Mapping[int, int], fixed: Mapping[int, int]) -> int:
    if i in fixed:
        return fixed[i]
    if axis.low < 0:
        raise error("E314", None, game=rules.text)
    bound = bounds.get(i, upto if isinstance(upto, int) else axis.high)
    if bound is None:
        raise error("E310", None, help="missing", text=axis.label)
    if bound < 0:
        raise error("E310", None, text=str(bound))
    return bound if axis.high is None else min(bound, axis.high) if i in bounds else axis.high


def _by_axis(rules: Rules, found: tuple[Axis, ...], values: Mapping[str, int]) -> dict[int, int]:
    """Values by the number of the component; the name of a vector means all of its components."""
    chosen: dict[int, int] = {}
    for name, value in sorted(values.items(), key=lambda pair: "[" in str(pair[0])):  # what is said of one heap counts
        numbers = [i for i, axis in enumerate(found) if name in (axis.label, axis.variable)]
        if not numbers:
            raise error("E309", None, game=rules.text, name=name, known=", ".join(axis.label for axis in found))
        chosen |= dict.fromkeys(numbers, value)
    return chosen
