"""The types of the language: what an expression may stand for."""

from heapwise.records import Record


class Basic(Record):
    """A type without parts."""

    name: str

    def __str__(self) -> str:
        return self.name


class Vector(Record):
    """Values in a row, counted from 1: heaps, lists, rows of heaps."""

    item: "Type"
    cyclic: bool = False

    def __str__(self) -> str:
        return f"a vector of {_plural(self.item)}"


class Tuple(Record):
    """Values of known types, as in `(a, b)`."""

    items: "tuple[Type, ...]"

    def __str__(self) -> str:
        return f"a tuple of {len(self.items)}"


class Set(Record):
    """A set. An infinite one can be asked for members, and not enumerated."""

    item: "Type"
    finite: bool = True

    def __str__(self) -> str:
        return f"a set of {_plural(self.item)}"


Type = Basic | Vector | Tuple | Set

NUMBER = Basic("a number")
TRUTH = Basic("a condition")
CODE = Basic("a code")
GAME = Basic("a game")
POSITION = Basic("a position")
AUTOMATON = Basic("an automaton")
NOTHING_YET = Basic("anything")  # the members of the empty set


def is_numeric(kind: Type) -> bool:
    """A number, or a vector of numbers to any depth."""
    return kind == NUMBER or (isinstance(kind, Vector) and is_numeric(kind.item))


def same(a: Type, b: Type) -> bool:
    """May values of these types be compared, or stand in one set?"""
    if NOTHING_YET in (a, b):
        return True
    if isinstance(a, Set) and isinstance(b, Set):
        return same(a.item, b.item)
    items_a, items_b = _items(a), _items(b)
    if items_a is None or items_b is None:
        return a == b
    if isinstance(a, Tuple) and isinstance(b, Tuple) and len(items_a) != len(items_b):
        return False
    longest = max(len(items_a), len(items_b))
    return all(same(items_a[i % len(items_a)], items_b[i % len(items_b)]) for i in range(longest))


def merged(a: Type, b: Type) -> Type:
    """The type of a value that is of one type or of the other, which must be the same kind."""
    if isinstance(a, Set) and isinstance(b, Set):
        return Set(merged(a.item, b.item), a.finite and b.finite)
    return b if a == NOTHING_YET else a


def _items(t: Type) -> tuple[Type, ...] | None:
    if isinstance(t, Tuple):
        return t.items
    return (t.item,) if isinstance(t, Vector) else None


def _plural(t: Type) -> str:
    words = {"a number": "numbers", "a condition": "conditions", "a code": "codes", "a game": "games",
             "a position": "positions", "anything": "anything"}  # fmt: skip
    if isinstance(t, Basic):
        return words[t.name]
    return (
        str(t)
        .removeprefix("a ")
        .replace("vector", "vectors", 1)
        .replace("set", "sets", 1)
        .replace("tuple", "tuples", 1)
    )
