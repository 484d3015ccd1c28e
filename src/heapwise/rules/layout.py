"""How the components of a position lie: flat in a state, grouped when they are shown.

All stand in the order of declaration. Scalars and the first vector are flat; each further vector and each row is a
group of its own: heaps `a, b` are `3,5`, Emperor Nim's ranges `1,2;3`, and a cell behind those `1,2;3;0`.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import Any

from heapwise.records import Record, dataclass
from heapwise.terms.position import Component, Position
from heapwise.terms.values import show

Grouping = None | int | tuple[int, ...]  # a scalar, a vector of a length, rows of lengths


class PlaceName(Record):
    """One name of a clause of places, with parameters put in."""

    name: str
    keyword: str  # heaps, cells or positions
    shape: Grouping
    low: int = 0
    high: int | None = None
    games: tuple[Any, ...] = ()  # of a clause `positions`: the game of every component

    @property
    def count(self) -> int:
        """How many numbers or positions the name stands for."""
        return 1 if self.shape is None else self.shape if isinstance(self.shape, int) else sum(self.shape)

    @property
    def size(self) -> int:
        """How many components of a state these are: of a flat game, where each position is several, there are more."""
        return self.count

    @property
    def lows(self) -> tuple[int, ...]:
        """The least value of every component."""
        return (self.low,) * self.size

    @property
    def highs(self) -> tuple[int | None, ...]:
        """The greatest value of every component, if there is one."""
        return (self.high,) * self.size

    def value(self, components: tuple[Any, ...]) -> Any:
        """Number, vector or rows, from its components."""
        if self.shape is None:
            return components[0]
        if isinstance(self.shape, int):
            return components
        rows, at = [], 0
        for length in self.shape:
            rows.append(components[at : at + length])
            at += length
        return tuple(rows)

    def opened(self, value: Any) -> Iterable[Any]:
        """The components in a vector, or in rows."""
        return chain.from_iterable(value) if isinstance(self.shape, tuple) else value

    def labels(self) -> Iterator[str]:
        """`a`, `x[1]`, `x[2][1]`: a name for every component."""
        if self.shape is None:
            yield self.name
        elif isinstance(self.shape, int):
            yield from (f"{self.name}[{i}]" for i in range(1, self.shape + 1))
        else:
            yield from (f"{self.name}[{r}][{h}]" for r, n in enumerate(self.shape, 1) for h in range(1, n + 1))


@dataclass(frozen=True)
class Layout:
    """All components of a game's positions."""

    variables: tuple[PlaceName, ...]

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """Where each variable starts in a state."""
        offsets, at = [], 0
        for variable in self.variables:
            offsets.append(at)
            at += variable.size
        return tuple(offsets)

    @cached_property
    def size(self) -> int:
        """How many components a state has."""
        return sum(v.size for v in self.variables)

    @property
    def shape(self) -> str:
        """The names of the components as a position is typed, such as `a,b` or `x[1][1],x[1][2];x[2][1]`."""
        return ";".join(",".join(self.labels[i] for i in group) for group in self.groups if group)

    @cached_property
    def lows(self) -> tuple[int, ...]:
        """The least value of every component."""
        return tuple(low for v in self.variables for low in v.lows)

    @cached_property
    def highs(self) -> tuple[int | None, ...]:
        """The greatest value of every component, if there is one."""
        return tuple(high for v in self.variables for high in v.highs)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """A name for every component."""
        return tuple(label for v in self.variables for label in v.labels())

    @cached_property
    def component_games(self) -> tuple[Any, ...]:
        """The game of every component that is a position, None for numbers."""
        return tuple(g for v in self.variables for g in (v.games or (None,) * v.size))

    @cached_property
    def heap_indices(self) -> tuple[int, ...]:
        """Where the heaps are: what a game lowers if it does not say otherwise."""
        return tuple(
            offset + i
            for v, offset in zip(self.variables, self.offsets, strict=True)
            if v.keyword == "heaps"
            for i in range(v.size)
        )

    @cached_property
    def has_positions(self) -> bool:
        """Is some component a position of another game?"""
        return any(v.keyword == "positions" for v in self.variables)

    def _has_groups(self, values: tuple[Any, ...]) -> bool:
        """Do values stand as they are declared? Flat ones do; else there is one for each name, or for each row."""
        lengths = [len(v) for v in values if type(v) is tuple]
        if len(lengths) < len(values) or lengths == [self.size]:
            return True
        if len(values) == len(self.variables) and all(map(_fits, self.variables, values)):
            return True
        rows = [v.shape if isinstance(v.shape, tuple) else (v.shape,) for v in self.variables]
        return lengths == [length for lengths_of in rows for length in lengths_of]

    def entries(self, values: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """A value for each component; None where there are too many or too few, or they stand in other groups."""
        for found in (self.one_by_one(values), values) if self.has_positions else ():
            if found is not None and len(found) == self.size and _are_components(found, self.component_games):
                return found
        state = tuple(entries_of(values))
        return state if len(state) == self.size and self._has_groups(values) else None

    def one_by_one(self, values: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """A value for each component, where vectors and rows of several names stand as they are declared, or flat:
        `((p,), 3)` and `(p, 3)` for `positions p[1] of G` and `heap b`. None where values stand in another way."""
        if len(self.variables) < 2:
            return None
        left, found = list(values), list[Any]()
        for variable in self.variables:
            is_whole = bool(left) and variable.shape is not None and _fits(variable, left[0])
            found += variable.opened(left.pop(0)) if is_whole else left[: variable.count]
            del left[: 0 if is_whole else variable.count]
        return tuple(found) if not left else None

    def values(self, state: Sequence[Any]) -> tuple[Any, ...]:
        """The value of every variable in a state."""
        whole = tuple(state)
        return tuple([variable.value(whole[part]) for variable, part in self._parts])

    @cached_property
    def _parts(self) -> tuple[tuple[PlaceName, slice], ...]:
        """Which part of a state belongs to each variable."""
        return tuple((v, slice(at, at + v.size)) for v, at in zip(self.variables, self.offsets, strict=True))

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Indices of the components in the groups in which they are shown, in the order of declaration."""
        return tuple(indices for indices, _ in self._groups)

    @cached_property
    def _groups(self) -> list[tuple[tuple[int, ...], bool]]:
        """The groups, and whether they are flat: numbers that stand side by side, and with them one vector."""
        found: list[tuple[tuple[int, ...], bool]] = []
        seen_vector = False
        for variable, at in zip(self.variables, self.offsets, strict=True):
            indices = tuple(range(at, at + variable.size))
            if isinstance(variable.shape, tuple):
                ends = list(accumulate(variable.shape, initial=at))
                found += [(tuple(range(*row)), False) for row in pairwise(ends)]
            elif variable.shape is not None and seen_vector:
                found.append((indices, False))
            else:
                seen_vector = seen_vector or variable.shape is not None
                before = found.pop()[0] if found and found[-1][1] else ()
                found.append((before + indices, True))
        return found or [((), True)]

    def grouped(self, state: Sequence[Any]) -> tuple[Any, ...]:
        """A state as people see it in Python and JSON: flat, further vectors and rows as tuples of their own."""
        found: list[Any] = []
        for indices, is_flat in self._groups:
            group = tuple(state[i] for i in indices)
            found += group if is_flat else (group,)
        return tuple(found)

    def ungrouped(self, values: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """The state that is shown in these groups; None where they are others."""
        left, found = list(values), list[Any]()
        for indices, is_flat in self._groups:
            row: Any = left[: len(indices)] if is_flat else left[0] if left else None
            if type(row) not in (tuple, list) or len(row) != len(indices):
                return None
            found += row
            del left[: len(indices) if is_flat else 1]
        return None if left else tuple(found)

    def text(self, state: Sequence[Any]) -> str:
        """A state as it is typed: `1,2;3`."""
        return self._in_groups([_cell(value, game) for value, game in zip(state, self.component_games, strict=True)])

    def expression(self, state: Sequence[Any]) -> str:
        """A state as claims and rules have it: `nim(2)(1,2),3` and `kayles(1) + kayles(2)`. Without their names the
        positions in it would be read as numbers, `(1 + 2)` as 3."""
        return self._in_groups(list(map(show, state)))

    def _in_groups(self, texts: Sequence[str]) -> str:
        return ";".join(",".join(texts[i] for i in group) for group in self.groups if group)


def _fits(variable: PlaceName, value: Any) -> bool:
    """Is a value one of a name of components: a number, a vector, or rows of these lengths?"""
    if isinstance(variable.shape, tuple):
        return type(value) is tuple and [type(row) is tuple and len(row) for row in value] == list(variable.shape)
    return (len(value) if type(value) is tuple else None) == variable.shape


def entries_of(values: tuple[Any, ...]) -> Iterable[Any]:
    """The entries of a vector, or of rows one after another."""
    if tuple not in map(type, values):
        return values
    return chain.from_iterable(entries_of(value) if type(value) is tuple else (value,) for value in values)


def _are_components(values: tuple[Any, ...], games: tuple[Any, ...]) -> bool:
    """Is each value one component? A vector of one heap stands for a number, not in the place of one."""
    return all(type(value) is not tuple or game is not None for value, game in zip(values, games, strict=True))


def _cell(value: Any, game: Any) -> str:
    if isinstance(value, Position):
        return f"({_position_text(value, game)})"
    return show(value)  # what is no position is shown as it is, in the message that says so


def _position_text(position: Position, game: Any) -> str:
    """The numbers of a position of a game, or of a sum in its order; one that moves have made of it has its names."""
    parts = list(position) if all(c.game is game for c in position) else in_order(position, game)
    texts = [str(c) for c in position] if parts is None else [c.game.layout.text(c.state) for c in parts]
    return " + ".join(texts) if texts else "nothing"


def in_order(position: Position, game: Any) -> list[Component] | None:
    """The components in the order of the games of a sum; None where they are of other games, or others in number."""
    left, found = list(position), list[Component]()
    for summand in () if game is None else game.summands:
        at = next((i for i, component in enumerate(left) if component.game is summand), None)
        if at is None:
            return None
        found.append(left.pop(at))
    return None if left else found
