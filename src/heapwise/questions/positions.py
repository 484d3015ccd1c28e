"""Positions as people write them, and back: `1,2;3` on the command line, tuples in Python, lists in JSON; and plays."""

import re
import reprlib
from itertools import chain
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

_Rows = tuple[tuple[Any, ...], ...]


class _Typed(Record):
    """A position that was typed: the parts between ` + `, each in rows of numbers and of positions in parentheses."""

    parts: tuple[_Rows, ...]


def read_position(rules: Rules, text: str) -> Position:
    """The position that `1,2;3` or `1,2 + 3,4` stands for; parts of a game that is no sum are added up."""
    source = Source("<position>", text)
    place = Place(source, Span(0, max(1, len(text))))
    if isinstance(rules, Game) and not rules.size and not text.strip():
        return position_from(rules, (), place)
    return _from_typed(rules, _typed(parse_position(source)), place)


def _typed(tree: nodes.PositionText) -> _Typed:
    return _Typed(tuple(tuple(map(_row, rows)) for rows in tree.components))


def _row(row: tuple[int | nodes.PositionText, ...]) -> tuple[Any, ...]:
    return tuple(cell if isinstance(cell, int) else _typed(cell) for cell in row)


def position_from(rules: Rules, value: Any, place: Place | None = None) -> Position:
    """The position of a game with these values: a number, a tuple, a tuple for each game of a sum, or a position."""
    if isinstance(value, Position):
        return value
    values = value if isinstance(value, tuple) else tuple(value) if isinstance(value, list) else (value,)
    if isinstance(rules, SumOfGames):
        pairs = _paired(rules, values, place)
        return Position.of(chain.from_iterable(position_from(game, part, place) for game, part in pairs))
    assert isinstance(rules, Game)
    return Position((Component(rules, rules.state_of(_state(rules, values, place), place)),))


def _from_typed(rules: Rules, typed: _Typed, place: Place | None) -> Position:
    if isinstance(rules, SumOfGames) and typed.parts:
        pairs = _paired(rules, typed.parts, place)
    else:
        pairs = [(rules, part) for part in typed.parts]
    return Position.of(chain.from_iterable(_from_rows(game, part, place) for game, part in pairs))


def _from_rows(rules: Rules, rows: _Rows, place: Place | None) -> Position:
    """A position in rows, which stand as they are declared; a single one in parentheses may be the position itself."""
    first = rows[0][0] if len(rows) == len(rows[0]) == 1 else None
    if isinstance(first, _Typed) and not _has_one_position(rules):
        return _from_typed(rules, first, place)
    assert isinstance(rules, Game)
    cells, games = tuple(chain.from_iterable(rows)), rules.layout.component_games
    if len(cells) == len(games) and (len(rows) == 1 or list(map(len, rows)) == _lengths(rules)):
        state = tuple(_typed_cell(cell, game, place) for cell, game in zip(cells, games, strict=True))
        return Position((Component(rules, rules.state_of(state, place)),))
    if any(isinstance(cell, _Typed) for cell in cells):
        raise error("E304", place, help="typed", value="a group in parentheses", shape=rules.layout.shape)
    return position_from(rules, rows if len(rows) > 1 else cells, place)


def _lengths(game: Game) -> list[int]:
    return [len(group) for group in game.layout.groups if group]


def _has_one_position(rules: Rules) -> bool:
    """`(1 + 1)` is a position of a game whose only component is one of Kayles, and of Kayles itself a sum."""
    games = rules.layout.component_games if isinstance(rules, Game) else ()
    return len(games) == 1 and games[0] is not None


def _typed_cell(cell: Any, game: Rules | None, place: Place | None) -> Any:
    if game is not None and isinstance(cell, _Typed):
        return _from_typed(game, cell, place)
    return _cell(cell, game, place)


def _paired(rules: SumOfGames, parts: tuple[Any, ...], place: Place | None) -> list[tuple[Rules, Any]]:
    if len(parts) != len(rules.games):
        raise error("E027", place, help="sum", game=rules.text, wanted=len(rules.games), found=len(parts))
    return list(zip(rules.games, parts, strict=True))


def _state(game: Game, values: tuple[Any, ...], place: Place | None) -> tuple[Any, ...]:
    """The components in the order of declaration: in the groups in which they are shown, or as rules write them."""
    layout = game.layout
    values = tuple(map(_listless, values))
    if len(values) == 1 and layout.size != 1 and type(values[0]) is tuple:
        values = values[0]
    if layout.has_positions or tuple in map(type, values):
        found = layout.ungrouped(values) or layout.one_by_one(values) or values
        if len(found) == layout.size:
            games = layout.component_games
            return tuple(_cell(v, g, place) for v, g in zip(found, games, strict=True))
        if not layout.has_positions:
            raise game.no_state(values, place)
    return tuple(_numbers(value, place) for value in values)


def _listless(value: Any) -> Any:
    """Vectors as tuples, which is how rules have them."""
    return tuple(map(_listless, value)) if isinstance(value, list) else value


def _numbers(value: Any, place: Place | None) -> Any:
    return tuple(_cell(v, None, place) for v in value) if isinstance(value, tuple | list) else _cell(value, None, place)


def _cell(value: Any, game: Rules | None, place: Place | None) -> Any:
    """A component: a number, or a position of the component's game."""
    if game is not None:
        return position_from(game, value, place)
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
    return " + ".join(c.game.layout.text(c.state) for c in components) if components else "nothing"


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
    layout = component.game.layout
    values = [_listed(value, game) for value, game in zip(component.state, layout.component_games, strict=True)]
    return [list(part) if type(part) is tuple else part for part in layout.grouped(values)]


def _listed(value: Any, game: Rules | None) -> Any:
    """A component; a position of another game than it is declared with goes by its name."""
    if not isinstance(value, Position):
        return value
    component = value.only
    return component_list(component) if component is not None and component.game is game else _sum_json(value)


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
