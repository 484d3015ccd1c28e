"""The grammar: free of conflicts, its tables current, words that end where words end, one tree for both alphabets."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from heapwise.errors import HeapwiseError
from heapwise.files import resource
from heapwise.lang import nodes, parse_effort, parse_expression, parse_file, parse_position, parser_tables
from heapwise.lang.build import build
from heapwise.lang.parse import parse_expression as parse
from heapwise.lang.spell import spelled
from heapwise.source import Source

EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.txt"))
LIBRARY = sorted(p for ending in ("game", "claims") for p in resource("games").rglob(f"*.{ending}"))


@pytest.fixture(scope="module")
def strict():
    """The parser made from the grammar, where lark refuses every conflict."""
    return parser_tables.build(strict=True)


def tree(text: str) -> nodes.File:
    return parse_file(Source("test", text))


def test_tables_are_current():
    stored = json.loads(Path(parser_tables.__file__).with_name("tables.json").read_text())
    grammar = resource("grammars/heapwise.lark").read_text()
    assert stored["grammar_sha256"] == hashlib.sha256(grammar.encode()).hexdigest(), (
        "run python -m heapwise.lang.parser_tables"
    )


def test_there_are_examples():
    assert len(EXAMPLES) >= 3
    assert len(LIBRARY) >= 1


@pytest.mark.parametrize("path", EXAMPLES + LIBRARY, ids=lambda p: p.name)
def test_tables_and_grammar_give_the_same_tree(path, strict):
    source = Source(path.name, path.read_text())
    fresh, complaints = build(strict.parse(source.text, start="file"), source)
    assert not complaints
    assert parse_file(source) == fresh
    assert fresh.declarations


@pytest.mark.parametrize("start", parser_tables.START)
def test_every_start_is_in_the_tables(start, strict):
    text = {
        "file": "game g heap n",
        "expr": "1 + 2",
        "position": "1,2;3 + 4",
        "effort_items": "n in 1..3, upto 5",
        "automaton": "automaton a(x) units first a 0 -> a",
    }[start]
    assert parser_tables.load().parse(text, start=start) == strict.parse(text, start=start)


def test_unicode_and_ascii_are_one_language():
    text = (Path(__file__).parent / "examples" / "unicode.txt").read_text()
    unicode, ascii_text = text.split("-- ASCII\n")
    assert not unicode.partition("\n")[2].isascii()
    assert ascii_text.isascii()
    assert tree(unicode) == tree(ascii_text)


@pytest.mark.parametrize(
    "word",
    [
        "forum",
        "index",
        "gamer",
        "information",
        "android",
        "orange",
        "nota",
        "iffy",
        "modest",
        "ifs",
        "letter",
        "wherever",
        "movement",
        "uptown",
        "thence",
        "att",
        "bye",
        "office",
    ],
)
def test_words_end_at_word_boundaries(word):
    assert parse(Source("test", f"{word} + 1")) == nodes.Infix(("+",), (nodes.Name(word), nodes.Int(1)))
    game = tree(
        f"game {word} heap {word} move {word} -> {word} - 1 for {word} in {word}..{word} where {word} in {{{word}}}"
    )
    assert game.games[0].name.name == word


@pytest.mark.parametrize(
    "word", ["heaps", "cells", "theorem", "normal", "cyclic", "orders", "question", "position", "ends"]
)
def test_words_that_start_a_clause_are_names_elsewhere(word):
    assert (
        tree(f"game g heaps {word}[2] move {word}[1] -> {word}[2]").games[0].clauses[0].variables[0].name.name == word
    )


@pytest.mark.parametrize(
    "word", ["for", "where", "in", "and", "or", "not", "iff", "implies", "mod", "if", "let", "game", "move"]
)
def test_keywords_are_no_names(word):
    with pytest.raises(HeapwiseError):
        tree(f"game {word} heap n")


# In a row: what is parsed, and what the tree says, in full parentheses.
PRECEDENCE = [
    ("a mod q / p", "((a mod q) / p)"),
    ("-a^2", "(-(a^2))"),
    ("2^-1", "(2^(-1))"),
    ("a^b^c", "(a^(b^c))"),
    ("a - b + c", "((a - b) + c)"),
    ("a + b (+) c + d", "((a + b) (+) (c + d))"),
    ("a (*) b + c", "((a (*) b) + c)"),
    ("not a = b", "(not (a = b))"),
    ("a and b or c", "((a and b) or c)"),
    ("a implies b implies c", "(a implies (b implies c))"),
    ("a or b implies c iff d", "(((a or b) implies c) iff d)"),
    ("1..n - 1", "(1..(n - 1))"),
    ("1..3 \\ S", "((1..3) \\ S)"),
    ("-a * b", "((-a) * b)"),
    ("a = b (mod m + 1)", "a = b (mod (m + 1))"),
    ("x[i](j)[k]", "x[i](j)[k]"),
]


@pytest.mark.parametrize(("text", "meaning"), PRECEDENCE)
def test_precedence(text, meaning):
    assert in_full(parse_expression(Source("test", text))) == meaning


def in_full(node) -> str:
    """An expression with parentheses around every operation."""
    match node:
        case nodes.Infix(operators=(sign,), operands=(left, right)):
            space = "" if sign == "^" else " "
            return f"({in_full(left)}{space}{sign}{space}{in_full(right)})"
        case nodes.Infix(operators=(*signs, last), operands=(*some, operand)):
            return f"({in_full(nodes.Infix(tuple(signs), tuple(some)))} {last} {in_full(operand)})"
        case nodes.Prefix(operator=sign, operand=operand):
            return f"({sign}{' ' if sign.isalpha() else ''}{in_full(operand)})"
        case nodes.Range(low=low, high=high):
            return f"({in_full(low)}..{in_full(high)})"
        case nodes.Chain(operators=(sign,), operands=(left, right), modulus=None):
            return f"({in_full(left)} {sign} {in_full(right)})"
        case nodes.Chain(operators=(sign,), operands=(left, right), modulus=modulus):
            return f"{in_full(left)} {sign} {in_full(right)} (mod {in_full(modulus)})"
    return spelled(node)


def test_spans_lead_back_to_the_text():
    source = Source("test", "game nim(n in 1..)\n    heaps x[n]\n    move x[i] -> y   for i in 1..n, y in 0..x[i]-1")
    game = parse_file(source).games[0]
    words = [source.at(node.span) for node in _all(game) if isinstance(node, nodes.Name | nodes.Index | nodes.Range)]
    assert {"nim", "x[i]", "0..x[i]-1", "1..", "1..n"} <= set(words)


def _all(node):
    yield node
    for child in nodes.children(node):
        yield from _all(child)


def test_small_texts_of_the_command_line():
    assert parse_position(Source("p", "1,2;3 + (4)")).components == (
        ((1, 2), (3,)),
        ((nodes.PositionText((((4,),),)),),),
    )
    assert len(parse_effort(Source("e", "n in 2..6, x <= 127, upto 3")).items) == 3


def test_the_highlighters_words_are_those_of_the_grammar():
    from heapwise.vocabulary import highlight

    grammar = resource("grammars/heapwise.lark").read_text()
    terminals = re.findall(r"^([A-Z]+)(?:\.\d)?: /(.*)/$", grammar, re.MULTILINE)
    patterns = [p for name, p in terminals if name not in ("CODE", "INT", "HOLE", "NAME", "STRING", "COMMENT")]
    found = {w for p in patterns for w in _words_of(p)}
    refused = {"xor"}  # a word of other languages, answered by name
    ours = {*highlight.DECLARATIONS, *highlight.STATUSES, *highlight.CLAUSES, *highlight.PARTS, *highlight.BINDERS}
    ours |= {"units", "first", "last", "fibonacci", "base", "from", "accepts", "nothing"}  # of automata and positions
    assert found - refused == ours | {*highlight.WORD_OPERATORS}


def _words_of(pattern: str) -> set[str]:
    """The words that a terminal stands for: `(heaps?|cells?)\\b`, `ends\\s+when\\b`, `mis[eè]re\\b`."""
    pattern = re.sub(r"\(\?[!=].*?\)", " ", pattern)
    pieces = re.split(r"\\[bs]\+?|[|()+/*]", pattern)
    spread = [w for p in pieces for w in ([p.replace("[eè]", "e"), p.replace("[eè]", "è")] if "[eè]" in p else [p])]
    spread = [w for p in spread for w in ([p[:-2], p[:-2] + p[-2]] if p.endswith("s?") else [p])]
    return {w for w in spread if re.fullmatch(r"[a-zè]{2,}", w)}


def test_legal_is_a_clause_and_can_be_called():
    """After a range without an end, `legal` starts the next clause, with or without parentheses behind it."""
    game = tree("game g heaps x[2] in 1.. legal(x[1] > 0) or x[2] = 1 move x -> 0 where legal(x) legal x[1] = 1").games[
        0
    ]
    assert [type(clause) for clause in game.clauses] == [nodes.Places, nodes.Legal, nodes.Move, nodes.Legal]
    assert game.clauses[2].binders.bindings[0].guards == (nodes.Call(nodes.Name("legal"), ((nodes.Name("x"),),)),)
    assert spelled(parse_expression(Source("test", "1..(legal(n))"))) == "1..(legal(n))"
