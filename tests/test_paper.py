"""Formulas as they are printed say what the text says: random claims, read back from TeX and MathML, at some points."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
import sympy

from formula_texts import UNDEFINED, exactly, statements
from heapwise.errors import HeapwiseError
from heapwise.formulas import compile_formula, shapes_of
from heapwise.formulas import functions as f
from heapwise.formulas import objects as o
from heapwise.formulas.latex import TABLES
from heapwise.formulas.latex import latex as latex_of_object
from heapwise.formulas.printing import OnPaper
from heapwise.lang import nodes, parse_file
from heapwise.numbers import TooLarge, UndefinedValue, nim_sum
from heapwise.source import Source
from heapwise.terms.evaluate import Compiler
from heapwise.typeset import claim_pieces, latex, mathml
from paper import NoValue, TwoReadings, of_mathml, of_tex, read

NIM = """game g(n in 1..)
    heaps a, b
    heaps x[n]
    move a -> t for t in 0..a-1
    move b -> t for t in 0..b-1
    move x[i] -> t for i in 1..n, t in 0..x[i]-1
claims for g(n)
question q: """
POINTS = [(0, 0, 0, 0), (1, 0, 2, 3), (2, 1, 1, 0), (3, 2, 0, 1), (0, 3, 3, 2), (4, 5, 1, 1), (1, 1, 4, 2)]


def answer(question: str, position: Any, _player: Any) -> Any:
    """The values of nim."""
    (component,) = position
    return nim_sum(component.state) if question == "G" else nim_sum(component.state) == 0


class Writer:
    """Writes random expressions of the language, with parentheses where they are needed or by chance."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.bound: list[str] = []

    def some(self, text: str) -> str:
        """The text, now and then in parentheses."""
        return f"({text})" if self.random.random() < 0.35 else text

    def number(self, depth: int) -> str:
        """A number."""
        pick = self.random.choice
        if depth == 0 or self.random.random() < 0.15:
            return pick(["a", "b", "x[1]", "x[2]", "1", "2", "3", "10", *self.bound, *self.bound])
        one, two = (self.some(self.number(depth - 1)) for _ in range(2))
        forms = [
            f"{one} + {two}", f"{one} - {two}", f"{one} * {two}", f"{one} * {two}", f"{one} / {two}", f"{one} / {two}",
            f"{one} mod {two}", f"{one} mod {two}", f"{one} (+) {two}", f"{one} (*) {two}", f"-{one}", f"{one}^{two}",
            f"{one}^2", f"floor({one})", f"abs({one})", f"sqrt({one})^2", f"min({one}, {two})", f"v2({one})", "sum(x)",
            "nimsum(x)", f"gcd({one}, {two})", f"bit({one}, {two})", f"popcount({one})", "G(a, b, x)", f"ceil({one})",
            f"{one} + {two} - {self.number(depth - 1)}", f"2 * {one} / 3 / {two}", f"{one} * {two} * 3",
            f"(if {self.condition(depth - 1)} then {one} else {two})", f"mex({{{one}, {two}}})", f"max({one}, {two})",
            *(self.gathered(word, depth) for word in ("sum", "max", "nimsum", "min", "count")),
        ]  # fmt: skip
        return pick(forms)

    def gathered(self, word: str, depth: int) -> str:
        """Something for several values of a new name."""
        if len(self.bound) == 2:
            return "sum(x)"
        name = "i" if "i" not in self.bound else "x1" if self.random.random() < 0.3 else "j"
        low, high = self.random.choice([("1", "2"), ("0", "a"), ("1", "n"), ("0", "b - 1"), ("1", "2")])
        self.bound.append(name)
        body = self.condition(depth - 1) if word in ("all", "any", "count") else self.some(self.number(depth - 1))
        guard = f" where {self.condition(0)}" if self.random.random() < 0.2 else ""
        self.bound.pop()
        return f"{word}({body} for {name} in {low}..{high}{guard})"

    def condition(self, depth: int) -> str:
        """A condition."""
        sign = self.random.choice(["=", "!=", "<", "<=", ">", ">="])
        one, two = (self.number(max(0, depth - 1)) for _ in range(2))
        if depth == 0:
            return f"{one} {sign} {two}"
        three, four = (self.some(self.condition(depth - 1)) for _ in range(2))
        forms = [
            f"{one} {sign} {two}", f"{one} {sign} {two}", f"{one} in {{{two}, 2}}", f"{one} not in {{{two}, 2}}",
            f"{one} in 0..2", f"{one} in {{1, 2}} \\ {{{two}}}", f"{one} < {two} <= 3", "P(a, b, x)",
            f"{one} = {two} (mod 3)", f"2 divides {one}", f"not {three}", f"{three} and {four}", f"{three} or {four}",
            f"{three} implies {four}", f"{three} iff {four}", f"{three} implies {four} implies a = b",
            f"{three} iff {four} iff a = b", f"{three} and {four} or a = b", f"not ({three}) and {four}",
            self.gathered("all", depth), self.gathered("any", depth), self.gathered("all", depth),
            f"{self.some(self.gathered('any', depth))} implies {three}",
        ]  # fmt: skip
        return self.random.choice(forms)


