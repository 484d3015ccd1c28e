"""Small changes to claims and rules, for testing whether the checks of the library would notice them.

A mutant is a text that differs from the library's in one place: a constant, a comparison, a sign, a guard left out.
Only the conclusion of a claim is changed, never its name, source, hypotheses or effort: a claim with a narrower premise
is weaker, and true. For the same reason no `=` becomes `>=`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_CHANGES: tuple[tuple[str, str, str], ...] = (
    (r"(?<![\w.\]])(\d+)(?![\w.])", "plus one", ""),
    (r" <= ", "strict", " < "),
    (r" >= ", "strict", " > "),
    (r" < ", "not strict", " <= "),
    (r" > ", "not strict", " >= "),
    (r" != ", "equal", " = "),
    (r" \+ ", "minus", " - "),
    (r" - ", "plus", " + "),
    (r" \(\+\) ", "plus", " + "),
    (r"\bnimsum\b", "bitor", "bitor"),
    (r"\bfloor\b", "ceil", "ceil"),
    (r"\bmin\b", "max", "max"),
    (r"\bmax\b", "min", "min"),
    (r" and ", "or", " or "),
    (r"\bmod\b", "times", "*"),
    (r"   where [^\n]*", "guard left out", ""),
)


@dataclass(frozen=True)
class Mutant:
    """A changed text, and what was changed."""

    kind: str
    at: int
    text: str

    def __str__(self) -> str:
        start = self.text.rfind("\n", 0, self.at) + 1
        return f"{self.kind}: {self.text[start:].partition(chr(10))[0].strip()}"


def mutants(text: str, start: int, end: int) -> Iterator[Mutant]:
    """All mutants with one change between two places of a text."""
    for pattern, kind, new in _CHANGES:
        for found in re.finditer(pattern, text[start:end]):
            before = found.group()
            after = str(int(before) + 1) if kind == "plus one" else new
            at = start + found.start()
            yield Mutant(kind, at, text[:at] + after + text[at + len(before) :])


def move_spans(text: str) -> Iterator[tuple[int, int]]:
    """Where the moves of a text stand; a comment is no rule."""
    for found in re.finditer(r"^ +move [^\n]*(?:\n {8}[^\n]*)*", text, re.MULTILINE):
        yield found.span()
