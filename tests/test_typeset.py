"""Rules and claims in the notation of papers: what stands there, in both writers, for the whole library."""

from __future__ import annotations

from pathlib import Path
from xml.dom.minidom import parseString

import pytest

from heapwise.lang import nodes, parse_expression, parse_file
from heapwise.source import Source
from heapwise.typeset import claim_pieces, latex, mathml, rule_lines
from heapwise.typeset.expressions import Typesetter
from heapwise.typeset.names import Vocabulary
from heapwise.typeset.pieces import Glyph

GAMES = sorted((Path(__file__).parent.parent / "games").rglob("*.game"))
EXPRESSIONS = [
    ("nimsum(x; k + 1) = 0", r"x_{1}\oplus_{k + 1}\cdots\oplus_{k + 1}x_{n} = 0"),
    ("sum(x)", r"x_{1} + \cdots + x_{n}"),
    ("1 + sum(x) - 1", r"1 + x_{1} + \cdots + x_{n} - 1"),
    ("3 - sum(x)", r"3 - (x_{1} + \cdots + x_{n})"),
    ("nimsum(x; 3)^2", r"{(x_{1}\oplus_{3}\cdots\oplus_{3}x_{n})}^{2}"),
    ("x1 + y1", r"\mathit{x1} + y_{1}"),
    ("a not in S", r"a \notin S"),
    ("a / 2 in 0..2", r"\frac{a}{2} \in \{0, 1, 2\}"),
    ("k * (a + 1)", r"k \cdot (a + 1)"),
    ("(p + q)(a)[1]", r"(p + q)(a)_{1}"),
    ("a = 1 iff b = 1 iff c = 1", r"a = 1 \iff b = 1 \iff c = 1"),
    ("{v for v in {1} where any(j = v for j in S), v > 0}", r"\{v : v \in \{1\}, (\exists\,j \in S : j = v), v > 0\}"),
    ("a = b or abs(a - b) = q and a < 3", r"a = b \vee (|a - b| = q \wedge a < 3)"),
    ("(a + b) mod 3", r"(a + b) \bmod 3"),
    ("a mod 3 + b", r"(a \bmod 3) + b"),
    ("2 * a * b * 3", r"2a\,b \cdot 3"),
    ("floor(a / (b + 1))", r"\lfloor \frac{a}{b + 1} \rfloor"),
    ("a - (b - c)", r"a - (b - c)"),
    ("-(a + b)", r"-(a + b)"),
    ("2^(a + 1)", r"{2}^{a + 1}"),
    ("(a + b)^2", r"{(a + b)}^{2}"),
    ("a = b (mod 4)", r"a \equiv b\text{ }(\bmod\text{ }4)"),
    ("i in 1..n", r"1 \leq i \leq n"),
    ("i in 0..n - 1", r"0 \leq i < n"),
    ("i in {1, 3} | S", r"i \in \{1, 3\} \cup S"),
    ("if n = 1 then 0 else 1", r"\begin{cases} 0 & \text{if } n = 1 \\ 1 & \text{otherwise} \end{cases}"),
    ("all(x[i] = 0 for i in 1..n where i != 2)", r"\forall\,1 \leq i \leq n, i \neq 2 : x_{i} = 0"),
    ("sum(x[i] + 1 for i in 1..n)", r"\sum_{1 \leq i \leq n} (x_{i} + 1)"),
    ("options(x) = {}", r"\operatorname{options}(x) = \varnothing "),
    ("phi * beta", r"\phi \,\beta "),
    ("not (P(x) and N(x))", r"\neg (\mathcal{P}(x) \wedge \mathcal{N}(x))"),
    ("(a = b iff b = c) implies a = c", r"(a = b \iff b = c) \implies a = c"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shown"), EXPRESSIONS)
def test_expressions(text: str, shown: str) -> None:
    setter = Typesetter(Vocabulary({"x": Glyph("n")}, frozenset("in"), frozenset("x")))
    assert latex(setter.set(parse_expression(Source("<text>", text)))) == shown


def rules(text: str) -> list[str]:
    (game,) = parse_file(Source("my.game", text)).declarations
    assert isinstance(game, nodes.Game)
    return [latex(piece) for piece in rule_lines(game)]


def test_moves_show_the_whole_position_where_one_sees_it_so() -> None:
    assert rules("game g(n in 1..)\n heaps x[n]\n move x[i] -> y for i in 1..n, y in 0..x[i]-1") == [
        r"\text{positions }(x_{1}, \dots, x_{n})\text{, }x_{i} \geq 0",
        r"(x_{1}, \dots, x_{n}) \to (x_{1}, \dots, x_{i-1}, y, x_{i+1}, \dots, x_{n})"
        r"\quad (1 \leq i \leq n, 0 \leq y < x_{i})",
    ]
    assert rules("game g\n heaps a, b\n move a -> a - t, b -> b - t for t in 1..min(a, b)") == [
        r"\text{positions }(a, b)\text{, }a, b \geq 0",
        r"(a, b) \to (a - t, b - t)\quad (1 \leq t \leq \min(a, b))",
    ]
    assert rules("game g(n in 1..)\n heaps x[n]\n move x[S] -> y for S in subsets(1..n), y in 0..x[S]-1")[1] == (
        r"x_{S} \to y\quad (S \subseteq \{1, \dots, n\}, 0 \leq y < x_{S})"
    )
    assert rules("game g(n in 1..)\n heaps x[n]\n move x[s] -> 0 for s in subsets(1..n, {1, 3})")[1] == (
        r"x_{s} \to 0\quad (s \in \operatorname{subsets}(\{1, \dots, n\}, \{1, 3\}))"
    )
    assert rules("game g(k in 1..)\n heaps x[3]\n move x[S] -> 0 for S in subsets(1..3, 1..k), T in subsets(S, 2)") == [
        r"\text{positions }(x_{1}, x_{2}, x_{3})\text{, }x_{i} \geq 0",
        r"x_{S} \to 0\quad (S \subseteq \{1, 2, 3\}, 1 \leq |S| \leq k, T \subseteq S, |T| = 2)",
    ]


def trees() -> list[tuple[str, nodes.Game | None, nodes.Game | nodes.Claim]]:
    found: list[tuple[str, nodes.Game | None, nodes.Game | nodes.Claim]] = []
    for path in GAMES:
        games = [
            d for d in parse_file(Source(path.name, path.read_text("utf-8"))).declarations if isinstance(d, nodes.Game)
        ]
        found += [(path.stem, game, game) for game in games]
        claims = path.with_suffix(".claims")
        for about in parse_file(Source(claims.name, claims.read_text("utf-8"))).declarations if claims.exists() else ():
            items = about.items if isinstance(about, nodes.Claims) else ()
            found += [(path.stem, games[0], item) for item in items if isinstance(item, nodes.Claim)]
    return found


def test_the_library_is_well_formed_on_paper_and_on_pages() -> None:
    found = trees()
    assert len(found) > 350
    for _, game, node in found:
        if isinstance(node, nodes.Game):
            pieces = rule_lines(node)
        else:
            made = claim_pieces(node, game)
            pieces = [made.statement, *made.conditions]
        for piece in pieces:
            text = latex(piece)
            assert text.count("{") - text.count(r"\{") == text.count("}") - text.count(r"\}")
            assert not any(ord(character) > 126 for character in text), text
            assert parseString(mathml(piece)).documentElement is not None
            assert r"\left" not in text.replace(r"\leftarrow", "")


def test_text_of_others_is_escaped() -> None:
    assert "&lt;b&gt;" in mathml(Glyph("<b>"))
    assert latex(Glyph("a_b%")) == r"\mathit{a\_b\%}"
