"""Values of positions, straight from the definition: look at all options, then at theirs, until play ends.

The walk keeps its own stack, so long games need no recursion, and it notices when it comes back to a position.
How long it takes for a position is estimated in `engine/costs.py`, beside the faster ways.
"""

from collections.abc import Callable, Hashable, Iterable
from functools import reduce
from operator import xor
from typing import Any

from heapwise.errors import error
from heapwise.reference.conventions import Fold
from heapwise.terms.position import Component, Position

_AT_ONCE = 64  # options that take about as long as what else a position asks for
MOST_KEPT = 100_000  # options in memory for all interpreters of a process


class Interpreter:
    """Computes and remembers values under one convention.

    Where values add, a sum is worth the nim-sum of its components; with `as_product` even then all options of a sum
    are looked at, which is the definition. `tick` is called for every new position and may raise to stop the work.
    """

    def __init__(self, fold: Fold, as_product: bool = False, tick: Callable[[], None] | None = None) -> None:
        self.fold = fold
        self.adds = fold.adds and not as_product
        self.tick = tick
        self._values: dict[Hashable, Any] = {}
        self._ended: dict[Component, bool] = {}
        self._moves_of: dict[Component, frozenset[Position]] = {}

    def value(self, position: Position, tick: Callable[[], None] | None = None) -> Any:
        """The value of a position; `tick`, if there is one, takes the place of the interpreter's own."""
        tick = tick or self.tick
        if self.adds:
            return self._sum(position, tick)
        key = self._without_ended(position)
        return self._settle(key, tick)

    def __len__(self) -> int:
        """How many positions have been valued."""
        return len(self._values)

    def known(self) -> Iterable[Any]:
        """The components or positions that have been valued."""
        return self._values.keys()

    def _sum(self, position: Position, tick: Callable[[], None] | None) -> int:
        return reduce(xor, (self._settle(component, tick) for component in position), 0)

    def _settle(self, goal: Hashable, tick: Callable[[], None] | None) -> Any:
        """The value of a key: a component where values add, a position elsewhere."""
        values, tick = self._values, tick or _never
        if goal in values:
            return values[goal]
        opened: dict[Hashable, tuple[Any, ...]] = {}
        stack = [goal]
        while stack:
            key = stack[-1]
            if key in values:  # it was put on the stack twice, and valued since
                stack.pop()
            elif key in opened:
                values[key] = self._from_options(opened.pop(key))
                stack.pop()
            else:
                tick()
                found = self._options(key)
                for _ in range(len(found) // _AT_ONCE):
                    tick()
                opened[key] = found
                for needed in self._keys(found):
                    # What is opened waits for its options, and this key is one of them, or below one: a loop.
                    if needed in opened:
                        raise error("E022", None, game="", position=str(needed), loop=_loop_text(needed, stack, opened))
                    if needed not in values:
                        stack.append(needed)
        return values[goal]

    def _options(self, key: Any) -> tuple[Any, ...]:
        if self.adds:
            return options_of(key)
        if len(key) <= 1:
            return tuple({self._without_ended(p) for component in key for p in options_of(component)})
        return tuple(self._options_of_sum(key))

    def _options_of_sum(self, position: Position) -> set[Position]:
        """The options of two components or more; what is ended stays away."""
        found: set[Position] = set()
        for i, component in enumerate(position):
            rest = position[:i] + position[i + 1 :]
            found.update(Position.of((*rest, *moved)) for moved in self._moves(component))
        return found

    def _moves(self, component: Component) -> frozenset[Position]:
        """The options of a component, which are wanted anew in every sum that it is a part of."""
        if component not in self._moves_of:
            self._moves_of[component] = frozenset(
                Position(c for c in option if not self._has_ended(c)) for option in options_of(component)
            )
        return self._moves_of[component]

    def _keys(self, found: tuple[Any, ...]) -> Iterable[Any]:
        return {c for option in found for c in option} if self.adds else found

    def _from_options(self, found: tuple[Any, ...]) -> Any:
        if not found:
            return self.fold.ending()
        values = self._values
        if self.adds:
            value_of = values.__getitem__
            return self.fold.combine({reduce(xor, map(value_of, option)) if option else 0 for option in found})
        return self.fold.combine({values[option] for option in found})

    def _without_ended(self, position: Position) -> Position:
        """Components in which no move is left change nothing in a sum."""
        if len(position) <= 1:
            return position
        return Position(c for c in position if not self._has_ended(c))

    def _has_ended(self, component: Component) -> bool:
        if component not in self._ended:
            self._ended[component] = not options_of(component)
        return self._ended[component]


def _never() -> None:
    """Go on."""


class _KnownOptions:
    """The options of components. They are what a value costs, and the next interpreter asks for the same ones: each
    convention, each claim and each comparison has its own. When there are too many, those go that nobody asked for
    since there were too many the last time."""

    def __init__(self) -> None:
        self._known: dict[Component, tuple[Position, ...]] = {}
        self._before: dict[Component, tuple[Position, ...]] = {}
        self._room = MOST_KEPT // 2

    def of(self, component: Component) -> tuple[Position, ...]:
        """The options of a component, by its rules the first time."""
        found = self._known.get(component)
        if found is None:
            found = self._before.get(component) or tuple(component.game.options(component.state))
            self._keep(component, found)
        return found

    def _keep(self, component: Component, found: tuple[Position, ...]) -> None:
        self._room -= 1 + len(found)
        if self._room < 0:
            self._before, self._known = self._known, {}
            self._room = MOST_KEPT // 2
        self._known[component] = found


options_of = _KnownOptions().of


def _loop_text(start: Any, stack: list[Any], opened: dict[Any, Any]) -> str:
    """The way from a position back to itself, as the walk has it on its stack."""
    path = [key for key in stack if key in opened]
    loop = path[path.index(start) :] if start in path else [start]
    return " -> ".join(str(key) for key in (*loop, start))
