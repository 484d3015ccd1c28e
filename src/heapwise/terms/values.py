"""The values of the language that Python has no ready form for. Numbers are exact (`heapwise.numbers`), vectors and
tuples are tuples, integer ranges are `range`; all are immutable."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial, total_ordering
from itertools import combinations, product
from math import comb, prod
from typing import Any

from heapwise.numbers import TooLarge, UndefinedValue, in_full, whole

MOST_MEMBERS = 300_000
_MOST_PARTS = 100
_INT = frozenset({int})


@total_ordering
class FiniteSet:
    """A finite set in increasing order. Of sets the smaller ones come first, as in `subsets(A)`."""

    __slots__ = ("_members", "items")

    def __init__(self, items: Iterable[Any]) -> None:
        members = frozenset(listed(items))
        self._members = members if set(map(type, members)) <= _INT else frozenset(map(settled, members))
        self.items: tuple[Any, ...] = tuple(sorted(self._members))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __contains__(self, item: object) -> bool:
        return (item if type(item) is int else settled(item)) in self._members

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FiniteSet) and self._members == other._members

    def __lt__(self, other: "FiniteSet") -> bool:
        return (len(self.items), self.items) < (len(other.items), other.items)

    def __hash__(self) -> int:
        return hash(self._members)

    def __repr__(self) -> str:
        return f"FiniteSet({self.items!r})"


class Upward:
    """`a..`: all integers from a on. It has no end, so it can be tested and not enumerated."""

    __slots__ = ("low",)

    def __init__(self, low: int) -> None:
        self.low = low

    def __contains__(self, item: object) -> bool:
        return isinstance(item, int) and item >= self.low

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Upward) and self.low == other.low

    def __hash__(self) -> int:
        return hash((Upward, self.low))


def made_endless(sign: str, left: bool, right: bool) -> bool:
    """Has `A | B`, `A & B` or `A \\ B` no end, where it is known of both sets whether they have one?"""
    return {"|": left or right, "&": left and right, "\\": left}[sign]


class Without:
    """An infinite set less another set."""

    __slots__ = ("removed", "whole")

    def __init__(self, whole: Any, removed: Any) -> None:
        self.whole, self.removed = whole, removed

    def __contains__(self, item: object) -> bool:
        return item in self.whole and item not in self.removed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Without) and show(self) == show(other)

    def __hash__(self) -> int:
        return hash(show(self))


class VectorBox:
    """`low..high` for vectors: all vectors between, component by component; rows of vectors likewise."""

    __slots__ = ("sides",)

    def __init__(self, low: Any, high: tuple[Any, ...]) -> None:
        lows = low if isinstance(low, tuple) else (low,) * len(high)
        if len(lows) != len(high):
            raise UndefinedValue("the ends of a range of vectors have different lengths")
        self.sides = tuple(between(a, b) for a, b in zip(lows, high, strict=True))

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return product(*self.sides)

    def size(self) -> int:
        """How many vectors there are."""
        return prod(map(size, self.sides))

    def __contains__(self, item: object) -> bool:
        return (
            isinstance(item, tuple)
            and len(item) == len(self.sides)
            and all(entry in side for entry, side in zip(item, self.sides, strict=True))
        )


def between(low: Any, high: Any) -> range | VectorBox:
    """All integers, or all vectors, from low to high; empty if there are none."""
    if isinstance(high, tuple):
        return VectorBox(low, high)
    if isinstance(low, tuple):
        raise UndefinedValue("a range from a vector ends in a vector")
    return range(whole(low), whole(high) + 1)


@total_ordering
class Code:
    """The code of an octal game: `0.77`, `4.0`, `0.137`. Digit t says what taking t tokens may leave; digit 0 may only
    ask for two heaps or more."""

    __slots__ = ("digits",)

    def __init__(self, text: str) -> None:
        whole_part, _, rest = text.partition(".")
        digits = [int(whole_part, 16), *(int(d, 16) for d in rest)]
        if digits[0] % 4:
            raise ValueError("to take nothing and leave one heap, or none of what is there, is no move")
        while len(digits) > 1 and digits[-1] == 0:
            digits.pop()
        self.digits = tuple(digits)

    def digit(self, t: int) -> int:
        """The digit for taking t tokens."""
        return self.digits[t] if 0 <= t < len(self.digits) else 0

    def __len__(self) -> int:
        """The largest number of tokens that can be taken."""
        return len(self.digits) - 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Code) and self.digits == other.digits

    def __lt__(self, other: "Code") -> bool:
        return self.digits < other.digits

    def __hash__(self) -> int:
        return hash(self.digits)

    def __str__(self) -> str:
        return f"{self.digits[0]:x}." + ("".join(f"{d:x}" for d in self.digits[1:]) or "0")

    __repr__ = __str__


class Subsets:
    """The subsets of a finite set that have one of the given numbers of members, smaller ones first."""

    __slots__ = ("members", "sizes")

    def __init__(self, items: Iterable[Any], sizes: Any = None) -> None:
        self.members = FiniteSet(items)
        possible = range(len(self.members) + 1)
        if isinstance(sizes, range):
            self.sizes = [*range(max(sizes.start, 0), min(sizes.stop, possible.stop))]
        else:
            wanted = possible if sizes is None else sizes if hasattr(sizes, "__iter__") else (sizes,)
            self.sizes = [k for k in wanted if k in possible]

    def __iter__(self) -> Iterator[FiniteSet]:
        if self.size() > MOST_MEMBERS:
            raise TooLarge(f"a set of {len(self.members)} has too many subsets to go through")
        return (FiniteSet(chosen) for k in self.sizes for chosen in combinations(self.members.items, k))

    def size(self) -> int:
        """How many subsets there are."""
        if len(self.members) * len(self.sizes) > MOST_MEMBERS:
            raise TooLarge(f"a set of {len(self.members)} has too many subsets to count")
        return sum(comb(len(self.members), k) for k in self.sizes)

    def __contains__(self, item: object) -> bool:
        chosen = settled(item)
        return isinstance(chosen, FiniteSet) and len(chosen) in self.sizes and all(m in self.members for m in chosen)


class Splits:
    """All tuples of `parts` integers, each at least `least`, that add up to `total`."""

    __slots__ = ("least", "parts", "total")

    def __init__(self, total: int, parts: int, least: int) -> None:
        self.total, self.parts, self.least = total, parts, least

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return _splits(self.total, self.parts, self.least)

    def size(self) -> int:
        """How many tuples there are: what is above the least is put into the parts with one bar less than parts."""
        above = self.total - self.least * self.parts
        if above < 0 or self.parts == 0:
            return int(above == 0)
        return comb(above + self.parts - 1, self.parts - 1)

    def __contains__(self, item: object) -> bool:
        if type(item) is not tuple or len(item) != self.parts:
            return False
        return all(isinstance(p, int) and p >= self.least for p in item) and sum(item) == self.total


def splits(total: Any, parts: Any, least: Any) -> Splits:
    """All tuples of `parts` integers, each at least `least`, that add up to `total`."""
    total, parts, least = whole(total), whole(parts), whole(least)
    if parts < 0:
        raise UndefinedValue("a number of parts is not negative")
    if parts > _MOST_PARTS:
        raise TooLarge(f"{show(parts)} parts are too many: the limit is {_MOST_PARTS}")
    return Splits(total, parts, least)


LAZY = (VectorBox, Subsets, Splits)  # sets that are not made until somebody goes through them
_COLLECTIONS = (range, set, frozenset, *LAZY)


def size(values: Any) -> int:
    """How many members a finite set has, however large it is; vectors and tuples have a size, too."""
    if isinstance(values, range):
        return max(0, values.stop - values.start)
    count = getattr(values, "size", None)
    return int(count()) if count is not None else len(values)


def listed(values: Any) -> Any:
    """The same values, unless there are too many to be kept."""
    if isinstance(values, (range, *LAZY)) and size(values) > MOST_MEMBERS:
        raise TooLarge(f"a set with {show(size(values))} members is too large: the limit is {MOST_MEMBERS:,}")
    return values


def settled(value: Any) -> Any:
    """One form for equal values, inside of tuples and sets as well: `1..2` is the set {1, 2} however it is written."""
    if type(value) is tuple:
        return value if set(map(type, value)) <= _INT else tuple(map(settled, value))
    if isinstance(value, list):
        return tuple(map(settled, value))
    if isinstance(value, _COLLECTIONS):
        return FiniteSet(value)
    return value


def _splits(total: int, parts: int, least: int) -> Iterator[tuple[int, ...]]:
    if parts == 0:
        return iter(((),) if total == 0 else ())
    if parts == 1:
        return iter(((total,),) if total >= least else ())
    if parts == 2:
        return ((p, total - p) for p in range(least, total - least + 1))
    highest = total - least * (parts - 1)
    return ((p, *rest) for p in range(least, highest + 1) for rest in _splits(total - p, parts - 1, least))


def flat(value: Any) -> Iterator[Any]:
    """What stands in vectors, and in vectors in vectors, one after another."""
    if isinstance(value, tuple):
        for entry in value:
            yield from flat(entry)
    else:
        yield value


def show(value: Any, number: Callable[[int], str] = in_full) -> str:
    """A value as the language writes it; `number` writes the integers in it."""
    inside = partial(show, number=number)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return number(value)
    if type(value) is Fraction and value.denominator > 1:
        return f"{number(value.numerator)}/{number(value.denominator)}"
    if type(value) is tuple:
        return f"[{inside(value[0])}]" if len(value) == 1 else f"({', '.join(map(inside, value))})"
    if isinstance(value, range) and value.stop - value.start > 6:
        return f"{number(value.start)}..{number(value.stop - 1)}"
    if isinstance(value, range | FiniteSet):
        return "{" + ", ".join(map(inside, value)) + "}"
    if isinstance(value, Upward):
        return f"{number(value.low)}.."
    if isinstance(value, Without):
        removed = inside(value.removed)
        return f"{inside(value.whole)} \\ {f'({removed})' if isinstance(value.removed, Without) else removed}"
    if isinstance(value, Subsets):
        return f"subsets({inside(value.members)}, {inside(FiniteSet(value.sizes))})"
    return str(value)
