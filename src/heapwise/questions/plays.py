"""The words for conventions of play, as people type them."""

from __future__ import annotations

import re

from heapwise.errors import error
from heapwise.reference.conventions import MISERE, NORMAL, Play, orders, preference

_NAMED = {"normal": NORMAL, "misere": MISERE, "misère": MISERE}
_LISTS = re.compile(r"(?:preference|orders)?([\d\s,;>()]{1,1000})")
_BETWEEN_LISTS = re.compile(r";|\)\s*,\s*\(")


def read_play(text: str | Play) -> Play:
    """The play of `normal`, `misere`, a preference `1,2,0`, or an order for every player `0,1,2; 1,2,0; 2,0,1`."""
    if isinstance(text, Play):
        return text
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
