"""Mistakes of writing, answered by name.

Each row of the table looks at the text before and at the place where the parser stopped. `tests/test_mistakes.py`
and the pages of `heapwise explain` hold examples of every row.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from heapwise.errors import Diagnostic
from heapwise.source import Place, Source, Span


@dataclass(frozen=True)
class _Sight:
    """What there is to see at a mistake."""

    clause: str  # the text of the clause up to the mistake
    word: str  # the word or sign that cannot stand here
    rest: str  # the text from the mistake on
    expected: frozenset[str]


def _unclosed(sight: _Sight) -> str | None:
    """The bracket that was opened last and is still open."""
    text = re.sub(r'--[^\n]*|"[^"\n]*"|\(\+\)|\(\*\)', lambda m: " " * len(m.group()), sight.clause)
    stack: list[str] = []
    for character in text:
        if character in "([{":
            stack.append(character)
        elif character in ")]}" and stack:
            stack.pop()
    return stack[-1] if stack else None


def _missing_for(sight: _Sight) -> dict[str, object] | None:
    match = re.match(r"(\w+|\([^()]*\))\s*(in\b|∈)", sight.rest)
    if match and "FOR" in sight.expected and re.match(r"\s*(move|theorem|conjecture|disproved|question)\b", sight.clause):
        return {"binder": " ".join(re.split(r"\bwhere\b|\n", sight.rest)[0].split())}
    return None


def _missing_bracket(sight: _Sight) -> dict[str, object] | None:
    opened = _unclosed(sight)
    if opened is None or (sight.word in ")]}" and sight.word):
        return None
    closing = {"(": ")", "[": "]", "{": "}"}[opened]
    names = {")": "RPAR", "]": "RSQB", "}": "RBRACE"}
    return {"opening": opened, "closing": closing} if names[closing] in sight.expected else None


def _wrong_bracket(sight: _Sight) -> dict[str, object] | None:
    opened = _unclosed(sight)
    if sight.word not in (")", "]", "}"):
        return None
    if opened is None:
        return {"found": sight.word, "opening": "nothing", "closing": ""}
    closing = {"(": ")", "[": "]", "{": "}"}[opened]
    return {"found": sight.word, "opening": opened, "closing": closing} if closing != sight.word else None


def _status(sight: _Sight) -> dict[str, object] | None:
    words = ("claim", "lemma", "corollary", "proposition", "prop", "thm", "hypothesis", "fact", "property", "false")
    return {"word": sight.word} if sight.word.lower() in words and "STATUS" in sight.expected else None


def _comment(sight: _Sight) -> dict[str, object] | None:
    is_comment = sight.rest.startswith(("//", "#", "/*")) or (sight.word == "/" and sight.clause.endswith("/"))
    return {"sign": "//" if sight.word == "/" else sight.word} if is_comment else None


def _decimal(sight: _Sight) -> dict[str, object] | None:
    return {} if re.match(r"\.\d", sight.rest) else None


def _foreign_binder(sight: _Sight) -> dict[str, object] | None:
    word = sight.word.lower()
    return {"word": sight.word} if word in ("choose", "from", "each", "forall", "exists", "let") else None


def _double_star(sight: _Sight) -> dict[str, object] | None:
    return {} if sight.rest.startswith("**") or (sight.word == "*" and sight.clause.endswith("*")) else None


def _reserved(sight: _Sight) -> dict[str, object] | None:
    words = "game claims move for where in and or not iff implies mod xor under upto check at by of let if then else legal decreases divides"
    is_name_wanted = "NAME" in sight.expected and not sight.expected & {"FOR", "MOVE"}
    before = sight.clause.split()
    after_heading = bool(before) and before[-1] in ("game", "heap", "heaps", "cell", "cells", "let", ",", "(", "for")
    return {"word": sight.word} if sight.word in words.split() and is_name_wanted and after_heading else None


_TABLE: tuple[tuple[str, Callable[[_Sight], dict[str, object] | None]], ...] = (
    ("E110", _comment),
    ("E113", _double_star),
    ("E115", _decimal),
    ("E109", _status),
    ("E114", _wrong_bracket),
    ("E101", _missing_for),
    ("E106", _missing_bracket),
    ("E117", _foreign_binder),
    ("E116", _reserved),
)

# What may stand where, in the words of the language reference; the longest clause word that fits is taken.
_AFTER = {
    "game": "a heading is `game NAME` with parameters in parentheses, then `heaps`, `legal`, `move` ... or `= EXPRESSION`",
    "claims": "a heading is `claims for GAME(parameters)`, then `let`, `theorem`, `conjecture`, `disproved` or `question`",
    "heap": "a clause of places is `heaps x[n]`, `heaps a, b` or `heaps x[n] in 1..`",
    "cell": "a clause of places is `cells x[n, m] in 0..1`",
    "position": "a clause of components is `positions p[m] of G`",
    "legal": "`legal` takes one condition",
    "ends": "`ends when` takes one condition",
    "let": "a definition is `let NAME = EXPRESSION` or `let NAME(a, b) = EXPRESSION`",
    "decreases": "`decreases` takes one expression",
    "move": "a move is `move PLACE -> NEW for BINDERS where GUARDS`",
    "theorem": "a claim is `STATUS name \"source\" under PLAY at WITNESS: STATEMENT for ... check ...`",
}  # fmt: skip
_AFTER |= dict.fromkeys(("conjecture", "disproved", "question"), _AFTER["theorem"])


def explain_mistake(source: Source, span: Span, word: str, expected: set[str], start: str) -> Diagnostic:
    """The diagnostic for a place at which the text cannot go on."""
    text = source.text
    begin, clause_word = _clause_start(text, span.start) if start == "file" else (0, "")
    sight = _Sight(text[begin : span.start], word, text[span.start :], frozenset(expected))
    place = Place(source, span)
    for code, look in _TABLE:
        values = look(sight)
        if values is not None:
            return Diagnostic(code, place, values)
    if not sight.rest.strip():
        return Diagnostic("E118", place, {"form": _AFTER.get(clause_word, "")}, "form" if clause_word in _AFTER else None)
    if not (word.isascii() and word.isprintable()) and not word.isalnum():
        return Diagnostic("E006", place, {"character": word, "number": f"U+{ord(word[0]):04X}"})
    form = _AFTER.get(clause_word)
    shown = word if len(word) <= 40 else word[:40] + "..."
    return Diagnostic("E005", place, {"word": shown, "form": form or ""}, "form" if form else "help")


def _clause_start(text: str, at: int) -> tuple[int, str]:
    """Where the clause around an offset starts, and the word that starts it."""
    pattern = r"(?m)^[ \t]*(game|claims|heap|cell|position|legal|ends|let|decreases|move|theorem|conjecture|disproved|question)"
    found = [m for m in re.finditer(pattern, text[:at])]
    return (found[-1].start(1), found[-1][1]) if found else (0, "")
