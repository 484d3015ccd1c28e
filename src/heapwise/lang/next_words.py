"""What may stand next in a text that ends in the middle: asked of the grammar, so that editors offer nothing else."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from lark.exceptions import UnexpectedInput

from heapwise.files import resource
from heapwise.lang import parser_tables

_HEADING = re.compile(r"(?m)^[ \t]*(?:game|claims)\b")
_CLAUSE = re.compile(
    r"(?m)^[ \t]*(?:heap|cell|position|legal|ends|let|decreases|move|theorem|conjecture|disproved|question)"
)


def keywords() -> tuple[str, ...]:
    """The words that cannot be names, as the grammar lists them."""
    grammar = resource("grammars/heapwise.lark").read_text(encoding="utf-8")
    found = re.search(r"^NAME: /\(\?!\((.*?)\)\\b\)", grammar, re.MULTILINE)
    assert found is not None, "the grammar has another form of names"
    return tuple(re.findall(r"(?:^|\|)([a-z]+)", found[1]))


class NextWords(NamedTuple):
    """The words of the language that may come next, and whether a name may."""

    keywords: frozenset[str]
    takes_name: bool


def next_words(text: str, words: Iterable[str]) -> NextWords | None:
    """Which of some words may follow a text; None if nobody can tell, since what stands there cannot be read."""
    for shorter in _shorter_and_shorter(text):
        accepted = _accepted(shorter)
        if accepted is not None:
            patterns = _patterns(accepted)
            found = frozenset(word for word in words if any(p.fullmatch(word) for p in patterns))
            return NextWords(found, "NAME" in accepted)
    return None


def _shorter_and_shorter(text: str) -> Iterable[str]:
    """The text; its last declaration; the heading of that and the last clause: a mistake further up is no matter."""
    yield text
    starts = [match.start() for match in _HEADING.finditer(text)]
    if starts:
        declaration = text[starts[-1] :]
        yield declaration
        clauses = [match.start() for match in _CLAUSE.finditer(declaration)]
        if clauses:
            yield declaration[: clauses[0]] + declaration[clauses[-1] :]


def _accepted(text: str) -> set[str] | None:
    try:
        reader = parser_tables.load().parse_interactive(text, start="file")
        reader.exhaust_lexer()
        return {*reader.accepts()}  # type: ignore[no-untyped-call]
    except UnexpectedInput:
        return None


def _patterns(accepted: set[str]) -> list[re.Pattern[str]]:
    return [re.compile(t.pattern.to_regexp()) for t in parser_tables.load().terminals if t.name in accepted - {"NAME"}]
