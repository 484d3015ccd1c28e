"""Random games said twice: as text, and as the options of a position in plain Python.

`random_game` draws a layout, conditions and moves; every clause comes with its meaning. An option is a sum: a tuple of
states, of which most moves have one. Moves never raise the total of the heaps, for a guard says so where it has to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from random import Random

from trials.said import Said, State, Words, condition, natural

Option = tuple[State, ...]
Options = Callable[[State], Iterable[Option]]


@dataclass(frozen=True)
class Layout:
    """Where the numbers stand: the clause, their names, the vector that holds all, their ranges, and the heaps."""

    clause: str
    places: tuple[str, ...]
    vector: str | None
    low: int
    high: int | None
    heaps: int  # so many components, from the first on, are heaps; the others are cells
    parameter: str = ""
    arguments: tuple[object, ...] = ()

    @property
    def position(self) -> str:
        """The position, as claims write it."""
        return ", ".join(dict.fromkeys(place.partition("[")[0] for place in self.places))

    def words(self) -> Words:
        """What expressions about a position may say."""
        return Words(tuple(_place(text, i) for i, text in enumerate(self.places)), self.vector)

    def has(self, state: State) -> bool:
        """Are all components in their ranges? Cells are 0 to 2."""
        heaps, cells = state[: self.heaps], state[self.heaps :]
        return all(self.low <= v and (self.high is None or v <= self.high) for v in heaps) and all(
            0 <= v <= 2 for v in cells
        )


def _place(text: str, index: int) -> Said:
    return Said(text, lambda x, e: x[index])


@dataclass(frozen=True)
class Line:
    """A move: its text behind the word `move`, and where it leads, legal or not."""

    text: str
    leads_to: Options


@dataclass(frozen=True)
class Rules:
    """A game called `random`: its text, and its options."""

    text: str
    layout: Layout
    is_legal: Callable[[State], bool]
    options: Options
    has_sums: bool
    met: frozenset[str]

    def states(self, upto: int) -> list[State]:
        """The legal positions of a box; what has an upper end goes up to it, as in claims."""
        layout = self.layout
        top = upto if layout.high is None else layout.high
        sides = [range(layout.low, top + 1)] * layout.heaps + [range(3)] * (len(layout.places) - layout.heaps)
        return [state for state in product(*sides) if self.is_legal(state)]


# ---------------------------------------------------------------------------------------------------- layouts


def _layout(source: Random) -> tuple[str, Layout]:
    kind = source.choice(["heap", "heaps", "vector", "vector", "vector", "board", "rows", "cyclic", "cell"])
    low, high, domain = source.choice(
        [(0, None, ""), (0, None, ""), (0, None, ""), (1, None, " in 1.."), (0, 4, " in 0..4")]
    )
    n = source.randint(2, 3)
    vector = tuple(f"x[{i}]" for i in range(1, n + 1))
    match kind:
        case "heap":
            return kind, Layout(f"heap n{domain}", ("n",), None, low, high, 1)
        case "heaps":
            return kind, Layout(f"heaps a, b{domain}", ("a", "b"), None, low, high, 2)
        case "board":
            places = tuple(f"x[{i}, {j}]" for i in (1, 2) for j in (1, 2))
            return kind, Layout(f"heaps x[2, 2]{domain}", places, None, low, high, 4)
        case "rows":
            places = ("x[1][1]", "x[1][2]", "x[2][1]")
            return kind, Layout(f"heaps x[shape]{domain}", places, None, low, high, 3, "shape in lists", ([2, 1],))
        case "cyclic":
            return kind, Layout(f"heaps x[{n}]{domain} cyclic", vector, "x", low, high, n)
        case "cell":
            return kind, Layout(f"heaps x[2]{domain}\n    cell c in 0..2", ("x[1]", "x[2]", "c"), None, low, high, 2)
    if source.randrange(3) == 0:
        return "parameter", Layout(f"heaps x[m]{domain}", vector, "x", low, high, n, "m in 1..", (n,))
    return kind, Layout(f"heaps x[{n}]{domain}", vector, "x", low, high, n)


# ------------------------------------------------------------------------------------------------------ moves


@dataclass
class _Maker:
    """Draws moves of one game."""

    source: Random
    layout: Layout
    words: Words

    def two(self) -> tuple[int, int]:
        """Two different heaps, or the same one twice where there is one."""
        n = self.layout.heaps
        i = self.source.randrange(n)
        return (i, i) if n == 1 else (i, self.source.choice([j for j in range(n) if j != i]))

    def guard(self, words: Words) -> Said | None:
        """A condition, now and then."""
        return condition(self.source, words, self.source.randint(0, 2)) if self.source.randrange(3) == 0 else None

    def line(self) -> Line:
        """Any move."""
        kinds = [self.take, self.take, self.set, self.expressions, self.tuples, self.named]
        if self.layout.heaps > 1:
            kinds += [self.both, self.trade, self.pair]
        if self.layout.vector is not None:
            kinds += [self.everywhere, self.box, self.subsets, self.split_up, self.level, self.twice]
        if self.layout.clause.endswith("cyclic"):
            kinds += [self.neighbours, self.neighbours]
        if len(self.layout.places) > self.layout.heaps:
            kinds += [self.cell, self.cell]
        return self.source.choice(kinds)()

    def amounts(self, i: int) -> tuple[str, Callable[[State], Iterable[int]]]:
        """How much may be taken from a heap."""
        a = self.layout.places[i]
        first, second = sorted(self.source.sample(range(1, 6), 2))
        forms: list[tuple[str, Callable[[State], Iterable[int]]]] = [
            (f"1..{a}", lambda x: range(1, x[i] + 1)),
            (f"1..{a}", lambda x: range(1, x[i] + 1)),
            (f"1..min({a}, {first})", lambda x: range(1, min(x[i], first) + 1)),
            (f"{{{first}, {second}}}", lambda x: (first, second)),
            (f"{first}..{a}", lambda x: range(first, x[i] + 1)),
            (f"1..{a} \\ {{{first}, {second}}}", lambda x: [t for t in range(1, x[i] + 1) if t not in (first, second)]),
            (f"{{v + 1 for v in options(one, {a})}} | {{{first}}}", lambda x: {*(v + 1 for v in _one(x[i])), first}),
            (f"{{v + 1 for v in 0..{a} where v mod 2 = {first % 2}}}",
             lambda x: [v + 1 for v in range(x[i] + 1) if v % 2 == first % 2]),
            (f"1..floor({a} / 2)", lambda x: range(1, x[i] // 2 + 1)),
        ]  # fmt: skip
        number = self.source.randrange(len(forms))
        self.words.met.append(
            ["ray", "ray", "window", "list", "late ray", "difference", "options", "set by for", "half"][number]
        )
        return forms[number]

    def changed(
        self, updates: list[tuple[int, str, Callable[[State, dict[str, int]], int]]], binders: str,
        loops: Callable[[State], Iterable[dict[str, int]]], guard: Said | None, extra: str = "",
    ) -> Line:  # fmt: skip
        """A move that changes single components."""
        places = self.layout.places
        steps = ", ".join(f"{places[i]} -> {text}" for i, text, _ in updates)
        conditions = [text for text in (extra, guard.text if guard else "") if text]
        where = f" where {', '.join(conditions)}" if conditions else ""

        def leads_to(x: State) -> Iterator[Option]:
            for e in loops(x):
                if guard is None or guard.means(x, e):
                    new = list(x)
                    for i, _, value in updates:
                        new[i] = value(x, e)
                    yield (tuple(new),)

        return Line(f"{steps}{' for ' if binders else ''}{binders}{where}", leads_to)

    def take(self) -> Line:
        """From one heap."""
        i, _ = self.two()
        text, amounts = self.amounts(i)
        guard = self.guard(self.words.with_name("t"))
        a = self.layout.places[i]
        update = (i, f"{a} - t", lambda x, e: x[i] - e["t"])
        return self.changed([update], f"t in {text}", lambda x: ({"t": t} for t in amounts(x)), guard)

    def set(self) -> Line:
        """To a smaller number."""
        i, _ = self.two()
        guard = self.guard(self.words.with_name("p"))
        binders = f"p in 0..{self.layout.places[i]}-1"
        return self.changed([(i, "p", lambda x, e: e["p"])], binders, lambda x: ({"p": p} for p in range(x[i])), guard)

    def both(self) -> Line:
        """The same, or nearly, from two heaps."""
        self.words.met.append("diagonal")
        i, j = self.two()
        text, amounts = self.amounts(i)
        a, b = self.layout.places[i], self.layout.places[j]
        factor, more = self.source.choice([(1, 0), (1, 0), (2, 0), (1, 1)])
        taken = {(1, 0): "t", (2, 0): "2*t", (1, 1): "t - 1"}[factor, more]
        updates = [
            (i, f"{a} - t", lambda x, e: x[i] - e["t"]),
            (j, f"{b} - {taken}", lambda x, e: x[j] - factor * e["t"] - more),
        ]
        loops = lambda x: ({"t": t} for t in amounts(x))  # noqa: E731
        return self.changed(updates, f"t in {text}", loops, self.guard(self.words.with_name("t")))

    def trade(self) -> Line:
        """From one heap to another, less than was taken."""
        self.words.met.append("trade")
        i, j = self.two()
        a, b = self.layout.places[i], self.layout.places[j]
        updates = [
            (i, f"{a} - t", lambda x, e: x[i] - e["t"]), (j, f"{b} + s", lambda x, e: x[j] + e["s"]),
        ]  # fmt: skip
        loops = lambda x: ({"t": t, "s": s} for t in range(1, x[i] + 1) for s in range(t))  # noqa: E731
        return self.changed(updates, f"t in 1..{a}, s in 0..t-1", loops, self.guard(self.words.with_name("t", "s")))

    def pair(self) -> Line:
        """Two heaps to any numbers with less in all, with two words `for`."""
        self.words.met.append("two for")
        i, j = self.two()
        a, b = self.layout.places[i], self.layout.places[j]
        guard = self.guard(self.words.with_name("p", "q"))
        updates = [(i, "p", lambda x, e: e["p"]), (j, "q", lambda x, e: e["q"])]
        binders = f"p in 0..{a} where p != 1 for q in 0..{b}"

        def loops(x: State) -> Iterator[dict[str, int]]:
            pairs = product(range(x[i] + 1), range(x[j] + 1))
            return ({"p": p, "q": q} for p, q in pairs if p != 1 and p + q < x[i] + x[j])

        return self.changed(updates, binders, loops, guard, f"p + q < {a} + {b}")

    def expressions(self) -> Line:
        """Some components become what expressions say, where that is less in all."""
        self.words.met.append("expressions")
        chosen = self.source.sample(range(self.layout.heaps), min(self.layout.heaps, self.source.randint(1, 2)))
        words, places = self.words.with_name("t"), self.layout.places
        new = [natural(self.source, words, 2) for _ in chosen]
        fewer = f"{' + '.join(said.text for said in new)} < {' + '.join(places[i] for i in chosen)}"

        def loops(x: State) -> Iterator[dict[str, int]]:
            for t in (1, 2, 4):
                if sum(said.means(x, {"t": t}) for said in new) < sum(x[i] for i in chosen):
                    yield {"t": t}

        updates = [(i, said.text, said.means) for i, said in zip(chosen, new, strict=True)]
        return self.changed(updates, "t in {1, 2, 4}", loops, self.guard(words), fewer)

    def tuples(self) -> Line:
        """Amounts come in pairs, and one is named by `=`."""
        self.words.met.append("pairs")
        i, _ = self.two()
        a = self.layout.places[i]
        pairs = [(self.source.randint(1, 4), self.source.randint(0, 3)) for _ in range(2)]
        text = "{" + ", ".join(f"({u}, {v})" for u, v in pairs) + "}"
        loops = lambda x: ({"u": u, "v": v, "w": u + v} for u, v in pairs)  # noqa: E731
        guard = self.guard(self.words.with_name("u", "v", "w"))
        return self.changed([(i, f"{a} - w", lambda x, e: x[i] - e["w"])], f"(u, v) in {text}, w = u + v", loops, guard)

    def named(self) -> Line:
        """By a definition: `f`, or `g` of a number."""
        self.words.met.append("let")
        i, _ = self.two()
        a = self.layout.places[i]
        update = (i, f"{a} - f - g(t)", lambda x, e: x[i] - (sum(x) % 2 + 1) - (e["t"] + min(x)))
        return self.changed(
            [update], "t in 0..2", lambda x: ({"t": t} for t in range(3)), self.guard(self.words.with_name("t"))
        )

    def everywhere(self) -> Line:
        """From any heap."""
        self.words.met.append("everywhere")
        n, least = self.layout.heaps, self.source.randint(1, 2)
        guard = self.guard(self.words.with_name("i", "t"))

        def leads_to(x: State) -> Iterator[Option]:
            for i, v in enumerate(x):
                for t in range(least, v + 1):
                    if guard is None or guard.means(x, {"i": i + 1, "t": t}):
                        yield (_with(x, {i: v - t}),)

        where = f" where {guard.text}" if guard else ""
        return Line(f"x[i] -> x[i] - t for i in 1..{n}, t in {least}..x[i]{where}", leads_to)

    def twice(self) -> Line:
        """From two heaps of any, amounts bound together."""
        self.words.met.append("bound together")
        n = self.layout.heaps

        def leads_to(x: State) -> Iterator[Option]:
            for i, j in product(range(n), repeat=2):
                for s, t in product((1, 2), repeat=2):
                    if i != j:
                        yield (_with(x, {i: x[i] - s, j: x[j] - t}),)

        return Line(f"x[i] -> x[i] - s, x[j] -> x[j] - t for i, j in 1..{n}, s, t in 1..2 where i != j", leads_to)

    def box(self) -> Line:
        """The whole vector to one that is nowhere larger."""
        self.words.met.append("box")
        kind = self.source.randrange(3)
        where = ["", ", changed(x, y) <= 1", ", sum(y) mod 2 = 0"][kind]

        def leads_to(x: State) -> Iterator[Option]:
            for y in product(*(range(v + 1) for v in x)):
                differ = sum(a != b for a, b in zip(x, y, strict=True))
                if y != x and (kind != 1 or differ <= 1) and (kind != 2 or sum(y) % 2 == 0):
                    yield (y,)

        return Line(f"x -> y for y in 0..x where y != x{where}", leads_to)

    def subsets(self) -> Line:
        """From every heap of a set of heaps."""
        self.words.met.append("subsets")
        n = self.layout.heaps
        most = self.source.randint(1, n)

        def leads_to(x: State) -> Iterator[Option]:
            for size in range(1, most + 1):
                for chosen in combinations(range(n), size):
                    for new in product(*(range(x[i]) for i in chosen)):
                        yield (_with(x, dict(zip(chosen, new, strict=True))),)

        return Line(f"x[S] -> y for S in subsets(1..{n}, 1..{most}), y in 0..x[S]-1", leads_to)

    def level(self) -> Line:
        """Two heaps become one number."""
        self.words.met.append("level")
        n = self.layout.heaps

        def leads_to(x: State) -> Iterator[Option]:
            for i, j in combinations(range(n), 2):
                for t in range(min(x[i], x[j])):
                    yield (_with(x, {i: t, j: t}),)

        return Line(f"x[S] -> t for S in subsets(1..{n}, 2), t in 0..min(x[S])-1", leads_to)

    def split_up(self) -> Line:
        """One heap is divided among all, and one bean is lost."""
        self.words.met.append("splits")
        i, _ = self.two()
        n, a = self.layout.heaps, self.layout.places[i]

        def leads_to(x: State) -> Iterator[Option]:
            for y in product(range(x[i]), repeat=n):
                if sum(y) == x[i] - 1:
                    yield (y,)

        return Line(f"x -> y for y in splits({a} - 1, {n}, 0)", leads_to)

    def neighbours(self) -> Line:
        """A heap and the next one round."""
        self.words.met.append("neighbours")
        n = self.layout.heaps

        def leads_to(x: State) -> Iterator[Option]:
            for i in range(n):
                j = (i + 1) % n
                for t in range(1, x[i] + 1):
                    for s in range(2):
                        yield (_with(x, {i: x[i] - t, j: x[j] - s}),)

        return Line(f"x[i] -> x[i] - t, x[i+1] -> x[i+1] - s for i in 1..{n}, t in 1..x[i], s in 0..1", leads_to)

    def cell(self) -> Line:
        """A cell that is no heap says what may be taken, and turns."""
        self.words.met.append("cell moves")
        i, _ = self.two()
        a, last = self.layout.places[i], len(self.layout.places) - 1

        def leads_to(x: State) -> Iterator[Option]:
            for t in range(1, x[i] + 1):
                if t != x[last]:
                    yield (_with(x, {i: x[i] - t, last: (x[last] + t) % 3}),)

        return Line(f"{a} -> {a} - t, c -> (c + t) mod 3 for t in 1..{a} where t != c", leads_to)


def _with(x: State, new: dict[int, int]) -> State:
    """A position with some components changed."""
    return tuple(new.get(i, v) for i, v in enumerate(x))


def _one(n: int) -> set[int]:
    """The options of the game `one`."""
    return {n - s for s in (1, 3) if s <= n}


_ONE = "game one\n    heap n\n    move n -> n - s for s in {1, 3}\n\n"

# Moves to sums of positions of one heap: the text, and the parts.
_SUMS: tuple[tuple[str, Options], ...] = (
    ("n -> this(p) + this(q) for (p, q) in splits(n - 1, 2, 0)",
     lambda x: (((p,), (x[0] - 1 - p,)) for p in range(x[0]))),
    ("n -> random(s[1]) + random(s[2]) for t in 1..2, s in splits(n - t, 2, 0)",
     lambda x: (((p,), (x[0] - t - p,)) for t in (1, 2) for p in range(x[0] - t + 1))),
    ("n -> this(p) + this(n - p) for p in 1..n-1", lambda x: (((p,), (x[0] - p,)) for p in range(1, x[0]))),
    ("n -> sum(this(s[i]) for i in 1..3) for s in splits(n - 2, 3, 0)",
     lambda x: (((p,), (q,), (x[0] - 2 - p - q,)) for p in range(x[0] - 1) for q in range(x[0] - 1 - p))),
    ("n -> nothing where n in {1, 2, 5}", lambda x: [()] if x[0] in (1, 2, 5) else []),
    ("n -> this(n - 2) + one(1) where n >= 2", lambda x: [((x[0] - 2,), (_OF_ONE, 1))] if x[0] >= 2 else []),
)  # fmt: skip
_OF_ONE = -1  # a component (_OF_ONE, n) is a position of the game `one`


def random_game(source: Random) -> Rules:
    """A game called `random`."""
    special = source.randrange(6)
    if special == 0:
        return _splitting(source)
    if special == 5 and source.randrange(2) == 0:
        return _offered(source)
    kind, layout = _layout(source)
    words = layout.words()
    words.met.append(kind)
    maker = _Maker(source, layout, words)
    clauses = [f"    {layout.clause}"]
    legal = condition(source, words, 1) if source.randrange(4) == 0 else None
    ends = condition(source, words, 1) if source.randrange(5) == 0 else None
    lines = [maker.line() for _ in range(source.randint(1, 3))]
    if any("g(t)" in line.text for line in lines):
        total = f"({' + '.join(layout.places)})"
        least = layout.places[0] if len(layout.places) == 1 else f"min({', '.join(layout.places)})"
        clauses += [f"    let f = {total} mod 2 + 1", f"    let g(u) = u + {least}"]
    for word, said in (("legal", legal), ("ends when", ends)):
        if said is not None:
            words.met.append(word)
            clauses.append(f"    {word} {said.text}")
    clauses += [f"    move {_label(source, words)}{line.text}" for line in lines]
    if source.randrange(5) == 0 and len(layout.places) == layout.heaps:
        words.met.append("decreases")
        clauses.append(f"    decreases ({' + '.join(layout.places)}, 0)")
    heading = f"game random({layout.parameter})" if layout.parameter else "game random"
    return _finished(_ONE + heading + "\n" + "\n".join(clauses) + "\n", layout, legal, ends, lines, words)


def _label(source: Random, words: Words) -> str:
    if source.randrange(6):
        return ""
    words.met.append("label")
    return '"a move" '


def _finished(
    text: str, layout: Layout, legal: Said | None, ends: Said | None, lines: list[Line], words: Words
) -> Rules:  # fmt: skip
    def is_legal(x: State) -> bool:
        return layout.has(x) and (legal is None or bool(legal.means(x, {})))

    def options(x: State) -> set[Option]:
        if ends is not None and ends.means(x, {}):
            return set()
        found = {option for line in lines for option in line.leads_to(x)}
        return {option for option in found if is_legal(option[0])}

    return Rules(text, layout, is_legal, options, False, frozenset(words.met))


def _offered(source: Random) -> Rules:
    """Every heap by itself offers all positions with a certain sum, as in Delete Nim."""
    n, low = source.randint(2, 3), source.randint(0, 1)
    places = tuple(f"x[{i}]" for i in range(1, n + 1))
    layout = Layout(f"heaps x[{n}]{' in 1..' * low}", places, "x", low, None, n)
    words = layout.words()
    words.met.extend(["vector", "splits"])
    lines = [_all_of_a_sum(n, low, lost) for lost in source.sample(range(1 - low, 4), source.randint(1, 2))]
    text = f"{_ONE}game random\n    {layout.clause}\n" + "".join(f"    move {line.text}\n" for line in lines)
    return _finished(text, layout, None, None, lines, words)


def _all_of_a_sum(n: int, low: int, lost: int) -> Line:
    def leads_to(x: State) -> Iterator[Option]:
        for total in {value - lost for value in x}:
            for y in product(range(low, total + 1), repeat=n - 1):
                if total - sum(y) >= low:
                    yield ((*y, total - sum(y)),)

    return Line(f"x -> y for i in 1..{n}, y in splits(x[i] - {lost}, {n}, {low})", leads_to)


def _splitting(source: Random) -> Rules:
    """One heap, which may fall into several."""
    layout = Layout("heap n", ("n",), None, 0, None, 1)
    words = layout.words()
    words.met.extend(["heap", "sums"])
    maker = _Maker(source, layout, words)
    chosen = source.sample(_SUMS, source.randint(1, 2))
    lines = [maker.take() for _ in range(source.randint(0, 1))]
    moves = "".join(f"    move {text}\n" for text in [*(text for text, _ in chosen), *(line.text for line in lines)])
    words.met.extend(["nothing"] if "nothing" in moves else [])

    def options(x: State) -> set[Option]:
        if x[0] == _OF_ONE:
            return {((_OF_ONE, n),) for n in _one(x[1])}
        sums = {option for _, leads_to in chosen for option in leads_to(x)}
        return sums | {option for line in lines for option in line.leads_to(x) if option[0][0] >= 0}

    text = f"{_ONE}game random\n    heap n\n{moves}"
    return Rules(text, layout, lambda x: x[0] >= 0, options, True, frozenset(words.met))
