"""Reading data that anybody may have written: every shape is looked at before it is used."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from heapwise.errors import HeapwiseError, error

MOST_BYTES = 1 << 28
MOST_NUMBER = 1 << 31
MOST_MEMORY = 1 << 32  # what the JSON of a file may take once it is read
MOST_WORK = 1 << 33
MOST_LISTED = 1 << 20  # answers to one state of a game

_Item = TypeVar("_Item")

_LIST, _ITEM = 64, 16  # bytes that Python needs at least for a list or an object, and for a place in one
_HALF = re.compile(rb"\\u[dD][89a-fA-F]")  # half of a character that needs two


def not_one(problem: str) -> HeapwiseError:
    """The data is no certificate."""
    return error("E340", None, problem=problem)


def wrong(problem: str) -> HeapwiseError:
    """The data is a certificate, and does not prove what it says."""
    return error("E341", None, problem=problem)


def too_large(problem: str) -> HeapwiseError:
    """The data would take longer to look at than it is worth."""
    return error("E343", None, problem=problem)


def parsed(data: bytes) -> dict[str, Any]:
    """The JSON object of a file."""
    if len(data) > MOST_BYTES:
        raise too_large(f"the file has {len(data):,} bytes, and {MOST_BYTES:,} are allowed")
    if _LIST * (data.count(b"[") + data.count(b"{")) + _ITEM * data.count(b",") > MOST_MEMORY:
        raise too_large(f"read, the file would take more than {MOST_MEMORY:,} bytes of memory")
    try:
        found = json.loads(
            data.decode("utf-8"), object_pairs_hook=_object, parse_float=_no_number, parse_constant=_no_number
        )
        if _HALF.search(data):
            json.dumps(found, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        raise not_one("the file is not JSON") from None
    return record(found, "the file")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which nothing is said twice: of two values one reader might take the first, one the second."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise not_one("an object has a key twice")
    return found


def _no_number(_text: str) -> None:
    raise not_one("a number is not whole")


@dataclass
class Work:
    """What a certificate takes to be looked at, in transitions: a small file may ask for much."""

    done: int = 0

    def spend(self, transitions: int) -> None:
        """So many more are going to be looked at."""
        self.done += transitions
        if self.done > MOST_WORK:
            raise too_large(f"it has more than {MOST_WORK:,} transitions to look at")


def listed(found: Iterable[_Item], what: str) -> list[_Item]:
    """All of these, in order, which are made one after another: there may be more than memory holds."""
    some = list(islice(found, MOST_LISTED + 1))
    if len(some) > MOST_LISTED:
        raise too_large(f"there are more than {MOST_LISTED:,} {what}")
    return some


def record(value: Any, what: str, *, keys: Iterable[str] | None = None) -> dict[str, Any]:
    """A JSON object, which may be asked to have no other keys than these."""
    if type(value) is not dict:
        raise not_one(f"{what} is not an object")
    if keys is not None and not value.keys() <= set(keys):
        raise not_one(f"{what} has a key that says nothing")
    return value


def of(value: Mapping[str, Any], key: str) -> Any:
    """A part of an object that must be there."""
    if key not in value:
        raise not_one(f"`{key}` is missing")
    return value[key]


def sequence(value: Any, what: str) -> list[Any]:
    """A JSON array."""
    if type(value) is not list:
        raise not_one(f"{what} is not a list")
    return value


def several(value: Any, count: int, what: str) -> list[Any]:
    """A JSON array of so many things."""
    found = sequence(value, what)
    if len(found) != count:
        raise not_one(f"{what} has not {count} parts")
    return found


def quoted(value: str) -> str:
    """A word of the file for a message: short, on one line, and with no sign that a terminal would obey."""
    return f"`{ascii(value[:40])[1:-1]}`"


def text(value: Any, what: str) -> str:
    """A JSON string."""
    if type(value) is not str:
        raise not_one(f"{what} is not a text")
    return value


def whole(value: Any, what: str, least: int = 0, below: int = MOST_NUMBER) -> int:
    """A whole number from `least` up, and less than `below`."""
    if type(value) is not int or not least <= value < below:
        raise not_one(f"{what} is not a number from {least} to {below - 1}")
    return value


def wholes(value: Any, what: str, least: int = 0, below: int = MOST_NUMBER) -> tuple[int, ...]:
    """A list of whole numbers."""
    found = tuple(sequence(value, what))
    if found and (set(map(type, found)) != {int} or min(found) < least or max(found) >= below):
        raise not_one(f"{what} is not a number from {least} to {below - 1}")
    return found


def name(value: Any) -> str:
    """The name of a variable, on one line."""
    found = text(value, "a variable")
    if not found or "\n" in found:
        raise not_one("a variable has no name")
    return found


def names(value: Any, what: str) -> tuple[str, ...]:
    """A list of variables, each there once."""
    found = tuple(map(name, sequence(value, what)))
    if len(set(found)) != len(found):
        raise not_one(f"{what} has a name twice")
    return found
