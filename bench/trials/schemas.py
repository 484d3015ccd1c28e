"""Rules and claims for any number of heaps, with parameters, said twice: as text, and as functions of Python.

They are made of what provers once mixed up or did not hear: numbers of a claim under names that the rules use,
conditions on which heaps and how many, numbers of heaps however written, parameters that depend on others, other words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from random import Random
from typing import Any

from trials.naive import Naive
from trials.said import Said, State, put

Env = Mapping[str, Any]
_BOXES = {0: 0, 1: 14, 2: 6, 3: 3, 4: 2, 5: 1}  # the largest heap, by the number of heaps
_MOST = 5  # the largest value of a parameter
_CLAIMS = 20  # about one rule
_RULE_NAMES = ("i", "t", "y", "S", "r", "m")  # for numbers of the claim; all but one stand for something in rules


class Undefined(Exception):
    """What is said has no meaning for these numbers: a move of no heap, the largest of no numbers."""


@dataclass(frozen=True)
class Line:
    """A line of moves, and the positions that it leads to."""

    text: str
    options: Callable[[State, Env], Iterable[State]]


@dataclass(frozen=True)
class Rule:
    """A game with parameters."""

    names: tuple[str, ...]
    conditions: tuple[Said, ...]  # on these
    lines: tuple[Line, ...]
    size: Said
    ends: Said | None
    play: str
    known: tuple[Said, Said | None] | None = None  # P-positions and values, but for guards and the like
    _tables: dict[tuple[int, ...], Naive] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The game, as it is written."""
        moves = "".join(f"    move {line.text}\n" for line in self.lines)
        ends = f"    ends when {self.ends.text}\n" if self.ends else ""
        heading = ", ".join(said.text for said in self.conditions)
        return f"game some({heading})\n    heaps x[{self.size.text}]\n{moves}{ends}"

    def naive(self, e: Env) -> Naive:
        """Values by the definition, for some parameters."""
        known = {name: e[name] for name in self.names}

        def options(x: State) -> list[tuple[State]]:
            if self.ends is not None and self.ends.means(x, known):
                return []
            return [(y,) for y in {y for line in self.lines for y in line.options(x, known)}]

        made = Naive(options, "misere remoteness" if self.play else "grundy")
        return self._tables.setdefault(tuple(known.values()), made)


@dataclass(frozen=True)
class Pair:
    """A rule and a claim, as text and as what they mean."""

    text: str
    rule: Rule
    names: tuple[str, ...]  # of all parameters, those of the claim alone among them
    conditions: tuple[Said, ...]  # on these
    statement: Said
    is_part: bool  # something is said of some positions, and nothing of others

    @cached_property
    def choices(self) -> list[dict[str, int]]:
        """The parameters for which the claim is stated, none of them large."""
        every = product(range(_MOST + 1), repeat=len(self.names))
        named = (dict(zip(self.names, values, strict=True)) for values in every)
        return [e for e in named if all(c.means((), e) for c in self.conditions)]

    @property
    def around(self) -> Iterator[dict[str, int]]:
        """Small values of the parameters, for which the claim may be stated or not."""
        named = (
            dict(zip(self.names, values, strict=True))
            for values in product(range(-1, _MOST + 1), repeat=len(self.names))
        )
        return (e for e in named if len(self.names) < 5 or not sum(e.values()) % 7)

    def counterexample(self, e: Env, most: int = 99) -> State | None:
        """A position at which the claim is wrong, by the definition; raises `Undefined`."""
        size = self.rule.size.means((), e)
        known = {**e, "?": self.rule.naive(e)}
        positions = product(range(min(_BOXES.get(size, 0), most) + 1), repeat=size)
        try:
            return next((x for x in positions if not self.statement.means(x, known)), None)
        except (ValueError, ZeroDivisionError) as problem:  # the largest of no numbers, a remainder modulo 0
            raise Undefined(str(problem)) from None

    def seems_true(self, source: Random) -> bool:
        """Is the claim true in a few very small cases, with some numbers of heaps? Seldom, if it is about no game."""
        tried = source.choice(((1, 2), (1, 2), (1, 2, 3), (2,), (2, 3), (1,)))
        small = [e for e in self.choices if e["n"] in tried]
        if not small and source.randrange(20):
            return False
        try:
            return all(self.counterexample(e, 3) is None for e in source.sample(small, min(4, len(small))))
        except Undefined:
            return False


