"""Pieces of notation: what stands beside, below and above what. Both writers know these classes and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from heapwise.records import Record, fields


class Glyph(Record):
    """A name, set as mathematics sets it: one letter slanted, several as a word."""

    text: str


class FunctionName(Record):
    """The name of a function of several letters, which stands upright."""

    text: str


class Numeral(Record):
    """`12`"""

    text: str


class Sign(Record):
    """An operator or a relation, by its Unicode character, with room around it unless it is `tight`."""

    text: str
    tight: bool = False


class Words(Record):
    """Words between formulas, such as ` if `."""

    text: str


class Typed(Record):
    """Something of the language that has no notation, as it is typed."""

    text: str


class Beside(Record):
    """Pieces one after another."""

    parts: tuple[Notation, ...]


class Subscript(Record):
    """`x_i`"""

    base: Notation
    below: Notation


class Superscript(Record):
    """`x^2`"""

    base: Notation
    above: Notation


class LargeSign(Record):
    """A large sign with what it runs over below it, and its body."""

    sign: str
    below: Notation
    body: Notation


class Enclosed(Record):
    """Brackets, which do not stretch."""

    left: str
    inside: Notation
    right: str


class Fraction(Record):
    """One number over another."""

    above: Notation
    below: Notation


class CaseRows(Record):
    """Values with their conditions, one below the other; no condition is "otherwise"."""

    rows: tuple[tuple[Notation, Notation | None], ...]


Notation = (
    Glyph | FunctionName | Numeral | Sign | Words | Typed | Beside | Subscript | Superscript | LargeSign | Enclosed
    | Fraction | CaseRows
)  # fmt: skip


def line(*parts: Notation) -> Notation:
    """Parts one after another; one alone stays what it is."""
    return parts[0] if len(parts) == 1 else Beside(parts)


def separated(parts: Iterable[Notation], sign: str = ",") -> Notation:
    """Parts with a comma, or another sign, between them."""
    found: list[Notation] = []
    for part in parts:
        found += [Sign(sign), part] if found else [part]
    return line(*found)


def in_parentheses(piece: Notation) -> Notation:
    """`(...)`"""
    return Enclosed("(", piece, ")")


def has_strokes(piece: Notation) -> bool:
    """Is something in strokes in a piece? Strokes inside strokes would be read the wrong way."""
    if isinstance(piece, Enclosed) and piece.left == "|":
        return True
    below = (getattr(piece, item.name) for item in fields(piece))
    return any(has_strokes(part) for value in below for part in _pieces_in(value))


def _pieces_in(value: object) -> Iterator[Notation]:
    if isinstance(value, Notation):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _pieces_in(item)
