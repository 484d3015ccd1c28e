"""Random small programs of the language: rules that are linear, rules that are not, and rules that do not end."""

from __future__ import annotations

from hypothesis import strategies as st

from heapwise.documents.library import Document, library
from heapwise.rules.game import Game
from heapwise.source import Source

# Forms over two heaps a, b (or x[1], x[2]), an amount t and small numbers.
_NUMBERS = [
    "0", "1", "2", "A", "B", "t", "t", "A - t", "B + t", "min(A, B)", "max(A, 2)", "floor(A / 2)", "A mod 3", "2 * t",
    "A - 2 * t", "if A < B then t else B", "abs(A - B)", "cap(t, 2)", "A (+) B", "sum(x)", "gcd(A, t)", "A * B",
    "count(x[i] > 1 for i in 1..2)", "ceil((A + t) / 3)", "floor(t / 2)", "-t", "x[if A > 1 then 1 else 2]",
    "(if A > 0 then A - 1 else 0)", "min(x[i] for i in 1..2)", "sum(x[i] for i in 1..2 where x[i] > t)",
]  # fmt: skip
_CONDITIONS = [
    "{0} <= {1}", "{0} < {1}", "{0} = {1}", "{0} != {1}", "{0} in {{1, 3, 4}}", "{0} not in {{0, 2}}", "{0} in 1..{1}",
    "{0} in 0..4 \\ {{1, {1}}}", "{0} = 1 (mod 2)", "2 divides {0}", "distinct(x)", "increasing(x)",
    "{0} in options(one, {1})", "changed(x, [t, {0}]) = 1", "{0} in {{{1}, 2}}", "[{0}, t] in splits({1}, 2, 0)",
    "{0} mod 4 > 1", "[A, t] in 0..x", "sum(x) >= {0}", "unique(x[i] = {0} for i in 1..2)",
]  # fmt: skip
_DOMAINS = [
    "0..A-1", "1..A", "1..B", "1..min(A, B)", "0..max(A, B)", "{1, 2}", "{1, A}", "0..floor(A / 2)", "1..3",
    "options(one, A)", "0..A \\ {1}", "{j for j in 0..A where j != B}", "1..A & {1, 3}", "B..A", "A-2..A",
    "0..(if A > B then A else 1)", "{0} | 2..A", "0..A mod 2", "max(A, B) - 2..A",
]  # fmt: skip
_LOWERING = ["A -> A - t", "A -> t", "A -> A - t, B -> B - t", "A -> A - t, B -> B + t", "x -> x - t"]
_BOXES = ["", ", changed(x, y) <= 1", ", sum(y) >= 0", ", sum(y) >= 2", ", y[1] + 1 != x[2]"]

_ONE = """
game one
    heap n
    move n -> n - s   for s in 1..n   where s not in {2}
    move n -> p       for p in 0..n-3 where p mod 2 = 0
"""


@st.composite
def _number(draw: st.DrawFn) -> str:
    first = draw(st.sampled_from(_NUMBERS))
    if draw(st.integers(0, 3)) == 0:
        return f"({first}) {draw(st.sampled_from('+-'))} {draw(st.sampled_from(['1', 't', 'A', 'B']))}"
    return f"({first})"


@st.composite
def condition(draw: st.DrawFn) -> str:
    """A guard."""
    one = draw(st.sampled_from(_CONDITIONS)).format(draw(_number()), draw(_number()))
    match draw(st.integers(0, 7)):
        case 0:
            return f"(({one}) or ({draw(condition())}))"
        case 1:
            return f"not ({one})"
        case 2:
            return f"(({one}) implies ({draw(condition())}))"
        case 3:
            return f"(({one}) iff ({draw(condition())}))"
    return f"({one})"


@st.composite
def _updates(draw: st.DrawFn, lowering: bool) -> str:
    """What one line does; often it lowers a heap by the amount, so that many games end."""
    if lowering:
        return draw(st.sampled_from(_LOWERING))
    return draw(
        st.one_of(
            st.builds("A -> {}".format, _number()),
            st.builds("A -> {}, B -> {}".format, _number(), _number()),
            st.builds("x -> [{}, {}]".format, _number(), _number()),
            st.builds("x[if t > 1 then 1 else 2] -> {}".format, _number()),
        )
    )


@st.composite
def _line(draw: st.DrawFn) -> str:
    match draw(st.integers(0, 7)):
        case 0:
            line = "move x -> y for y in 0..x where y != x" + draw(st.sampled_from(_BOXES))
        case 1:
            line = "move x -> y for y in splits(A - 1, 2, {0})".replace("{0}", draw(st.sampled_from("012")))
        case 2:
            line = "move x -> sum(this(p[i], t) for i in 1..2) for t in {1, 2}, p in splits(A - t, 2, 0)"
        case _:
            domain = draw(st.sampled_from(_DOMAINS))
            guards = draw(st.lists(condition(), max_size=2))
            where = f" where {', '.join(guards)}" if guards else ""
            line = f"move {draw(_updates(draw(st.booleans())))} for t in {domain}{where}"
    if draw(st.booleans()) or "i in 1..2" in line or "p[i]" in line:
        return _placed(line, *draw(st.permutations(["x[1]", "x[2]"])))
    return _placed(line, "x[k]", "x[3-k]").replace(" for ", " for k in 1..2, ", 1)


def _placed(line: str, first: str, second: str) -> str:
    return line.replace("A", first).replace("B", second)


@st.composite
def programs(draw: st.DrawFn) -> str:
    """The text of a game called `random` on two heaps, and of `one`, which it may ask for options."""
    ranges = draw(st.sampled_from(["", "", "", " in 1..", " in 0..4", " cyclic"]))
    clauses = [f"    heaps x[2]{ranges}"]
    if draw(st.integers(0, 3)) == 0:
        clauses.append("    legal " + draw(st.sampled_from(["distinct(x)", "x[1] <= x[2]", "sum(x) mod 2 = 0"])))
    if draw(st.integers(0, 4)) == 0:
        clauses.append("    ends when x[1] = 2 and x[2] mod 2 = 1")
    clauses += ["    " + draw(_line()) for _ in range(draw(st.integers(1, 3)))]
    return _ONE + "\ngame random\n" + "\n".join(clauses)


def game_of(text: str) -> Game:
    """The game `random` of a text."""
    schema = Document(Source("<random>", text), library()).find("random")
    assert schema is not None
    found = schema.bind(())
    assert isinstance(found, Game)
    return found