# --------------------------------------------------------------------------------------- conditions and values


def _put(pattern: str, function: Callable[..., Any], *parts: Said) -> Said:
    """As `put`, and the function is given the position first."""
    return Said(
        pattern.format(*(part.text for part in parts)), lambda x, e: function(x, *(part.means(x, e) for part in parts))
    )


def _name(of: str) -> Said:
    return Said(of, lambda x, e: e[of])


_N = _name("n")


def _number(source: Random, names: tuple[str, ...], least: int = 0) -> Said:
    """A small number or a parameter, perhaps with something added to it."""
    if not names or source.randrange(2):
        value = source.randint(least, 3)
        return Said(str(value), lambda x, e: value)
    known = _name(source.choice(names))
    return source.choice((known, put("{} + 1", lambda v: v + 1, known)))


def _nimsum(x: State, m: int = 2) -> int:
    return sum(sum(v >> j & 1 for v in x) % m * m**j for j in range(max(x, default=0).bit_length()))


def _of_heaps(x: State, n: int, of: Callable[[int], int]) -> int:
    found = 0
    for heap in x[:n]:
        found ^= of(heap)
    return found


def _atom(source: Random, names: tuple[str, ...]) -> Said:
    """A condition that treats heaps alike."""
    m, b, k = _number(source, names, 1), _number(source, names), source.randrange(3)
    return source.choice((
        _put("nimsum(x; {}) = 0", lambda x, m: _nimsum(x, m) == 0, m),
        _put("nimsum(x; {}) = 0", lambda x, m: _nimsum(x, m) == 0, m),
        _put("nimsum(x) = 0", lambda x: _nimsum(x) == 0), _put("nimsum(x) = {}", lambda x, b: _nimsum(x) == b, b),
        _put("nimsum([x[j] mod ({}) for j in 1..{}]) = 0",
             lambda x, m, n: _of_heaps(x, n, lambda v: v % m) == 0, m, _N),
        _put("sum(x) mod ({}) = 0", lambda x, m: sum(x) % m == 0, m), _put("sum(x) <= {}", lambda x, b: sum(x) <= b, b),
        _put("max(x) >= {}", lambda x, b: max(x) >= b, b), _put("max(x) <= {}", lambda x, b: max(x) <= b, b),
        _put("min(x) = {}", lambda x, b: min(x) == b, b), _put("sum(x) mod 2 = 0", lambda x: sum(x) % 2 == 0),
        _put("count(x[j] mod 2 = 0 for j in 1..{1}) mod ({0}) = 0",
             lambda x, m, n: sum(v % 2 == 0 for v in x[:n]) % m == 0, m, _N),
        _put(f"count(bit(x[j], {k}) = 1 for j in 1..{{1}}) <= {{0}}",
             lambda x, b, n: sum(v >> k & 1 for v in x[:n]) <= b, b, _N),
        _put("all(x[j] = x[1] for j in 1..{})", lambda x, n: len(set(x[:n])) <= 1, _N),
        _put("all(x[j] mod 2 = 0 for j in 1..{})", lambda x, n: all(v % 2 == 0 for v in x[:n]), _N),
        _put("any(x[j] = {} for j in 1..{})", lambda x, b, n: b in x[:n], b, _N),
    ))  # fmt: skip


def _condition(source: Random, names: tuple[str, ...]) -> Said:
    one, two = _atom(source, names), _atom(source, names)
    return source.choice((
        one, one, put("not ({})", lambda a: not a, one), put("({}) and ({})", lambda a, b: a and b, one, two),
        put("({}) or ({})", lambda a, b: a or b, one, two),
        put("(if {0} then {1} else not ({1}))", lambda a, b: b if a else not b, one, two),
    ))  # fmt: skip


