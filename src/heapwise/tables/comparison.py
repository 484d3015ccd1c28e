"""Two games side by side: the first position of a box at which they differ in values, outcomes or options."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from heapwise.errors import error
from heapwise.questions import Answers
from heapwise.records import dataclass
from heapwise.reference.conventions import Play
from heapwise.rules.game import Rules
from heapwise.tables.boxes import axes, box, numbers_of, position_at
from heapwise.terms.evaluate import options
from heapwise.terms.position import Component, Position

OptionEntries = tuple[Any, ...]
OptionShape = tuple[tuple[str, OptionEntries], ...]  # the components of a sum: whose they are, and what is in them


@dataclass
class GamesCompared:
    """What was found: the first difference if there is one, and how much was looked at."""

    positions: int = 0
    one_sided: int = 0
    difference: tuple[Position, Any, Position, Any] | None = None


def compare(
    left: Rules, right: Rules, upto: int | dict[str, int], want: str, play: Play, shift: int, tick: Callable[[], None]
) -> GamesCompared:
    """The first difference of two games in a box of the first one."""
    sizes = len(axes(left)), len(axes(right))
    if sizes[0] != sizes[1]:
        raise error("E315", None, left=left, left_size=sizes[0], right=right, right_size=sizes[1])
    found = GamesCompared()
    here, there = _asking(left, want, play, 0, tick), _asking(right, want, play, shift, tick)
    for point in box(left, upto).by_total():
        a, b = position_at(left, point), position_at(right, [n + shift for n in point])
        if a is None or b is None:
            found.one_sided += (a is None) != (b is None)
            continue
        found.positions += 1
        values = here(a), there(b)
        if values[0] != values[1]:
            shown = _asking(right, want, play, 0, tick)(b) if want == "options" else values[1]
            found.difference = (a, values[0], b, shown)
            break
    return found


def _asking(rules: Rules, want: str, play: Play, shift: int, tick: Callable[[], None]) -> Callable[[Position], Any]:
    """What is compared, as a function of a position."""
    answers = Answers(play, tick)
    ways: dict[str, Callable[[Position], Any]] = {
        "grundy": answers.grundy,
        "outcome": answers.outcome,
        "p": lambda position: "P" if answers.is_previous(position) else "not P",
        "remoteness": answers.remoteness,
        "options": lambda position: _sorted(_shape(rules, option, shift) for option in options(position)),
    }
    return ways[want]


def _sorted(shapes: Iterable[OptionShape]) -> list[OptionShape]:
    return sorted(shapes, key=lambda shape: list(map(_order, shape)))


def _shape(rules: Rules, option: Position, shift: int) -> OptionShape:
    """An option without the name of its game, so that options of two games can be compared."""
    own = numbers_of(rules, option)
    if own is not None:
        return (("", tuple(n - shift for n in own)),)
    return tuple(sorted((_component_shape(rules, component, shift) for component in option), key=_order))


def _component_shape(rules: Rules, component: Component, shift: int) -> tuple[str, OptionEntries]:
    """Positions of other games are the same where they have the same name, and are not shifted."""
    own = component.game is rules
    return "" if own else component.game.text, tuple(_entries(component, shift if own else 0))


def _entries(component: Component, shift: int) -> Iterator[Any]:
    """The numbers of a component; positions inside that are sums, or of games of their own, are shapes."""
    for value, game in zip(component.state, component.game.layout.component_games, strict=True):
        numbers = (value,) if game is None else numbers_of(game, value)
        if numbers is not None:
            yield from (n - shift for n in numbers)
        else:
            yield _shape(game, value, shift)


def _order(component: tuple[str, OptionEntries]) -> tuple[str, list[Any]]:
    """What components of sums are sorted by: numbers stand before shapes."""
    name, entries = component
    return name, [(1, list(map(_order, e))) if isinstance(e, tuple) else (0, e) for e in entries]
