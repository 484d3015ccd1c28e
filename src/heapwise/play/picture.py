"""Positions in text: a row of stones for every heap, a line of signs for cells."""

from collections.abc import Iterator
from typing import Any

from heapwise.rules.layout import PlaceName
from heapwise.terms.position import Component, Position
from heapwise.terms.values import flat

_STONE = "o"
_WIDTH = 48  # stones in a row
_MOST_ROWS = 16  # heaps drawn one below the other; more of them are a line of numbers


def picture(position: Position) -> list[str]:
    """The lines of a picture; in a sum every row has the name of its game."""
    rows = [row for component in position for row in _component(component, len(position) > 1)]
    unit = _unit(rows)
    width = max((len(label) for label, _ in rows), default=0)
    lines = [f"  {label:<{width}}  {_drawn(value, unit)}".rstrip() for label, value in rows]
    if unit > 1:
        lines.append(f"  (each {_STONE} stands for {unit} stones)")
    return lines or ["  (nothing is left)"]


def _component(component: Component, is_named: bool) -> list[tuple[str, Any]]:
    layout, game = component.game.layout, component.game.text
    values = layout.values(component.state)
    rows = [row for v, value in zip(layout.variables, values, strict=True) for row in _rows(v, value)]
    if not is_named:
        return rows
    return [(game if len(rows) == 1 else f"{game} {label}", value) for label, value in rows]


def _rows(variable: PlaceName, value: Any) -> Iterator[tuple[str, Any]]:
    """The rows of one name: a heap, or all cells of a line, in each."""
    if variable.keyword == "heaps" and variable.size <= _MOST_ROWS:
        yield from zip(variable.labels(), flat(value), strict=True)
    elif isinstance(variable.shape, tuple):
        yield from ((f"{variable.name}[{i}]", _line(variable, row)) for i, row in enumerate(value, 1))
    elif variable.shape is None:
        yield variable.name, _line(variable, (value,))
    else:
        yield variable.name, _line(variable, value)


def _line(variable: PlaceName, values: tuple[Any, ...]) -> str:
    """Cells in a line: coins and the like as signs, numbers as numbers."""
    is_coins = variable.keyword == "cells" and variable.high == 1
    return " ".join((".", "1")[v] if is_coins else _cell(v) for v in values)


def _cell(value: Any) -> str:
    return f"({value})" if isinstance(value, Position) else str(value)


def _unit(rows: list[tuple[str, Any]]) -> int:
    """How many stones one sign stands for, so that the largest heap fits."""
    largest = max((value for _, value in rows if isinstance(value, int)), default=0)
    return max(1, -(-largest // _WIDTH))


def _drawn(value: Any, unit: int) -> str:
    if not isinstance(value, int):
        return str(value)
    signs = -(-value // unit)
    return f"{_STONE * signs}{'  ' if signs else ''}{value}"