def _value(source: Random, names: tuple[str, ...]) -> Said:
    m, c = _number(source, names, 1), _number(source, names)
    return source.choice((
        _put("nimsum(x)", _nimsum), _put("nimsum(x)", _nimsum), _put("sum(x) mod 2", lambda x: sum(x) % 2),
        _put("sum(x) mod ({})", lambda x, m: sum(x) % m, m), _put("min(x)", min), _put("max(x)", max), c,
        _put("nimsum(x) (+) ({})", lambda x, c: _nimsum(x) ^ c, c),
        _put("nimsum([x[j] mod ({}) for j in 1..{}])", lambda x, m, n: _of_heaps(x, n, lambda v: v % m), m, _N),
        _put("nimsum([floor(x[j] / ({})) for j in 1..{}])", lambda x, m, n: _of_heaps(x, n, lambda v: v // m), m, _N),
        _put("(if max(x) >= 2 then nimsum(x) else {})", lambda x, c: _nimsum(x) if max(x) >= 2 else c, c),
    ))  # fmt: skip


# ------------------------------------------------------------------------------------------------- statements


def is_lost(naive: Naive, x: State) -> bool:
    """Does the player lose who is to move?"""
    found = naive.of(x)
    return not found[0] if isinstance(found, tuple) else found == 0


def _is_lost(e: Env, x: State) -> bool:
    return is_lost(e["?"], x)


_LOST = Said("P(x)", lambda x, e: _is_lost(e, x))
_WON = Said("N(x)", lambda x, e: not _is_lost(e, x))
_GRUNDY = Said("G(x)", lambda x, e: e["?"].of(x))


def _options(x: State, e: Env) -> list[State]:
    return [y for (y,) in e["?"].options(x)]


_OUTCOMES = (
    _LOST, _WON, Said("terminal(x)", lambda x, e: not _options(x, e)),
    Said("all(N(q) for q in options(x))", lambda x, e: all(not _is_lost(e, y) for y in _options(x, e))),
    Said("all(P(q) for q in options(x))", lambda x, e: all(_is_lost(e, y) for y in _options(x, e))),
    Said("any(P(q) for q in options(x))", lambda x, e: any(_is_lost(e, y) for y in _options(x, e))),
    Said("any(N(q) for q in options(x))", lambda x, e: any(not _is_lost(e, y) for y in _options(x, e))),
)  # fmt: skip
_IFF = put("{} iff {}", lambda a, b: bool(a) == bool(b), _LOST, _LOST)


def _by_definition(source: Random) -> Said:
    one, two, three = (source.choice(_OUTCOMES) for _ in range(3))
    return source.choice((
        put("({}) iff ({})", lambda a, b: a == b, one, two),
        put("({}) implies ({})", lambda a, b: b or not a, one, two),
        put("({}) iff ({}) and not ({})", lambda a, b, c: a == (b and not c), one, two, three),
        put("({}) implies ({}) or ({})", lambda a, b, c: not a or b or c, one, two, three),
    ))  # fmt: skip


def _statement(
    source: Random, names: tuple[str, ...], is_normal: bool, known: tuple[Said, Said | None] | None
) -> tuple[Said, bool]:  # fmt: skip
    """What is said of a position, in one of many ways, and whether it is about some positions alone."""
    if known is not None and source.randrange(2):
        lost, value = known
        if value is not None and source.randrange(2):
            return put("G(x) = {1}", lambda a, b: a == b, _GRUNDY, value), False
        return _about_outcomes(source, lost, is_normal)
    if source.randrange(60) == 0:
        return _by_definition(source), False
    if is_normal and source.randrange(3) == 0:
        said, is_half = put("G(x) = {1}", lambda a, b: a == b, _GRUNDY, _value(source, names)), False
    else:
        said, is_half = _about_outcomes(source, _condition(source, names), is_normal)
    if is_half or source.randrange(8):
        return said, is_half
    return put("{} implies ({})", lambda a, b: b or not a, _atom(source, names), said), True


def _about_outcomes(source: Random, c: Said, is_normal: bool) -> tuple[Said, bool]:
    """`P(x) iff condition` in other words, or one half of it."""
    same = [("P(x) iff {1}", _LOST), ("P(x) iff {1}", _LOST), ("({1}) iff P(x)", _LOST), ("not ({1}) iff N(x)", _LOST),
            ("N(x) = (not ({1}))", _LOST), ("if {1} then P(x) else N(x)", _LOST)]  # fmt: skip
    same += [("G(x) = 0 iff {1}", _LOST), ("G(x) > 0 iff not ({1})", _LOST)] if is_normal else []
    halves = (
        ("{1} implies P(x)", _LOST),
        ("N(x) implies not ({1})", _LOST),
        ("{1} implies N(x)", _WON),
        ("N(x) or ({1})", None),
    )
    if source.randrange(6):
        pattern, outcome = source.choice(same)
        return put(pattern, lambda a, b: bool(a) == bool(b), outcome, c), False
    half, asked = source.choice(halves)
    if asked is None:
        return put("N(x) or ({1})", lambda a, b: bool(b) or not a, _LOST, c), True
    return put(half, lambda a, b: bool(a) or not b, asked, c), True


# ------------------------------------------------------------------------------------------------------- lines


@dataclass(frozen=True)
class _New:
    """What becomes of a heap: text with a place for the index, the amounts that are chosen, a condition, its meaning
    for (stones, amount), and whether each heap of a set may choose for itself."""

    text: str
    chosen: str
    where: str
    amounts: Callable[[int, Env], Iterable[int]]
    new: Callable[[int, int, Env], int]
    alone: bool = False  # for one heap alone


_Sizes = tuple[str, str, Callable[[Env], Iterable[int]]]


def _below(v: int, e: Env) -> range:
    return range(v)


def _once(v: int, e: Env) -> range:
    return range(1)


def _take(most: Said) -> _New:
    """Take from 1 to so many stones."""

    def amounts(v: int, e: Env) -> range:
        return range(1, min(v, most.means((), e)) + 1)

    return _New("x[{0}] - t", f"t in 1..{most.text}", "", amounts, lambda v, t, e: v - t, True)


_SMALLER = _New("y", "y in 0..x[{0}]-1", "", _below, lambda v, y, e: y)


def _new(source: Random, names: tuple[str, ...]) -> _New:
    m, taken = source.choice((2, 3)), source.choice((1, 1, 2, 4))
    c = _number(source, names, 1)
    return source.choice((
        *[_SMALLER] * 8, _New(f"x[{{0}}] - {taken}", "", "", _once, lambda v, y, e: v - taken),
        _take(c), _take(c),
        _New("x[{0}] - t", "t in i..x[{0}]", "", lambda v, e: range(e["i"], v + 1), lambda v, t, e: v - t, True),
        _New("x[{0}] - t", "t in 1..x[{0}]", f"t mod {m} = 1",
             lambda v, e: range(1, v + 1, m), lambda v, t, e: v - t, True),
        _New("y", "y in 0..x[{0}]-1", "y != 1", lambda v, e: [y for y in range(v) if y != 1], lambda v, y, e: y, True),
        _New("x[{0}] - i", "", "", _once, lambda v, y, e: v - e["i"], True),
        *([_New("x[{0}] - 2^k", "", "", _once, lambda v, y, e: v - 2 ** e["k"])] * 2 if "k" in names else []),
    ))  # fmt: skip


def _one_heap(source: Random, names: tuple[str, ...], new: _New | None = None) -> Line:
    """A line that changes one heap."""
    new, b = new or _new(source, names), _number(source, names)
    among, first, last = source.choice((*[("1..n", 1, 0)] * 8, ("1..n-1", 1, 1), ("2..n", 2, 0)))
    guard = _some(source, (
        *[put("i <= {}", lambda b, i: i <= b, b, _name("i"))] * 3, put("i != {}", lambda b, i: i != b, b, _name("i")),
        put("i >= {}", lambda b, i: i >= b, b, _name("i")), _put("n >= {}", lambda x, b, n: n >= b, b, _N),
        Said("x[i] >= i", lambda x, e: x[e["i"] - 1] >= e["i"]),
        Said("x[i] = max(x)", lambda x, e: x[e["i"] - 1] == max(x)),
        Said("x[i] >= 2", lambda x, e: x[e["i"] - 1] >= 2), Said("sum(x) >= 2", lambda x, e: sum(x) >= 2),
        Said("x[1] >= 1", lambda x, e: x[0] >= 1), Said("x[i] mod 2 = 0", lambda x, e: x[e["i"] - 1] % 2 == 0),
    ))  # fmt: skip

    def options(x: State, e: Env) -> Iterator[State]:
        for i in range(first, e["n"] - last + 1):
            own = {**e, "i": i}
            if guard is None or guard.means(x, own):
                yield from _changed(x, (i - 1,), new, own)

    return _unused(source, Line(_line("x[i]", "i", f"i in {among}", new, guard), options))


def _unused(source: Random, line: Line) -> Line:
    """Now and then with a number in front that is not used: where there is none, there is no move."""
    if source.randrange(8):
        return line
    text, is_there = source.choice((
        ("j in n..3", lambda x, e: e["n"] <= 3), ("j in 2..n", lambda x, e: e["n"] >= 2), ("j in 1..2", _always),
        ("j in 1..n - 2", lambda x, e: e["n"] >= 3), ("T in subsets(1..n, 2)", lambda x, e: e["n"] >= 2),
        ("j in 1..x[1]", lambda x, e: bool(x) and x[0] >= 1),
        ("j in {1, 2} where j <= n for", lambda x, e: e["n"] >= 1),
        ("T in subsets(1..n, 1..2) where len(T) != 1 for", lambda x, e: e["n"] >= 2),
    ))  # fmt: skip
    front = f" for {text} " if text.endswith("for") else f" for {text}, "

    def options(x: State, e: Env) -> Iterable[State]:
        return line.options(x, e) if is_there(x, e) else ()

    return Line(line.text.replace(" for ", front, 1), options)


def _always(x: State, e: Env) -> bool:
    return True


def _some(source: Random, guards: tuple[Said, ...]) -> Said | None:
    return source.choice(guards) if source.randrange(3) == 0 else None


def _changed(x: State, chosen: tuple[int, ...], new: _New, e: Env) -> Iterator[State]:
    """What comes of changing each of these heaps; there is no heap of less than no stone."""
    each = [[w for t in new.amounts(x[j], e) if (w := new.new(x[j], t, e)) >= 0] for j in chosen]
    for values in product(*each):
        changed = dict(zip(chosen, values, strict=True))
        yield tuple(changed.get(j, v) for j, v in enumerate(x))


def _line(target: str, index: str, heaps: str, new: _New, guard: Said | None, before: str = "") -> str:
    chosen = ", ".join(part for part in (before, heaps, new.chosen.format(index)) if part)
    where = " and ".join(part for part in (new.where, guard.text if guard else "") if part)
    return f"{target} -> {new.text.format(index)}   for {chosen}" + (f"   where {where}" if where else "")


def _heaps(source: Random, names: tuple[str, ...], new: _New | None = None, known: _Sizes | None = None) -> Line:
    """A line that changes the heaps of a set."""
    new = new or _new(source, names)
    while new.alone:
        new = _new(source, names)
    before, text, sizes = known or _sizes(source, names)
    b = _number(source, names, 1)
    size = Said("len(S)", lambda x, e: len(e["S"]))
    guard = _some(source, (
        *[put("{} <= {}", lambda a, b: a <= b, size, b)] * 3, put("{} >= {}", lambda a, b: a >= b, size, b),
        put("{} = {}", lambda a, b: a == b, size, b), put("{} != {}", lambda a, b: a != b, size, b),
        put("{} < {}", lambda a, b: a < b, size, b), put("{} in {{1, 3}}", lambda a: a in (1, 3), size),
        put("{} mod 2 = 1", lambda a: a % 2 == 1, size), put("{} >= n - 1", lambda a, n: a >= n - 1, size, _N),
        put("max(S) <= {0}", lambda b, s: max(s) <= b, b, Said("", lambda x, e: e["S"])),
        put("min(S) = {0}", lambda b, s: min(s) == b, b, Said("", lambda x, e: e["S"])),
        put("1 in S", lambda s: 1 in s, Said("", lambda x, e: e["S"])),
        Said("sum(x) >= 2", lambda x, e: sum(x) >= 2), _put("n >= {}", lambda x, b, n: n >= b, b, _N),
    ))  # fmt: skip

    def options(x: State, e: Env) -> Iterator[State]:
        for count in sizes(e):
            if count < 1:
                raise Undefined("a move of no heap")
            for chosen in combinations(range(1, e["n"] + 1), count):
                if guard is None or guard.means(x, {**e, "S": chosen}):
                    yield from _changed(x, tuple(j - 1 for j in chosen), new, e)

    return _unused(source, Line(_line("x[S]", "S", f"S in subsets(1..n{text})", new, guard, before), options))


def _up_to(most: Said) -> _Sizes:
    return "", f", 1..{most.text}", lambda e: range(1, most.means((), e) + 1)


def _sizes(source: Random, names: tuple[str, ...]) -> _Sizes:
    """How many heaps: what is chosen before, what stands in `subsets`, and the numbers."""
    b, low = _number(source, names, 1), source.choice((1, 1, 1, 2))
    more = low + source.choice((0, 1, 2))
    between: _Sizes = ("", f", {low}..{more}", lambda e: range(low, more + 1))
    to = _up_to(b)
    found: tuple[_Sizes, ...] = (
        between, between, to, to, ("", ", 1..n", lambda e: range(1, e["n"] + 1)), ("", ", n", lambda e: [e["n"]]),
        ("", ", n - 1", lambda e: [e["n"] - 1]), ("", f", {b.text}", lambda e: [b.means((), e)]),
        ("", ", {1, 3}", lambda e: [1, 3]),
        ("r in {1, 2}", ", r", lambda e: [1, 2]), (f"r in 1..{b.text}", ", r", lambda e: range(1, b.means((), e) + 1)),
        ("", ", 1..n - 1", lambda e: range(1, e["n"])), ("", f", {low + 1}..n", lambda e: range(low + 1, e["n"] + 1)),
        ("", ", 2..n - 1", lambda e: range(2, e["n"])), ("", ", 1..n + 1", lambda e: range(1, e["n"] + 2)),
    )  # fmt: skip
    return source.choice(found)


# -------------------------------------------------------------------------------------------------- parameters


def _condition_on(text: str, means: Callable[[Env], bool]) -> Said:
    return Said(text, lambda x, e: means(e))


_N_FROM = (("n in 1..", 1), ("n in 1..", 1), ("n in 1..", 1), ("n in 2..", 2), ("n in 0..", 0))
_UP_TO_N = _condition_on("k in 1..n", lambda e: 1 <= e["k"] <= e["n"])
_K, _C = _condition_on("k in 1..", lambda e: e["k"] >= 1), _condition_on("c in 1..", lambda e: e["c"] >= 1)
_OTHERS: tuple[tuple[Said, ...], ...] = (
    (), (), (), (), (_UP_TO_N,), (_UP_TO_N,), (_K,), (_C,), (_condition_on("k in 0..", lambda e: e["k"] >= 0),),
    (_condition_on("k in 2..3", lambda e: 2 <= e["k"] <= 3),),
    (_C, _condition_on("d in 1..c", lambda e: 1 <= e["d"] <= e["c"])),
    (_C, _condition_on("d in c..", lambda e: e["d"] >= e["c"])),
)  # fmt: skip


def _is(name: str, number: Said) -> Said:
    return _condition_on(f"{name} = {number.text}", lambda e: bool(e[name] == number.means((), e)))


def _from(name: str, least: int) -> Said:
    return _condition_on(f"{name} in {least}..", lambda e: bool(e[name] >= least))


def _said_for(source: Random, names: tuple[str, ...]) -> list[Said]:
    """What `for` says: numbers of the claim's own, under names that rules use, values, and ranges."""
    found = []
    for name in source.sample(_RULE_NAMES, source.choice((0, 0, 1, 1, 1, 2))):
        value = _number(source, (), 1)
        found.append(source.choice((*[_is(name, value)] * 4, _from(name, source.randint(1, 2)))))
    own = tuple(map(_subject, found))
    if source.randrange(5) == 0:
        found.append(source.choice((_from("n", 2), _condition_on("n in 1..3", lambda e: 1 <= e["n"] <= 3),
                                    _condition_on("n in {1, 3}", lambda e: e["n"] in (1, 3)))))  # fmt: skip
    if source.randrange(3) == 0:
        found += _odd(source, (*names, *own), own)
    for name in names[1:]:
        if source.randrange(4) == 0:
            found.append(_is(name, _number(source, names[: names.index(name)], 1)))
    return found


def _odd(source: Random, names: tuple[str, ...], own: tuple[str, ...]) -> list[Said]:
    """Ranges that depend on other numbers, several for one, with ends that are no numbers, or by a definition."""
    name, of, first = source.choice(names), source.choice(names), source.choice((*own, names[-1]))
    new = next(name for name in ("u", "w") if name not in names)
    return list(source.choice((
        [_condition_on(f"{new} in {of}+1..{of}+1", lambda e: e[new] == e[of] + 1)],
        [_condition_on(f"{new} in 1..{of}", lambda e: 1 <= e[new] <= e[of])],
        [_condition_on(f"{new} in {of}..", lambda e: e[new] >= e[of])],
        [_condition_on(f"{new} in 0.. | {{2}}", lambda e: e[new] >= 0)],
        [_condition_on(f"{new} in {{1, 2}}", lambda e: e[new] in (1, 2))],
        [_condition_on(f"{new} = sum(j for j in 1..2) + {of}", lambda e: e[new] == 3 + e[of])],
        [_condition_on(f"{new} = max({of}, 2)", lambda e: e[new] == max(e[of], 2))],
        [_from(name, 1), _condition_on(f"{name} in 0..4", lambda e: 0 <= e[name] <= 4)],
        [_condition_on(f"{name} in {{1, 2, 4}}", lambda e: e[name] in (1, 2, 4))],
        [_condition_on(f"{name} in 1..{first}", lambda e: 1 <= e[name] <= e[first])] if name != first else [],
        [_condition_on(f"{name} in {first}..{first}+1", lambda e: e[first] <= e[name] <= e[first] + 1)]
        if name != first else [],
    )))  # fmt: skip


def random_pairs(source: Random) -> Iterator[Pair]:
    """Rules, and a number of claims about each."""
    while True:
        rule = _random_rule(source)
        for _ in range(_CLAIMS):
            yield _random_pair(source, rule)


def _known_rule(source: Random) -> Rule:
    """A rule of which theorems are known, perhaps with a condition, or a number in front, for which they are false."""
    one = Said("1", lambda x, e: 1)
    few = Said("2", lambda x, e: 2)
    k, most = source.choice(
        ((None, one), (None, few), (_UP_TO_N, _name("k")), (_UP_TO_N, _name("k")), (_K, _name("k")))
    )
    names = ("n",) if k is None else ("n", "k")
    m = put("{} + 1", lambda v: v + 1, most)
    if source.randrange(3) == 0:
        line, text = _one_heap(source, names, _take(most)), "nimsum([x[j] mod ({}) for j in 1..n])"
        known = (
            _put(text + " = 0", lambda x, m: _of_heaps(x, len(x), lambda v: v % m) == 0, m),
            _put(text, lambda x, m: _of_heaps(x, len(x), lambda v: v % m), m),
        )
        return Rule(names, (_from("n", 1), *([k] if k else [])), (line,), _N, None, "", known)
    is_one = most is one and source.randrange(4) > 0
    line = _one_heap(source, names, _SMALLER) if is_one else _heaps(source, names, _SMALLER, _up_to(most))
    lost = _put("nimsum(x; {}) = 0", lambda x, m: _nimsum(x, m) == 0, m)
    value = _put("nimsum(x)", _nimsum) if most is one else None
    return Rule(names, (_from("n", 1), *([k] if k else [])), (line,), _N, None, "", (lost, value))


def _random_rule(source: Random) -> Rule:
    if source.randrange(2):
        return _known_rule(source)
    heading, least = source.choice(_N_FROM)
    others = source.choice(_OTHERS)
    names = ("n", *map(_subject, others))
    lines = tuple(source.choice((_one_heap, _heaps))(source, names) for _ in range(source.choice((1, 1, 1, 1, 2))))
    size = source.choice((*[_N] * 20, put("{} + 1", lambda n: n + 1, _N), put("2 * {}", lambda n: 2 * n, _N)))
    ends = Said("max(x) <= 1", lambda x, e: max(x) <= 1) if source.randrange(20) == 0 else None
    play = " under misere" if source.randrange(5) == 0 else ""
    from_least = _condition_on(heading, lambda e: e["n"] >= least)
    return Rule(names, (from_least, *others), lines, size, ends, play)


def _random_pair(source: Random, rule: Rule) -> Pair:
    said_for = _said_for(source, rule.names)
    own = tuple(dict.fromkeys(name for said in said_for if (name := _subject(said)) not in rule.names))
    statement, is_part = _statement(source, (*rule.names[1:], *own), not rule.play, rule.known)
    defined = {_subject(said) for said in said_for if " = " in said.text}
    checks = ", ".join(f"{name} in 1..2" for name in (*rule.names, *own) if name not in defined)
    text = (
        f"{rule.text}\nclaims for some({', '.join(rule.names)})\n\ntheorem it{rule.play}: {statement.text}\n"
        + (f"    for {', '.join(said.text for said in said_for)}\n" if said_for else "")
        + f"    check {checks}, upto 2\n"
    )
    return Pair(text, rule, (*rule.names, *own), (*rule.conditions, *said_for), statement, is_part)


def _subject(said: Said) -> str:
    """The parameter that a condition is on."""
    return said.text.split()[0]
