"""Expressions said twice: as text of the language, and as a function of Python that knows nothing of heapwise.

A function takes the components of a position and the values of bound names. Numbers are natural where they are made by
`natural`, so that operations on digits have a meaning; only comparisons see differences below 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import gcd
from random import Random
from typing import Any

State = tuple[int, ...]
Bound = Mapping[str, Any]
Meaning = Callable[[State, Bound], Any]


@dataclass(frozen=True)
class Said:
    """A text, and what it means."""

    text: str
    means: Meaning

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Words:
    """What expressions may speak of: components, the vector that holds all of them (or none), bound names. What was
    made is noted in `met`."""

    places: tuple[Said, ...]
    vector: str | None
    names: tuple[str, ...] = ()
    met: list[str] = field(default_factory=list)

    def with_name(self, *names: str) -> Words:
        """One bound name more."""
        return Words(self.places, self.vector, (*self.names, *names), self.met)


def constant(value: int) -> Said:
    """A number."""
    return Said(str(value), lambda x, e: value)


def name(of: str) -> Said:
    """A bound name."""
    return Said(of, lambda x, e: e[of])


def put(pattern: str, function: Callable[..., Any], *parts: Said) -> Said:
    """The pattern with parts in it, and the function of their values."""
    meanings = [part.means for part in parts]
    text = pattern.format(*(part.text for part in parts))
    if len(meanings) == 1:
        (only,) = meanings
        return Said(text, lambda x, e: function(only(x, e)))
    return Said(text, lambda x, e: function(*(means(x, e) for means in meanings)))


def _mex(*values: int) -> int:
    return next(n for n in range(len(values) + 1) if n not in values)


def _tail(z: int) -> int:
    return (z ^ (z + 1)).bit_length() - 1


def _v2(z: int) -> int:
    return (z & -z).bit_length() - 1


_TWO: Sequence[tuple[str, str, Callable[..., int]]] = (
    ("+", "({} + {})", lambda a, b: a + b), ("(+)", "({} (+) {})", lambda a, b: a ^ b),
    ("abs", "abs({} - {})", lambda a, b: abs(a - b)), ("min", "min({}, {})", min), ("max", "max({}, {})", max),
    ("-", "max({} - {}, 0)", lambda a, b: max(a - b, 0)), ("gcd", "gcd({}, {})", gcd),
    ("bitor", "bitor({}, {})", lambda a, b: a | b), ("bitand", "bitand({}, {})", lambda a, b: a & b),
    ("mex", "mex({}, {})", _mex), ("mex of a set", "mex({{{}, {}}})", _mex),
    ("*", "({} * {})", lambda a, b: a * b), ("nimsum", "nimsum({}, {})", lambda a, b: a ^ b),
)  # fmt: skip
_ONE: Sequence[tuple[str, str, Callable[..., int]]] = (
    ("floor", "floor({} / 2)", lambda a: a // 2), ("ceil", "ceil({} / 3)", lambda a: -(-a // 3)),
    ("mod", "({} mod 3)", lambda a: a % 3), ("mod", "({} mod 4)", lambda a: a % 4),
    ("popcount", "popcount({})", lambda a: a.bit_count()), ("tail1", "tail1({})", _tail),
    ("v2", "v2({} + 1)", lambda a: _v2(a + 1)), ("bit", "bit({}, 1)", lambda a: a >> 1 & 1),
    ("factor", "2 * {}", lambda a: 2 * a), ("^", "2 ^ ({} mod 3)", lambda a: 2 ** (a % 3)),
    ("len of a range", "len(0..{})", lambda a: a + 1), ("sqrt", "floor(sqrt({}))", lambda a: int(a**0.5)),
)  # fmt: skip
_OF_ALL: Sequence[tuple[str, str, Callable[[State], int]]] = (
    ("sum", "sum({})", sum), ("nimsum of a vector", "nimsum({})", lambda x: _xor(x)),
    ("min of a vector", "min({})", min), ("max of a vector", "max({})", max),
    ("sorted", "sorted({})[1]", min),
    ("mex of a set by for", "mex({{{0}[j] for j in 1..len({0})}})", lambda x: _mex(*x)),
)  # fmt: skip


def _xor(x: State) -> int:
    total = 0
    for v in x:
        total ^= v
    return total


def natural(source: Random, words: Words, depth: int) -> Said:
    """A natural number."""
    kind = source.randrange(8) if depth else source.randrange(2)
    if kind <= 1:
        named = [name(n) for n in words.names]
        return source.choice([*words.places, *words.places, *named, *named, constant(source.randrange(4))])
    if kind == 2:
        word, pattern, function = source.choice(_ONE)
        words.met.append(word)
        inner = natural(source, words, depth - 1)
        if word == "mod" and inner.text.isdigit():  # `G(x) = (3 mod 4)` reads like a congruence and is refused
            inner = source.choice(words.places)
        return put(pattern, function, inner)
    if kind == 3 and words.vector is not None and len(words.places) > 1:
        word, pattern, of_all = source.choice(_OF_ALL)
        words.met.append(word)
        return Said(pattern.format(words.vector), lambda x, e: of_all(x))
    if kind == 4:
        return _chosen(source, words, depth)
    if kind == 5:
        return _gathered(source, words, depth)
    word, pattern, two = source.choice(_TWO)
    words.met.append(word)
    return put(pattern, two, natural(source, words, depth - 1), natural(source, words, depth - 1))


def _chosen(source: Random, words: Words, depth: int) -> Said:
    words.met.append("if")
    parts = condition(source, words, depth - 1), *(natural(source, words, depth - 1) for _ in range(2))
    return put("(if {} then {} else {})", lambda c, a, b: a if c else b, *parts)


_GATHERS: Mapping[str, Callable[[list[Any]], Any]] = {
    "sum": sum, "min": min, "max": max, "nimsum": lambda v: _xor(tuple(v)), "mex": lambda v: _mex(*v),
    "bitor": lambda v: _fold(v, int.__or__), "bitand": lambda v: _fold(v, int.__and__), "count": sum, "all": all,
    "any": any, "unique": lambda v: sum(v) == 1,
}  # fmt: skip


def _fold(values: list[int], function: Callable[[int, int], int]) -> int:
    found = values[0]
    for value in values[1:]:
        found = function(found, value)
    return found


def _range(source: Random, words: Words) -> tuple[str, Callable[[State, Bound], list[int]]]:
    """A set that is not empty: its text, and its members."""
    low, high = source.randrange(3), source.randrange(3)
    end = source.choice([constant(low + high), *words.places])
    if source.randrange(4) == 0:
        members = sorted(source.sample(range(6), source.randint(1, 3)))
        return "{" + ", ".join(map(str, members)) + "}", lambda x, e: members
    return f"0..{end.text}", lambda x, e: list(range(end.means(x, e) + 1))


def _binding(source: Random, words: Words, depth: int, gather: str, inner: Callable[..., Said]) -> Said:
    """`gather(inner for v in SET)`."""
    words.met.append(gather)
    variable = f"j{len(words.names)}"
    text, members = _range(source, words)
    said = inner(source, words.with_name(variable), depth - 1)
    function, means = _GATHERS[gather], said.means
    return Said(
        f"{gather}({said.text} for {variable} in {text})",
        lambda x, e: function([means(x, {**e, variable: value}) for value in members(x, e)]),
    )


def _gathered(source: Random, words: Words, depth: int) -> Said:
    gather = source.choice(["sum", "min", "max", "nimsum", "mex", "bitor", "bitand", "count"])
    return _binding(source, words, depth, gather, condition if gather == "count" else natural)


_RELATIONS: Mapping[str, Callable[[int, int], bool]] = {
    "=": int.__eq__, "!=": int.__ne__, "<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__,
}  # fmt: skip
_JOINS: Mapping[str, Callable[[bool, bool], bool]] = {
    "and": lambda a, b: a and b, "or": lambda a, b: a or b, "implies": lambda a, b: b or not a,
    "iff": lambda a, b: bool(a) == bool(b),
}  # fmt: skip


def condition(source: Random, words: Words, depth: int) -> Said:
    """A condition."""
    kind = source.randrange(10) if depth else source.randrange(5)
    below = max(0, depth - 1)
    if kind <= 2:
        sign = source.choice([*_RELATIONS])
        parts = natural(source, words, below), natural(source, words, below)
        return put(f"{{}} {sign} {{}}", _RELATIONS[sign], *parts)
    if kind == 3:
        return _simple(source, words, below)
    if kind == 4:
        modulus = source.randint(2, 4)
        words.met.append("congruence")
        parts = natural(source, words, below), constant(source.randrange(modulus))
        return put(f"{{}} = {{}} (mod {modulus})", lambda a, b: (a - b) % modulus == 0, *parts)
    if kind <= 6:
        join = source.choice([*_JOINS])
        words.met.append(join)
        return put(f"(({{}}) {join} ({{}}))", _JOINS[join], *(condition(source, words, below) for _ in range(2)))
    if kind == 7:
        words.met.append("not")
        return put("not ({})", lambda a: not a, condition(source, words, below))
    if kind == 8:
        return _binding(source, words, depth, source.choice(["all", "any", "unique"]), condition)
    words.met.append("chain")
    parts3 = [natural(source, words, below) for _ in range(3)]
    return put("{} < {} <= {}", lambda a, b, c: a < b <= c, *parts3)


def _simple(source: Random, words: Words, depth: int) -> Said:
    """Membership, divisibility, properties of a vector."""
    some = natural(source, words, depth)
    match source.randrange(6):
        case 0:
            members = source.sample(range(7), source.randint(1, 3))
            words.met.append("in")
            return put("{} in {{" + ", ".join(map(str, members)) + "}}", lambda a: a in members, some)
        case 1:
            low, high = sorted(source.sample(range(7), 2))
            words.met.append("not in")
            return put(f"{{}} not in {low}..{high}", lambda a: not low <= a <= high, some)
        case 2:
            words.met.append("divides")
            return put("2 divides {}", lambda a: a % 2 == 0, some)
        case 3 if words.vector is not None and len(words.places) > 1:
            words.met.append("distinct")
            return Said(f"distinct({words.vector})", lambda x, e: len(set(x)) == len(x))
        case 4 if words.vector is not None and len(words.places) > 1:
            words.met.append("increasing")
            return Said(f"increasing({words.vector})", lambda x, e: list(x) == sorted(x))
        case _:
            words.met.append("sets")
            return put("{} in 0..5 \\ {{1, 4}} | {{9}}", lambda a: a in (0, 2, 3, 5, 9), some)
