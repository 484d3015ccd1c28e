"""Colours for the language: a lexer for Pygments, and a TextMate grammar for editors, both from one list of words.

`python -m heapwise.vocabulary.highlight` writes the TextMate grammar anew; a test fails while it differs.
"""

import json
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from heapwise.files import resource, write_atomically
from heapwise.terms.functions import FUNCTIONS, OPERATORS
from heapwise.terms.known_names import GATHERS, QUESTIONS, SPECIAL

# The words of the grammar, by what they do.
DECLARATIONS = ("language", "game", "claims", "automaton")
STATUSES = ("theorem", "conjecture", "disproved", "question")
CLAUSES = (
    "heap", "heaps", "cell", "cells", "position", "positions", "legal", "ends", "when", "let", "decreases", "move",
)  # fmt: skip
PARTS = ("under", "normal", "misere", "misère", "preference", "orders", "at", "by", "upto", "check", "cyclic")
BINDERS = ("for", "where", "in", "of", "if", "then", "else")
WORD_OPERATORS = ("and", "or", "not", "iff", "implies", "mod", "divides")
# Words that the resolver knows.
KINDS = ("sets", "lists", "games", "codes", "pairs")
CONSTANTS = ("nothing", "true", "false", "this")
CALLS = tuple(sorted({*FUNCTIONS, *GATHERS, *SPECIAL} - OPERATORS - {*CLAUSES, *CONSTANTS}))

_WORD_START = r"(?<!\w)"
_OF_AUTOMATA = r'(?<!\w)(?:units\s+(?:first|last)|(?<=in )fibonacci|base(?=\s+[0-9])|from(?=\s+")|accepts)\b'
_NAME = r"[^\W\d]\w*"
_CODE = r"[0-9]+\.[0-9a-fA-F]\w*"
_SIGNS = r"\(\+\)|\(\*\)|->|\.\.?|<=|>=|!=|[=<>+\-*/^\\|&→∈∉≤≥≠≡⊕⊗∖∪∩∧∨¬⇔⇒]"
TEXTMATE = "heapwise.tmLanguage.json"


class HeapwiseLexer(RegexLexer):  # type: ignore[misc]  # Pygments is untyped
    """Pygments' lexer for `.game` and `.claims` files."""

    name = "Heapwise"
    aliases: ClassVar[list[str]] = ["heapwise", "game", "claims"]
    filenames: ClassVar[list[str]] = ["*.game", "*.claims"]
    tokens: ClassVar[dict[str, Any]] = {
        "root": [
            (r"\s+", Whitespace),
            (r"--[^\n]*", Comment.Single),
            (r'"[^"\n]*"', String.Double),
            (words(DECLARATIONS + STATUSES, prefix=_WORD_START, suffix=r"\b"), Keyword.Declaration),
            (_OF_AUTOMATA, Keyword),
            (words(CLAUSES + PARTS + BINDERS, prefix=_WORD_START, suffix=r"\b"), Keyword),
            (words(WORD_OPERATORS, prefix=_WORD_START, suffix=r"\b"), Operator.Word),
            (words(KINDS, prefix=_WORD_START, suffix=r"\b"), Keyword.Type),
            (words(CONSTANTS, prefix=_WORD_START, suffix=r"\b"), Keyword.Constant),
            (words(CALLS, prefix=_WORD_START, suffix=r"(?=\s*\()"), Name.Builtin),
            (words(QUESTIONS, prefix=_WORD_START, suffix=r"(?=\s*\()"), Name.Function.Magic),
            (rf"\?{_NAME}", Name.Variable.Magic),
            (_CODE, Number.Other),
            (r"[0-9]+", Number.Integer),
            (_NAME, Name),
            (_SIGNS, Operator),
            (r"[()\[\]{},;:]", Punctuation),
        ]
    }


def textmate() -> dict[str, Any]:
    """The grammar for editors that read TextMate's format."""
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Heapwise",
        "scopeName": "source.heapwise",
        "fileTypes": ["game", "claims"],
        "patterns": [
            _pattern("comment.line.double-dash", r"--.*$"),
            _pattern("string.quoted.double", r'"[^"\n]*"'),
            {
                "match": rf"\b(game|let|automaton|{'|'.join(STATUSES)})\s+({_NAME})",
                "captures": {"1": {"name": "keyword.declaration.heapwise"}, "2": {"name": "entity.name.heapwise"}},
            },
            _pattern("keyword.declaration", _any_of(DECLARATIONS + STATUSES)),
            _pattern("keyword.control.automaton", _OF_AUTOMATA),
            _pattern("keyword.control", _any_of(CLAUSES + PARTS + BINDERS)),
            _pattern("keyword.operator.word", _any_of(WORD_OPERATORS)),
            _pattern("storage.type", _any_of(KINDS)),
            _pattern("constant.language", _any_of(CONSTANTS)),
            _pattern("support.function", _any_of(CALLS) + r"(?=\s*\()"),
            _pattern("support.function.value", _any_of(QUESTIONS) + r"(?=\s*\()"),
            _pattern("variable.other.unknown", rf"\?{_NAME}"),
            _pattern("constant.numeric.code", rf"\b{_CODE}"),
            _pattern("constant.numeric.integer", r"\b[0-9]+\b"),
            _pattern("keyword.operator", _SIGNS),
        ],
    }


def _any_of(alternatives: tuple[str, ...]) -> str:
    return rf"\b({'|'.join(alternatives)})\b"


def _pattern(scope: str, match: str) -> dict[str, str]:
    return {"name": f"{scope}.heapwise", "match": match}


def textmate_text() -> str:
    """The text that the file of the TextMate grammar should have."""
    return json.dumps(textmate(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    write_atomically(resource("grammars") / TEXTMATE, textmate_text())
