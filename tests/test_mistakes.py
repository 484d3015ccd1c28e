"""Mistakes of writing are answered by name: in every place where they can be made, without jargon, and they end."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.errors import Diagnostic, HeapwiseError
from heapwise.lang import parse_file
from heapwise.lang.mistakes import _TABLE
from heapwise.lang.signs import INSTEAD
from heapwise.messages import catalogue, help_text, render
from heapwise.source import Source

MOVE = "game g(n in 1..)\n    heaps x[n]\n    move {}\n"
TAIL = "for i in 1..n, y in 0..x[i]-1"


def found_in(text: str) -> list[Diagnostic]:
    try:
        parse_file(Source("my.game", text))
    except HeapwiseError as problem:
        return list(problem.diagnostics)
    return []


def mistakes_of(text: str) -> list[Diagnostic]:
    found = found_in(text)
    assert found, "the text was read without a word"
    return found


def only(text: str) -> Diagnostic:
    (diagnostic,) = mistakes_of(text)
    return diagnostic


# Each row: what somebody writes behind `move`, the code, and what the help has to say.
MOVES = [
    ("x[i] -> y i in 1..n, y in 0..x[i]-1", "E101", "for i in 1..n"),
    ("x[i] -> y\n        i in 1..n, y in 0..x[i]-1", "E101", "for i in 1..n"),
    (f"x[i] = y {TAIL}", "E102", "x[i] -> y"),
    (f"x[i] := y {TAIL}", "E102", "x[i] -> y"),
    (f"x[i] <- y {TAIL}", "E102", "x[i] -> y"),
    (f"x[i] --> y {TAIL}", "E102", "comment"),
    ("x[i] - t for i in 1..n, t in 1..x[i]", "E102", "x[i] -> x[i] - t"),
    ("x[1], x[2] -> 0, 0", "E102", "(x[1], x[2]) -> (0, 0)"),
    (f"x[i] -> y {TAIL} where y == 1", "E104", "`=`"),
    (f"x[i] -> y {TAIL} where y <> 1", "E104", "`!=`"),
    ("x[i] -> x[1] xor x[2] for i in 1..n", "E105", "(+)"),
    (f"x[i -> y {TAIL}", "E106", "["),
    (f"x[i] -> max(y, 1 {TAIL} where y > 0", "E106", "("),
    ("x[i] -> y for i in 1..n, 0 <= y < x[i]", "E107", "y in 0..x[i] - 1"),
    ("x[i] -> y for i in 1..n, y <= x[i]", "E107", "y in 0..x[i]"),
    ("x[i] -> y for i in 1..n and y in 0..x[i]-1", "E107", "for i in 1..n, y in 0..x[i]-1"),
    (f"x.i -> y {TAIL}", "E108", "x[i]"),
    (f"x[i] -> y {TAIL} // take some", "E110", "--"),
    (f"x[i] -> y {TAIL} # take some", "E110", "--"),
    (f"x[i] -> y {TAIL} where y % 2 = 0", "E111", "mod"),
    (f"x[i] -> y {TAIL} where y = 1 && y = 2", "E111", "and"),
    (f"x[i] -> y {TAIL} where y =< 3", "E111", "<="),
    (f"x[i] -> y {TAIL} where y is odd", "E111", "y mod 2 = 1"),
    (f"x[i] => y {TAIL}", "E111", "->"),
    (f"x[i] |-> y {TAIL}", "E111", "->"),
    ("x[i] += 1 for i in 1..n", "E111", "x[i] -> x[i] + 1"),
    ("x[i] -> x[i] div 2 for i in 1..n", "E111", "floor(x[i] / 2)"),
    ("x[i] -> 2**i for i in 1..n", "E113", "2^k"),
    (f"x[i) -> y {TAIL}", "E114", "]"),
    ("x[i] -> y for all i in 1..n, y in 0..1", "E117", "leave `all` out"),
    ("x[i] -> y for i from 1 to n, y in 0..1", "E117", "i in 1..n"),
    ("choose i in 1..n: x[i] -> 0", "E117", "move x[i] -> 0 for i in 1..n"),
    ("for i in 1..n: x[i] -> 0", "E117", "move x[i] -> 0 for i in 1..n"),
    ("x[i] -> 0 with i in 1..n", "E117", "for i in 1..n"),
    ("x[i] -> 0 let i in 1..n", "E117", "for i in 1..n"),
    ("x[i] -> 0 for i in 1..n where exists j in {1, 2}: x[j] = 1", "E117", "any(x[j] = 1 for j in {1, 2})"),
    ("x[1] -> 0 or x[2] -> 0", "E111", "of its own, `move x[2] -> 0`"),
    ("remove t from x[1]", "E005", "move x[i] -> y for i in 1..n"),
    ("x[i] ->", "E118", "PLACE -> NEW"),
    (f"x[i] → y {TAIL} where y ≦ 3", "E119", "<="),
    (f"x[i] → y {TAIL} where ∃ j in 1..n", "E119", "any("),
    ("x[i] -> y for i in {1,...,n}, y in 0..1", "E120", "1..n"),
    ("x[i] -> y for i in 1...n, y in 0..1", "E120", "1..n"),
    ("x[i] -> y for i in 1 to n, y in 0..1", "E120", "1..n"),
    (f"x[i] -> y {TAIL} where |y - x[1]| > 1", "E122", "abs(y - x[1])"),
    ("x[i] -> i! for i in 1..n", "E123", "factorial"),
    ("x[i] -> 2i for i in 1..n", "E124", "2 * i"),
    (f"x[i] -> y {TAIL} if y > 2", "E125", "where"),
    (f"x[i] -> y {TAIL} such that y > 2", "E125", "where"),
    (f"x[i] -> y) {TAIL}", "E127", "take it away"),
    ("x[i] -> t for i in 1..n, t in {s in 1..n | s > 1}", "E134", "{s for s in 1..n where s > 1}"),
    ("x[i] -> t for i in 1..n, t in {s | s in 1..n}", "E134", "{s for s in 1..n}"),
    ("x[i] -> t for i in 1..n, t in {1 2}", "E136", ", 2"),
]

TEXTS = [
    ("game g:\n    heap n\n    move n -> n - 1\n", "E103", "`:`"),
    ("game g {\n    heap n\n    move n -> n - 1\n", "E103", "`{`"),
    ("game g\n    heaps (a, b)\n    move a -> a - 1\n", "E103", "`(`"),
    ("game g\n    heaps x(3)\n    move x[1] -> 0\n", "E108", "[3]"),
    ("lemma a: 1 = 1\n", "E126", "claims for"),
    ("claims for g\ncorollary a: 1 = 1\n", "E109", "theorem"),
    ("game g\n    heaps at, b\n    move b -> b - 1\n", "E116", "at1"),
    ("heaps x[3]\n", "E126", "game my_game"),
    ("theorem: 1 = 1\n", "E126", "claims for"),
    ("game g\n    heap n >= 1\n    move n -> n - 1\n", "E128", "n in 1.."),
    ("game g(k > 2)\n    heap n\n    move n -> n - k\n", "E128", "k in 2+1.."),
    ("claims for g\ntheorem a G(x) = 1\n", "E130", "theorem NAME: STATEMENT"),
    ("claims for g\nconjecture a\n    G(x) = 1\n    upto 3\n", "E130", "theorem NAME: STATEMENT"),
    ('claims for g\nconjecture a "me"\n    all(i = 1 for i in 1..n)\n', "E130", "theorem NAME: STATEMENT"),
    ("game my-game\n    heap n\n    move n -> n - 1\n", "E131", "my_game"),
    ("claims for g\ntheorem 3.1: 1 = 1\n", "E131", "Theorem 3.1"),
    ("Game g\n    heap n\n    move n -> n - 1\n", "E132", "`game`"),
    ("game g\n    piles a, b\n    move a -> a - 1\n", "E132", "`heaps`"),
    ("game g\n    heap n\n    misere\n    move n -> n - 1\n", "E132", "under misere"),
    ('claims for nim(n)\n    theorem t "L": P(x) iff a = 0 under misere upto 7\n', "E111", '"L" under misere:`'),
    ("claims for g\ntheorem (Bouton): 1 = 1\n", "E130", 'theorem NAME "Bouton"'),
    ("claims for g\ntheorem bouton 1901: 1 = 1\n", "E130", 'theorem bouton "1901"'),
    ("game g\n    heap n\n    remove t stones from n\n", "E132", "move n -> n - t"),
    ("game g(S ⊂ N)\n    heap n\n    move n -> 0\n", "E128", "S in sets"),
    ("game g(k: int)\n    heap n\n    move n -> 0\n", "E128", "k in 1.."),
    ("game Moore's\n    heap n\n    move n -> 0\n", "E131", "Moores"),
    ("claims g\ntheorem a: 1 = 1\n", "E133", "claims for g"),
    ("claims for g\ntheorem a misere: 1 = 1\n", "E133", "under misere"),
    ("game g\n    heap n\n    n -> n - 1\n", "E133", "move n -> n - 1"),
    ("claims for g\ntheorem a: P(x) if and only if x = 0\n", "E111", "iff"),
    ("claims for g\ntheorem a: x = 0 => P(x)\n", "E111", "implies"),
    ("claims for g\ntheorem a: forall i in 1..n: x[i] > 0 upto 3\n", "E117", "all(x[i] > 0 for i in 1..n)"),
    ("claims for g\ntheorem a: for all i in 1..n, x[i] > 0\n", "E117", "all(x[i] > 0 for i in 1..n)"),
    ("claims for g\ntheorem a: there exists i in 1..n with x[i] > 0\n", "E117", "any(x[i] > 0 for i in 1..n)"),
    ("claims for g\ntheorem a: sum i in 1..n of x[i] = 7\n", "E117", "sum(x[i] for i in 1..n)"),
    ("claims for g\ntheorem a: if x = 0 then P(x) upto 3\n", "E111", "x = 0 implies P(x)"),
    ("claims for g\ntheorem a: x is P\n", "E111", "P(x)"),
    ("claims for g\ntheorem a: P(x) by x -> 0\n", "E111", "the position after the move"),
    ("claims for nim(2)\ntheorem a: P(x)\n", "E005", "claims for nim(n)"),
]


@pytest.mark.parametrize(("line", "code", "help"), MOVES)
def test_a_move(line: str, code: str, help: str) -> None:
    diagnostic = only(MOVE.format(line))
    assert diagnostic.code == code
    assert help in (help_text(diagnostic) or "")


@pytest.mark.parametrize(("text", "code", "help"), TEXTS)
def test_a_text(text: str, code: str, help: str) -> None:
    diagnostic = mistakes_of(text)[0]
    assert diagnostic.code == code
    assert help in (help_text(diagnostic) or "")


@pytest.mark.parametrize(("line", "code", "help"), MOVES)
def test_a_move_between_others(line: str, code: str, help: str) -> None:
    """The same mistake behind a right move and in front of another: nothing else is reported."""
    before, after = f"x[i] -> y {TAIL}\n    move ", f"\n    move x[i] -> y {TAIL}\n"
    assert {d.code for d in mistakes_of(MOVE.format(before + line + after))} == {code}


@pytest.mark.parametrize(("line", "code", "help"), MOVES)
def test_the_mark_is_on_the_line_of_the_mistake(line: str, code: str, help: str) -> None:
    diagnostic = only(MOVE.format(line))
    assert diagnostic.place is not None
    assert 3 <= diagnostic.place.line <= 3 + line.count("\n")


def test_every_row_of_the_table_has_words() -> None:
    for code, look, _, help in _TABLE:
        keys = ("game", "claims") if "{" in help else (help,)
        assert all(key in catalogue()[code] for key in keys), (code, look)


def test_independent_mistakes_are_reported_together_and_in_order() -> None:
    found = mistakes_of(
        "game g:\n    heaps x(2)\n    move x[1] = 0\n    move x[2] -> 1 if x[2] > 1\n    legal x[1] == 1\n"
    )
    assert [d.code for d in found] == ["E103", "E108", "E102", "E125", "E104"]


def test_a_mistake_in_one_game_does_not_hide_one_in_the_next() -> None:
    text = "game a\n    heap n\n    move n => n - 1\ngame b\n    heap m >= 1\n    move m -> m - 1\n"
    assert [d.code for d in mistakes_of(text)] == ["E111", "E128"]


SIGNS = sorted(sign for sign in set(INSTEAD) - {"'", "`"} if not sign.isspace() and not sign.isalnum())


@pytest.mark.parametrize("sign", SIGNS)
def test_look_alikes_are_never_read_as_something_else(sign: str) -> None:
    found = mistakes_of(MOVE.format(f"x[i] -> y {TAIL} where y {sign} 3"))
    assert {d.code for d in found} <= {"E119", "E120"}


WORDS = "game g (n in 1..) heaps x[n] move x[i] -> y for in 1..n where theorem claims for g legal 2y"
OTHERS = '( ) [ ] { } ... : ; => xor ! // -- " | 。 ≦'
PARTS = st.sampled_from([*WORDS.split(), *OTHERS.split(), "\n", "\t"])
JARGON = re.compile(r"RPAR|LSQB|NAME_|\$END|UnexpectedToken|Token\(|Traceback|expected one of", re.I)


@settings(max_examples=150, deadline=None)
@given(st.lists(PARTS, max_size=14))
def test_any_text_gets_plain_words(parts: list[str]) -> None:
    for diagnostic in found_in(" ".join(parts)):
        assert diagnostic.code in catalogue()
        assert not JARGON.search(render(diagnostic))


@pytest.mark.parametrize(
    "noise", ["x[" * 50, "1 to " * 4_000, "| " * 10_000, "a - > " * 4_000, "for all " * 4_000, "y " * 20_000]
)
def test_long_nonsense_is_answered(noise: str) -> None:
    mistakes_of(MOVE.format("x[i] -> " + noise))


# ------------------------------------------------------------------------------------------ lines out of papers

GAME = "game g(n in 1.., k in 1..)\n    {}\n    move x[i] -> y for i in 1..n, y in 0..x[i]-1\n"
PAPER_HEAPS = ["x_1, ..., x_n", "x_1, x_2, ..., x_n", "(x_1, ..., x_n)", "x[1], ..., x[n]", "x_1, x_2, …, x_n"]
# What somebody writes behind `move`, and what the help has to say.
PAPER_MOVES = [
    ("x[i] -> x[i] - 1, x[j] -> x[j] - 1 for i != j", "where i != j"),
    ("x[i] -> y for i in 1..n, for i != j", "where i != j"),
    ("x[i] -> x[i] - k for x >= k", "where x >= k"),
    ("x[i] -> y, for i in 1..n, y in 0..x[i]-1", "take the `,` away"),
    ("x[i] -> y for i in 1..n, 0 \\le y < x[i]", "`<=`"),
    ("x[i] -> y if x[i] > y", "where"),
    ("x[i] -> y when x[i] > y", "where"),
    ("x[i] -> x[i] - s for s in {1,...,k}", "1..k"),
    ("x[i] -> m for i in 1..n, m < x[i]", "m in 0..x[i] - 1"),
    ("x[i] -> m' for i in 1..n, m' in 0..3", "m1"),
    ("x_i -> y_i, 0 <= y_i < x_i", "for y_i in 0..x_i - 1"),
    ("(x_1, ..., x_n) -> (x_1, ..., x_i - t, ..., x_n)", "move x[i] -> y for i in 1..n"),
    ("x_i -> x_i - t for i = 1, ..., n", "i in 1..n"),
    ("x_{i} -> 0 for i in 1..n", "x[i]"),
    ("x[i] -> x[i]' for x[i]' < x[i]", "`y`"),
    ("x[i] -> x[i] - t for i in 1..n, t | x[i]", "t in 1..x[i] where t divides x[i]"),
    ("x[i] -> x[i] - t for i in 1..n, t in 1..x[i] s.t. t < 3", "`where`"),
    ("x[i] -> x[i] - t for i in 1..n, t in 1..x[i] where t prime", "all(t mod d != 0 for d in 2..t-1)"),
    ("x[i] -> x[i] - t for i in 1..n, t in 1..x[i], t even", "t mod 2 = 0"),
    ("x[i] -> y for i in 1..n, y in 0..x[i]-1 unless y = 3", "where not (y = 3)"),
    ("x[i] -> a + b for i in 1..n, a + b = x[i]", "where a + b = x[i]"),
]
# What somebody writes as a statement, and what the help has to say.
PAPER_STATEMENTS = [
    ("for all a, b: P(a, b) iff P(b, a)", "write `P(a, b) iff P(b, a)`"),
    ("for every a, P(a) iff a = 0", "write `P(a) iff a = 0`"),
    ("P(a, b) iff P(b, a) for all a, b", "from `for` on out"),
    ("G(x) = \\lfloor x[1] / 2 \\rfloor", "floor("),
    ("G(x) = \\lceil x[1] / 2 \\rceil", "ceil("),
    ("G(x) = ⌊x[1] / 2⌋", "floor("),
    ("G(x) = \\frac{x[1]}{2}", "a / b"),
    ("G(x) = x_1 \\oplus x_2", "(+)"),
    ("G(x) = \\bigoplus_{i=1}^n x_i", "nimsum(x[i] for i in 1..n)"),
    ("G(x) = \\sum_{i=1}^n x_i", "sum(x[i] for i in 1..n)"),
    ("G(x) = sum_{i=1}^n x_i", "sum(x[i] for i in 1..n)"),
    ("G(x) = max_i x_i", "max(x[i] for i in 1..n)"),
    ("G(x) = min{x[1], 3}", "min(x[1], 3)"),
    ("G(x) = mex{G(y) : y in options(x)}", "mex(G(y) for y in options(x))"),
    ("G(x) = mex{G(y) | y in options(x)}", "mex(G(y) for y in options(x))"),
    ("\\mathcal{G}(x) = nimsum(x)", "G(x)"),
    ("G(x) = { 0 if n = 1, 1 otherwise }", "if n = 1 then 0 else 1"),
    ("P(x) \\iff nimsum(x) = 0", "`iff`"),
    ("P(x) <=> nimsum(x) = 0", "`iff`"),
    ("P(x) if and only if nimsum(x) = 0", "`iff`"),
    ("P(x) iff x[1] \\equiv 0 \\pmod 3", "(mod m)"),
    ("P(x) iff x[1] \\neq 0", "`!=`"),
    ("P(x) implies |x[1] - x[2]| <= 3", "abs(x[1] - x[2])"),
    ("P(x) iff there exists i such that x[i] = 0", "any(x[i] = 0 for i in 1..n)"),
    ("P(x) iff ∃ i: x[i] = 0", "any("),
    ("x is a P-position iff nimsum(x) = 0", "P(x)"),
    ("N(x) iff 3 ∤ x[1]", "divides"),
    ("G(x) = \\left( x[1] + 1 \\right) / 2", "leave it out"),
    ("G(x) = 2·x[1]", "`*`"),
    ("G(x) = x[1] % 3", "mod"),
    ("G(x) = 2**x[1]", "2^"),
    ("G(x) = x[1] xor x[2]", "(+)"),
    ("P(x) iff x[1] is even", "x[1] mod 2 = 0"),
    ("P(x) iff x[1] + x[2] is even", "(x[1] + x[2]) mod 2 = 0"),
    ("P(x) iff x_1 + 2 * x_2 is odd", "(x_1 + 2 * x_2) mod 2 = 1"),
    ("G(x) = x[1] \\bmod 3", "mod"),
    ("G(x) = x_1 ⊕ ... ⊕ x_n", "nimsum(x)"),
    ("P(x) iff x_1 + x_2 + ... + x_n ≡ 0 (mod 3)", "sum(x)"),
    ("G(x_1, ..., x_n) = nimsum(x)", "G(x)"),
    ("x_1 <= x_2 <= ... <= x_n implies N(x)", "all(x[i] <= x[i + 1] for i in 1..n-1)"),
    ("P(x) ⇔ ⊕ x_i = 0", "nimsum(x)"),
    ("G(x) = x[1] XOR x[2]", "(+)"),
    ("P(x) iff min x = 0", "min(x)"),
    ("P(x) iff all x_i even", "all(x[i] mod 2 = 0 for i in 1..n)"),
    ("P(x) iff x[i] = 0 for all i", "all(... for i in 1..n)"),
    ("P(x) iff exists k: x[1] = 2 * k", "any(x[1] = 2 * k for k in SET)"),
    ("P = {x : nimsum(x) = 0}", "P(x) iff nimsum(x) = 0"),
    ("P = {(x, y) : x = y}", "P(x, y) iff x = y"),
    ("(1, 2) is P", "P(1, 2)"),
    ("a, b in P iff a = b", "P(a, b)"),
    ("P(x) iff nimsum(x) is zero", "nimsum(x) = 0"),
    ("P(x) if nimsum(x) = 0", "nimsum(x) = 0 implies (P(x))"),
    ("P(x) iff x[1] = 0, if n = 1", "n = 1 implies (P(x) iff x[1] = 0)"),
    ("P(x) iff nimsum(x) = 0, where n = 3", "n = 3 implies (P(x) iff nimsum(x) = 0)"),
    ("P(x) only if nimsum(x) = 0", "(P(x)) implies nimsum(x) = 0"),
    ("If nimsum(x) = 0, then P(x)", "nimsum(x) = 0 implies P(x)"),
    ("G(x) = 0 if nimsum(x) = 0, 1 otherwise", "if nimsum(x) = 0 then 0 else 1"),
    ("P(x) iff nimsum(x) = 0 in misère play", "theorem t under misère:"),
]


@pytest.mark.parametrize("heaps", PAPER_HEAPS)
def test_heaps_of_papers(heaps: str) -> None:
    assert "heaps x[n]" in help_text(mistakes_of(GAME.format(f"heaps {heaps}"))[0])


@pytest.mark.parametrize(("move", "said"), PAPER_MOVES)
def test_moves_of_papers(move: str, said: str) -> None:
    assert said in " ".join(map(help_text, mistakes_of(MOVE.format(move))))


@pytest.mark.parametrize(("statement", "said"), PAPER_STATEMENTS)
def test_statements_of_papers(statement: str, said: str) -> None:
    assert said in help_text(
        mistakes_of(f"claims for nim(n)\ntheorem t:\n    {statement}\n    check n = 2, upto 3\n")[0]
    )


def test_there_are_enough_lines_of_papers() -> None:
    assert len(PAPER_HEAPS) + len(PAPER_MOVES) + len(PAPER_STATEMENTS) >= 50