class Printed:
    """A claim, the ways it is printed, and its values."""

    def __init__(self, said: str) -> None:
        text = NIM + said
        self.statement = statements(text)["g.q"]
        tree = parse_file(Source("test", text))
        claim = tree.claims[0].items[0]
        assert isinstance(claim, nodes.Claim)
        piece = claim_pieces(claim, tree.games[0]).statement
        self.tex, self.mathml = latex(piece), mathml(piece)
        game, known = self.statement.game(2), self.statement.schema.known((2,))
        assert game is not None
        functions = self.statement.frame.functions
        compiler = Compiler(self.statement.source, known, game, functions, answer)
        self.formula = compile_formula(self.statement.term, compiler, shapes_of(game, self.statement.schema))

    def values(self) -> list[Any]:
        """Values at the points, by the evaluator."""
        return [exactly(self.formula, self.statement.frame_at(self.formula, point)) for point in POINTS]


def read_values(reading: Any) -> list[Any]:
    """Values at the points of what is printed."""
    found = []
    for a, b, *x in POINTS:
        try:
            found.append(bool(reading({"a": a, "b": b, "x": tuple(x), "n": 2})))
        except (HeapwiseError, UndefinedValue, TooLarge, NoValue, OverflowError):
            found.append(UNDEFINED)
    return found


def differs(said: str, show: Callable[[Printed], list[Any]]) -> str | None:
    """Why what is printed does not say what the text says; nothing if it does."""
    printed = Printed(said)
    try:
        reading = read(show(printed))
    except TwoReadings as problem:
        return f"two readings: {problem}"
    pairs = zip(printed.values(), read_values(reading), strict=True)
    wrong = [point for point, pair in zip(POINTS, pairs, strict=True) if UNDEFINED not in pair and pair[0] != pair[1]]
    return f"another value at {wrong[0]}" if wrong else None


WAYS: dict[str, Callable[[Printed], list[Any]]] = {
    "TeX": lambda printed: of_tex(printed.tex),
    "MathML": lambda printed: of_mathml(printed.mathml),
    "objects": lambda printed: of_tex(latex_of_object(printed.formula.sympy)),
}

