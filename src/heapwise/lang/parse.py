"""Text -> tree. Every text becomes a tree, or diagnostics that point into it; several independent mistakes are
reported together."""

import re
from typing import cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from heapwise.errors import Diagnostic, HeapwiseError
from heapwise.lang import nodes, parser_tables
from heapwise.lang.build import build
from heapwise.lang.limits import check_depth, check_limits
from heapwise.lang.mistakes import explain_mistake
from heapwise.source import Source, Span

MOST_MESSAGES = 10
LANGUAGE_VERSION = 1

# Where a reader starts again after a mistake: the words that start a clause, outside comments and strings.
_CLAUSE = re.compile(
    r'--[^\n]*|"[^"\n]*"|\b(?P<word>game|claims|heaps?|cells?|positions?|legal|ends\s+when|let|decreases|move'
    r"|automaton|theorem|conjecture|disproved|question)\b"
)


def parse_file(source: Source) -> nodes.File:
    """The tree of a text of games and claims; raises a `HeapwiseError` with all that is wrong in it."""
    check_limits(source)
    file, diagnostics = recovered(source)
    if diagnostics:
        raise HeapwiseError(sorted(diagnostics, key=_where))
    check_depth(file, source)
    if file.language not in (None, LANGUAGE_VERSION):
        raise HeapwiseError(Diagnostic("E004", None, {"version": file.language, "ours": LANGUAGE_VERSION}))
    return file


def recovered(source: Source) -> tuple[nodes.File, list[Diagnostic]]:
    """The tree of all clauses that can be read, and what is wrong with the others."""
    text, diagnostics, blanked = source.text, list[Diagnostic](), set[Span]()
    while len(diagnostics) < MOST_MESSAGES:
        tree, mistake = _parse(text, "file", source)
        if tree is not None:
            file, complaints = build(tree, source)
            assert isinstance(file, nodes.File)
            return file, diagnostics + complaints
        assert mistake is not None
        diagnostics.append(mistake)
        clause = _clause_around(source.text, mistake)
        if clause in blanked:
            break
        blanked.add(clause)
        text = text[: clause.start] + re.sub(r"\S", " ", text[clause.start : clause.end]) + text[clause.end :]
    return nodes.File(()), diagnostics


def parse_expression(source: Source) -> nodes.Expr:
    """The tree of one expression, such as a game named on the command line."""
    return cast(nodes.Expr, _parse_small(source, "expr"))


def parse_automaton(source: Source) -> nodes.Automaton:
    """The tree of a file that holds one automaton."""
    automaton = _parse_small(source, "automaton")
    assert isinstance(automaton, nodes.Automaton)
    return automaton


def parse_position(source: Source) -> nodes.PositionText:
    """The tree of a position written as `1,2;3 + 4`."""
    position = _parse_small(source, "position")
    assert isinstance(position, nodes.PositionText)
    return position


def parse_effort(source: Source) -> nodes.Effort:
    """The tree of `n in 2..6, x <= 127`."""
    effort = _parse_small(source, "effort_items")
    assert isinstance(effort, nodes.Effort)
    return effort


def _parse_small(source: Source, start: str) -> nodes.Node:
    check_limits(source)
    tree, mistake = _parse(source.text, start, source)
    if tree is None:
        assert mistake is not None
        raise HeapwiseError(mistake)
    node, complaints = build(tree, source)
    if complaints:
        raise HeapwiseError(complaints)
    check_depth(node, source)
    assert isinstance(node, nodes.Node)
    return node


def _parse(text: str, start: str, source: Source) -> tuple[Tree[Token] | None, Diagnostic | None]:
    parser: Lark = parser_tables.load()
    try:
        return parser.parse(text, start=start), None
    except UnexpectedToken as unexpected:
        token: Token = unexpected.token
        is_end = token.type == "$END" or token.start_pos is None
        at = len(text.rstrip()) if is_end else int(token.start_pos or 0)
        length = max(1, len(token))
        expected = unexpected.accepts or unexpected.expected
        return None, explain_mistake(source, Span(at, at + length), str(token), set(expected), start)
    except UnexpectedCharacters as unexpected:
        where = unexpected.pos_in_stream or 0
        allowed = set(unexpected.allowed or ())
        return None, explain_mistake(source, Span(where, where + 1), text[where], allowed, start)
    except UnexpectedInput as unexpected:  # pragma: no cover - lark has no further kinds today
        return None, explain_mistake(source, Span(0, 1), str(unexpected), set(), start)


def _where(diagnostic: Diagnostic) -> int:
    return 0 if diagnostic.place is None else diagnostic.place.span.start


def _clause_around(text: str, mistake: Diagnostic) -> Span:
    """The clause in which a mistake stands; a whole declaration, when its heading is what is wrong."""
    assert mistake.place is not None
    at = mistake.place.span.start
    starts = [(m.start(), m["word"]) for m in _CLAUSE.finditer(text) if m["word"] and _starts_clause(text, m)]
    before = [item for item in starts if item[0] < at] or [(0, "")]
    start, word = before[-1]
    is_heading = word in ("game", "claims", "")
    ends = [s for s, w in starts if s > start and s >= at and (not is_heading or w in ("game", "claims"))]
    return Span(start, ends[0] if ends else len(text))


def _starts_clause(text: str, match: re.Match[str]) -> bool:
    """Clauses nearly always start a line; a word in the middle of one may be somebody's name."""
    line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
    return not line.strip()
