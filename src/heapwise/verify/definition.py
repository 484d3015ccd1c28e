"""Certificates of statements that are true by the definition of who wins: a truth table.

A statement may say of a position x whether play has ended and who moves last from x, and of all its options q, or of
some, who moves last from q. So it depends on the set of the seats of the options alone, and there are few sets of
seats. Seat j of an option is seat j + 1 of x, and the mover takes what he likes best; where play has ended, the player
before him has moved last.
"""

from collections.abc import Mapping, Sequence
from itertools import chain, combinations
from typing import Any

from heapwise.verify.untrusted import not_one, of, sequence, too_large, wholes, wrong

_MOST_PLAYERS, _DEEPEST = 8, 64
_MOST_PARTS = 2_000


def check_definition(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Refuse a statement that is false of some position of some game that ends."""
    seats = wholes(of(data, "seats"), "a seat", 0, _MOST_PLAYERS)
    if not seats or sorted(seats) != list(range(len(seats))):
        raise not_one("its order of the players is none")
    sentence = of(data, "sentence")
    _check_length(sentence)
    for options in chain.from_iterable(combinations(seats, size) for size in range(len(seats) + 1)):
        if not _is_true(sentence, seats, options, None, _DEEPEST):
            raise wrong(f"the statement is false where the options have the seats {list(options)}")
    return ("a position at which the statement is false",)


def _check_length(sentence: Any) -> None:
    """A truth table looks at every part again and again."""
    waiting, count = [sentence], 0
    while waiting:
        part, count = waiting.pop(), count + 1
        if count > _MOST_PARTS:
            raise too_large(f"its sentence has more than {_MOST_PARTS:,} parts")
        waiting += part if type(part) is list else ()


def _value(seats: Sequence[int], options: Sequence[int]) -> int:
    """Who moves last from a position with options of these seats."""
    if not options:
        return len(seats) - 1
    return min(((j + 1) % len(seats) for j in options), key=list(seats).index)


def _is_true(sentence: Any, seats: Sequence[int], options: Sequence[int], q: int | None, deepest: int) -> bool:
    """The truth of a part, where q is the seat of the option that is spoken of."""
    word, *parts = sequence(sentence, "a sentence") or [None]
    if deepest == 0:
        raise not_one("its sentence is too deep")

    def inside(part: Any, one: int | None) -> bool:
        return _is_true(part, seats, options, one, deepest - 1)

    match word, parts:
        case "ended", []:
            return not options
        case "seat", ["x", int(seat)] if type(seat) is int:
            return _value(seats, options) == seat
        case "seat", ["q", int(seat)] if type(seat) is int and q is not None:
            return q == seat
        case "not", [part]:
            return not inside(part, q)
        case "and", _:
            return all(inside(part, q) for part in parts)
        case "or", _:
            return any(inside(part, q) for part in parts)
        case "all", [part] if q is None:
            return all(inside(part, one) for one in options)
        case "any", [part] if q is None:
            return any(inside(part, one) for one in options)
    raise not_one("a part of its sentence has no form that is known")