# What was printed and said something else: the first operand of two quotients, signs between numbers, exponents of
# sums, scopes of quantifiers, parentheses around heaps written one by one, members that are whole, names with digits.
FOUND = [
    "floor(4 * x[1] / 2 / 3) = 0", "2 * x[1] / 3 / 4 <= 1 / 2", "2 * -x[1] <= -1", "x[1] * -x[2] <= -2",
    "3 * 2^x[1] <= 12",
    "10 * 2^x[1] / 5 = 4", "x[1] mod 3 * x[2] = 2", "sum(x[i] for i in 1..n) mod 2 = 0",
    "sum(x[i] mod 2 for i in 1..n) = 0", "max(x[i] for i in 1..n) mod 3 = 0", "max(x[i] mod 3 for i in 1..n) = 0",
    "sum(x[i] for i in 1..n)^2 = x[1]^2 + x[2]^2", "all(x[i] = 0 for i in 1..n) implies P(a, b, x)",
    "all((x[i] = 0 implies P(a, b, x)) for i in 1..n)", "not any(x[i] >= 2 for i in 1..n) and x[1] <= 1",
    "3 - sum(x) = 1", "sum(x) * 2 = 4", "sum(x) mod 2 = 1", "nimsum(x) * 2 = 2", "nimsum(x)^2 = 1", "x[1] / 3 in 0..2",
    "all(x1 <= x[1] for x1 in 0..1)", "a not in {1, 2}", "G(a, b, x) = (sum(x) - nimsum(x)) / 2",
    "1 / max(i for i in 1..2) = 1 / 2", "(a mod 3)^2 = 4", "min(a, 2)^2 = 4", "max(a, 2)^2 = 4",
    "v2(a + 1)^2 >= 1", "(a (+) 1)^2 = 1", "gcd(a, 2)^2 >= 2", "nimsum(a, 2)^2 >= 2", "popcount(a)^2 >= 2",
    "bit(a, 1)^2 = 1",
    "(a (*) 2)^2 = 4", "(a = 1 implies a = 2) implies a = 3", "a = 1 implies a = 2 implies a = 3",
    "-(a mod 3) <= 0", "(-a) mod 3 <= 1", "(a = b iff b = 0) iff a = 1", "a = b iff b = 0 iff a = 1",
    "abs(abs(a) - b * abs(b)) = 1", "2 * (if a > 1 then 1 else 2) * 3 = 6", "(a = 1) = (b = 1)",
    "not (a = b) and a + b * (b + 1) = 4",
]  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("said", FOUND)
def test_what_was_read_otherwise(said: str, way: str) -> None:
    assert differs(said, WAYS[way]) is None


@pytest.mark.parametrize(("way", "first"), [("TeX", 0), ("MathML", 1000), ("objects", 2000)])
def test_what_is_printed_says_what_the_text_says(way: str, first: int) -> None:
    compared = 0
    for seed in range(first, first + 125):
        said = Writer(seed).condition(1 + seed % 3)
        try:
            printed = Printed(said)
        except HeapwiseError:
            continue
        compared += UNDEFINED not in printed.values()
        assert differs(said, WAYS[way]) is None, (said, seed)
    assert compared > 90


def test_the_reader_refuses_what_may_be_read_otherwise() -> None:
    for shown in (
        r"a \oplus b + c = 0", r"10 {2}^{a} = 0", r"a \bmod 3\,b = 0",
        r"\forall\,1 \leq i \leq 2 : x_{i} = 0 \implies a = 0",
        r"a (b + 1) = 0", r"\sum_{1 \leq i \leq 2} i \bmod 2 = 0", r"a = 0 \implies b = 0 \implies a = b",
        r"2 \frac{1}{2} = a",
        r"a - -b = 0", r"\neg a = b", r"a = 0 \wedge b = 0 \vee a = b",
    ):  # fmt: skip
        with pytest.raises(TwoReadings):
            read(of_tex(shown))


def test_printers_of_sympy_take_the_same_notation() -> None:
    a = sympy.Symbol("a", integer=True)
    assert sympy.latex(f.V2(a) ** 2) == r"\left(v_{2}(a)\right)^{2}"
    assert sympy.latex(3 * f.NimSum(a, sympy.Integer(1))) == r"3 \left(a \oplus 1\right)"


def test_every_object_has_a_notation() -> None:
    bases = {"OnPaper", "Kept", "KeptNumber", "KeptTruth", "Exact", "Natural", "Relation"}
    kinds = [kind for module in (f, o) for name, kind in vars(module).items() if name not in bases and name[0] != "_"]
    kinds = [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, OnPaper)]
    assert len(kinds) > 50
    known = {kind for table, _ in TABLES for kind in table}
    assert [kind for kind in kinds if not known & {*kind.__mro__}] == []
