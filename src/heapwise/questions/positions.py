"""Positions as people write them, and back: `1,2;3` on the command line, tuples in Python, lists in JSON; and plays."""

import re
import reprlib
from operator import index
from typing import Any

from heapwise.errors import error
from heapwise.lang import nodes, parse_position
from heapwise.records import Record
from heapwise.reference.conventions import MISERE, NORMAL, Play, orders, preference
from heapwise.rules.game import Game, Rules, SumOfGames
from heapwise.rules.layout import in_order
from heapwise.source import Place, Source, Span
from heapwise.terms.position import Component, Position


class _Typed(Record):
    """A position that was typed: the parts between ` + `, each a tuple of numbers, rows, or positions."""

    parts: tuple[tuple[Any, ...], ...]


def read_position(rules: Rules, text: str) -> Position:
    """The position that `1,2;3` or `1,2 + 3,4` stands for; parts of a game that is no sum are added up."""
    source = Source("<position>", text)
    place = Place(source, Span(0, max(1, len(text))))
    if isinstance(rules, Game) and not rules.size and not text.strip():
        return position_from(rules, (), place)
    return _from_typed(rules, _typed(parse_position(source)), place)


def _typed(tree: nodes.PositionText) -> _Typed:
    return _Typed(tuple(_part(rows) for rows in tree.components))


def _part(rows: tuple[tuple[int | nodes.PositionText, ...], ...]) -> tuple[Any, ...]:
    cells = tuple(_row(row) for row in rows)
    return cells[0] if len(cells) == 1 else cells


def _row(row: tuple[int | nodes.PositionText, ...]) -> Any:
    """The cells of a row; a position in parentheses that is a row by itself is just that position."""
    cells = tuple(c if isinstance(c, int) else _typed(c) for c in row)
    return cells[0] if len(cells) == 1 and isinstance(cells[0], _Typed) else cells


def position_from(rules: Rules, value: Any, place: Place | None = None) -> Position:
    """The position of a game with these values: a number, a tuple, a tuple for each game of a sum, or a position."""
    if isinstance(value, Position):
        return value
    if isinstance(value, _Typed):
        return _in_parentheses(rules, value, place)
    values = value if isinstance(value, tuple) else tuple(value) if isinstance(value, list) else (value,)
    if isinstance(rules, SumOfGames):
        return _from_parts(rules, values, place)
    assert isinstance(rules, Game)
    return Position((Component(rules, rules.state_of(_state(rules, values, place), place)),))


def _in_parentheses(rules: Rules, typed: _Typed, place: Place | None) -> Position:
    """`(1 + 1)` is a position of a game whose only component is one of Kayles, and of Kayles itself a sum."""
    inner = rules.layout.component_games if isinstance(rules, Game) else ()
    if len(inner) != 1 or inner[0] is None:
        return _from_typed(rules, typed, place)
    return rules.position_of((_from_typed(inner[0], typed, place),), place)


def _from_typed(rules: Rules, typed: _Typed, place: Place | None) -> Position:
    if isinstance(rules, SumOfGames):
        return _from_parts(rules, typed.parts, place)
    return Position.of(c for part in typed.parts for c in position_from(rules, part, place))


def _from_parts(rules: SumOfGames, parts: tuple[Any, ...], place: Place | None) -> Position:
    if len(parts) != len(rules.games):
        raise error("E027", place, help="sum", game=rules.text, wanted=len(rules.games), found=len(parts))
    pairs = zip(rules.games, parts, strict=True)
    return Position.of(c for game, part in pairs for c in position_from(game, part, place))


def _state(game: Game, values: tuple[Any, ...], place: Place | None) -> tuple[Any, ...]:
    """The components in order of declaration. Values come in that order, or in groups as they are shown."""
    layout = game.layout
    if layout.has_positions and len(values) == layout.size:
        games = layout.component_games
        return tuple(_cell(v, g, place) for v, g in zip(values, games, strict=True))
    lengths = [len(group) for group in layout.groups if group]
    whole = [row for row in (tuple(v) if isinstance(v, tuple | list) else (v,) for v in values) if row]
    if layout.has_positions and [len(row) for row in whole] == lengths:
        return _scattered(game, whole, place)
    flat = tuple(v for v in values if not isinstance(v, tuple | list))
    rows = [tuple(v) for v in values if isinstance(v, tuple | list)]
    if flat and layout.has_flat_group:
        rows.insert(0, flat)
    rows = [row for row in rows if row]
    if len(rows) > 1 and [len(row) for row in rows] == lengths:
        return _scattered(game, rows, place)
    if any(isinstance(part, _Typed) for value in values for part in (value if isinstance(value, tuple) else (value,))):
        raise error("E304", place, help="typed", value="a group in parentheses", shape=layout.shape)
    return tuple(_numbers(value, place) for value in values)


