"""Random games of the kinds that plans know: lines, windows, boxes, splits, steps, with guards and legality."""

from __future__ import annotations

from hypothesis import strategies as st

from heapwise.documents.library import Document, library
from heapwise.rules.game import Game
from heapwise.source import Source

_NUMBERS = ["1..{a}", "1..{a}", "0..{a}-1", "2..{a}", "1..min({a}, 3)", "1..min({a}, 60)", "{{1, 2, 4}}", "3..{a}"]
_CHOSEN = [
    "",
    "",
    "",
    "t not in {2}",
    "t mod 2 = 1",
    "t mod 3 != 0",
    "t not in {1, 3}",
    "t mod 3 = 1 or t = 2",
    "t != 1",
]
_GUARDS = ["", "", "", "{b} > 1", "{a} >= {b}", "{a} != {b}", "{b} = 0 or {b} > 2", "sum(x) mod 2 = 0", "{a} mod 3 = 1"]
_LINES = [
    "{a} -> {a} - t", "{a} -> {a} - t", "{a} -> {a} - t, {b} -> {b} - t", "{a} -> {a} - t, {b} -> {b} - t - 1",
    "{a} -> {a} - t, {b} -> {b} + t", "{a} -> {a} - 2*t, {b} -> {b} - t", "{a} -> {a} - 2*t",
    "{a} -> {a} - t, {b} -> 0",
]  # fmt: skip
_BOXES = [
    "x[[{p}, {q}]] -> y for y in 0..x[[{p}, {q}]] where y != x[[{p}, {q}]]",
    "{a} -> p, {b} -> q for p in 0..{a}-1, q in 0..{b}-1",
    "{a} -> p, {b} -> q for p in 0..{a}-1, q in 0..{b}",
    "{a} -> p, {b} -> q for p in 0..{a}, q in 0..{b} where p + q in options(one, {a} + {b})",
    "{a} -> {a} - s, {b} -> {b} - t for s in 1..{a}, t in 1..{b} where s + t <= 4",
    "{a} -> {a} - s, {b} -> {b} - t for s in 1..{a}, t in 1..{b} where abs(s - t) <= 1",
    "x -> y for y in 0..x where y != x",
    "{a} -> {a} - s, {b} -> {b} - t for s in 0..{a}, t in 0..{b} where (s, t) != (2, 1), (s, t) != (0, 0)",
    "{a} -> {a} - s, {b} -> {b} - t for s in 0..{a}, t in 0..{b} where (s, t) != (0, 0), (s, t) != (1, 3)",
    "{a} -> {a} - s, {b} -> {b} - t for s in 1..{a}, t in 0..{b} where (s, t) != (1, 2)",
]  # fmt: skip
_SPLITS = [
    "{a} -> t, {b} -> {a} - t for t in 1..{a}-1", "{a} -> t, {b} -> {a} - t - 1 for t in 0..{a}-1",
    "{b} -> t, {a} -> {a} - t for t in 1..{a}-1", "{a} -> t, {b} -> {a} + {b} - t - 2 for t in 0..{a}-2",
    "x -> y for y in splits({a} - 1, {n}, 0)", "{a} -> t, {b} -> {a} - t for t in 2..{a}-1",
]  # fmt: skip
_ONE = "game one\n    heap n\n    move n -> n - s for s in {1, 3}\n\n"


@st.composite
def _line(draw: st.DrawFn) -> str:
    domain, guards = draw(st.sampled_from(_NUMBERS)), draw(st.sampled_from(_GUARDS))
    where = [text for text in (draw(st.sampled_from(_CHOSEN)), guards) if text]
    end = f" where {', '.join(f'({text})' for text in where)}" if where else ""
    return f"{draw(st.sampled_from(_LINES))} for t in {domain}{end}"


@st.composite
def _move(draw: st.DrawFn, size: int) -> str:
    kind = draw(st.integers(0, 9))
    text = draw(_line() if kind < 6 else st.sampled_from(_BOXES if kind < 8 else _SPLITS))
    if kind >= 6 and draw(st.integers(0, 3)) == 0:
        text += (", " if " where " in text else " where ") + draw(st.sampled_from([g for g in _GUARDS if g]))
    whole = text.replace("{{", "{").replace("}}", "}").replace("{n}", str(size))
    if draw(st.booleans()):
        first, second = draw(st.permutations(range(1, size + 1)))[:2]
        return "move " + placed(whole, str(first), str(second))
    everywhere = placed(whole, "i", f"i mod {size} + 1")
    return f"move {everywhere.replace(' for ', f' for i in 1..{size}, ', 1)}"


def placed(form: str, first: str, second: str) -> str:
    """A form for two components, whose numbers are `p` and `q` in it and which are `a` and `b`."""
    named = form.replace("{a}", "x[{p}]").replace("{b}", "x[{q}]")
    return named.replace("{p}", first).replace("{q}", second)


def every_form() -> list[str]:
    """A game for each form of a move."""
    lines = [line + " for t in 1..{a}" for line in _LINES]
    forms = [form.replace("{{", "{").replace("}}", "}").replace("{n}", "3") for form in [*lines, *_BOXES, *_SPLITS]]
    return [f"{_ONE}game random\n    heaps x[3]\n    move {placed(form, '1', '2')}" for form in forms]


@st.composite
def plannable(draw: st.DrawFn) -> str:
    """The text of a game called `random`."""
    size = draw(st.integers(2, 3))
    clauses = [f"    heaps x[{size}]" + draw(st.sampled_from(["", "", "", "", " in 1..", " in 0..3"]))]
    if draw(st.integers(0, 3)) == 0:
        clauses.append("    legal " + draw(st.sampled_from(["distinct(x)", "x[1] <= x[2]", "sum(x) mod 2 = 0"])))
    if draw(st.integers(0, 5)) == 0:
        clauses.append("    ends when x[1] = 2 and x[2] mod 2 = 1")
    clauses += ["    " + draw(_move(size)) for _ in range(draw(st.integers(1, 3)))]
    return _ONE + "game random\n" + "\n".join(clauses)


def game_of(text: str) -> Game:
    """The game `random` of a text."""
    schema = Document(Source("<random>", text), library()).find("random")
    assert schema is not None
    found = schema.bind(())
    assert isinstance(found, Game)
    return found
