"""Values and positions as the plain data that verdicts hold, and as the text that people type for them."""

from itertools import groupby
from typing import Any

from heapwise.numbers import in_full, is_long
from heapwise.terms.position import Component, Position
from heapwise.terms.values import FiniteSet, show


def jsonable(value: Any) -> Any:
    """Sets and positions become lists; games, codes and whatever has no end their canonical text."""
    if isinstance(value, int) and is_long(value):
        return in_full(value)
    if isinstance(value, bool | int | str) or value is None:
        return value
    if isinstance(value, dict):
        return {key: jsonable(v) for key, v in value.items()}
    if isinstance(value, Component):
        return {"game": value.game.text, "position": jsonable(value.game.layout.grouped(value.state))}
    if isinstance(value, Position):
        return {"sum": [jsonable(c) for c in value]}
    if isinstance(value, FiniteSet | range | tuple | list):
        return [jsonable(v) for v in value]
    return show(value)


def position_words(value: Any) -> str:
    """A position of a verdict as people type it: `1,2`, `1,2;3`, `kayles(1) + kayles(2)`."""
    if isinstance(value, dict):
        return " + ".join(f"{c['game']}({position_words(c['position'])})" for c in value["sum"]) or "nothing"
    if not isinstance(value, list):
        return str(value)
    groups: list[str] = []
    for is_group, run in groupby(value, lambda part: isinstance(part, list)):
        words = list(map(position_words, run))
        groups += words if is_group else [",".join(words)]
    return ";".join(filter(None, groups))