def _numbers(value: Any, place: Place | None) -> Any:
    return tuple(_cell(v, None, place) for v in value) if isinstance(value, tuple | list) else _cell(value, None, place)


def _scattered(game: Game, rows: list[tuple[Any, ...]], place: Place | None) -> tuple[Any, ...]:
    state: dict[int, Any] = {}
    for group, row in zip(filter(None, game.layout.groups), rows, strict=True):
        for at, value in zip(group, row, strict=True):
            state[at] = _cell(value, game.layout.component_games[at], place)
    return tuple(state[at] for at in range(game.layout.size))


def _cell(value: Any, game: Rules | None, place: Place | None) -> Any:
    """A component: a number, or a position of the component's game."""
    if game is not None:
        return _from_typed(game, value, place) if isinstance(value, _Typed) else position_from(game, value, place)
    try:
        if isinstance(value, bool):
            raise TypeError
        return index(value)
    except TypeError:
        raise error("E304", place, value=f"`{reprlib.repr(value)}`") from None


# --------------------------------------------------------------------------------------------- and back


def own_state(rules: Rules, position: Position) -> Component | None:
    """The component of a position that is just a position of this game; None for sums and for other games."""
    component = position.only
    return component if component is not None and component.game is rules else None


def typed(rules: Rules, position: Position) -> str:
    """A position of a game as it is typed."""
    components = in_order(position, rules) if isinstance(rules, SumOfGames) else position
    assert components is not None
    return " + ".join(c.game.layout.text(c.state) for c in components)


def option_text(rules: Rules, option: Position) -> str:
    """An option: as it is typed where it is a position of the same game, otherwise with the names of its games."""
    component = own_state(rules, option)
    return str(option) if component is None else component.game.layout.text(component.state)


def as_list(rules: Rules, position: Position) -> list[Any]:
    """A position of a game for JSON: always a list; a list of lists for a sum."""
    if isinstance(rules, SumOfGames):
        components = in_order(position, rules)
        assert components is not None
        return [component_list(c) for c in components]
    component = position.only
    return [component_list(c) for c in position] if component is None else component_list(component)


def option_json(rules: Rules, option: Position) -> Any:
    """An option for JSON: a list, or its components where it is a sum."""
    component = own_state(rules, option)
    return _sum_json(option) if component is None else component_list(component)


def component_list(component: Component) -> list[Any]:
    """The values of a component, grouped as people see them."""
    known = frozenset(component.game.layout.component_games)
    return [_listed(value, known) for value in component.game.layout.grouped(component.state)]


def _listed(value: Any, known: frozenset[Any]) -> Any:
    """A position of another game than the components have by declaration goes by its name."""
    if isinstance(value, Position):
        component = value.only
        is_known = component is not None and component.game in known
        return component_list(component) if component is not None and is_known else _sum_json(value)
    return [_listed(v, known) for v in value] if isinstance(value, tuple) else value


def _sum_json(position: Position) -> dict[str, Any]:
    return {"sum": [{"game": c.game.text, "position": component_list(c)} for c in position]}


_NAMED = {"normal": NORMAL, "misere": MISERE, "misère": MISERE}
_LISTS = re.compile(r"(?:preference|orders)?([\d\s,;>()]{1,1000})")
_BETWEEN_LISTS = re.compile(r";|\)\s*,\s*\(")


def read_play(text: str | Play) -> Play:
    """The play of `normal`, `misere`, a preference `1,2,0`, or an order for every player `0,1,2; 1,2,0; 2,0,1`."""
    if isinstance(text, Play):
        return text
    if not isinstance(text, str):
        raise TypeError(f"a play is a text such as 'misere' or '1,2,0', and not {text!r}")
    words = text.strip().lower()
    if words in _NAMED:
        return _NAMED[words]
    match = _LISTS.fullmatch(words)
    if match is None:
        raise error("E301", None, text=text)
    lists = tuple(_seats(row) for row in _BETWEEN_LISTS.split(match[1]) if row.strip())
    return orders(lists) if len(lists) > 1 else preference(lists[0] if lists else ())


def _seats(row: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", row))
